package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

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

func (l *ledgerPrint) body() {
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
	if l.totals && l.sides == "columns" {
		debit, credit := max(0, l.opening), max(0, -l.opening)
		if l.balances != "none" {
			debit, credit = 0, 0
		}
		for _, m := range l.moves {
			debit, credit = debit+m.Debit, credit+m.Credit
		}
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

// said is what was read of an account.
type saidAccount struct {
	lines   []predate.Movement
	closing []predate.AccountBalance
	opening []predate.AccountBalance
}

func accountRead(figures []predate.Figure) saidAccount {
	var s saidAccount
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.AccountLine:
			s.lines = append(s.lines, v.Movement)
		case predate.AccountBalance:
			if f.Key == predate.FactAccountClosing {
				s.closing = append(s.closing, v)
			} else {
				s.opening = append(s.opening, v)
			}
		}
	}
	return s
}

// TestAnAccountIsReadInAnyShapeOrNotAtAll prints invented accounts in random
// conventions. Whatever is read is what was printed.
func TestAnAccountIsReadInAnyShapeOrNotAtAll(t *testing.T) {
	read, asked := 0, 0
	missed := map[string]int{}
	for seed := range uint64(300) {
		l := printLedger(rand.New(rand.NewPCG(seed, 12)))
		asked++
		said := accountRead(l.figures(t, predate.KindAccountStatement))
		if len(said.closing) == 0 {
			missed[l.sides+"/"+l.balances]++
			if len(said.lines)+len(said.opening) > 0 {
				t.Fatalf("seed %d: movements without their balance", seed)
			}
			continue
		}
		read++
		if got := said.closing[0]; len(said.closing) > 1 || got.Amount != l.closing || got.Date != l.on {
			t.Fatalf("seed %d (%s/%s): closes with %s on %s, printed %s on %s", seed, l.sides, l.balances, money(got.Amount), got.Date, money(l.closing), l.on)
		}
		if len(said.lines) != len(l.moves) {
			t.Fatalf("seed %d (%s/%s): %d movements, printed %d", seed, l.sides, l.balances, len(said.lines), len(l.moves))
		}
		for k, m := range said.lines {
			if want := l.moves[k]; m.Debit != want.Debit || m.Credit != want.Credit || m.Date != want.Date || !strings.HasPrefix(m.Label, want.Label) {
				t.Fatalf("seed %d (%s/%s): movement %d is %v, printed %v", seed, l.sides, l.balances, k, m, want)
			}
		}
		if len(said.opening) > 0 && said.opening[0].Amount != l.opening {
			t.Fatalf("seed %d: opens with %s, printed %s", seed, money(said.opening[0].Amount), money(l.opening))
		}
	}
	if 100*read < 95*asked {
		t.Errorf("%d of %d accounts read; missed %v", read, asked, missed)
	}
}

// TestAnAccountWithAMisprintIsNotRead prints invented accounts with a figure of
// a movement changed: no identity closes, nothing is read.
func TestAnAccountWithAMisprintIsNotRead(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 13))
		l := printLedger(r)
		k := r.IntN(len(l.moves))
		want := money(max(l.moves[k].Debit, l.moves[k].Credit))
		if !l.misprint(want, l.dayOf(l.moves[k].Date)) {
			continue
		}
		if said := accountRead(l.figures(t, predate.KindAccountStatement)); len(said.closing) > 0 {
			t.Fatalf("seed %d (%s/%s): an account whose movement %q %s is misprinted closes with %s", seed, l.sides, l.balances, l.moves[k].Label, want, money(said.closing[0].Amount))
		}
	}
}

// misprint changes the last digit of the first sum of a line that begins with
// a day and prints that sum.
func (p *press) misprint(sum, day string) bool {
	last := strings.Fields(sum)
	for i := range p.pages {
		words := p.pages[i].Words
		for d, w := range words {
			if w.Text != day || w.Box.X0 > 50 {
				continue
			}
			for k := d + 1; k < len(words) && words[k].Box.Y0 == w.Box.Y0; k++ {
				if text := strings.TrimPrefix(words[k].Text, "-"); text == strings.TrimPrefix(last[len(last)-1], "-") && words[k].Box.X1 < 460 {
					digit := text[len(text)-1]
					words[k].Text = words[k].Text[:len(words[k].Text)-1] + string('0'+(digit-'0'+3)%10)
					return true
				}
			}
		}
	}
	return false
}

// TestASecondAccountIsNotLeftOut holds that a paper with two accounts is read
// as both or as none.
func TestASecondAccountIsNotLeftOut(t *testing.T) {
	read := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 14))
		l := invent(r)
		l.print("RELEVÉ DE COMPTE")
		l.print("Compte n° A-100")
		l.body()
		l.foot()
		second := invent(r)
		second.press, second.sides, second.balances, second.sign, second.swapped = l.press, l.sides, l.balances, l.sign, l.swapped
		l.y += 30
		l.print("Compte n° A-200")
		second.body()
		second.foot()
		said := accountRead(l.figures(t, predate.KindAccountStatement))
		if len(said.closing) == 0 {
			continue
		}
		read++
		if len(said.closing) != 2 || said.closing[0].Amount != l.closing || said.closing[1].Amount != second.closing || said.closing[0].Account != "A-100" || said.closing[1].Account != "A-200" {
			t.Fatalf("seed %d (%s/%s): closes with %v, printed %s and %s", seed, l.sides, l.balances, said.closing, money(l.closing), money(second.closing))
		}
	}
	if read < 25 {
		t.Errorf("%d of 60 papers read", read)
	}
}
