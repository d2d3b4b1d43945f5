package form

import (
	"slices"
	"strings"

	"predate/internal/reading/cells"

	"predate"
)

// rowWords returns the words of the row of annexe 1 in which an amount stands, where
// its own line has none for it: the row is higher than a line, its amounts stand in the
// middle of it, and its words over or under that. Words belong to the row where their
// height and that of the amount share a part.
func (r *reader) rowWords(n *node) string {
	var parts []string
	for i := max(0, n.cell.Line-rowReach); i <= min(len(r.Lines)-1, n.cell.Line+rowReach); i++ {
		for _, g := range r.GroupsAt(i) {
			if i != n.cell.Line && len(g.Amounts) == 0 && r.sharesRow(g.Box, n) && r.Lines[i].Page == n.cell.Page {
				parts = append(parts, g.Label)
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
	if shared := min(words.Y1, c.Box.Y1) - max(words.Y0, c.Box.Y0); shared < least*min(words.Height(), c.Box.Height()) || words.X1 > c.Box.X0 {
		return false
	}
	return !r.namesBetween(c.Line, words, c.Box)
}

// namesBetween reports whether lines cells.Around name amounts by words that stand between two
// boxes: the table of the second is another one, beside that of the first.
func (r *reader) namesBetween(i int, left, right predate.Box) bool {
	for j := max(0, i-cells.Around); j <= min(len(r.Lines)-1, i+cells.Around); j++ {
		if r.Lines[j].Page != r.Lines[i].Page {
			continue
		}
		cells := r.Lines[j].Cells
		for k := range cells {
			c := cells[k]
			named := k+1 < len(cells) && cells[k+1].Nature == amount || k+2 < len(cells) && cells[k+1].Nature != text && cells[k+2].Nature == amount
			if named && c.Nature == text && len(r.accounts(c.Text)) > 0 && c.Box.X0 > left.X1 && c.Box.X1 < right.X0 {
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
	k := slices.IndexFunc(g.Amounts, func(c cell) bool { return c.Box == n.cell.Box })
	if k > 0 && r.namesBetween(g.Line, g.Amounts[k-1].Box, n.cell.Box) {
		return group{Line: g.Line, Amounts: g.Amounts[k:]}
	}
	return g
}

// isOfRow reports whether an amount without words of its own, in the column of a sum,
// stands beside words that have no amount on their line, or so near that it may.
func (r *reader) isOfRow(words group, total *node) bool {
	const reach = 1.2 // of the type
	for i := max(0, words.Line-rowReach); i <= min(len(r.Lines)-1, words.Line+rowReach); i++ {
		for _, n := range r.at[i] {
			apart := max(n.cell.Box.Y0, words.Box.Y0) - min(n.cell.Box.Y1, words.Box.Y1)
			inColumn := over(n.cell.Box, total.cell.Box) > 0.35 || near(n.cell.Box.X1, total.cell.Box.X1)
			if n.cell.Page == r.Lines[words.Line].Page && inColumn && apart < reach*r.Lines[words.Line].Size && r.ownGroup(n).Label == "" {
				return true
			}
		}
	}
	return false
}
