package layout

import (
	"math"
	"slices"
	"strings"

	"predate"
)

// mostLabelWords is how long a label may be.
const mostLabelWords = 10

// pairsOf finds labels with their values: after a colon, at the right on a
// line of its own, below the label, or above it in a larger type.
func pairsOf(page Page, bands []band) []Pair {
	var pairs []Pair
	for i, b := range bands {
		for k, s := range b.segments {
			if p, ok := colonPair(bands, i, k); ok {
				pairs = append(pairs, p)
				continue
			}
			if inHeader(page, s.box) {
				continue
			}
			if p, ok := sidePair(bands, i, k); ok {
				pairs = append(pairs, p)
			}
			if p, ok := stackedPair(bands, i, k); ok && !inRows(page, s.box) {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

func (s segment) cell(page int) Cell { return cellOf(s.words, page) }

// isLabel says that a segment may name a value.
func (s segment) isLabel() bool {
	return s.nature == natureText && len(s.words) <= mostLabelWords
}

// colonPair reads "label: value" in one segment, or a label that ends with a
// colon and takes what stands at its right or else below.
func colonPair(bands []band, i, k int) (Pair, bool) {
	b, s := bands[i], bands[i].segments[k]
	at := colonAt(s.words)
	if at < 0 || at >= mostLabelWords {
		return Pair{}, false
	}
	label := labelOf(s.words[:at+1], b.Page)
	if label.Text == "" {
		return Pair{}, false
	}
	switch {
	case at+1 < len(s.words):
		return Pair{label, cellOf(s.words[at+1:], b.Page)}, true
	case k+1 < len(b.segments):
		return Pair{label, valueOf(bands, i, k+1)}, true
	}
	if v, ok := below(bands, i, s.box); ok {
		return Pair{label, v.cell(b.Page)}, true
	}
	return Pair{}, false
}

// valueOf is the value that segment k of line i begins, with the lines under it
// that go on from the same edge while nothing stands at the label's place.
func valueOf(bands []band, i, k int) Cell {
	first := bands[i].segments[k]
	words, last := first.words, first.box
	from := 0.0
	if k > 0 {
		from = bands[i].segments[k-1].box.X0
	}
	for j := i + 1; j < len(bands) && len(bands[j].segments) < 3; j++ {
		next, alone := segment{}, true
		for _, s := range bands[j].segments {
			switch {
			case near(s.box.X0, first.box.X0, 2):
				next = s
			case s.box.X0 > from-3 && s.box.X0 < first.box.X0:
				alone = false
			}
		}
		tight := bands[j].Box.Y0-last.Y1 <= 0.35*last.Height()
		if !alone || !tight || next.nature == natureAmount || len(next.words) == 0 || next.bold != first.bold || colonAt(next.words) >= 0 {
			break
		}
		words, last = append(slices.Clone(words), next.words...), next.box
	}
	return cellOf(words, bands[i].Page)
}

// colonAt is the word at which a label ends with a colon, or -1. A colon
// inside a word, as in a time or an address, is none.
func colonAt(words []predate.Word) int {
	for i, w := range words {
		if strings.HasSuffix(w.Text, ":") {
			return i
		}
	}
	return -1
}

// labelOf is the cell of a label without its colon.
func labelOf(words []predate.Word, page int) Cell {
	c := cellOf(words, page)
	c.Text = strings.TrimSpace(strings.TrimSuffix(c.Text, ":"))
	return c
}

// sidePair reads a label and the value next to it on a line that holds one or
// two such couples and nothing else.
func sidePair(bands []band, i, k int) (Pair, bool) {
	b := bands[i]
	n := len(b.segments)
	if n != 2 && n != 4 || k%2 == 1 || !b.segments[k].isLabel() {
		return Pair{}, false
	}
	if n == 4 && !b.segments[2-k].isLabel() {
		return Pair{}, false
	}
	label := labelOf(b.segments[k].words, b.Page)
	label.Text = strings.TrimRight(label.Text, " .…_")
	return Pair{label, valueOf(bands, i, k+1)}, label.Text != ""
}

// stackedPair reads a value printed below its label, or above it when it is in
// a larger type, as cards do.
func stackedPair(bands []band, i, k int) (Pair, bool) {
	b, s := bands[i], bands[i].segments[k]
	if !s.isLabel() {
		return Pair{}, false
	}
	if v, ok := below(bands, i, s.box); ok && (v.nature != natureText || standsOut(v, s)) && !listed(bands, i, v) {
		return Pair{labelOf(s.words, b.Page), v.cell(b.Page)}, true
	}
	if v, ok := above(bands, i, s.box); ok && v.nature != natureText && v.words[0].Size > 1.15*s.words[0].Size {
		return Pair{labelOf(s.words, b.Page), v.cell(b.Page)}, true
	}
	return Pair{}, false
}

// standsOut says that a value is set in another type than its label.
func standsOut(value, label segment) bool {
	return value.bold && !label.bold || value.words[0].Size > 1.1*label.words[0].Size
}

// below finds the segment right under a box and aligned with it.
func below(bands []band, i int, box predate.Box) (segment, bool) {
	for j := i + 1; j < len(bands) && bands[j].Box.Y0-box.Y1 <= 1.6*box.Height(); j++ {
		if s, ok := alignedIn(bands[j], box); ok {
			return s, true
		}
	}
	return segment{}, false
}

// above finds the segment right over a box and aligned with it.
func above(bands []band, i int, box predate.Box) (segment, bool) {
	for j := i - 1; j >= 0 && box.Y0-bands[j].Box.Y1 <= 1.6*box.Height(); j-- {
		if s, ok := alignedIn(bands[j], box); ok {
			return s, true
		}
	}
	return segment{}, false
}

// alignedIn finds the segment of a line that shares an edge or the middle of a
// box.
func alignedIn(b band, box predate.Box) (segment, bool) {
	const within = 4
	for _, s := range b.segments {
		if overlapX(s.box, box) <= 0 {
			continue
		}
		left, right := math.Abs(s.box.X0-box.X0), math.Abs(s.box.X1-box.X1)
		centre := math.Abs(s.box.X0 + s.box.X1 - box.X0 - box.X1)
		if left <= within || right <= within || centre <= 2*within {
			return s, true
		}
	}
	return segment{}, false
}

// listed says that the value is the first of a column of values: the label
// heads a table.
func listed(bands []band, i int, v segment) bool {
	for j := i + 1; j < len(bands); j++ {
		if middle(bands[j].Box) <= v.box.Y1 {
			continue
		}
		next, ok := alignedIn(bands[j], v.box)
		return ok && next.nature != natureText && bands[j].Box.Y0-v.box.Y1 <= 1.2*v.box.Height()
	}
	return false
}

// inRows says that a segment is part of a row of a table under a heading.
func inRows(page Page, box predate.Box) bool {
	for _, t := range page.Tables {
		for _, r := range t.Rows {
			if t.Header != nil && overlapY(r.Box, box) > 0 && overlapX(r.Box, box) > 0 {
				return true
			}
		}
	}
	return false
}

// inHeader says that a segment is part of the header of a table.
func inHeader(page Page, box predate.Box) bool {
	for _, t := range page.Tables {
		for _, h := range t.Header {
			if h.Text != "" && overlapX(h.Box, box) > 0 && overlapY(h.Box, box) > 0 {
				return true
			}
		}
	}
	return false
}
