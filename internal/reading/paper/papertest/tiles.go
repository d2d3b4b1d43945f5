package papertest

import (
	"strings"

	"predate"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
)

// Tiles sets lines of cells, each from its place, at heights of their own:
// "y|x words|x words".
func Tiles(lines []string) layout.Doc {
	page := predate.Page{Number: 1, Width: 595, Height: 842}
	for _, line := range lines {
		cells := strings.Split(line, "|")
		y := number(cells[0])
		for _, cell := range cells[1:] {
			at, words, _ := strings.Cut(cell, " ")
			x := number(at)
			for _, w := range strings.Fields(words) {
				width := 4.6 * float64(len([]rune(w)))
				page.Words = append(page.Words, predate.Word{Text: w, Size: 9, Box: predate.Box{X0: x, Y0: y, X1: x + width, Y1: y + 9}})
				x += width + 2.5
			}
		}
	}
	return layout.Analyse([]predate.Page{page})
}

func number(s string) float64 {
	n, _ := fraction.Number(s)
	return float64(n)
}
