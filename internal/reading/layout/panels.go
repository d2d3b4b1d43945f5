package layout

import (
	"cmp"
	"slices"

	"predate"
)

// A panel is a column of frames beside what a page says, with lines of its own:
// a summary, the lots, what is recalled. Its lines and those beside it are not
// one line, although they stand at one height.
const (
	leastPanelFrame = 40.0 // points; a lower frame is a button or a cell
	leastPanel      = 0.25 // of the height of the page
	widestPanel     = 0.45 // of its width
	narrowestPanel  = 0.12
	leastApart      = 0.4 // of the lines of a panel stand at no height of those beside it
)

// panelsOf returns the panels of a page: frames of one width, one over the other, with
// nothing between them that crosses their sides.
func panelsOf(page predate.Page) []predate.Box {
	frames := framesOf(page)
	slices.SortStableFunc(frames, func(a, b predate.Box) int { return cmp.Compare(a.Y0, b.Y0) })
	var stacks []predate.Box
	height := map[int]float64{}
	for _, f := range frames {
		k := len(stacks) - 1
		for ; k >= 0 && !(near(stacks[k].X0, f.X0, 2) && near(stacks[k].X1, f.X1, 2)); k-- {
		}
		if k < 0 || isCrossed(page, stacks[k].Union(f)) {
			k = len(stacks)
			stacks = append(stacks, f)
		}
		stacks[k] = stacks[k].Union(f)
		height[k] += f.Height()
	}
	var out []predate.Box
	for k, s := range stacks {
		if height[k] >= leastPanel*page.Height && !isCrossed(page, s) && standsApart(page, s) {
			out = append(out, s)
		}
	}
	return out
}

// framesOf lists what two upright rules of one height enclose, of the width of a
// panel. More rules of that height are those of a row of cells or of cards.
func framesOf(page predate.Page) []predate.Box {
	var upright, out []predate.Box
	for _, r := range page.Rules {
		if r.Box.Height() >= leastPanelFrame && r.Box.Width() < r.Box.Height() {
			upright = append(upright, r.Box)
		}
	}
	for i, a := range upright {
		var twins []predate.Box
		for k, b := range upright {
			if k != i && near(a.Y0, b.Y0, 2) && near(a.Y1, b.Y1, 2) && !near(a.X0, b.X0, 2) {
				twins = append(twins, b)
			}
		}
		if len(twins) != 1 || twins[0].X0 < a.X0 {
			continue
		}
		if f := a.Union(twins[0]); f.Width() >= narrowestPanel*page.Width && f.Width() <= widestPanel*page.Width {
			out = append(out, f)
		}
	}
	return out
}

// isCrossed reports whether something crosses the sides of a stack of frames, as the words
// and rules of a table do.
func isCrossed(page predate.Page, s predate.Box) bool {
	return slices.ContainsFunc(page.Rules, func(r predate.Rule) bool {
		return overlapY(r.Box, s) >= 0 && (crosses(r.Box, s.X0) || crosses(r.Box, s.X1))
	}) || slices.ContainsFunc(page.Words, func(w predate.Word) bool {
		return overlapY(w.Box, s) > 0 && (crosses(w.Box, s.X0) || crosses(w.Box, s.X1))
	})
}

// standsApart reports whether the lines of a stack of frames stand at heights of their own.
func standsApart(page predate.Page, s predate.Box) bool {
	var inside, beside []predate.Word
	for _, w := range page.Words {
		switch {
		case overlapY(w.Box, s) <= 0:
		case w.Box.X0 >= s.X0 && w.Box.X1 <= s.X1:
			inside = append(inside, w)
		default:
			beside = append(beside, w)
		}
	}
	apart := 0
	for _, w := range inside {
		if !slices.ContainsFunc(beside, func(o predate.Word) bool { return near(middle(o.Box), middle(w.Box), 1) }) {
			apart++
		}
	}
	return len(inside) > 0 && len(beside) > 0 && float64(apart) >= leastApart*float64(len(inside))
}

// crosses reports whether a box reaches over an upright side on both sides of it.
func crosses(b predate.Box, x float64) bool { return b.X0 < x-2 && b.X1 > x+2 }

// linesBesidePanels groups the words of a page by baseline, those of a panel for
// themselves. The lines of a panel stand together, behind those beside it, which
// have the title and the body of the paper, and before a foot under both.
func linesBesidePanels(page predate.Page, words []predate.Word) []Line {
	panels := panelsOf(page)
	owned := make([][]predate.Word, len(panels))
	words = slices.DeleteFunc(words, func(w predate.Word) bool {
		k := slices.IndexFunc(panels, func(s predate.Box) bool {
			return overlapY(w.Box, s) > 0 && w.Box.X0 >= s.X0-1 && w.Box.X1 <= s.X1+1
		})
		if k >= 0 {
			owned[k] = append(owned[k], w)
		}
		return k >= 0
	})
	lines := groupedLines(words, page.Number)
	for k, s := range panels {
		at := slices.IndexFunc(lines, func(l Line) bool { return middle(l.Box) > s.Y1 && overlapX(l.Box, s) > 0 })
		if at < 0 {
			at = len(lines)
		}
		lines = slices.Insert(lines, at, groupedLines(owned[k], page.Number)...)
	}
	return lines
}
