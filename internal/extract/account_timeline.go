package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// A timeline is an account without columns: each movement is a label and a sum,
// and under them its day and the balance it leads to. Where sums bear no sign,
// or a sign of unknown meaning, their sides are those that the running balance
// allows and that the names of the movements do not deny; where two readings
// remain, none is taken.

// timelineForms are the phrases of timelines.
type timelineForms struct {
	after, closing, tracked, owed, owned *regexp.Regexp
}

func newTimelineForms() timelineForms {
	return timelineForms{
		after:   regexp.MustCompile(`\bsolde(?: apres(?: operation)?)?(?: de)? ?:? ?[-+]? ?$`),
		closing: regexp.MustCompile(`\bsolde\b[a-z ]*\b(?:au|le) ` + dayForm),
		tracked: regexp.MustCompile(`solde(?:au|le)(\d\d[/.-]\d\d[/.-]\d{4})$`),
		owed:    regexp.MustCompile(`\ba (?:regler|payer)\b|\bdebiteur\b|\bvous devez\b`),
		owned:   regexp.MustCompile(`\ben (?:ma|votre) faveur\b|\bcrediteur\b`),
	}
}

// step is one movement of a timeline, as printed.
type step struct {
	row     int // of the sum
	on      predate.Date
	label   string
	amount  signedSum
	balance signedSum
}

// signedSum is a sum with the sign that may stand far before it.
type signedSum struct {
	layout.Amount
	signed bool
}

func signedIn(r row, a layout.Amount) signedSum {
	s := signedSum{a, a.Cents < 0 || strings.HasPrefix(strings.TrimSpace(a.Text), "+")}
	if s.signed {
		return s
	}
	words := strings.Fields(before(r, a))
	if len(words) == 0 {
		return s
	}
	switch words[len(words)-1] {
	case "+":
		s.signed = true
	case "-", "−", "–":
		s.signed, s.Cents = true, -s.Cents
	}
	return s
}

// timeline reads an extract that has no columns.
func (l *accountPaper) timeline() {
	if slices.ContainsFunc(l.accounts, func(a *oneAccount) bool { return len(a.lines) > 0 }) {
		return
	}
	forms := newTimelineForms()
	a := &oneAccount{}
	steps, whole := l.steps(a, forms)
	if a.opening == nil || len(steps) < 2 {
		return
	}
	a.number, _ = l.accountNumber()
	l.accounts = []*oneAccount{a}
	sides, sure := l.sides(a, steps)
	if !whole || !sure {
		a.lost = true
		return
	}
	for k, s := range steps {
		m := predate.Movement{Date: s.on, Label: s.label}
		if sides[k] > 0 {
			m.Debit = sides[k]
		} else {
			m.Credit = -sides[k]
		}
		a.sum += sides[k]
		m.Balance, m.HasBalance = a.sum, true
		a.lines = append(a.lines, predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Account: a.number, Movement: m}, Evidence: proofOfAmount(s.amount.Amount)})
		a.lastLine = s.row + 1
	}
	l.timelineNatures(a)
	l.closeTimeline(a, forms)
}

// steps gives the movements of a timeline, whose opening goes to the account;
// the second result is false where a balance has no movement beside it.
func (l *accountPaper) steps(a *oneAccount, forms timelineForms) (out []step, whole bool) {
	whole = true
	for i := 1; i < len(l.rows); i++ {
		over, r := l.rows[i-1], l.rows[i]
		on, dated := firstDay(r)
		if !dated {
			continue
		}
		switch {
		case len(r.amounts) == 1 && balanceIn(r, forms) && len(over.amounts) == 1 && !balanceIn(over, forms):
			out = append(out, step{row: i - 1, on: on, label: labelOf(over), amount: signedIn(over, over.amounts[0]), balance: signedIn(r, r.amounts[0])})
		case len(r.amounts) == 0 && len(over.amounts) == 1 && balanceIn(over, forms) && l.forms.opening.MatchString(over.text):
			if a.opening != nil || len(out) > 0 {
				whole = false
				continue
			}
			a.opening = &predate.Figure{
				Key: predate.FactAccountOpening, AsOf: on, Evidence: proofOfAmount(over.amounts[0]),
				Value: predate.AccountBalance{Date: on, Amount: signedIn(over, over.amounts[0]).Cents},
			}
		case len(r.amounts) > 0 && balanceIn(r, forms):
			whole = false
		}
	}
	return out, whole
}

