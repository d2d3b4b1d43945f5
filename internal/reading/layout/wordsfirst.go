package layout

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"predate"
)

// WordsFirst is the document with the words of tables that print their amounts
// before them put left of the amounts, where readers look for them; the
// document itself when it has no such table. Amounts stay where they are. Words
// that were put elsewhere stand left of the page, at negative abscissas: Moved
// says where they are printed.
func (d Doc) WordsFirst() (Doc, Moved) {
	tables := make([][]fronted, len(d.Pages))
	most := 0
	for i, p := range d.Pages {
		tables[i] = frontedIn(p.Lines)
		for _, t := range tables[i] {
			most = max(most, len(t.rows))
		}
	}
	if most < sureRows {
		return d, nil
	}
	out := Doc{Pages: slices.Clone(d.Pages), memo: &memo{kept: map[reflect.Type]any{}}}
	var moved Moved
	for i, p := range d.Pages {
		m := mover{page: p.Number, lines: slices.Clone(p.Lines)}
		for _, t := range tables[i] {
			m.move(t)
		}
		out.Pages[i].Lines, out.Pages[i].Repeated = m.lines, nil
		for k, l := range p.Lines {
			if slices.ContainsFunc(p.Repeated, func(r Line) bool { return r.Box == l.Box }) {
				out.Pages[i].Repeated = append(out.Pages[i].Repeated, m.lines[k])
			}
		}
		moved = append(moved, m.moved...)
	}
	return out, moved
}

// Moved lists the words that WordsFirst put elsewhere.
type Moved []movedWords

// movedWords is a stretch of one line.
type movedWords struct {
	page int
	box  predate.Box // where readers find it
	by   float64     // how much further right it is printed
	rest float64     // where the words of its line begin that are not moved
}

// Restore gives every box that holds moved words the place where they are printed.
func (m Moved) Restore(figures []predate.Figure) {
	for _, f := range figures {
		for k := range f.Evidence {
			f.Evidence[k].Box = m.printed(f.Evidence[k].Page, f.Evidence[k].Box)
		}
	}
}

// printed is where what stands in a box is printed.
func (m Moved) printed(page int, box predate.Box) predate.Box {
	if box.X0 >= 0 {
		return box
	}
	var out predate.Box
	rest := math.Inf(1)
	for _, w := range m {
		if w.page != page || overlapX(w.box, box) <= 0 || overlapY(w.box, box) <= 0.5*min(w.box.Height(), box.Height()) {
			continue
		}
		part := predate.Box{X0: max(w.box.X0, box.X0) + w.by, X1: min(w.box.X1, box.X1) + w.by, Y0: max(w.box.Y0, box.Y0), Y1: min(w.box.Y1, box.Y1)}
		out, rest = out.Union(part), min(rest, w.rest)
	}
	if box.X1 > rest {
		out = out.Union(predate.Box{X0: rest, X1: box.X1, Y0: box.Y0, Y1: box.Y1})
	}
	return out
}

// mover puts the words of the tables of one page left of it.
type mover struct {
	page  int
	lines []Line
	moved Moved
}

// move puts the labels of a table left of the page, as they are printed beside one
// another.
func (m *mover) move(t fronted) {
	const apart = 12 // points between what is moved and the page
	by := 0.0
	for _, l := range m.lines[t.first : t.last+1] {
		for _, p := range piecesOf(l) {
			if t.labels(l, p) {
				by = max(by, p.box.X1+apart)
			}
		}
	}
	for i := t.first; i <= t.last; i++ {
		l := m.lines[i]
		words, rest, from := slices.Clone(l.Words), math.Inf(1), len(m.moved)
		for _, p := range piecesOf(l) {
			if !t.labels(l, p) {
				rest = min(rest, p.box.X0)
				continue
			}
			for k := p.from; k < p.to; k++ {
				words[k].Box.X0 -= by
				words[k].Box.X1 -= by
			}
			m.moved = append(m.moved, movedWords{page: m.page, box: boxOf(words[p.from:p.to]), by: by})
		}
		for k := from; k < len(m.moved); k++ {
			m.moved[k].rest = rest
		}
		slices.SortStableFunc(words, func(a, b predate.Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		m.lines[i] = l.with(words)
		m.lines[i].habit = l.habit
	}
}
