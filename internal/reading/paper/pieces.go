package paper

import (
	"regexp"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// Piece is a segment of a row, folded beside its print.
type Piece struct {
	layout.Cell
	Folded string // its text, folded
}

// Pieces returns the pieces of a row; they are shared, nobody changes them.
func Pieces(r Row) []Piece {
	if r.cells != nil {
		return r.cells
	}
	return cellsOf(r.Line)
}

func cellsOf(line layout.Line) []Piece {
	var out []Piece
	for _, c := range line.Segments(0) {
		out = append(out, Piece{c, fold.Text(c.Text)})
	}
	return out
}

// Aligned returns the cell of a row that begins where another does.
func Aligned(r Row, with Piece) (Piece, bool) {
	for _, c := range Pieces(r) {
		if d := c.Box.X0 - with.Box.X0; d > -4 && d < 4 {
			return c, true
		}
	}
	return Piece{}, false
}

// StartsWithTownCode reports whether a text begins with the five figures of a postal code and
// goes on.
func StartsWithTownCode(text string) bool {
	first, _, more := strings.Cut(text, " ")
	return more && len(first) == 5 && strings.Trim(first, "0123456789") == ""
}

// PrintedAs finds in a text the words whose folded form is given.
func PrintedAs(text, folded string) string {
	words := strings.Fields(text)
	n := len(strings.Fields(folded))
	for size := n; size <= n+1; size++ {
		for i := 0; i+size <= len(words); i++ {
			candidate := strings.Trim(strings.Join(words[i:i+size], " "), "(),;:·–-")
			if fold.Text(candidate) == folded {
				return candidate
			}
		}
	}
	return folded
}

// openEnd is a last word that calls for another, as where a line is full.
var openEnd = regexp.MustCompile(`(?:[&,(/-]|\b(?:et|de|du|des|la|le|les|l'|d'|en|au|aux|sur|sous|a))$`)

// IsCut reports whether words end where another must follow.
func IsCut(text string) bool { return openEnd.MatchString(strings.TrimSpace(fold.Text(text))) }
