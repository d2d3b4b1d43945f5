package extract

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/fold"
	"predate/internal/layout"
)

// accountPaper is an extract under reading.
type accountPaper struct {
	owned
	forms    accountForms
	accounts []*oneAccount
	columns  accountColumns
}

// oneAccount is one account of an extract, with the arithmetic that checks how
// it was read.
type oneAccount struct {
	number   string
	opening  *predate.Figure
	closing  *predate.Figure
	lines    []predate.Figure
	totals   []predate.Figure
	natures  []predate.Figure
	sum      predate.Cents // opening and movements so far
	lastLine int           // row of the last movement, for the words that go on
	closed   bool
	unsided  bool // a column of signed amounts, no mark, told the sides by the balances
	lost     bool // a movement was not read
	denied   bool // a closing balance is printed that the movements deny
}

// ledgerOf reads an extract from top to bottom.
func ledgerOf(doc source) *accountPaper { return derived(doc, takeLedger) }

func takeLedger(doc source) *accountPaper {
	l := &accountPaper{owned: ownedOf(doc), forms: newAccountForms()}
	for i := range l.rows {
		l.readRow(i)
	}
	l.timeline()
	for _, a := range l.accounts {
		l.turn(a)
	}
	return l
}

func (l *accountPaper) readRow(i int) {
	r := l.rows[i]
	if columns, ok := l.columnsAt(i); ok {
		l.columns = columns
		l.begin(i)
		return
	}
	if !l.columns.found {
		return
	}
	if m := l.forms.own.FindStringSubmatch(r.text); m != nil && len(r.amounts) == 0 && strings.HasPrefix(r.text, "compte") {
		l.account(strings.ToUpper(m[1]))
		return
	}
	if len(l.accounts) == 0 {
		return
	}
	a := l.accounts[len(l.accounts)-1]
	row := l.told(i, l.dateBelow(i, l.entry(i)).decide(a.sum))
	switch {
	case row.empty():
		l.goOn(a, i)
	case a.closed:
		l.natureOf(a, i, row)
	case row.date.IsZero():
		l.undated(a, i, row)
	default:
		l.dated(a, i, row)
	}
}

// dateBelow gives a row without a day the one that stands alone under it, in
// its own column: portals print the day under the words.
func (l *accountPaper) dateBelow(i int, r accountRow) accountRow {
	if !r.date.IsZero() || r.empty() || i+1 >= len(l.rows) || l.rows[i+1].Page != l.rows[i].Page || l.sumsMovements(fold.Text(r.label)) {
		return r
	}
	next := l.rows[i+1]
	if distance(next.Box, l.rows[i].Box) > 3*l.rows[i].typeSize() {
		return r
	}
	if d, ok := layout.ParseDate(strings.TrimSpace(next.Line.Text())); ok {
		r.date = d
	}
	return r
}

// begin opens the account that a heading starts, unless one is open already.
func (l *accountPaper) begin(i int) {
	number := ""
	for j := i - 1; j >= 0 && j >= i-6 && l.rows[j].Page == l.rows[i].Page; j-- {
		if m := l.forms.own.FindStringSubmatch(l.rows[j].text); m != nil {
			number = strings.ToUpper(m[1])
			break
		}
	}
	if len(l.accounts) > 0 {
		last := l.accounts[len(l.accounts)-1]
		if number == "" || number == last.number || !last.closed && len(last.lines) == 0 {
			return
		}
	}
	if number == "" {
		number, _ = l.accountNumber()
	}
	l.account(number)
}

func (l *accountPaper) account(number string) {
	if n := len(l.accounts); n > 0 && l.accounts[n-1].number == number {
		return
	}
	l.accounts = append(l.accounts, &oneAccount{number: number})
}

// entry reads a row by the columns of the heading above.
func (l *accountPaper) entry(i int) accountRow {
	r := l.rows[i]
	out := accountRow{sub: l.subAccount(r, l.forms)}
	for k := range r.amounts {
		a := &r.amounts[k]
		switch l.columns.place(withMark(r, *a)) {
		case placeDebit:
			out.debit = a
		case placeCredit:
			out.credit = a
		case placeAmount:
			out.amount = a
		case placeBalance:
			out.balance = a
			out.side = l.balanceSide(r, *a)
		case placeBalanceDebit:
			out.balance, out.side = a, 1
		case placeBalanceCredit:
			out.balance, out.side = a, -1
		}
	}
	if out.date, out.label = l.dateAndLabel(l.ownWords(i)); out.label == "" {
		out.label = l.centred(i)
	}
	return out
}

// withMark gives an amount the room of the mark printed behind it, which stands
// in its column: "1 151,46 débiteur" ends where the column does.
func withMark(r row, a layout.Amount) layout.Amount {
	if a.Mark == "" {
		return a
	}
	for _, w := range r.Words {
		if w.Box.X0 >= a.Box.X1-0.5 {
			a.Box = a.Box.Union(w.Box)
			break
		}
	}
	return a
}

