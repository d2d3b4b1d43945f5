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
// and under them the balance it leads to; its day stands before either. Where sums bear no sign,
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
		owed:    regexp.MustCompile(`\ba (?:regler|payer)\b|\bdebiteur\b|\bvous devez\b|^(?:restant |reste )?du\b`),
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
	side    predate.Cents // of the balance: 1 owed, -1 in favour, 0 where no word tells
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
	opening, steps, whole := l.steps(forms)
	if opening == nil || len(steps) < 2 {
		return
	}
	a.number, _ = l.accountNumber()
	l.accounts = []*oneAccount{a}
	sides, sure := l.sides(a, *opening, steps)
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

// steps gives the balance that a timeline begins with and its movements; the
// last result is false where a balance has no movement beside it.
func (l *accountPaper) steps(forms timelineForms) (opening *step, out []step, whole bool) {
	whole = true
	for i, r := range l.rows {
		if !balanceIn(r, forms) {
			continue
		}
		s := step{row: i, balance: signedIn(r, r.amounts[len(r.amounts)-1])}
		s.side = forms.side(wordsAfter(r, s.balance.Amount))
		on, dated := firstDay(r)
		opens := l.forms.opening.MatchString(r.text)
		if under := l.rowAt(i + 1); opens && !dated && len(under.amounts) == 0 {
			on, dated = firstDay(under)
		}
		over := l.rowAt(i - 1)
		if day, ok := firstDay(over); !dated && ok {
			on, dated = day, true
		}
		s.on = on
		switch {
		case opens && dated && len(r.amounts) == 1 && opening == nil && len(out) == 0:
			opening = &s
		case !opens && dated && len(r.amounts) == 1 && len(over.amounts) == 1 && !balanceIn(over, forms):
			s.row, s.label, s.amount = i-1, labelOf(over), signedIn(over, over.amounts[0])
			out = append(out, s)
		case opens || dated:
			whole = false
			whole = false
		}
	}
	return opening, out, whole
}

// rowAt is a row of the paper; an empty one beyond its ends.
func (l *accountPaper) rowAt(i int) row {
	if i < 0 || i >= len(l.rows) {
		return row{}
	}
	return l.rows[i]
}

// side says on which side words beside a balance put it: 1 where it is owed, -1
// where it is in the owner's favour, 0 where they do not tell.
func (f timelineForms) side(words string) predate.Cents {
	owed, owned := f.owed.MatchString(words), f.owned.MatchString(words)
	switch {
	case owed && !owned:
		return 1
	case owned && !owed:
		return -1
	}
	return 0
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
// that explains every running balance. The account opens with that way's.
func (l *accountPaper) sides(a *oneAccount, opening step, steps []step) ([]predate.Cents, bool) {
	signed := opening.balance.signed
	for _, s := range steps {
		signed = signed || s.amount.signed || s.balance.signed
	}
	var found []path
	for _, sense := range []predate.Cents{1, -1} {
		start := sense * opening.balance.Cents
		if opening.side != 0 {
			start = opening.side * magnitude(opening.balance.Cents)
		}
		if !signed && sense < 0 && start == a.sum {
			break // the same readings again
		}
		for _, p := range l.paths(start, steps, sense, signed) {
			found = append(found, p)
			a.sum = start
		}
	}
	a.opening = &predate.Figure{
		Key: predate.FactAccountOpening, AsOf: opening.on, Evidence: proofOfAmount(opening.balance.Amount),
		Value: predate.AccountBalance{Account: a.number, Date: opening.on, Amount: a.sum},
	}
	if len(found) != 1 || found[0].many {
		return nil, false
	}
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
				if s.side != 0 {
					fits = to == s.side*magnitude(s.balance.Cents)
				}
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
		said, words, found := l.sumBy(i, forms)
		if !told || !found {
			continue
		}
		if magnitude(said.Cents) != magnitude(a.sum) || on.Before(last.Date) || a.sum < 0 && forms.owed.MatchString(words) || a.sum > 0 && forms.owned.MatchString(words) {
			a.denied = true
			return
		}
		a.closed = true
		a.closing = &predate.Figure{
			Key: predate.FactAccountClosing, AsOf: on, Evidence: proofOfAmount(said),
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

// sumBy finds the sum that a label announces, with the words that belong to it:
// on its own row, on a near one under it, or over it, where words may stand
// between them. Among several sums, it is the one in the label's own column.
func (l *accountPaper) sumBy(i int, forms timelineForms) (layout.Amount, string, bool) {
	label := l.labelBox(i, forms)
	between := ""
	for _, j := range []int{i, i + 1, i + 2, i - 1, i - 2, i - 3} {
		r := l.rowAt(j)
		if r.Page != l.rows[i].Page {
			continue
		}
		switch n := len(r.amounts); {
		case n == 1:
			return r.amounts[0], r.text + between, true
		case n > 1:
			near := slices.DeleteFunc(slices.Clone(r.amounts), func(a layout.Amount) bool { return a.Box.X1 <= label.X0 || a.Box.X0 >= label.X1 })
			if len(near) != 1 {
				return layout.Amount{}, "", false
			}
			return near[0], wordsAfter(r, near[0]) + between, true
		}
		if j < i {
			between += " " + r.text
		}
	}
	return layout.Amount{}, "", false
}

// labelBox is where the words stand that announce a balance.
func (l *accountPaper) labelBox(i int, forms timelineForms) predate.Box {
	for _, cell := range pieces(l.rows[i]) {
		if forms.closing.MatchString(cell.text) {
			return cell.Box
		}
	}
	return l.rows[i].Box
}

// timelineNatures reads the split of the balance printed after the movements:
// the sums that, each on one side only, make the balance.
func (l *accountPaper) timelineNatures(a *oneAccount) {
	var split []predate.NatureBalance
	var proofs [][]predate.Evidence
	for i := a.lastLine + 1; i < len(l.rows); i++ {
		r := l.rows[i]
		for k, cell := range pieces(r) {
			nature := l.doc.nature(cell.text)
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
