package coowner

import (
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// Signed returns an amount with its sign: positive is owed by the co-owner. The second
// result is true if the paper shows the side by more than the number's own sign.
func (o Paper) Signed(l Labelled) (predate.Cents, bool) {
	size := l.Amount.Cents.Abs()
	after := wordsAfter(o.Rows[l.Row], l.Amount)
	words := l.Label + " " + after
	switch {
	case layout.IsCredit(l.Amount.Mark), o.Doc.Surely(words, "sign_credit"):
		return -size, true
	case layout.IsDebit(l.Amount.Mark), o.Doc.Surely(words, "sign_debit"):
		return size, true
	}
	if side := o.columnSide(l); side != 0 {
		return predate.Cents(side) * size, true
	}
	return l.Amount.Cents, l.Amount.Cents == 0
}

// wordsAfter is the folded words right after an amount.
func wordsAfter(r paper.Row, a layout.Amount) string {
	var out []string
	for _, w := range r.Words {
		if w.Box.X0 >= a.Box.X1-0.5 && w.Box.X0 < a.Box.X1+90 {
			out = append(out, w.Text)
		}
	}
	return foldWords(out)
}

// columnSide looks above an amount for the heading of a debit or a credit
// column: +1, −1, or 0 when there is none.
func (o Paper) columnSide(l Labelled) int {
	for j := l.Row - 1; j >= 0 && l.Row-j < 12 && o.Rows[j].Page == l.Amount.Page; j-- {
		debit, credit := 0.0, 0.0
		for _, p := range paper.Pieces(o.Rows[j]) {
			centre := (p.Box.X0 + p.Box.X1) / 2
			switch {
			case strings.Contains(p.Folded, "debit") && len(p.Folded) < 24:
				debit = centre
			case strings.Contains(p.Folded, "credit") && len(p.Folded) < 24:
				credit = centre
			}
		}
		if debit == 0 || credit == 0 {
			continue
		}
		centre := (l.Amount.Box.X0 + l.Amount.Box.X1) / 2
		toDebit, toCredit := max(centre-debit, debit-centre), max(centre-credit, credit-centre)
		switch {
		case toDebit < 0.6*toCredit:
			return 1
		case toCredit < 0.6*toDebit:
			return -1
		}
		return 0
	}
	return 0
}
