package chargestatement

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/coowner"
	"predate/internal/reading/paper"
	"predate/internal/reading/quotepart"
)

// withoutShares returns the name of a key before the dash that leads to its base
// or its shares: "Ascenseur – base 1 000 tantièmes 26 tantièmes".
func (c *charges) withoutShares(name string) string {
	for _, dash := range []string{" – tant", " – mill", " – m³", " – lots", " - tant", " - mill", " – parts"} {
		if at := strings.Index(name, dash); at > 0 {
			name = name[:at]
		}
	}
	for _, dash := range []string{" – ", " - "} {
		if at := strings.LastIndex(name, dash); at > 0 && c.Doc.Says(name[at:], "column_base") && strings.ContainsAny(name[at:], "0123456789") {
			name = name[:at]
		}
	}
	return strings.TrimSpace(name)
}

// shareOfHeading takes the share and the base of a key from its heading. Where
// the heading names the base, the only other number is the share. Several other
// numbers are the shares of several lots, and the heading gives the key no share.
func (c *charges) shareOfHeading(r paper.Row) {
	counts := quotepart.Counts(r)
	named := slices.IndexFunc(counts, func(n quotepart.Count) bool { return c.isBase(r, n) })
	switch {
	case named >= 0 && len(counts) == 2:
		c.group.base, c.group.share = counts[named], counts[1-named]
	case named >= 0 || len(counts) > 2:
		c.group.base, c.group.share = quotepart.Count{}, quotepart.Count{}
	case len(counts) == 2 && !c.ofSeveralLots(r, counts):
		a, b := counts[0], counts[1]
		if a.N > b.N {
			a, b = b, a
		}
		c.group.share, c.group.base = a, b
	}
}

// isBase reports whether the word before a number calls that number a base.
func (c *charges) isBase(r paper.Row, n quotepart.Count) bool {
	before := ""
	for _, w := range r.Words {
		if w.Box.X0 >= n.Box.X0 {
			break
		}
		before = w.Text
	}
	return c.Doc.Says(fold.Text(before), "column_base")
}

// ofSeveralLots reports whether the numbers of a heading are each the share of
// another lot: nothing but counts with their units, under lots side by side.
func (c *charges) ofSeveralLots(r paper.Row, counts []quotepart.Count) bool {
	for _, n := range counts {
		if n.Unit == "" {
			return false
		}
	}
	return len(r.Words) <= 2*len(counts) || c.sharesOfLots(counts)
}

// sharesOfLots reports whether the paper gives each of some numbers to a lot of
// its own as its share.
func (c *charges) sharesOfLots(counts []quotepart.Count) bool {
	read := coowner.Lots(c.Doc)
	if len(read) != 1 {
		return false
	}
	list := slices.Clone(read[0].Value.(predate.LotList))
	for _, n := range counts {
		k := slices.IndexFunc(list, func(l predate.Lot) bool { return l.Shares == n.N })
		if k < 0 {
			return false
		}
		list = slices.Delete(list, k, k+1)
	}
	return true
}