// firstAmount is where the columns of amounts begin on a row.
func (l *accountPaper) firstAmount(r row, left float64) float64 {
	x := left + 20
	for _, a := range r.amounts {
		if l.columns.place(a) != placeNone && a.Box.X0 < x {
			x = a.Box.X0
		}
	}
	return x + 1
}

// dateAndLabel parts the day, the sub-account and the words of a row. A day
// must stand at the start, alone or after the sub-account.
func (l *accountPaper) dateAndLabel(words []predate.Word) (predate.Date, string) {
	var on predate.Date
	var label []string
	for i, w := range words {
		text := strings.Trim(w.Text, ".,;:")
		if on.IsZero() && i <= 2 {
			if d, ok := layout.ParseDate(text); ok {
				on = d
				continue
			}
		}
		if l.forms.sub.MatchString(fold.Text(text)) {
			continue
		}
		label = append(label, w.Text)
	}
	return on, strings.Join(label, " ")
}

// dated reads a row with a day: the opening, the closing, or a movement.
func (l *accountPaper) dated(a *oneAccount, i int, r accountRow) {
	text := fold.Text(r.label)
	switch {
	case a.opening == nil && len(a.lines) == 0 && l.forms.opening.MatchString(text):
		l.open(a, i, r)
	case r.lost && r.balance != nil:
		a.lost = true // the movements that follow would not be missed
	case r.debit == nil && r.credit == nil && a.opening == nil && len(a.lines) == 0:
		l.open(a, i, r) // the first balance is the one carried over, whatever its name
	case r.debit == nil && r.credit == nil:
		if l.forms.closing.MatchString(text) || l.forms.closing.MatchString(l.rows[i].text) || l.leadsHere(a, i, r) {
			l.close(a, i, r, r.date)
		}
	case l.sidedClosing(a, r, text):
		l.close(a, i, r, r.date)
	default:
		l.move(a, i, r)
	}
}

// sidedClosing says that a row is the closing balance printed on its side, in
// the column of debits or of credits: its words and the arithmetic say so.
func (l *accountPaper) sidedClosing(a *oneAccount, r accountRow, label string) bool {
	if r.balance != nil || len(a.lines) == 0 || !l.forms.closing.MatchString(label) {
		return false
	}
	amount, _, ok := l.closingAmount(a, r)
	return ok && amount == a.sum
}

// open reads the balance carried over.
func (l *accountPaper) open(a *oneAccount, i int, r accountRow) {
	var amount predate.Cents
	var proofs []predate.Evidence
	switch {
	case r.debit != nil && r.debit.Cents != 0:
		amount, proofs = r.debit.Cents, proofOfAmount(*r.debit)
	case r.credit != nil && r.credit.Cents != 0:
		amount, proofs = -r.credit.Cents, proofOfAmount(*r.credit)
	case r.balance != nil:
		signed, ok := r.signedBalance(l.lookAhead(a, i))
		if !ok {
			return
		}
		amount, proofs = signed, proofOfAmount(*r.balance)
	default:
		return
	}
	a.sum = amount
	a.opening = &predate.Figure{
		Key: predate.FactAccountOpening, AsOf: r.date, Evidence: proofs,
		Value: predate.AccountBalance{Account: a.number, Date: r.date, Amount: amount},
	}
}

// lookAhead deduces the opening from the first movement: its balance less its
// amounts.
func (l *accountPaper) lookAhead(_ *oneAccount, i int) predate.Cents {
	for j := i + 1; j < len(l.rows) && j < i+4; j++ {
		next := l.entry(j)
		if next.empty() || next.balance == nil {
			continue
		}
		if next.amount != nil && next.side == 0 {
			return next.balance.Cents - next.amount.Cents // signed amounts, signed balances
		}
		signed, ok := next.signedBalance(0)
		if !ok || next.side == 0 && signed != 0 {
			return 0
		}
		if next.debit != nil {
			signed -= next.debit.Cents
		}
		if next.credit != nil {
			signed += next.credit.Cents
		}
		return signed
	}
	return 0
}

// move reads a movement.
func (l *accountPaper) move(a *oneAccount, i int, r accountRow) {
	m := predate.Movement{Date: r.date, Label: r.label, Account: r.sub}
	var proofs []predate.Evidence
	if r.debit != nil {
		m.Debit = r.debit.Cents
		proofs = append(proofs, proofOfAmount(*r.debit)...)
	}
	if r.credit != nil {
		m.Credit = r.credit.Cents
		proofs = append(proofs, proofOfAmount(*r.credit)...)
	}
	a.sum += m.Debit - m.Credit
	a.unsided = a.unsided || r.unsided
	if r.balance != nil {
		m.Balance, m.HasBalance = r.signedBalance(a.sum)
	}
	a.lines = append(a.lines, predate.Figure{Key: predate.FactAccountLine, Value: predate.AccountLine{Account: a.number, Movement: m}, Evidence: proofs})
	a.lastLine = i
}

