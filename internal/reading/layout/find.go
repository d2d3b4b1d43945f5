package layout

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// Find returns the lines of the document that hold the phrase, compared folded
// and without regard to spaces.
func (d Doc) Find(phrase string) []Line {
	var lines []Line
	for _, p := range d.Pages {
		lines = append(lines, p.Find(phrase)...)
	}
	return lines
}

// Find returns the lines of the page that hold the phrase, compared folded and
// without regard to spaces.
func (p Page) Find(phrase string) []Line {
	want := fold.Squeeze(phrase)
	var lines []Line
	for _, l := range p.Lines {
		if want != "" && strings.Contains(fold.Squeeze(l.Text()), want) {
			lines = append(lines, l)
		}
	}
	return lines
}

// Text is the text of the page, one line per line.
func (p Page) Text() string {
	out := ""
	for _, l := range p.Lines {
		out += l.Text() + "\n"
	}
	return out
}

// Place finds the words of the line that print the phrase.
func (l Line) Place(phrase string) (predate.Box, bool) {
	want := fold.Squeeze(phrase)
	if want == "" {
		return predate.Box{}, false
	}
	text, starts := "", make([]int, len(l.Words)+1)
	for i, w := range l.Words {
		starts[i] = len(text)
		text += fold.Squeeze(w.Text)
	}
	starts[len(l.Words)] = len(text)
	at := strings.Index(text, want)
	if at < 0 {
		return predate.Box{}, false
	}
	box := predate.Box{}
	for i, w := range l.Words {
		if starts[i] < at+len(want) && starts[i+1] > at {
			box = box.Union(w.Box)
		}
	}
	return box, true
}

// After returns the words of the line that stand to the right of the phrase, as
// a line of their own; false when the phrase is not on the line.
func (l Line) After(phrase string) (Line, bool) {
	box, ok := l.Place(phrase)
	if !ok {
		return Line{}, false
	}
	rest := slices.DeleteFunc(slices.Clone(l.Words), func(w predate.Word) bool { return w.Box.X0 < box.X1-0.5 })
	return l.with(rest), true
}

// Below returns what is printed under the box within reach points: the lines'
// segments that share some of its width, from top to bottom.
func (p Page) Below(box predate.Box, reach float64) []Cell {
	var cells []Cell
	for _, l := range p.Lines {
		if middle(l.Box) <= box.Y1 || l.Box.Y0 > box.Y1+reach {
			continue
		}
		for _, c := range l.Segments(0) {
			if overlapX(c.Box, box) > 0 {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// Right returns the segments on the line's right of the box, nearest first.
func (l Line) Right(box predate.Box) []Cell {
	rest := slices.DeleteFunc(slices.Clone(l.Words), func(w predate.Word) bool { return w.Box.X0 < box.X1-0.5 })
	return l.with(rest).Segments(0)
}

// with is a line of the same document that holds other words. A part of a line
// is as evenly spaced as the whole, though too short to show it.
func (l Line) with(words []predate.Word) Line {
	out := lineOf(words, l.Page)
	out.habit, out.bars = l.habit, l.bars
	out.habit.mono = l.listing()
	return out
}

func lineOf(words []predate.Word, page int) Line {
	l := Line{Words: words, Page: page}
	for _, w := range words {
		l.Box = l.Box.Union(w.Box)
	}
	return l
}
