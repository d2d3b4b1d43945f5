package extract

import (
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// facts gives everything read in the extract.
func (l *accountPaper) facts() []predate.Figure {
	var out []predate.Figure
	period, lots := l.period(), l.lotNumbers()
	for _, a := range l.accounts {
		l.closeByLast(a)
		if a.closing == nil || l.recognised() && a.sum != a.closing.Value.(predate.AccountBalance).Amount {
			continue // a recognised balance needs its movements to be believed
		}
		head := predate.AccountHead{Account: a.number, Period: period, Issued: l.issued()}
		if len(l.accounts) == 1 {
			head.Lots = lots
		}
		if head.Period.From.IsZero() && a.opening != nil {
			head.Period.From = a.opening.AsOf
		}
		out = append(out, predate.Figure{Key: predate.FactAccount, Value: head, Evidence: a.closing.Evidence})
		if a.opening != nil {
			out = append(out, *a.opening)
		}
		for _, f := range a.lines {
			line := f.Value.(predate.AccountLine)
			line.Nature = predate.NatureOfAccount(line.Movement.Account)
			if line.Nature == predate.NatureUnknown {
				line.Nature = l.doc.natureOfLabel(line.Label)
			}
			f.Value = line
			out = append(out, f)
		}
		out = append(out, *a.closing)
		out = append(out, a.totals...)
		out = append(out, a.natures...)
	}
	if f, ok := l.unreadHead(lots); ok && len(out) == 0 {
		out = append(out, f)
	}
	if f, ok := l.purchased(); ok {
		out = append(out, f)
	}
	return out
}

// unreadHead states whose account an extract is where its movements were not
// read: what their sums prove is then of that account.
func (l *accountPaper) unreadHead(lots []string) (predate.Figure, bool) {
	number, ok := l.accountNumber()
	if !ok {
		return predate.Figure{}, false
	}
	head := predate.AccountHead{Account: number, Period: l.period(), Issued: l.issued(), Lots: lots}
	for _, r := range l.rows {
		if strings.Contains(strings.ToUpper(r.Line.Text()), strings.ToUpper(number)) {
			return predate.Figure{Key: predate.FactAccount, Value: head, Evidence: proof(r.Page, r.Box, r.Line.Text())}, true
		}
	}
	return predate.Figure{}, false
}

// closeByLast takes the last running balance for the closing one, where none is
// printed under the movements: the movements must lead to it, and a day say
// when the extract was stopped.
func (l *accountPaper) closeByLast(a *oneAccount) {
	if a.closing != nil || a.denied || a.opening == nil || len(a.lines) == 0 {
		return
	}
	last := a.lines[len(a.lines)-1]
	m := last.Value.(predate.AccountLine).Movement
	on := l.period().To
	for _, r := range l.rows {
		if found := l.forms.stopped.FindStringSubmatch(r.text); found != nil {
			if d, ok := layout.ParseDate(found[1]); ok && !d.Before(m.Date) {
				on = d // an earlier one is the opening's
				break
			}
		}
	}
	if !m.HasBalance || m.Balance != a.sum || on.Before(m.Date) {
		return
	}
	a.closing = &predate.Figure{
		Key: predate.FactAccountClosing, AsOf: on, Evidence: last.Evidence,
		Value: predate.AccountBalance{Account: a.number, Date: on, Amount: m.Balance},
	}
}

// purchased finds the day on which the seller became owner: a sentence that
// says so, or the first movement that sets up his account after a sale.
func (l *accountPaper) purchased() (predate.Figure, bool) {
	for _, a := range l.accounts {
		for _, f := range a.lines {
			line := f.Value.(predate.AccountLine)
			text := fold.Text(line.Label)
			if line.Debit > 0 && l.forms.purchase.MatchString(text) && l.doc.says(text, "nature_advance") {
				return predate.Figure{Key: predate.FactPurchase, Value: predate.Day(line.Date), Evidence: f.Evidence}, true
			}
		}
	}
	return l.saidOwner()
}

// saidOwner reads "propriétaire depuis le 12/05/2025".
func (o owned) saidOwner() (predate.Figure, bool) {
	forms := newAccountForms()
	for _, r := range o.rows {
		if strings.Contains(r.text, "vente") && strings.Contains(r.text, "projet") {
			continue
		}
		if m := forms.owner.FindStringSubmatch(r.text); m != nil {
			if d, ok := layout.ParseDate(m[1]); ok {
				return predate.Figure{Key: predate.FactPurchase, Value: predate.Day(d), Evidence: proof(r.Page, r.Box, r.Line.Text())}, true
			}
		}
	}
	return predate.Figure{}, false
}