// undated reads the rows without a day: totals, carried sums, the closing.
func (l *accountPaper) undated(a *oneAccount, i int, r accountRow) {
	text := fold.Text(r.label)
	whole := l.rows[i].text
	switch {
	case l.forms.carried.MatchString(text):
		if a.opening == nil && len(a.lines) == 0 && l.forms.opening.MatchString(text) {
			l.open(a, i, r)
		}
	case l.sumsMovements(text) && (r.debit != nil || r.credit != nil):
		l.total(a, r)
	case l.forms.closing.MatchString(text) || l.forms.closing.MatchString(whole):
		on := predate.Date{}
		if days := layout.DatesIn(whole); len(days) == 1 {
			on = days[0]
		}
		l.close(a, i, r, on)
	case a.opening == nil && len(a.lines) == 0 && l.forms.opening.MatchString(text):
		l.open(a, i, r)
	case l.leadsHere(a, i, r):
		l.close(a, i, r, predate.Date{})
	}
}

func (l *accountPaper) total(a *oneAccount, r accountRow) {
	t := predate.AccountTotals{Account: a.number}
	var proofs []predate.Evidence
	if r.debit != nil {
		t.Debit = r.debit.Cents
		proofs = append(proofs, proofOfAmount(*r.debit)...)
	}
	if r.credit != nil {
		t.Credit = r.credit.Cents
		proofs = append(proofs, proofOfAmount(*r.credit)...)
	}
	a.totals = append(a.totals, predate.Figure{Key: predate.FactAccountTotals, Value: t, Evidence: proofs})
}

// close reads the final balance. Its date is its own, else the end of the
// extract's period, else the day it was made.
func (l *accountPaper) close(a *oneAccount, i int, r accountRow, on predate.Date) {
	amount, proofs, ok := l.closingAmount(a, r)
	if days := layout.DatesIn(l.rows[i].Line.Text()); len(days) > 0 {
		on = days[len(days)-1]
	}
	if on.IsZero() {
		on = l.period().To
	}
	if on.IsZero() {
		on = l.issued()
	}
	if !ok || on.IsZero() || amount != 0 && amount == -a.sum {
		a.denied = true // movements that lead to the other side deny the balance
		return
	}
	a.closed = true
	a.closing = &predate.Figure{
		Key: predate.FactAccountClosing, AsOf: on, Evidence: proofs,
		Value: predate.AccountBalance{Account: a.number, Date: on, Amount: amount},
	}
}

func (l *accountPaper) closingAmount(a *oneAccount, r accountRow) (predate.Cents, []predate.Evidence, bool) {
	switch {
	case r.balance != nil:
		amount, ok := r.signedBalance(a.sum)
		return amount, proofOfAmount(*r.balance), ok
	case r.debit != nil && r.credit == nil:
		return r.debit.Cents, proofOfAmount(*r.debit), r.debit.Cents >= 0
	case r.credit != nil && r.debit == nil:
		return -r.credit.Cents, proofOfAmount(*r.credit), r.credit.Cents >= 0
	case r.debit != nil && r.debit.Cents == 0 && r.credit.Cents == 0:
		return 0, proofOfAmount(*r.debit), true
	}
	return 0, nil, false
}

// goOn adds the words of a row without amounts to the movement above.
func (l *accountPaper) goOn(a *oneAccount, i int) {
	n := len(a.lines)
	if n == 0 || a.closed || i-a.lastLine > 3 || l.isCentred(i) || l.rows[i].Page != l.rows[a.lastLine].Page {
		return
	}
	above := l.rows[a.lastLine]
	if l.rows[i].Box.Y0-above.Box.Y1 > 2.2*above.typeSize() {
		return
	}
	if _, isDay := layout.ParseDate(strings.TrimSpace(l.rows[i].Line.Text())); isDay {
		return
	}
	right := l.columns.left() + 20
	var words []predate.Word
	for _, w := range l.rows[i].Words {
		if w.Box.X1 < right {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return
	}
	line := a.lines[n-1].Value.(predate.AccountLine)
	line.Label = strings.TrimSpace(line.Label + " " + joined(words))
	a.lines[n-1].Value = line
}

// natureOf reads the split of the balance printed after it.
func (l *accountPaper) natureOf(a *oneAccount, i int, r accountRow) {
	code := l.subAccount(l.rows[i], l.forms)
	nature := predate.NatureOfAccount(code)
	if nature == predate.NatureUnknown && strings.HasPrefix(fold.Text(r.label), "dont ") {
		nature = l.doc.nature(fold.Text(r.label))
	}
	if nature == predate.NatureUnknown {
		return
	}
	for _, amount := range slices.Backward(l.rows[i].amounts) {
		side, sure := l.signed(labelled{amount: amount, label: "", row: i})
		if !sure && amount.Cents != 0 {
			return
		}
		a.natures = append(a.natures, predate.Figure{
			Key: predate.FactAccountNature, Evidence: proofOfAmount(amount),
			Value: predate.NatureBalance{Account: a.number, Sub: code, Nature: nature, Amount: side},
		})
		return
	}
}

// period is the months that the extract covers.
func (l *accountPaper) period() predate.Period {
	for _, r := range l.rows {
		if m := l.forms.span.FindStringSubmatch(r.text); m != nil {
			if p, ok := spanOf(m[1], m[2]); ok {
				return p
			}
		}
	}
	return predate.Period{}
}
