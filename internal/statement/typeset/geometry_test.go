package typeset

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// word is a word of a page as poppler sees it.
type word struct {
	XMin float64 `xml:"xMin,attr"`
	YMin float64 `xml:"yMin,attr"`
	XMax float64 `xml:"xMax,attr"`
	YMax float64 `xml:"yMax,attr"`
	Text string  `xml:",chardata"`
}

func wordsOf(t *testing.T, data []byte) [][]word {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(string(run(t, "pdftotext", "-bbox", write(t, data), "-"))))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	var pages [][]word
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return pages
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "page":
			pages = append(pages, nil)
		case "word":
			var w word
			if err := dec.DecodeElement(&w, &start); err != nil {
				t.Fatal(err)
			}
			pages[len(pages)-1] = append(pages[len(pages)-1], w)
		}
	}
}

// No word leaves the grid and no two words stand on one another, whatever the
// length of names and the size of amounts.
func TestNothingOverflows(t *testing.T) {
	for name, sample := range samples() {
		t.Run(name, func(t *testing.T) {
			s := sample()
			s.Order.TestMode = false // the mark crosses the text on purpose
			files := both(t, s, options())
			for i, page := range append(wordsOf(t, files["statement"]), wordsOf(t, files["proof"])...) {
				if len(page) < 10 {
					t.Errorf("page %d has only %d words", i+1, len(page))
				}
				for j, w := range page {
					if w.XMin < marginLeft-2 || w.XMax > rightEdge+1 || w.YMin < 20 || w.YMax > pageHeight-20 {
						t.Errorf("page %d: %q at (%.1f, %.1f)–(%.1f, %.1f) leaves the page", i+1, w.Text, w.XMin, w.YMin, w.XMax, w.YMax)
					}
					for _, v := range page[:j] {
						if overlap(w, v) {
							t.Errorf("page %d: %q and %q stand on one another at (%.1f, %.1f)", i+1, v.Text, w.Text, w.XMin, w.YMin)
						}
					}
				}
			}
		})
	}
}

// overlap says that the inner halves of two words' boxes meet: the boxes
// themselves are as high as the font, more than the leading.
func overlap(a, b word) bool {
	shrink := func(w word) word {
		dy := (w.YMax - w.YMin) * 0.28
		return word{XMin: w.XMin + 0.5, XMax: w.XMax - 0.5, YMin: w.YMin + dy, YMax: w.YMax - dy}
	}
	a, b = shrink(a), shrink(b)
	return a.XMin < b.XMax && b.XMin < a.XMax && a.YMin < b.YMax && b.YMin < a.YMax
}
