package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"predate"
)

// ledgerPrint is an invented account and how it is printed.
type ledgerPrint struct {
	*press
	r       *rand.Rand
	opening predate.Cents
	moves   []predate.Movement
	closing predate.Cents
	on      predate.Date

	sides    string // two columns, or one that is signed, marked or neither
	balances string // none, size, signed, marked, columns
	sign     predate.Cents
	swapped  bool // the credit stands before the debit
	carried  bool
	totals   bool
	closed   bool // a line of its own says the balance
	wraps    bool
	grouped  bool // a day is printed once for all its movements
	packed   bool // days of six digits
	panel    bool // something else is printed beside the table
	cards    bool // movements one under another, each over its day and balance
	negative string
}

func calendarDay(d predate.Date) string { return fmt.Sprintf("%02d/%02d/%d", d.Day, d.Month, d.Year) }

// invent makes movements as a syndic books them: calls, payments, adjustments.
func invent(r *rand.Rand) *ledgerPrint {
	l := &ledgerPrint{press: &press{}, r: r, on: predate.Date{Year: 2026, Month: 2, Day: 14}, sign: 1}
	if r.IntN(2) == 0 {
		l.opening = predate.Cents(r.IntN(90000) - 30000)
	}
	day, sum := predate.Date{Year: 2024, Month: 1, Day: 1}, l.opening
	add := func(label string, amount predate.Cents) {
		m := predate.Movement{Date: day, Label: label, Debit: amount}
		if amount < 0 {
			m.Debit, m.Credit = 0, -amount
		}
		sum += amount
		l.moves = append(l.moves, m)
	}
	for range 2 + r.IntN(7) {
		add(one(r, "Provision trimestrielle", "Appel provisions budget"), predate.Cents(20000+r.IntN(60000)))
		if r.IntN(2) == 0 {
			add(one(r, "Fonds de travaux", "Cotisation fonds travaux"), predate.Cents(900+r.IntN(3000)))
		}
		if r.IntN(3) == 0 {
			add("Travaux toiture (AG du 12/05/2023)", predate.Cents(10000+r.IntN(90000)))
		}
		day = day.AddDays(4)
		switch {
		case r.IntN(4) == 0:
			add(one(r, "Virement reçu", "Chèque reçu"), -predate.Cents(10000+r.IntN(50000)))
		case sum > 0:
			add(one(r, "Votre virement", "Prélèvement automatique"), -sum)
		}
		if r.IntN(4) == 0 {
			add("Régularisation charges exercice 2023", predate.Cents(r.IntN(20000)-10000))
		}
		day = day.AddMonths(3).AddDays(-4)
	}
	l.closing = sum
	l.sides = one(r, "columns", "columns", "columns", "signed", "marked", "bare")
	l.balances = one(r, "none", "size", "signed", "marked", "columns")
	if l.sides == "bare" && (l.balances == "none" || l.balances == "size") {
		l.balances = "marked"
	}
	if r.IntN(3) == 0 {
		l.sign = -1
	}
	l.swapped, l.carried, l.totals = r.IntN(5) == 0, r.IntN(2) == 0, r.IntN(2) == 0 || l.balances == "none"
	l.closed, l.wraps = r.IntN(3) > 0 || l.balances == "none", r.IntN(3) == 0
	l.grouped, l.packed, l.panel = r.IntN(5) == 0, r.IntN(6) == 0, r.IntN(5) == 0
	l.cards = (l.sides == "signed" || l.sides == "bare") && l.balances != "none" && l.balances != "columns" && r.IntN(3) == 0
	l.negative = one(r, "before", "after", "brackets")
	return l
}

// signed prints a sum with the minus of this paper.
func (l *ledgerPrint) signed(c predate.Cents) string {
	switch {
	case c >= 0 || l.negative == "before":
		return money(c)
	case l.negative == "after":
		return money(-c) + "-"
	}
	return "(" + money(-c) + ")"
}

// dayOf prints a day as the lines of this paper do.
func (l *ledgerPrint) dayOf(d predate.Date) string {
	if l.packed {
		return fmt.Sprintf("%02d%02d%02d", d.Day, d.Month, d.Year%100)
	}
	return calendarDay(d)
}

// side prints a sum that is owed where it is positive in the columns of movements.
func (l *ledgerPrint) side(c predate.Cents) {
	debit, credit := 370.0, 440.0
	if l.swapped {
		debit, credit = credit, debit
	}
	switch {
	case l.sides == "columns" && c >= 0:
		l.right(debit, money(c))
	case l.sides == "columns":
		l.right(credit, money(-c))
	case l.sides == "signed":
		l.right(400, l.signed(l.sign*c))
	case l.sides == "marked" && c >= 0:
		l.right(400, money(c)+" D")
	case l.sides == "marked":
		l.right(400, money(-c)+" C")
	default:
		l.right(400, money(max(c, -c)))
	}
}

func (l *ledgerPrint) balance(c predate.Cents) {
	size := max(c, -c)
	switch l.balances {
	case "size":
		l.right(550, money(size))
	case "signed":
		l.right(550, l.signed(l.sign*c))
	case "marked":
		mark := map[bool]string{true: " D", false: " C"}[c > 0]
		if c == 0 {
			mark = ""
		}
		l.right(550, money(size)+mark)
	case "columns":
		l.right(map[bool]float64{true: 490, false: 570}[c >= 0], money(size))
	}
}

