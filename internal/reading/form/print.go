package form

import (
	"predate"
	"predate/internal/reading/cells"
)

type (
	cell = cells.Cell
	line = cells.Line
)

// What a cell is, in the words of this room.
const (
	text   = cells.Text
	amount = cells.Amount
	count  = cells.Count
	ratio  = cells.Ratio
	day    = cells.Day
	dash   = cells.Dash
	unread = cells.Unread
)

// printed is a paper as the engine sees it.
type printed struct {
	lines    []line
	ocr      bool
	oneTable bool // its tables are one, which the next page may set otherwise
	groups   map[int][]group
}

// drop takes a line out of the reading; how the lines around it are parted may
// hang on it.
func (p *printed) drop(i int) {
	p.lines[i].Cells = nil
	clear(p.groups)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// over returns by how much of the narrower one two boxes share their width.
func over(a, b predate.Box) float64 {
	shared := min(a.X1, b.X1) - max(a.X0, b.X0)
	narrow := min(a.Width(), b.Width())
	if shared <= 0 || narrow <= 0 {
		return 0
	}
	return shared / narrow
}
