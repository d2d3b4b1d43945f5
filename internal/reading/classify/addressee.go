package classify

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// block is an address on a page: the name on its first line, and the corner of
// that line in points.
type block struct {
	name   string // as printed
	folded string
	x, y   float64
}

// zipAndTown is the line that ends an address.
var zipAndTown = regexp.MustCompile(`(?:^|, )\d{5} [a-z]`)

// blocks lists the addresses in the upper half of a page.
func (s sheet) blocks() []block {
	var out []block
	for i, line := range s.page.Lines {
		if line.Box.Y0 > s.page.Height/2 {
			break
		}
		for _, cell := range line.Segments(0) {
			if !zipAndTown.MatchString(fold.Text(cell.Text)) {
				continue
			}
			if first, ok := s.firstOver(s.page.Lines[:i], cell); ok && !strings.ContainsAny(first.Text, "0123456789:@") {
				out = append(out, block{first.Text, fold.Text(first.Text), first.Box.X0, first.Box.Y0})
			}
		}
	}
	return out
}

// firstOver returns the first of the lines that are stacked over a cell, begun
// where it begins, up to a title.
func (s sheet) firstOver(lines []layout.Line, c layout.Cell) (layout.Cell, bool) {
	first, found := c, false
	for i := len(lines) - 1; i >= 0 && i >= len(lines)-6; i-- {
		for _, over := range lines[i].Segments(0) {
			gap := first.Box.Y0 - over.Box.Y1
			if abs(over.Box.X0-c.Box.X0) > 4 || gap < -2 || gap > 1.5*max(first.Box.Height(), 8) {
				continue
			}
			if s.titled(over) {
				return first, found
			}
			first, found = over, true
		}
	}
	return first, found
}

// titled reports whether a cell may be a title of the page.
func (s sheet) titled(c layout.Cell) bool {
	run := fold.Text(c.Text)
	return slices.ContainsFunc(s.heads, func(h head) bool { return h.run == run && len(h.said) > 0 })
}

func abs(x float64) float64 { return max(x, -x) }

// addressees returns the names to which two pages of one kind are addressed, and
// reports whether they differ: both pages print an address at the same place, and
// neither name is a part of the other. A letter of several pages prints its address
// once, or the same on each page.
func addressees(a, b sheet) (first, second string, differ bool) {
	if a.ocr || b.ocr {
		return "", "", false
	}
	for _, x := range a.blocks() {
		for _, y := range b.blocks() {
			same := strings.Contains(x.folded, y.folded) || strings.Contains(y.folded, x.folded)
			if !same && abs(x.x-y.x) < 3 && abs(x.y-y.y) < 20 {
				return x.name, y.name, true
			}
		}
	}
	return "", "", false
}

// nameAddressees notes to whom the parts of a file are addressed, where it binds
// papers of one kind that are sent to several owners.
func nameAddressees(result *Result, groups [][]sheet) {
	for i := range result.Parts {
		for j := i + 1; j < len(result.Parts); j++ {
			a, b := &result.Parts[i], &result.Parts[j]
			if a.Kind != b.Kind || !ofOwner(a.Kind) {
				continue
			}
			if first, second, differ := addressees(groups[i][0], groups[j][0]); differ {
				a.Addressee, b.Addressee = first, second
			}
		}
	}
}
