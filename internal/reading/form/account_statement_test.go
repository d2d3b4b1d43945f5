package form_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
)

// saidAccount is what was read of an account.
type saidAccount struct {
	lines   []predate.Movement
	closing []predate.AccountBalance
	opening []predate.AccountBalance
	totals  []predate.AccountTotals
}

func accountRead(figures []predate.Figure) saidAccount {
	var s saidAccount
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.AccountLine:
			s.lines = append(s.lines, v.Movement)
		case predate.AccountTotals:
			s.totals = append(s.totals, v)
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
			missed[fmt.Sprint(l.sides, "/", l.balances, " cards ", l.cards)]++
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
		second.cards = l.cards
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
