package extract

import (
	"strings"

	"predate/internal/fold"
)

// lotWithTotal reads the heading of a lot's section that prints the total of
// the lot, "Lot 9 – Appartement … 1 748,03": one amount, over the heading of a
// key with its share. What the sections then make is checked against it.
func (c *charges) lotWithTotal(i int) bool {
	r := c.rows[i]
	if len(r.amounts) != 1 || i+1 >= len(c.rows) || !strings.HasPrefix(r.text, "lot") || c.forms.keyTotal.MatchString(r.text) {
		return false
	}
	m, next := c.words.lot.FindStringSubmatch(r.text), c.rows[i+1]
	if m == nil || len(next.amounts) > 0 || len(c.counts(next)) != 2 || !c.forms.keyShare.MatchString(next.text) {
		return false
	}
	c.lot, c.inWorks = strings.ToUpper(m[1]), false
	c.sumOfLot(c.lot, r)
	c.begin(keyGroup{})
	return true
}

// nameBeforeColumns is the words of a key's heading before the names of the
// columns that stand on its line, "Charges générales | Dépense | 56/1 000 | Ma
// part": those only announce numbers.
func nameBeforeColumns(r row) string {
	cells := r.Segments(0)
	for k, c := range cells {
		if k > 0 && isGeneric(fold.Text(c.Text)) {
			return joined(wordsBetween(r, 0, c.Box.X0))
		}
	}
	return r.Line.Text()
}
