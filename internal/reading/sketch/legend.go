package sketch

import (
	"image"
	"image/color"
	"slices"

	"predate"
)

// legendEntry is one colour of the legend with what it stands for.
type legendEntry struct {
	name  string
	paint func(s *drawing, swatch image.Rectangle)
}

// legendOf names the colours that the page shows.
func legendOf(page predate.Page, read Read) []legendEntry {
	framed := func(c color.Color, thick int) func(*drawing, image.Rectangle) {
		return func(s *drawing, swatch image.Rectangle) { s.frame(swatch, c, thick) }
	}
	var entries []legendEntry
	if len(page.Words) > 0 {
		word := "mot lu"
		if page.OCR {
			word = "mot reconnu dans l’image"
		}
		entries = append(entries, legendEntry{word, framed(wordColour(), 1)})
	}
	if len(read.Columns) > 0 {
		entries = append(entries,
			legendEntry{"colonnes de montants", func(s *drawing, swatch image.Rectangle) {
				left, right := swatch, swatch
				left.Max.X = (swatch.Min.X + swatch.Max.X) / 2
				right.Min.X = left.Max.X
				s.wash(left, columnColour(0))
				s.wash(right, columnColour(1))
			}})
	}
	for _, fate := range []Fate{Chosen, SetAside, Contradicts} {
		if slices.ContainsFunc(read.Notes, func(n Note) bool { return n.Fate == fate }) {
			entries = append(entries, legendEntry{fate.name(), framed(fate.colour(), 2)})
		}
	}
	return entries
}

// The legend's measures, in pixels.
const (
	legendMargin = 10
	swatchWidth  = 28
	swatchGap    = 6
	entryGap     = 22
)

// legendRows fills rows with entries and tells the place of each.
func legendRows(w *writer, entries []legendEntry, width int) (places []image.Point, height int) {
	x, y := legendMargin, legendMargin
	for _, e := range entries {
		size := swatchWidth + swatchGap + w.width(e.name)
		if x > legendMargin && x+size > width-legendMargin {
			x, y = legendMargin, y+w.height()+4
		}
		places = append(places, image.Pt(x, y))
		x += size + entryGap
	}
	return places, y + w.height() + legendMargin
}

// legendHeight is what the legend adds below the page.
func legendHeight(w *writer, entries []legendEntry, width int) int {
	if len(entries) == 0 {
		return 0
	}
	_, height := legendRows(w, entries, width)
	return height
}

// legend writes what the colours stand for, below the page.
func (s *drawing) legend(entries []legendEntry) {
	places, _ := legendRows(s.writer, entries, s.canvas.Rect.Dx())
	top := s.page.Max.Y
	if len(entries) > 0 {
		s.wash(image.Rect(0, top, s.canvas.Rect.Dx(), top+1), color.NRGBA{120, 120, 120, 255})
	}
	for i, e := range entries {
		at := places[i].Add(image.Pt(0, top))
		e.paint(s, image.Rect(at.X, at.Y+1, at.X+swatchWidth, at.Y+s.writer.height()-2))
		s.writer.write(s.canvas, at.Add(image.Pt(swatchWidth+swatchGap, 0)), e.name, color.Black)
	}
}
