package form

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/lottable"
)

// glued is a lot and the code of a key in one cell, as narrow columns run
// together: "19 BATB 602".
var glued = regexp.MustCompile(`^(\d{1,5}) [A-Z0-9]`)

// listsLots reports whether the paper names its lots in one list and heads nothing
// by them.
func (r *reader) listsLots() bool {
	var lines []fold.LotLine
	for i := range r.Lines {
		l := fold.LotLine{Charged: r.hasAmounts(i)}
		names := r.LotNames(r.LineText(i))
		if len(names) == 1 && !l.Charged {
			l.Heads = names[0]
		}
		l.Names = len(names) > 0 && l.Heads == ""
		lines = append(lines, l)
	}
	return fold.ListsLots(lines)
}

// lotsNamed lists the lots that the paper names.
func (r *reader) lotsNamed() []string {
	var out []string
	for i := range r.Lines {
		for _, n := range r.LotNames(r.LineText(i)) {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// lotInRow returns the lot that a line with amounts prints in a column of lots,
// or in its words.
func (r *reader) lotInRow(i int) string {
	for k, x := range r.Lines[i].Cells {
		if x.Nature == count && x.Unit == "" && r.underHead(x, "column_lot") {
			return strings.ToUpper(x.Text)
		}
		if r.isLotCell(x) {
			return strings.ToUpper(withoutSign(x.Text))
		}
		if m := glued.FindStringSubmatch(x.Text); k == 0 && x.Nature == text && m != nil && r.underHead(x, "column_lot") {
			return m[1]
		}
		if names := r.LotNames(x.Text); x.Nature == text && len(names) == 1 {
			return names[0]
		}
	}
	return ""
}

// isLotCell reports whether a cell is a lot called by a letter and a number, in a
// column of lots: the code of a key looks the same.
func (r *reader) isLotCell(c cell) bool {
	return c.Nature == text && lottable.IsLot(withoutSign(c.Text)) && r.underHead(c, "column_lot")
}

// withoutSign drops the sign of a number before the name of a lot: "#22".
func withoutSign(name string) string { return strings.TrimPrefix(name, "#") }
