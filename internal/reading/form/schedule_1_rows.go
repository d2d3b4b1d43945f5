package form

import (
	"slices"
	"strings"

	"predate"
)

// rowWords returns the words of the row of annexe 1 in which an amount stands, where
// its own line has none for it: the row is higher than a line, its amounts stand in the
// middle of it, and its words over or under that. Words belong to the row where their
// height and that of the amount share a part.
func (r *reader) rowWords(n *node) string {
	var parts []string
	for i := max(0, n.cell.line-rowReach); i <= min(len(r.lines)-1, n.cell.line+rowReach); i++ {
		for _, g := range r.groupsAt(i) {
			if i != n.cell.line && len(g.amounts) == 0 && r.sharesRow(g.box, n) && r.lines[i].page == n.cell.page {
				parts = append(parts, g.label)
			}
		}
	}
	return strings.Join(parts, " ")
}

// rowReach is how many lines the words of a row may stand over or under its amounts,
// those of another table beside it counted.
const rowReach = 3

// sharesRow reports whether words stand in height beside an amount, and nothing between
// them but amounts of the same row.
func (r *reader) sharesRow(words predate.Box, n *node) bool {
	const least = 0.2 // of the lower of the two
	c := n.cell
	if shared := min(words.Y1, c.box.Y1) - max(words.Y0, c.box.Y0); shared < least*min(words.Height(), c.box.Height()) || words.X1 > c.box.X0 {
		return false
	}
	return !r.namesBetween(c.line, words, c.box)
}

// namesBetween reports whether lines around name amounts by words that stand between two
// boxes: the table of the second is another one, beside that of the first.
func (r *reader) namesBetween(i int, left, right predate.Box) bool {
	for j := max(0, i-around); j <= min(len(r.lines)-1, i+around); j++ {
		if r.lines[j].page != r.lines[i].page {
			continue
		}
		cells := r.lines[j].cells
		for k := range cells {
			c := cells[k]
			named := k+1 < len(cells) && cells[k+1].nature == amount || k+2 < len(cells) && cells[k+1].nature != text && cells[k+2].nature == amount
			if named && c.nature == text && len(r.accounts(c.text)) > 0 && c.box.X0 > left.X1 && c.box.X1 < right.X0 {
				return true
			}
		}
	}
	return false
}

// ownGroup returns the group of an amount, without the words when these name the
// amounts of another table on the left.
func (r *reader) ownGroup(n *node) group {
	g := r.groupOf(n)
	k := slices.IndexFunc(g.amounts, func(c cell) bool { return c.box == n.cell.box })
	if k > 0 && r.namesBetween(g.line, g.amounts[k-1].box, n.cell.box) {
		return group{line: g.line, amounts: g.amounts[k:]}
	}
	return g
}

// isOfRow reports whether an amount without words of its own, in the column of a sum,
// stands beside words that have no amount on their line, or so near that it may.
func (r *reader) isOfRow(words group, total *node) bool {
	const reach = 1.2 // of the type
	for i := max(0, words.line-rowReach); i <= min(len(r.lines)-1, words.line+rowReach); i++ {
		for _, n := range r.at[i] {
			apart := max(n.cell.box.Y0, words.box.Y0) - min(n.cell.box.Y1, words.box.Y1)
			inColumn := over(n.cell.box, total.cell.box) > 0.35 || near(n.cell.box.X1, total.cell.box.X1)
			if n.cell.page == r.lines[words.line].page && inColumn && apart < reach*r.lines[words.line].size && r.ownGroup(n).label == "" {
				return true
			}
		}
	}
	return false
}
