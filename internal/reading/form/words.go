package form

import (
	"slices"
	"strings"

	"predate/internal/reading/cells"
	"predate/internal/reading/meaning"
)

// reader is a paper of one kind under reading, with what its words mean.
type reader struct {
	*cells.Paper
	*meaning.Reader
	sums
	oneTable bool // its tables are one, which the next page may set otherwise
}

// isTakenOff reports whether words say that their amount is taken off: a minus
// before them. A dash between a number and its words parts them: "601 - Eau".
func isTakenOff(words string) bool {
	rest := strings.TrimLeft(words, "0123456789 ")
	numbered := len(strings.TrimSpace(words)) > len(rest) && words != rest
	return strings.HasPrefix(rest, "−") || !numbered && (strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "– "))
}

// heads returns the words over a column, top first, as far up as they go on:
// from the line of its first amount to the next line with amounts of the same
// column.
func (r *reader) heads(n *node) string { return r.HeadsOver(n.cell, n.cell.Box) }

// headByRank returns the head of an amount where the line of heads over it has
// as many cells as its own line: heads that begin where amounts end stand over
// none of them.
func (r *reader) headByRank(n *node) string {
	row := r.Lines[n.cell.Line].Cells
	rank := slices.IndexFunc(row, func(c cell) bool { return c.Box == n.cell.Box })
	for i := n.cell.Line - 1; i >= 0 && r.Lines[i].Page == n.cell.Page; i-- {
		if r.isHeadLine(i) {
			if heads := r.Lines[i].Cells; len(heads) == len(row) && rank >= 0 {
				return heads[rank].Text
			}
			return ""
		}
	}
	return ""
}
