package layouttest

import (
	"strings"

	"predate"
	"predate/internal/reading/layout"
)

// Sketch makes a document of monospaced text, one string a page. A tab at the
// beginning of a line counts for nothing.
func Sketch(pages ...string) layout.Doc {
	return layout.Analyse(Pages(pages...))
}

// Pages makes the pages of Sketch.
func Pages(pages ...string) []predate.Page {
	var out []predate.Page
	for i, text := range pages {
		page := predate.Page{Number: i + 1, Width: 600, Height: 800}
		for row, line := range strings.Split(strings.TrimSpace(text), "\n") {
			page.Words = append(page.Words, words(strings.TrimLeft(line, "\t"), 20+12*float64(row))...)
		}
		out = append(out, page)
	}
	return out
}

// words sets a line at a height: five points a character.
func words(line string, y float64) []predate.Word {
	var out []predate.Word
	column := 0
	for _, word := range strings.SplitAfter(line, " ") {
		if bare := strings.TrimRight(word, " "); bare != "" {
			x, n := 20+5*float64(column), float64(len([]rune(bare)))
			out = append(out, predate.Word{Text: bare, Size: 8, Box: predate.Box{X0: x, Y0: y, X1: x + 5*n - 0.5, Y1: y + 8}})
		}
		column += len([]rune(word))
	}
	return out
}