// firstDay gives the day with which a row begins.
func firstDay(r row) (predate.Date, bool) {
	for n := 1; n <= 3 && n <= len(r.Words); n++ {
		if d, ok := layout.ParseDate(strings.Trim(joined(r.Words[:n]), ".,;:·")); ok {
			return d, true
		}
	}
	return predate.Date{}, false
}

// balanceIn says that the last sum of a row is named a balance.
func balanceIn(r row, forms timelineForms) bool {
	n := len(r.amounts)
	return n > 0 && forms.after.MatchString(fold.Text(before(r, r.amounts[n-1])))
}

// labelOf is the words of a movement, without the sign of its sum.
func labelOf(r row) string {
	return strings.TrimRight(before(r, r.amounts[0]), " -−–+")
}

// before is the words of a row that stand before an amount.
func before(r row, a layout.Amount) string {
	var words []predate.Word
	for _, w := range r.Words {
		if w.Box.X1 <= a.Box.X0+0.5 {
			words = append(words, w)
		}
	}
	return joined(words)
}

// path is a way to read a timeline up to a balance.
type path struct {
	sides []predate.Cents
	many  bool // others lead to the same balance
}

// sides gives every movement its side, positive where it is owed: the only way
// that explains every running balance. The opening is set to that way's.
func (l *accountPaper) sides(a *oneAccount, steps []step) ([]predate.Cents, bool) {
	opening := a.opening.Value.(predate.AccountBalance)
	signed := opening.Amount < 0
	for _, s := range steps {
		signed = signed || s.amount.signed || s.balance.signed
	}
	var found []path
	var first predate.Cents
	for _, sense := range []predate.Cents{1, -1} {
		if !signed && sense < 0 && opening.Amount == 0 {
			break // the same readings again
		}
		start := sense * opening.Amount
		for _, p := range l.paths(start, steps, sense, signed) {
			found, first = append(found, p), start
		}
	}
	if len(found) != 1 || found[0].many {
		return nil, false
	}
	opening.Account, opening.Amount = a.number, first
	a.opening.Value, a.sum = opening, first
	return found[0].sides, true
}

// paths gives the ways to read movements from a first balance. Signed sums have
// the one side that the sense of signs gives them.
func (l *accountPaper) paths(start predate.Cents, steps []step, sense predate.Cents, signed bool) map[predate.Cents]path {
	at := map[predate.Cents]path{start: {}}
	for _, s := range steps {
		owed, told := l.owes(s.label)
		sides := []predate.Cents{s.amount.Cents, -s.amount.Cents}
		if signed || s.amount.Cents == 0 {
			sides = []predate.Cents{sense * s.amount.Cents}
		}
		next := map[predate.Cents]path{}
		for balance, p := range at {
			for _, side := range sides {
				to := balance + side
				fits := to == sense*s.balance.Cents || !signed && magnitude(to) == s.balance.Cents
				if !fits || told && side != 0 && owed != (side > 0) {
					continue
				}
				_, twice := next[to]
				next[to] = path{sides: append(p.sides[:len(p.sides):len(p.sides)], side), many: twice || p.many}
			}
		}
		at = next
	}
	return at
}

