package form

import (
	"slices"
	"strings"

	"predate"
)

// quotesHeld lists the pairs of sums of a line that a certain share among the lines
// that they sum explains: it stands in the cell of a key, beside its posts.
func (r *reader) quotesHeld(i int) []quote {
	first := i
	for _, n := range r.at[i] {
		if len(n.children) > 0 {
			first = min(first, n.first())
		}
	}
	var out []quote
	for j := first; j < i && r.Lines[j].Page == r.Lines[first].Page; j++ {
		for _, s := range r.sharesAt(j) {
			if !s.certain {
				continue
			}
			for _, total := range r.at[i] {
				for _, part := range r.at[i] {
					held := total != part && len(total.children) > 0 && len(total.children) == len(part.children)
					if held && total.value() != 0 && part.value() != 0 && s.share < s.base && explains(s, total, part) {
						out = append(out, quoted(total, part, s, j))
					}
				}
			}
		}
	}
	return out
}

// quotesWrapped lists the pairs of amounts of a row that a share on another line of
// one of its cells explains: the code of a key over "49 / 1000", or the end of a
// title that wraps, "Peinture de la cage / [GEN], vous : 49 / 1000". It returns that line too.
func (r *reader) quotesWrapped(i int) ([]quote, int) {
	const most = 3 // lines of a cell under its first
	for j := i + 1; j < min(len(r.Lines), i+1+most); j++ {
		above := r.Lines[j-1]
		if r.hasAmounts(j) || r.Lines[j].Page != above.Page || r.Lines[j].Box.Y0-above.Box.Y1 > above.Size {
			return nil, 0
		}
		under := slices.ContainsFunc(r.Lines[j].Cells, func(share cell) bool {
			_, ends := ratioIn(share.Text, r.IsUnit)
			return slices.ContainsFunc(r.Lines[i].Cells, func(c cell) bool {
				return c.Nature == text && (share.Nature == ratio && j == i+1 && over(c.Box, share.Box) > 0.3 && c.Box != r.Lines[i].Cells[0].Box ||
					(share.Nature == ratio || ends) && near(c.Box.X0, share.Box.X0))
			})
		})
		found := r.quotesAt(i, j)
		if !under || len(found) == 0 {
			continue
		}
		for k := range found {
			found[k].head = i
		}
		return found, j
	}
	return nil, 0
}

// quotesOverPosts lists the pairs of amounts of a row that its posts under it make, and
// that its share, there or where its words wrap, explains but for the cents that
// rounding each post loses.
func quotesOverPosts(r *reader, i int) []quote {
	found := r.sharesAt(i)
	var out []quote
	if i+1 < len(r.Lines) && !r.hasAmounts(i+1) {
		found = append(found, r.sharesAt(i+1)...)
	}
	for _, s := range found {
		for _, total := range r.at[i] {
			for _, part := range r.at[i] {
				if n := postsUnder(r, total, part); n > 0 && s.certain && explainsOf(s, total, part, n) {
					out = append(out, quoted(total, part, s, i))
				}
			}
		}
	}
	return out
}

// postsUnder counts the lines under two amounts that make both; none where they do not.
func postsUnder(r *reader, total, part *node) int {
	var totals, parts predate.Cents
	for n, j := 0, total.cell.Line+1; j < len(r.Lines) && total != part; j++ {
		a, b := r.inColumn(j, total.column), r.inColumn(j, part.column)
		if a != nil && b != nil {
			n, totals, parts = n+1, totals+a.value(), parts+b.value()
		} else if r.hasAmounts(j) {
			return 0
		}
		if n > 1 && totals == total.value() && parts == part.value() {
			return n
		}
	}
	return 0
}

// heldName returns the words over the share in the cell of a key, which stands
// beside its posts; empty where its share stands elsewhere.
func (c *charges) heldName(k chargeKey) string {
	if k.head < k.lines[0] || k.head >= k.lines[1] {
		return ""
	}
	at := slices.IndexFunc(c.Lines[k.head].Cells, func(x cell) bool {
		s, ok := ratioIn(x.Text, c.IsUnit)
		return x.Nature == ratio && x.Counts[0] == k.share || x.Nature == text && ok && s.share == k.share
	})
	if at < 0 {
		return ""
	}
	held := c.Lines[k.head].Cells[at]
	var words []string
	for i := k.lines[0]; i < k.head; i++ {
		for _, x := range c.Lines[i].Cells {
			if x.Nature == text && over(x.Box, held.Box) > 0.3 {
				words = append(words, x.Text)
			}
		}
	}
	return strings.Join(words, " ")
}
