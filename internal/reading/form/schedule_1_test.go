package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
)

// state is an invented annexe 1: the amounts of two exercises by account.
type state struct {
	claims, bank, suppliers, credits, fund, advance [2]predate.Cents // closed, previous
}

func inventState(r *rand.Rand) state {
	var s state
	for i := range 2 {
		s.claims[i] = predate.Cents(1000 + r.IntN(900000))
		s.suppliers[i] = predate.Cents(5000 + r.IntN(2000000))
		s.credits[i] = predate.Cents(r.IntN(300000))
		s.fund[i] = predate.Cents(100000 + r.IntN(5000000))
		s.advance[i] = predate.Cents(100000 + r.IntN(900000))
		s.bank[i] = s.suppliers[i] + s.credits[i] + s.fund[i] + s.advance[i] - s.claims[i]
	}
	return s
}

// row is a row of one side of a state.
type row struct {
	label   string
	amounts [2]predate.Cents
}

func total(rows []row) row {
	sum := row{label: "Total"}
	for _, w := range rows {
		for i := range sum.amounts {
			sum.amounts[i] += w.amounts[i]
		}
	}
	return sum
}

// printState prints a state in a random way: side by side or one under the
// other, the previous exercise before or after, numbers with or without, labels
// in several wordings, wrapped or not.
func printState(r *rand.Rand, s state) *press {
	p := &press{}
	p.print("ANNEXE N° 1 – ÉTAT FINANCIER APRÈS RÉPARTITION AU 31/12/2025")
	p.print("Exercice 2025 : du 01/01/2025 au 31/12/2025 – exercice précédent 2024 : du 01/01/2024 au 31/12/2024")
	name := func(number, label string) string {
		switch r.IntN(3) {
		case 0:
			return label
		case 1:
			return "[" + number + "] " + label
		}
		return number + " " + label
	}
	sections := [][]row{
		{{name("50", "Fonds placés"), [2]predate.Cents{s.bank[0] / 3, s.bank[1] / 3}}, {name("51", one(r, "Banques", "Banques ou fonds disponibles en banque")), [2]predate.Cents{s.bank[0] - s.bank[0]/3, s.bank[1] - s.bank[1]/3}}},
		{{name("1031", one(r, "Avances de trésorerie", "Avance de trésorerie")), s.advance}, {name("105", one(r, "Fonds de travaux", "Fonds travaux")), s.fund}},
		{{name("45", one(r, "Copropriétaires – sommes exigibles restant à recevoir", "Copropriétaires débiteurs")), s.claims}, {name("459", "Copropriétaires – créances douteuses"), [2]predate.Cents{}}},
		{{name("45", one(r, "Copropriétaires – excédents versés", "Copropriétaires créditeurs")), s.credits}, {name("40", "Fournisseurs"), s.suppliers}},
	}
	heads := [2]string{one(r, "Exercice clos", "31/12/2025", "2025"), one(r, "Exercice précédent approuvé", "31/12/2024", "2024")}
	first := r.IntN(2) // which exercise is printed first
	side := func(x float64, w row) {
		p.left(x, w.label)
		p.right(x+190, money(w.amounts[first]))
		p.right(x+255, money(w.amounts[1-first]))
	}
	head := func(xs ...float64) { // a long head takes two lines, as columns are narrow
		for _, part := range []func(string) string{upper, lower} {
			p.line()
			for _, x := range xs {
				p.right(x+190, part(heads[first]))
				p.right(x+255, part(heads[1-first]))
			}
		}
	}
	both := r.IntN(2) == 0
	for k := 0; k < len(sections); k += 2 {
		left := append(sections[k], total(sections[k]))
		right := append(sections[k+1], total(sections[k+1]))
		if !both {
			for _, rows := range [][]row{left, right} {
				head(40 + 100)
				for _, w := range rows {
					p.line()
					p.left(40, w.label)
					p.right(330, money(w.amounts[first]))
					p.right(395, money(w.amounts[1-first]))
				}
			}
			continue
		}
		head(40, 320)
		for i := range left {
			a, restA := cut(left[i])
			b, restB := cut(right[i])
			p.line()
			side(40, a)
			side(320, b)
			if restA+restB != "" {
				p.y -= 3 // a label that wraps keeps close
				p.line()
				p.left(40, restA)
				p.left(320, restB)
			}
		}
	}
	return p
}

// cut wraps a label that is wider than its column.
func cut(w row) (row, string) {
	const wide = 24
	if len(w.label) <= wide {
		return w, ""
	}
	at := strings.LastIndexByte(w.label[:wide], ' ')
	whole := w.label
	w.label = whole[:at]
	return w, whole[at:]
}

// TestAStateIsReadInAnyShapeOrNotAtAll prints invented states in random ways.
// Whatever is read is what was printed, for the day it was printed for.
func TestAStateIsReadInAnyShapeOrNotAtAll(t *testing.T) {
	days := []predate.Date{{Year: 2025, Month: 12, Day: 31}, {Year: 2024, Month: 12, Day: 31}}
	read, asked := 0, 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := inventState(r)
		want := map[predate.Key][2]predate.Cents{
			predate.KeyArrears: s.claims, predate.KeySupplierDebt: s.suppliers,
			predate.KeyWorksFundBalance: s.fund, predate.FactCashAdvance: s.advance,
		}
		got := map[string]bool{}
		for _, f := range printState(r, s).figures(t, predate.KindSchedule1) {
			amounts, judged := want[f.Key]
			if !judged {
				continue
			}
			for i, day := range days {
				if f.AsOf == day {
					if f.Value != predate.Money(amounts[i]) {
						t.Fatalf("seed %d: %s at %s is %v, printed %s", seed, f.Key, day, f.Value, money(amounts[i]))
					}
					got[fmt.Sprint(f.Key, day)] = true
				}
			}
			if f.AsOf != days[0] && f.AsOf != days[1] {
				t.Fatalf("seed %d: %s is dated %s, which nothing prints", seed, f.Key, f.AsOf)
			}
		}
		read, asked = read+len(got), asked+8
	}
	if 100*read < 80*asked {
		t.Errorf("%d of %d figures read", read, asked)
	}
}

// TestAStateThatDoesNotBalanceGivesNothing changes one amount.
func TestAStateThatDoesNotBalanceGivesNothing(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		s := inventState(r)
		for i := range 2 {
			s.suppliers[i] += 100 // the bank is as it was
		}
		for _, f := range printState(r, s).figures(t, predate.KindSchedule1) {
			t.Fatalf("seed %d: %s of %s from a state whose sides differ", seed, f.Key, f.AsOf)
		}
	}
}

// upper and lower part a head of three words in two lines; a shorter one stands
// on the lower.
func upper(head string) string {
	if words := strings.Fields(head); len(words) > 2 {
		return strings.Join(words[:2], " ")
	}
	return ""
}

func lower(head string) string {
	if words := strings.Fields(head); len(words) > 2 {
		return words[2]
	}
	return head
}