// closeTimeline reads the balance that the paper announces with its day: the
// movements must lead to it, and the words beside it not deny the side. Where
// none is announced, its split must show that no movement is left out.
func (l *accountPaper) closeTimeline(a *oneAccount, forms timelineForms) {
	last := a.lines[len(a.lines)-1].Value.(predate.AccountLine).Movement
	for i := range l.rows {
		on, told := l.announced(i, forms)
		j, found := l.sumBy(i)
		if !told || !found {
			continue
		}
		said := l.rows[j]
		size := magnitude(said.amounts[0].Cents)
		if size != magnitude(a.sum) || on.Before(last.Date) || a.sum < 0 && forms.owed.MatchString(said.text) || a.sum > 0 && forms.owned.MatchString(said.text) {
			a.denied = true
			return
		}
		a.closed = true
		a.closing = &predate.Figure{
			Key: predate.FactAccountClosing, AsOf: on, Evidence: proofOfAmount(said.amounts[0]),
			Value: predate.AccountBalance{Account: a.number, Date: on, Amount: a.sum},
		}
		return
	}
	a.denied = len(a.natures) == 0
}

// announced reads the day of the balance that a row announces, even where its
// words are tracked.
func (l *accountPaper) announced(i int, forms timelineForms) (predate.Date, bool) {
	m := forms.closing.FindStringSubmatch(l.rows[i].text)
	if m == nil {
		m = forms.tracked.FindStringSubmatch(strings.ReplaceAll(l.rows[i].text, " ", ""))
	}
	if m == nil {
		return predate.Date{}, false
	}
	return layout.ParseDate(m[1])
}

// sumBy finds the row of the single sum that a label announces: its own row, or
// a near one under it, or the one over it.
func (l *accountPaper) sumBy(i int) (int, bool) {
	for _, j := range []int{i, i + 1, i + 2, i - 1} {
		if j < 0 || j >= len(l.rows) || l.rows[j].Page != l.rows[i].Page {
			continue
		}
		if n := len(l.rows[j].amounts); n > 0 {
			return j, n == 1
		}
	}
	return 0, false
}

// timelineNatures reads the split of the balance printed after the movements:
// the sums that, each on one side only, make the balance.
func (l *accountPaper) timelineNatures(a *oneAccount) {
	var split []predate.NatureBalance
	var proofs [][]predate.Evidence
	for i := a.lastLine + 1; i < len(l.rows); i++ {
		r := l.rows[i]
		for k, cell := range pieces(r) {
			nature := l.natures.of(cell.text)
			if nature == predate.NatureUnknown || len(layout.DatesIn(cell.Text)) > 0 {
				continue
			}
			var amount layout.Amount
			ok := false
			if k+1 < len(pieces(r)) {
				amount, ok = pieces(r)[k+1].Amount()
			}
			if !ok {
				continue
			}
			split = append(split, predate.NatureBalance{Account: a.number, Nature: nature, Amount: magnitude(amount.Cents)})
			proofs = append(proofs, proofOfAmount(amount))
		}
	}
	if !settleSplit(split, a.sum) {
		return
	}
	for k, n := range split {
		a.natures = append(a.natures, predate.Figure{Key: predate.FactAccountNature, Value: n, Evidence: proofs[k]})
	}
}

// settleSplit gives the sums of a split the only signs with which they make the
// whole; it says false where there is none, or another.
func settleSplit(split []predate.NatureBalance, whole predate.Cents) bool {
	if len(split) == 0 || len(split) > 6 {
		return false
	}
	found, ways := 0, 0
	for signs := range 1 << len(split) {
		var sum predate.Cents
		for k, n := range split {
			sum += signOf(signs, k) * n.Amount
		}
		if sum == whole {
			found, ways = signs, ways+1
		}
	}
	if ways != 1 {
		return false
	}
	for k := range split {
		split[k].Amount *= signOf(found, k)
	}
	return true
}

func signOf(signs, k int) predate.Cents {
	if signs>>k&1 == 1 {
		return -1
	}
	return 1
}
