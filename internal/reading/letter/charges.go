package letter

import (
	"slices"
	"strings"

	"predate"
)

// chargeLetter reads a charge statement written as a letter: charges, what was
// called for them and their difference, all three named, on the side that the
// words say. Several lots must make the charges.
func chargeLetter(l letter) []predate.Figure {
	year := l.letterYear()
	if year.IsZero() {
		return nil
	}
	var found []predate.ChargeTotals
	var proof []predate.Evidence
	var scope []int
	for _, a := range l.all {
		for _, b := range l.all {
			for _, d := range l.all {
				if l.balances(a, b, d) {
					found = append(found, predate.ChargeTotals{
						Actual: a.cents, Called: b.cents, Adjustment: a.cents - b.cents, HasActual: true, HasCalled: true, HasAdjustment: true,
					})
					proof, scope = []predate.Evidence{a.proof, b.proof, d.proof}, []int{a.sentence, b.sentence, d.sentence}
				}
			}
		}
	}
	totals, ok := onlyReading(found)
	if !ok || l.speaksOfWorks(scope) {
		return nil
	}
	out := []predate.Figure{{Key: predate.FactChargeTotals, Year: year, Value: totals, Evidence: proof}}
	return append(out, l.chargeLots(totals, year)...)
}

// balances reports whether three amounts are charges, provisions and their
// difference by their words and by their sum.
func (l letter) balances(a, b, d said) bool {
	apart := a.proof.Box != b.proof.Box && a.proof.Box != d.proof.Box && b.proof.Box != d.proof.Box
	if gap := a.cents - b.cents; !apart || gap == 0 || d.cents != max(gap, -gap) {
		return false
	}
	owed, favour := l.sides(d)
	if owed == favour || owed != (a.cents > b.cents) {
		return false
	}
	return l.means(a, "said_charges", "charges_total", "nature_current") && l.means(b, "said_provisions", "provisions_total")
}

// speaksOfWorks reports whether some sentences are about works, whose charges
// are apart.
func (l letter) speaksOfWorks(sentences []int) bool {
	return slices.ContainsFunc(sentences, func(i int) bool { return l.Says(l.sentences[i], "nature_works") })
}

// chargeLots returns the charges of each lot where the amounts that name one make
// the whole, or where the letter names one lot only.
func (l letter) chargeLots(totals predate.ChargeTotals, year predate.Period) []predate.Figure {
	var out []predate.Figure
	var sum predate.Cents
	seen := map[string]bool{}
	for _, s := range l.all {
		names := l.LotNames(strings.ReplaceAll(s.words, " | ", " "))
		if len(names) != 1 || s.cents == totals.Actual || l.means(s, "said_provisions") {
			continue
		}
		if seen[names[0]] {
			return nil
		}
		seen[names[0]] = true
		sum += s.cents
		out = append(out, predate.Figure{Key: predate.FactChargeLot, Year: year, Value: predate.ChargeLot{Lot: names[0], Actual: s.cents}, Evidence: []predate.Evidence{s.proof}})
	}
	if len(out) < 2 || sum != totals.Actual {
		return nil
	}
	return out
}
