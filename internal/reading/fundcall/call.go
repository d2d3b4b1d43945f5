package fundcall

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/coowner"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
	"predate/internal/reading/period"
	"predate/internal/reading/quotepart"
)

// Rules returns the rules for calls for funds.
func Rules() []paper.Rule {
	const kind = predate.KindFundCall
	return []paper.Rule{
		{Name: "fund_call.head", From: kind, Key: predate.FactCall, Find: callHead},
		{Name: "fund_call.line", From: kind, Key: predate.FactCallLine, Find: callLines},
		{Name: "fund_call.subtotal", From: kind, Key: predate.FactCallSubtotal, Find: callSubtotals},
		{Name: "fund_call.previous_balance", From: kind, Key: predate.FactPreviousBalance, Find: previousBalance},
		{Name: "fund_call.lots", From: kind, Key: predate.KeyLots, Find: coowner.Lots},
		{Name: "fund_call.owners", From: kind, Key: predate.KeyOwners, Find: coowner.Names},
		{Name: "fund_call.recall", From: kind, Key: predate.KeyCashAdvance, Find: coowner.Recalls},
		{Name: "fund_call.fund_mentioned", From: kind, Key: predate.FactFundMentioned, Find: coowner.FundMentioned},
	}
}

// callHead reads what the call says of itself. Without a due date and without a
// period there is no head: nothing of the call can then be placed in time.
func callHead(doc paper.Source) []predate.Figure {
	c := callOf(doc)
	head := predate.CallHead{Issued: c.Issued(), Year: exerciseName(c.Rows), Lots: c.LotNumbers()}
	head.Number = c.number()
	if account, _ := c.AccountNumber(); !strings.EqualFold(account, head.Number) {
		head.Account = account // a reference for the payment may be the call's own number
	}
	head.Replaces = c.replaces()
	period, periodProof := c.period()
	due, dueProof := c.due()
	if early := due.Before(period.From); due.IsZero() || early && (due == head.Issued || due.Before(period.From.AddDays(-15))) {
		due, dueProof = period.From, nil // art. 14-1: exigible on the first day of the period, not when the letter is made or wishes
	}
	if due.IsZero() {
		return nil
	}
	head.Period, head.Due = period, due
	if total, ok := c.total(); ok {
		head.Total, head.HasTotal = total.Cents, true
		dueProof = append(dueProof, paper.ProofOfAmount(total)...)
	}
	return []predate.Figure{{Value: head, Evidence: append(dueProof, periodProof...)}}
}

// fundCall is a call for funds under reading.
type fundCall struct {
	coowner.Paper
	by    quotepart.Keys
	lines []callLine
	sums  []callSum
}

// The phrases of calls.
var (
	callDue  = regexp.MustCompile(`\b(?:exigible|exigibilite|exigibles|payable|payer|regler|echeance|date limite)\b[a-z' :.-]{0,30}?` + layout.DayForm)
	callSpan = regexp.MustCompile(`\b(?:periode )?(?:du |: ?)` + layout.DayForm + ` ?(?:au|-|a) ?` + layout.DayForm +
		`|\bdu ?/ ?au ` + layout.DayForm + ` ?(?:au|-|a|/) ?` + layout.DayForm)
	callNumber = regexp.MustCompile(`\bappel (?:de [a-z]+ )?n° ?([0-9][0-9a-z/-]*)|^(?:n°|appel) ?(20\d\d ?[-/] ?\d{1,2})\b`)
)

func callOf(doc paper.Source) *fundCall { return paper.Derived(doc, takeCall) }

func takeCall(doc paper.Source) *fundCall {
	o := coowner.Of(doc)
	c := &fundCall{Paper: o, by: quotepart.Keys{Paper: o.Paper, Lots: o.LotNumbers()}}
	c.read()
	return c
}

// periodOrdinal is the place of a period in its year, which is no number of a
// call: "2e trimestre".
var periodOrdinal = regexp.MustCompile(`^\d{1,2}(?:e|er|ère|ème|eme)$`)

// number reads the call's number.
func (c *fundCall) number() string {
	for _, r := range c.Rows {
		if m := callNumber.FindStringSubmatch(r.Folded); m != nil {
			return m[1] + m[2]
		}
	}
	for i := range c.Rows {
		for _, value := range c.ValuesOf(i, "call_number") {
			first, _, _ := strings.Cut(value.Text, " ")
			if len(layout.DatesIn(first)) == 0 && strings.ContainsAny(first, "0123456789") && !periodOrdinal.MatchString(first) {
				return first
			}
		}
	}
	return ""
}

// ofNoNature reports whether words that name a total name no nature, or several:
// "total charges et travaux".
func ofNoNature(w paper.Meaning, label string) bool {
	said := w.Said(label, lexicon.Nature)
	return len(said) == 0 || slices.Contains(said, "nature_works") && slices.Contains(said, "nature_current")
}

// oneNature is the nature that words name; unknown where they name several.
func oneNature(w paper.Meaning, text string) predate.Nature {
	if ofNoNature(w, text) {
		return predate.NatureUnknown
	}
	return w.Nature(text)
}

