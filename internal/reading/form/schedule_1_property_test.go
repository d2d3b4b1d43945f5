package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// annexe1 is a balanced annexe 1 to be printed in some look.
type annexe1 struct {
	treasury, provisions, claims, debts []drawnRow
}

type drawnRow struct {
	label           string
	previous, close predate.Cents
}

func summed(rows []drawnRow) drawnRow {
	var t drawnRow
	for _, r := range rows {
		t.previous, t.close = t.previous+r.previous, t.close+r.close
	}
	return t
}

// drawAnnexe draws amounts, nil or within bounds in cents; the bank makes both columns
// balance.
func drawAnnexe(t *rapid.T, least, most int64) annexe1 {
	cents := func(name string) predate.Cents {
		return predate.Cents(rapid.OneOf(rapid.Just[int64](0), rapid.Int64Range(least, most)).Draw(t, name))
	}
	row := func(label string) drawnRow { return drawnRow{label, cents(label + " N-1"), cents(label + " N")} }
	a := annexe1{
		provisions: []drawnRow{row("1031 Avances de trésorerie"), row("105 Fonds de travaux"), row("12 Solde en attente sur travaux")},
		claims:     []drawnRow{row("45 Copropriétaires - sommes exigibles restant à recevoir"), row("459 Copropriétaires - créances douteuses")},
		debts:      []drawnRow{row("45 Copropriétaires - excédents versés"), row("40 Fournisseurs")},
	}
	p, c, d := summed(a.provisions), summed(a.claims), summed(a.debts)
	a.treasury = []drawnRow{{"51 Banques ou fonds disponibles en banque", p.previous + d.previous - c.previous, p.close + d.close - c.close}}
	return a
}

// telling reports whether every amount is of some euros: over its lines, a total of
// one amount and of nothing, in the red or of cents cannot be told from them.
func (a annexe1) telling() bool {
	return !slices.ContainsFunc(slices.Concat(a.treasury, a.provisions, a.claims, a.debts), func(r drawnRow) bool {
		return min(r.previous, r.close) < 1_000
	})
}

// euros prints an amount as one of the usual forms; nil is what it is asked to be.
func euros(c predate.Cents, thousands, nothing string) string {
	if c == 0 {
		return nothing
	}
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	units := fmt.Sprint(int64(c) / 100)
	for i := len(units) - 3; i > 0; i -= 3 {
		units = units[:i] + thousands + units[i:]
	}
	return fmt.Sprintf("%s%s,%02d", sign, units, int64(c)%100)
}

// look is how an annexe is printed: its halves side by side or one under the other,
// its columns in either order, the totals of its sections under or above their lines.
type look struct {
	sideBySide, closedFirst, above bool
	thousands, nothing             string
}

// printed writes the annexe in a look.
func (a annexe1) printed(in look) string {
	heads := [2]string{"Exercice précédent", "Exercice clos"}
	cells := func(r drawnRow) [2]string {
		return [2]string{euros(r.previous, in.thousands, in.nothing), euros(r.close, in.thousands, in.nothing)}
	}
	if in.closedFirst {
		heads[0], heads[1] = heads[1], heads[0]
	}
	line := func(label string, c [2]string) string {
		if in.closedFirst {
			c[0], c[1] = c[1], c[0]
		}
		return fmt.Sprintf("%-58s%20s%20s", label, c[0], c[1])
	}
	total := func(label string, t drawnRow) string {
		return line(label, [2]string{euros(t.previous, in.thousands, "0,00"), euros(t.close, in.thousands, "0,00")})
	}
	half := func(rows ...[]drawnRow) []string {
		var out []string
		var sum drawnRow
		for i, section := range rows {
			t := summed(section)
			sum.previous, sum.close = sum.previous+t.previous, sum.close+t.close
			own := []string{total("Total "+strings.Repeat("I", i+1), t)}
			for k, r := range section {
				at := len(own) - 1
				if in.above {
					at = 1 + k
				}
				own = slices.Insert(own, at, line(r.label, cells(r)))
			}
			out = append(out, own...)
		}
		if in.above {
			return append([]string{total("Total général (I) + (II)", sum)}, out...)
		}
		return append(out, total("Total général (I) + (II)", sum))
	}
	head := fmt.Sprintf("%-58s%20s%20s", "Compte", heads[0], heads[1])
	left, right := half(a.treasury, a.claims), half(a.provisions, a.debts)
	title := "ETAT FINANCIER APRES REPARTITION AU 31/12/2025\nExercice du 01/01/2025 au 31/12/2025\n\n"
	if !in.sideBySide {
		return title + head + "\n" + strings.Join(left, "\n") + "\n" + strings.Join(right, "\n")
	}
	out := title + head + "    " + head + "\n"
	for i := range max(len(left), len(right)) {
		l, r := strings.Repeat(" ", 98), ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		out += l + "    " + r + "\n"
	}
	return out
}

