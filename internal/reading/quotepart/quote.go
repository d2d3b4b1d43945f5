package quotepart

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/paper"
)

// Count is a whole number of a row, with the unit that follows it.
type Count struct {
	N     int64       // the number
	Unit  string      // folded; "" when none is printed
	Box   predate.Box // where it is printed
	cited bool        // alone in brackets, as an account after its name: "Avances (1031)"
}

// cited is a number alone in brackets.
var cited = regexp.MustCompile(`^\(\d+\)[.,;:]?$`)

var (
	// wholeNumber is a whole number, its thousands parted by points.
	wholeNumber = regexp.MustCompile(`^\d{1,3}(?:\.\d{3})+$|^\d{1,7}$`)
	// fractionOf is a share and its base in one word: "234/1000".
	fractionOf = regexp.MustCompile(`^(\d{1,6})/(\d{1,7})$`)
)

// Counts reads the whole numbers of a row that are no part of an amount, and
// the two terms of fractions like "234/1000".
func Counts(r paper.Row) []Count {
	var out []Count
	words, cells := r.Words, r.Segments(0)
	for i := 0; i < len(words); i++ {
		if paper.InAmounts(words[i], r.Amounts) || afterLot(words, i) {
			continue
		}
		text := strings.Trim(words[i].Text, "(),;:")
		if m := fractionOf.FindStringSubmatch(text); m != nil {
			box, digits := words[i].Box, m[2]
			for len(digits) <= 6 && i+1 < len(words) && isGroupOfThree(words[i+1], words[i], cells) && firstGroupShort(digits) {
				i++ // "152/1 000"
				digits += strings.Trim(words[i].Text, "(),;:")
				box = box.Union(words[i].Box)
			}
			share, _ := fraction.Number(m[1])
			base, _ := fraction.Number(digits)
			unit := unitAfter(words, i)
			out = append(out, Count{N: base, Unit: unit, Box: box}, Count{N: share, Unit: unit, Box: box})
			continue
		}
		if !wholeNumber.MatchString(text) {
			continue
		}
		text = strings.ReplaceAll(text, ".", "")
		box := words[i].Box
		for len(text) <= 6 && i+1 < len(words) && isGroupOfThree(words[i+1], words[i], cells) && firstGroupShort(text) {
			i++
			text += strings.Trim(words[i].Text, "(),;:")
			box = box.Union(words[i].Box)
		}
		if n, ok := fraction.Number(text); ok {
			out = append(out, Count{N: n, Unit: unitAfter(words, i), Box: box, cited: cited.MatchString(words[i].Text)})
		}
	}
	return out
}

// afterLot reports whether a number is the name of a lot: "lot 13", "lot n° 13".
func afterLot(words []predate.Word, i int) bool {
	for back := 1; back <= 2 && i-back >= 0; back++ {
		switch w := strings.Trim(fold.Text(words[i-back].Text), " ,;:("); w {
		case "lot", "lots":
			unit := i-back > 0 && strings.Trim(words[i-back-1].Text, "0123456789 ") == "" // "48 lots 1 lots"
			return !unit
		case "n°", "n", "°", "no":
		default:
			return false
		}
	}
	return false
}

// isGroupOfThree reports whether a word goes on with the thousands of the one before:
// three digits at the distance of a space, in the same cell.
func isGroupOfThree(w, before predate.Word, cells []layout.Cell) bool {
	digits := strings.Trim(w.Text, "(),;:")
	if len(digits) != 3 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	return slices.ContainsFunc(cells, func(c layout.Cell) bool {
		return before.Box.X0 >= c.Box.X0-0.5 && w.Box.X1 <= c.Box.X1+0.5
	})
}

func firstGroupShort(text string) bool { return len(text)%3 != 0 || len(text) == 3 }

// unitAfter reads the unit that follows a number.
func unitAfter(words []predate.Word, i int) string {
	if i+1 >= len(words) {
		return ""
	}
	switch unit := strings.Trim(fold.Text(words[i+1].Text), "(),;:."); {
	case strings.HasPrefix(unit, "tanti"), strings.HasPrefix(unit, "milli"):
		return "tantièmes"
	case unit == "lot" || unit == "lots":
		return "lots"
	case unit == "parts":
		return "parts" // "1000 part" is the base beside the head of the amount
	case unit == "m3" || unit == "m³":
		return "m3"
	}
	return ""
}

