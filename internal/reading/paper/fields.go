package paper

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/fraction"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Field finds the first value printed after a label that names one of the
// concepts, tried in order: beside it on the line, behind a colon or leader
// dots, or below it.
func (p Paper) Field(ids ...lexicon.ID) (layout.Cell, bool) {
	for _, id := range ids {
		for i := range p.Rows {
			if value, ok := p.ValueAt(i, id); ok {
				return value, true
			}
		}
	}
	return layout.Cell{}, false
}

// ValueAt reads the value of a label that begins a segment of row i.
func (p Paper) ValueAt(i int, id lexicon.ID) (layout.Cell, bool) {
	segments := p.Rows[i].Segments(0)
	for k, segment := range segments {
		words := WordsIn(p.Rows[i].Line, segment.Box)
		named := p.Doc.Named(words, id)
		if named == 0 {
			continue
		}
		if value, ok := behindColon(words, named, p.Rows[i].Page); ok {
			return value, true
		}
		if value, ok := tightNumber(words, named, p.Rows[i].Page); ok {
			return value, true
		}
		if value, ok, told := p.ValueOnCard(i, segment); told {
			return value, ok
		}
		if k+1 < len(segments) && !p.isLabel(segments[k+1]) {
			if value, ok := bare(segments[k+1]); ok {
				return value, true
			}
			if k+2 < len(segments) {
				return bare(segments[k+2])
			}
		}
		return p.besideOrBelow(i, segment)
	}
	return layout.Cell{}, false
}

// Named returns how many words name a concept, where they begin with it; none
// where a longer form means another thing of the same role.
func (w Meaning) Named(printed []predate.Word, id lexicon.ID) int {
	texts := make([]string, len(printed))
	for i, one := range printed {
		texts[i] = one.Text
	}
	starts := w.Words.Starts(w.Words.Words(texts), lexicon.Context{Kind: w.Kind})
	at := slices.IndexFunc(starts, func(s lexicon.Span) bool { return s.Concept == id })
	if at < 0 || slices.ContainsFunc(starts[:at], func(s lexicon.Span) bool { return s.Role == starts[at].Role && s.To > starts[at].To }) {
		return 0
	}
	return starts[at].To
}

// isLabel reports whether a cell is the label of another value, as on cards that
// stand side by side, each with its value below: it says so and nothing else, or
// begins as the labels of the statutory papers do.
func (p Paper) isLabel(c layout.Cell) bool {
	return slices.ContainsFunc(p.Doc.Words.Starts(p.Doc.Words.Text(c.Text), lexicon.Context{Kind: p.Doc.Kind}), func(s lexicon.Span) bool {
		return s.Concept == "label_opening" || s.Role == lexicon.Label && s.Whole
	})
}

// bare is a cell without leading colon or dots; false when nothing is left.
func bare(c layout.Cell) (layout.Cell, bool) {
	c.Text = strings.TrimSpace(strings.TrimLeft(c.Text, " .:…_"))
	return c, c.Text != ""
}

// behindColon reads "Label : value" printed as one run of words, or
// "Label ......... value".
func behindColon(words []predate.Word, named, page int) (layout.Cell, bool) {
	for i := named - 1; i < len(words); i++ {
		if !strings.HasSuffix(words[i].Text, ":") && !leader(words[i].Text) {
			continue
		}
		if i+1 == len(words) {
			return layout.Cell{}, false
		}
		return bare(Cell(words[i+1:], page))
	}
	return layout.Cell{}, false
}

// tightNumber reads "Label 24", a number that only a little more than a space
// parts from the label: the wider gap tells it from a number of the label.
func tightNumber(words []predate.Word, named, page int) (layout.Cell, bool) {
	n := len(words)
	if n < 3 || n-1 < named {
		return layout.Cell{}, false
	}
	if _, ok := fraction.Number(words[n-1].Text); !ok {
		return layout.Cell{}, false
	}
	last, usual := words[n-1].Box.X0-words[n-2].Box.X1, 0.0
	for i := 1; i < n-1; i++ {
		usual = max(usual, words[i].Box.X0-words[i-1].Box.X1)
	}
	if last <= 1.3*usual {
		return layout.Cell{}, false
	}
	return Cell(words[n-1:], page), true
}

func leader(word string) bool {
	return strings.HasSuffix(word, "...") || strings.HasSuffix(word, "…") || word == ".."
}

// besideOrBelow reads the value of a label that has none on its line: the cell
// to its right that a label of two lines is centred on, or the cell under it.
func (p Paper) besideOrBelow(i int, label layout.Cell) (layout.Cell, bool) {
	reach := 1.5 * max(p.Rows[i].Size(), label.Box.Height())
	for _, j := range []int{i + 1, i - 1} {
		if j < 0 || j >= len(p.Rows) || p.Rows[j].Page != label.Page || Distance(p.Rows[j].Box, label.Box) > reach {
			continue
		}
		segments := p.Rows[j].Segments(0)
		if slices.ContainsFunc(segments, func(c layout.Cell) bool { return c.Box.X0 < label.Box.X1 && label.Box.X0 < c.Box.X1 }) {
			continue // another label, with a value of its own
		}
		for _, c := range segments {
			if c.Box.X0 >= label.Box.X1 {
				return bare(c)
			}
		}
	}
	return p.Stacked(i, label)
}

// Stacked reads what stands right over or right under a label, as on cards:
// whichever is nearer, since a card keeps its two lines together. What is a
// label itself is no value, and at equal distance neither is.
func (p Paper) Stacked(i int, label layout.Cell) (layout.Cell, bool) {
	above, up := p.aligned(i, label, -1)
	below, down := p.aligned(i, label, +1)
	switch {
	case up < down*0.8:
		return bare(above)
	case down < up*0.8:
		return bare(below)
	}
	return layout.Cell{}, false
}

// aligned finds the nearest cell in a direction that begins where the label
// begins, and its distance in heights of the type; far away when there is none.
func (p Paper) aligned(i int, label layout.Cell, step int) (layout.Cell, float64) {
	const far = 1e6
	height := max(label.Box.Height(), 4)
	for j := i + step; j >= 0 && j < len(p.Rows) && j*step <= (i+3*step)*step; j += step {
		if p.Rows[j].Page != label.Page {
			break
		}
		for _, c := range p.Rows[j].Segments(0) {
			if d := c.Box.X0 - label.Box.X0; d > 0.6*height || d < -0.6*height {
				continue
			}
			white := max(c.Box.Y0-label.Box.Y1, label.Box.Y0-c.Box.Y1)
			if p.isLabel(c) || white > 1.6*height {
				return layout.Cell{}, far
			}
			return c, max(white/height, 0.05)
		}
	}
	return layout.Cell{}, far
}

// DateField reads a day after one of the labels.
func (p Paper) DateField(ids ...lexicon.ID) (predate.Date, layout.Cell, bool) {
	for _, id := range ids {
		for i := range p.Rows {
			value, ok := p.ValueAt(i, id)
			if !ok {
				continue
			}
			if days := layout.DatesIn(value.Text); len(days) == 1 {
				return days[0], value, true
			}
		}
	}
	return predate.Date{}, layout.Cell{}, false
}
