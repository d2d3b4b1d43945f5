package form

import (
	"predate"
	"predate/internal/reading/cells"
)

type (
	cell  = cells.Cell
	line  = cells.Line
	group = cells.Group
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

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// over returns by how much of the narrower one two boxes share their width.
func over(a, b predate.Box) float64 { return cells.Over(a, b) }