// Quote is a line that proves itself: what is apportioned, times the share,
// over the base, makes the quote-part.
type Quote struct {
	Apportioned layout.Amount // what all pay together
	Part        layout.Amount // what the share pays of it
	Budget      layout.Amount // the yearly amount printed beside, if any
	Base, Share Count         // the shares of all, and those of the lot
	// Divided is how many times a year the apportioned amount is called, where
	// the line prints the yearly amount alone; 1 otherwise.
	Divided int64
}

// In finds the quote-part of a line. Two different readings that both
// hold give nothing.
func In(amounts []layout.Amount, counts []Count, slack predate.Cents) (Quote, bool) {
	return quoteOver(amounts, counts, slack, 1)
}

// OfYear finds the quote-part of a line that prints the yearly budget alone,
// called in several times: one amount before the quote-part, no other.
func OfYear(amounts []layout.Amount, counts []Count) (Quote, bool) {
	if len(amounts) != 2 || len(counts) > 3 {
		return Quote{}, false
	}
	return quoteOver(amounts, counts, 1, 4, 2, 12, 3, 6)
}

func quoteOver(amounts []layout.Amount, counts []Count, slack predate.Cents, over ...int64) (Quote, bool) {
	for _, times := range over {
		var found []Quote
		for i := range amounts {
			if i+2 < len(amounts) && amounts[i+1].Cents == amounts[i].Cents {
				continue // voted and called alike: the later is what is called
			}
			for j := range amounts {
				if i != j {
					found = append(found, trial{amounts: amounts, i: i, j: j, slack: slack, times: times}.with(counts)...)
				}
			}
		}
		if best, ok := settle(found); ok {
			return best, true
		}
	}
	return Quote{}, false
}

// trial takes amount i as what is apportioned, in so many times a year, and
// amount j as the quote-part.
type trial struct {
	amounts []layout.Amount
	i, j    int
	slack   predate.Cents
	times   int64
}

// with returns the readings that some pair of counts makes true.
func (t trial) with(counts []Count) []Quote {
	apportioned, part := t.amounts[t.i], t.amounts[t.j]
	var out []Quote
	for b := range counts {
		for s := range counts {
			base, share := counts[b], counts[s]
			if b == s || base.N < 2 || share.N < 1 || share.N > base.N || countsNothing(base, share) {
				continue
			}
			expected, ok := apportioned.Cents.Share(share.N, base.N*t.times)
			if !ok || (expected-part.Cents).Abs() > t.slack || part.Cents == 0 && (apportioned.Cents != 0 || t.j != t.i+1) {
				continue // zero proves nothing, but beside the zero that is apportioned
			}
			q := Quote{Apportioned: apportioned, Part: part, Base: base, Share: share, Divided: t.times}
			switch {
			case t.i < t.j && t.i > 0:
				q.Budget = t.amounts[t.i-1]
			case t.i > t.j && t.i+1 < len(t.amounts):
				q.Budget = t.amounts[t.i+1] // columns from the quote-part to the yearly amount
			case t.i > t.j+1:
				q.Budget = t.amounts[t.i-1] // cards: the quote-part over both
			}
			out = append(out, q)
		}
	}
	return out
}

// countsNothing reports whether two counts are no share of a key: an exercise, "2024/2025", one
// year printed twice, as that of a movement is, or the account of an advance before and
// after its name. Two amounts that hardly differ would make them one.
func countsNothing(base, share Count) bool {
	return share.N >= 1950 && base.N < 2100 && base.N-share.N <= 1 || base.N == share.N && (base.cited || share.cited)
}

// settle keeps the one reading: the leftmost quote-part of the same value, and
// neighbouring numbers before distant ones.
func settle(found []Quote) (Quote, bool) {
	if len(found) == 0 {
		return Quote{}, false
	}
	slices.SortStableFunc(found, func(a, b Quote) int { return cmp.Compare(a.spread(), b.spread()) })
	best := found[0]
	for _, q := range found[1:] {
		if q.Part.Cents != best.Part.Cents && q.spread() < 1.5*best.spread() {
			return Quote{}, false
		}
	}
	return best, true
}

// spread is how far apart the numbers of a reading stand, its terms in the
// order that papers print them counting for less.
func (q Quote) spread() float64 {
	d := distanceX(q.Apportioned.Box, q.Base.Box) + distanceX(q.Base.Box, q.Share.Box) + distanceX(q.Share.Box, q.Part.Box)
	if q.Share.Box.X0 < q.Base.Box.X0 {
		d += 20
	}
	return d + 1
}

func distanceX(a, b predate.Box) float64 { return max(0, a.X0-b.X1, b.X0-a.X1) }
