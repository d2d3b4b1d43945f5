package pagestest

import (
	"compress/gzip"
	"fmt"
	"io"
	"math"

	"predate"
)

// Paper is a file that is kept as its pages.
type Paper struct {
	Name  string
	Hash  predate.Hash // of the file
	Pages []predate.Page
}

// Write writes papers. It refuses a page that was recognised, left or not read.
func Write(to io.Writer, papers []Paper) error {
	packed, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := writer{to: packed}
	for _, p := range papers {
		w.line("paper %s %s", p.Hash, p.Name)
		for i, page := range p.Pages {
			if page.OCR || page.Left || page.Turn != 0 || page.Unreadable != "" || page.Number != i+1 {
				return fmt.Errorf("keep %s: page %d is not printed text", p.Name, page.Number)
			}
			w.page(page)
		}
	}
	if w.err != nil {
		return w.err
	}
	return packed.Close()
}

// writer writes lines. Boxes are written as their way from the one before, which
// repeats from line to line of a table.
type writer struct {
	to  io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.to, format+"\n", args...)
	}
}

func (w *writer) page(page predate.Page) {
	w.line("page %d %d", hundredths(page.Width), hundredths(page.Height))
	var last place
	for _, word := range page.Words {
		mark := "w"
		if word.Bold {
			mark = "b"
		}
		w.line("%s %s %d %s", mark, last.to(word.Box), hundredths(word.Size), word.Text)
	}
	last = place{}
	for _, rule := range page.Rules {
		w.line("r %s", last.to(rule.Box))
	}
}

// place is where the box before ended and on which height it began, in hundredths of a
// point.
type place struct{ x, y int }

// to is the way to a box, its width and its height; the place moves there.
func (p *place) to(b predate.Box) string {
	x0, y0, x1, y1 := hundredths(b.X0), hundredths(b.Y0), hundredths(b.X1), hundredths(b.Y1)
	way := fmt.Sprintf("%d %d %d %d", x0-p.x, y0-p.y, x1-x0, y1-y0)
	*p = place{x1, y0}
	return way
}

func hundredths(points float64) int { return int(math.Round(100 * points)) }