// replaces reports whether the call takes the place of another one.
func (c *fundCall) replaces() bool {
	for _, r := range c.Rows {
		if strings.Contains(r.Folded, "annule et remplace") || strings.Contains(r.Folded, "annulant et remplacant") {
			return true
		}
	}
	return false
}

// period reads the months that the call is for: the first span of at most a
// year, in the upper part of the paper.
func (c *fundCall) period() (predate.Period, []predate.Evidence) {
	for _, text := range c.Sentences() {
		if c.Rows[text.Row].Page > 1 {
			continue
		}
		for _, m := range callSpan.FindAllStringSubmatch(text.Folded, -1) {
			p, ok := paper.SpanOf(m[1]+m[3], m[2]+m[4])
			if ok && p.Months() >= 1 && p.Months() <= 12 {
				return p, text.Proof
			}
		}
	}
	for _, text := range c.Sentences() {
		if p, ok := period.Named(text.Folded); ok && c.Rows[text.Row].Page == 1 {
			return p, text.Proof
		}
	}
	for _, w := range c.WrappedSpans(callSpan) {
		if w.Page == 1 && w.Period.Months() >= 1 && w.Period.Months() <= 12 {
			return w.Period, paper.ProofOf(w.Cell)
		}
	}
	from, a, okA := c.DayOf("day_from")
	to, b, okB := c.DayOf("day_to")
	if okA && okB && a.Page == b.Page && from.Before(to) {
		if p := (predate.Period{From: from, To: to}); p.Months() <= 12 {
			return p, append(paper.ProofOf(a), paper.ProofOf(b)...)
		}
	}
	return predate.Period{}, nil
}

// due reads the day on which the call falls due.
func (c *fundCall) due() (predate.Date, []predate.Evidence) {
	rows := c.Sentences()
	if d, evidence, ok := c.dueIn(rows[:len(c.Rows)]); ok {
		return d, evidence
	}
	if d, value, ok := c.DayOf("due_date", "pay_before"); ok {
		return d, paper.ProofOf(value)
	}
	if d, value, ok := c.DateField("due_date", "pay_before"); ok && value.Page == 1 {
		return d, paper.ProofOf(value)
	}
	d, evidence, _ := c.dueIn(rows[len(c.Rows):])
	return d, evidence
}

// dueIn finds a due day in sentences.
func (c *fundCall) dueIn(list []coowner.Sentence) (predate.Date, []predate.Evidence, bool) {
	for _, text := range list {
		if m := callDue.FindStringSubmatch(text.Folded); m != nil {
			if d, ok := layout.ParseDate(m[1]); ok {
				return d, text.Proof, true
			}
		}
	}
	return predate.Date{}, nil, false
}

// total reads the total of the call; only one that its lines make, where they
// were read, or the only one printed.
func (c *fundCall) total() (layout.Amount, bool) {
	sum := c.sum()
	var other []layout.Amount
	for _, l := range c.Labels() {
		switch {
		case !c.Doc.Says(l.Label, "call_total", "call_provisions_total") || strings.Contains(l.Label, "sous-total"):
		case l.Amount.Cents == sum && len(c.lines) > 0:
			return l.Amount, true
		case ofNoNature(c.Doc.Meaning, l.Label):
			other = append(other, l.Amount)
		}
	}
	if a, ok := c.sumBelow(sum); ok {
		return a, true
	}
	if len(other) > 0 {
		return other[0], true
	}
	return layout.Amount{}, false
}

// sumBelow finds, alone on a row under the lines, the sum that all of them make:
// the total of the call, whatever it is called. One line sums to itself, so an
// amount that equals it proves nothing.
func (c *fundCall) sumBelow(sum predate.Cents) (layout.Amount, bool) {
	if len(c.lines) < 2 {
		return layout.Amount{}, false
	}
	for i := c.lines[len(c.lines)-1].row + 1; i < len(c.Rows); i++ {
		if a := c.Rows[i].Amounts; len(a) == 1 && a[0].Cents == sum {
			return a[0], true
		}
	}
	return layout.Amount{}, false
}

func (c *fundCall) sum() predate.Cents {
	var s predate.Cents
	for _, l := range c.lines {
		s += l.Amount
	}
	return s
}

// exerciseNamed is an exercise after the word for it: "budget 2026", "exercice 2025/2026".
var exerciseNamed = regexp.MustCompile(`\b(?:exercice|budget|budget previsionnel|charges|annee|provisions budget|budget courant)(?: (?:previsionnel|courant|comptable))? ?(20\d\d(?: ?[/-] ?20\d\d)?)\b`)

// exerciseName reads the exercise that the paper names, "2026" or "2025/2026".
func exerciseName(rows []paper.Row) string {
	for _, r := range rows {
		if m := exerciseNamed.FindStringSubmatch(r.Folded); m != nil {
			return strings.NewReplacer(" ", "", "-", "/").Replace(m[1])
		}
	}
	return ""
}
