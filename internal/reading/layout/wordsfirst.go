package layout

import (
	"cmp"
	"reflect"
	"slices"

	"predate"
)

// WordsFirst is the document with the words of tables that print their amounts
// before them put left of everything, where readers look for them; the document
// itself when it has no such table. To make room, all that is printed stands
// further right: Moved says where.
func (d Doc) WordsFirst() (Doc, Moved) {
	m := mover{tables: make([][]fronted, len(d.Pages))}
	most := 0
	for i, p := range d.Pages {
		m.tables[i] = frontedIn(p.Lines)
		for k := range m.tables[i] {
			t := &m.tables[i][k]
			most = max(most, len(t.rows))
			m.room = max(m.room, t.span(p.Lines))
		}
	}
	if most < sureRows {
		return d, Moved{}
	}
	out := Doc{Pages: slices.Clone(d.Pages), memo: &memo{kept: map[reflect.Type]any{}}}
	m.moved.room = m.room
	for i, p := range d.Pages {
		page := &out.Pages[i]
		page.Lines, page.Repeated = make([]Line, len(p.Lines)), nil
		for k, l := range p.Lines {
			page.Lines[k] = m.line(i, k, l)
			if slices.ContainsFunc(p.Repeated, func(r Line) bool { return r.Box == l.Box }) {
				page.Repeated = append(page.Repeated, page.Lines[k])
			}
		}
	}
	return out, m.moved
}

// mover puts the labels of the tables of a document left of what it prints.
type mover struct {
	tables [][]fronted // by page
	room   float64     // points that labels take
	moved  Moved
}

// span gives the labels of a table the place where they go, as they are printed
// beside one another, and returns the width that they take.
func (t *fronted) span(lines []Line) float64 {
	const apart = 12 // points between labels and the page
	for _, l := range lines[t.first : t.last+1] {
		for _, p := range piecesOf(l) {
			if t.labels(l, p) {
				t.by = max(t.by, p.box.X1+apart)
			}
		}
	}
	return t.by
}

// line moves the words of a line.
func (m *mover) line(page, i int, l Line) Line {
	k := slices.IndexFunc(m.tables[page], func(t fronted) bool { return i >= t.first && i <= t.last })
	words := slices.Clone(l.Words)
	for _, p := range piecesOf(l) {
		by := m.room
		if k >= 0 && m.tables[page][k].labels(l, p) {
			by -= m.tables[page][k].by
		}
		for w := p.from; w < p.to; w++ {
			words[w].Box.X0 += by
			words[w].Box.X1 += by
		}
		if k >= 0 {
			m.moved.words = append(m.moved.words, movedWords{page: l.Page, box: boxOf(words[p.from:p.to]), by: by})
		}
	}
	slices.SortStableFunc(words, func(a, b predate.Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	out := lineOf(words, l.Page)
	out.habit = l.habit
	for _, x := range l.bars {
		out.bars = append(out.bars, x+m.room)
	}
	return out
}

// Moved says where the words are printed that WordsFirst or Unwrapped put elsewhere; its
// zero value, that none were.
type Moved struct {
	words []movedWords // of the tables
	room  float64      // how much further left all others are printed
}

// Any reports whether words were put elsewhere.
func (m Moved) Any() bool { return m.room > 0 || len(m.words) > 0 }

// movedWords is what stands apart on one line of a table.
type movedWords struct {
	page int
	box  predate.Box // where readers find it
	by   float64     // how much further left it is printed
	down float64     // and how much higher
}

// Restore gives the evidence of figures the places where it is printed.
func (m Moved) Restore(figures []predate.Figure) {
	if !m.Any() {
		return
	}
	for i := range figures {
		figures[i].Evidence = slices.Clone(figures[i].Evidence)
		for k, e := range figures[i].Evidence {
			figures[i].Evidence[k].Box = m.printed(e.Page, e.Box)
		}
	}
}

// printed is where what stands in a box is printed: the words of tables in it where
// they are, anything else further left.
func (m Moved) printed(page int, box predate.Box) predate.Box {
	var out predate.Box
	for _, w := range m.words {
		if w.page != page || overlapX(w.box, box) <= 0 || overlapY(w.box, box) <= 0.5*min(w.box.Height(), box.Height()) {
			continue
		}
		out = out.Union(predate.Box{X0: max(w.box.X0, box.X0) - w.by, X1: min(w.box.X1, box.X1) - w.by, Y0: max(w.box.Y0, box.Y0) - w.down, Y1: min(w.box.Y1, box.Y1) - w.down})
	}
	if out == (predate.Box{}) && box != out {
		out = predate.Box{X0: box.X0 - m.room, X1: box.X1 - m.room, Y0: box.Y0, Y1: box.Y1}
	}
	return out
}