func (l *ledgerPrint) head() {
	l.line()
	l.left(40, "Date")
	l.left(100, "Libellé")
	debit, credit := one(l.r, "Débit", "À votre débit", "Appelé"), one(l.r, "Crédit", "À votre crédit", "Versé")
	if l.swapped {
		debit, credit = credit, debit
	}
	if l.sides == "columns" {
		l.right(370, debit)
		l.right(440, credit)
	} else {
		l.right(400, "Montant")
	}
	switch l.balances {
	case "none":
	case "columns":
		l.right(490, "Solde dû")
		l.right(570, "En votre faveur")
	default:
		l.right(550, "Solde")
	}
}

// row prints a line of the table.
func (l *ledgerPrint) row(day predate.Date, label string, moved *predate.Cents, balance *predate.Cents) {
	l.line()
	if !day.IsZero() {
		l.left(40, l.dayOf(day))
	}
	l.left(100, label)
	if moved != nil {
		l.side(*moved)
	}
	if balance != nil {
		l.balance(*balance)
	}
}

// stack prints movements as cards.
func (l *ledgerPrint) stack() {
	sum := l.opening
	told := func() {
		l.left(430, "Solde")
		l.balance(sum)
	}
	l.line()
	l.left(100, "Solde de départ")
	told()
	l.line()
	l.left(100, calendarDay(l.moves[0].Date))
	for _, m := range l.moves {
		if l.y > 720 {
			l.y = 800
		}
		moved := m.Debit - m.Credit
		sum += moved
		l.y += 6
		l.line()
		l.left(100, m.Label)
		if l.sides == "signed" {
			l.right(550, l.signed(l.sign*moved))
		} else {
			l.right(550, money(max(moved, -moved)))
		}
		l.line()
		l.left(100, calendarDay(m.Date)+" · "+one(l.r, "Appel", "Écriture"))
		told()
	}
	l.totals, l.closed = false, false
}

func (l *ledgerPrint) body() {
	if l.cards {
		l.stack()
		return
	}
	l.head()
	sum, last := l.opening, predate.Date{}
	var debit, credit predate.Cents
	open := one(l.r, "Solde antérieur", "À nouveau", "Report au "+calendarDay(l.moves[0].Date), "Solde reporté")
	switch {
	case l.balances != "none":
		l.row(l.moves[0].Date, open, nil, &sum)
	case l.opening != 0:
		l.row(l.moves[0].Date, open, &sum, nil)
	}
	for k, m := range l.moves {
		if l.y > 720 {
			l.carry(one(l.r, "À reporter", "Total à reporter"), sum, debit, credit)
			l.y = 800
			l.head()
			l.carry("Report", sum, debit, credit)
			last = predate.Date{}
		}
		moved := m.Debit - m.Credit
		sum, debit, credit = sum+moved, debit+m.Debit, credit+m.Credit
		day := m.Date
		if l.grouped && day == last {
			day = predate.Date{}
		}
		last = m.Date
		l.row(day, m.Label, &moved, &sum)
		if l.panel && k == 1 {
			l.left(590, "Provisions sur budget")
			l.right(760, "276,25")
		}
		if l.wraps && strings.HasPrefix(m.Label, "Provision") {
			l.line()
			l.left(100, "appel du "+calendarDay(m.Date))
		}
	}
}

// carry prints what one page hands to the next: the balance, with the sums of
// both sides where they have columns.
func (l *ledgerPrint) carry(label string, sum, debit, credit predate.Cents) {
	if !l.carried || l.balances == "none" {
		return
	}
	l.row(predate.Date{}, label, nil, &sum)
	if l.sides == "columns" && l.totals {
		l.bothSides(debit, credit)
	}
}

// bothSides prints the sums of both sides in their columns.
func (l *ledgerPrint) bothSides(debit, credit predate.Cents) {
	at := []float64{370, 440}
	if l.swapped {
		at = []float64{440, 370}
	}
	l.right(at[0], money(debit))
	l.right(at[1], money(credit))
}

func (l *ledgerPrint) foot() {
	debit, credit := max(0, l.opening), max(0, -l.opening)
	if l.balances != "none" {
		debit, credit = 0, 0
	}
	for _, m := range l.moves {
		debit, credit = debit+m.Debit, credit+m.Credit
	}
	switch {
	case l.totals && l.sides == "signed" && l.balances != "none" && !l.cards:
		minus := -credit
		l.row(predate.Date{}, "Cumul des mouvements au débit", &debit, nil)
		l.row(predate.Date{}, "Cumul des mouvements au crédit", &minus, nil)
	case l.totals && l.sides == "columns":
		l.line()
		l.left(100, one(l.r, "Total des mouvements", "Totaux", "Cumul des mouvements"))
		l.bothSides(debit, credit)
	}
	if l.closed {
		c := l.closing
		label := one(l.r, "Solde au "+calendarDay(l.on), "Solde du compte au "+calendarDay(l.on))
		if l.balances == "none" {
			l.row(predate.Date{}, label, &c, nil)
		} else {
			l.row(l.on, label, nil, &c)
		}
	}
	l.y += 30
	l.print("Prochaines échéances")
	l.line()
	l.left(40, "01/04/2026")
	l.left(100, "Provision trimestrielle à venir")
	l.right(300, "512,40")
}

func printLedger(r *rand.Rand) *ledgerPrint {
	l := invent(r)
	l.print("RELEVÉ DE COMPTE COPROPRIÉTAIRE")
	l.print("Mouvements du 01/01/2024 au " + calendarDay(l.on))
	l.y += 20
	l.body()
	l.foot()
	return l
}