// TestAnnexe1IsReadInAnyLook draws balanced annexes in many looks: what is read
// is always what was drawn, whatever the look.
func TestAnnexe1IsReadInAnyLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, got, text := readAnnexe(t, drawAnnexe(t, 2_000, 9_999_999))
		if want[predate.FactAssetsTotal] < 10_000 {
			return // nothing and next to nothing prove nothing
		}
		for key, amount := range want {
			if read, ok := got[key]; !ok || read != amount {
				t.Fatalf("%s: read %v (%v), want %v in\n%s", key, read, ok, amount, text)
			}
		}
	})
}

// TestAnnexe1OfCentsIsReadRightOrNot draws annexes whose sums close by chance: what the
// statement would print of them is what was drawn.
func TestAnnexe1OfCentsIsReadRightOrNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, got, text := readAnnexe(t, drawAnnexe(t, 1, 12_000))
		for _, key := range []predate.Key{predate.KeyArrears, predate.KeySupplierDebt, predate.KeyWorksFundBalance, predate.FactCashAdvance} {
			if amount, ok := got[key]; ok && amount != want[key] {
				t.Fatalf("%s: read %v, want %v or nothing in\n%s", key, amount, want[key], text)
			}
		}
	})
}

// readAnnexe prints an annexe in a look and reads it: what there is to read of the
// closed exercise, what was read, and the print.
func readAnnexe(t *rapid.T, a annexe1) (want, got map[predate.Key]predate.Cents, text string) {
	text = a.printed(look{
		rapid.Bool().Draw(t, "side by side"), rapid.Bool().Draw(t, "closed first"), rapid.Bool().Draw(t, "totals above") && a.telling(),
		rapid.SampledFrom([]string{" ", ".", ""}).Draw(t, "thousands"), rapid.SampledFrom([]string{"0,00", "", "-"}).Draw(t, "nil"),
	})
	closing := predate.Date{Year: 2025, Month: 12, Day: 31}
	got = map[predate.Key]predate.Cents{}
	for _, f := range form.Figures(predate.KindSchedule1, layouttest.Sketch(text), lexicontest.House(t)) {
		if m, ok := f.Value.(predate.Money); ok && f.AsOf == closing {
			got[f.Key] = predate.Cents(m)
		}
	}
	return map[predate.Key]predate.Cents{
		predate.KeyArrears:           summed(a.claims).close,
		predate.KeySupplierDebt:      a.debts[1].close,
		predate.KeyWorksFundBalance:  a.provisions[1].close,
		predate.FactCashAdvance:      a.provisions[0].close,
		predate.FactOwnersCredit:     a.debts[0].close,
		predate.FactAssetsTotal:      summed(a.treasury).close + summed(a.claims).close,
		predate.FactLiabilitiesTotal: summed(a.provisions).close + summed(a.debts).close,
	}, got, text
}
