package layout

import (
	"math"
	"slices"
)

// labels reports whether a piece of a line of the table is of its labels. What begins
// among the amounts and runs over their edge heads the lines under it, as does what
// stands over no column of amounts.
func (t fronted) labels(l Line, p piece) bool {
	switch {
	case p.box.X0 >= t.end-inColumn, p.box.X1 > t.end && p.box.X0 > (t.gap[1]+t.end)/2:
		return false
	case p.box.X0 >= t.gap[1]-inColumn:
		return true
	}
	return p.nature != someMoney && (p.box.X1 > t.gap[1]+inColumn || t.headed(l))
}

// headed reports whether a line is a heading: words alone, that stand over none of
// the first columns of amounts.
func (t fronted) headed(l Line) bool {
	pieces := piecesOf(l)
	if len(pieces) != 1 || pieces[0].nature == someMoney || pieces[0].box.X0 > t.gap[0] {
		return false
	}
	b := pieces[0].box
	return !slices.ContainsFunc(t.columns, func(c [2]float64) bool {
		return near(b.X1, c[1], inColumn) || near(b.X0+b.X1, c[0]+c[1], 2*inColumn) || b.X0 >= c[0]-inColumn && b.X1 <= c[1]+inColumn
	})
}

// bound finds the columns of the table: the amounts before its words, and what is right of these.
func (t *fronted) bound(lines []Line) {
	t.end = math.Inf(1)
	for i := t.first; i <= t.last; i++ {
		for _, p := range piecesOf(lines[i]) {
			switch {
			case p.nature == someMoney && p.box.X0 > t.gap[1]:
				t.end = min(t.end, p.box.X0)
			case p.nature == someMoney && p.box.X1 < t.gap[1]:
				t.column(p)
			}
		}
	}
	if x, ok := t.second(lines); ok {
		t.end = x
	}
}

// column adds an amount to the columns of amounts before the words.
func (t *fronted) column(p piece) {
	for k, c := range t.columns {
		if near(c[1], p.box.X1, inColumn) {
			t.columns[k][0] = min(c[0], p.box.X0)
			return
		}
	}
	t.columns = append(t.columns, [2]float64{p.box.X0, p.box.X1})
}

// second finds where another table begins that stands beside this one with its words
// before as many amounts: rows of one are there without a row of the other.
func (t fronted) second(lines []Line) (float64, bool) {
	first, other := t.wordColumns(lines)
	if other-first < 4*inColumn {
		return 0, false
	}
	same, alone, from := 0, 0, other
	for i := t.first; i <= t.last; i++ {
		before, after, mine, theirs := 0, 0, false, false
		pieces := piecesOf(lines[i])
		for k, p := range pieces {
			switch {
			case p.nature == someMoney && p.box.X1 < t.gap[1]:
				before++
			case p.nature == someMoney && p.box.X0 > other:
				after++
			case p.nature == someWords && near(p.box.X0, first, inColumn):
				mine = true
			case near(p.box.X0, other, inColumn):
				theirs = true
				if q := pieces[max(k-1, 0)]; q.nature == someNumber && q.box.X0 > first && t.label < first-inColumn {
					from = min(from, q.box.X0)
				}
			}
		}
		switch {
		case mine && theirs && before > 0 && before == after:
			same++
		case mine && before > 0 && !theirs && after == 0, theirs && after > 0 && !mine && before == 0:
			alone++
		}
	}
	return from, same > 0 && alone > 0
}

// wordColumns returns where the first and the last column of words begin that
// several lines have.
func (t fronted) wordColumns(lines []Line) (first, last float64) {
	var edges []float64
	for i := t.first; i <= t.last; i++ {
		for _, p := range piecesOf(lines[i]) {
			if p.nature == someWords && p.box.X0 >= t.gap[1]-inColumn && p.box.X0 < t.end {
				edges = append(edges, p.box.X0)
			}
		}
	}
	slices.Sort(edges)
	for k := 1; k < len(edges); k++ {
		if near(edges[k-1], edges[k], inColumn) {
			if first == 0 {
				first = edges[k-1]
			}
			last = edges[k]
		}
	}
	return first, last
}

// widen takes the heads over the table and the words that wrap under it into it,
// but for lines of tables before it.
func (t *fronted) widen(lines []Line, before []fronted) {
	const heads = 8 // lines
	top := 0
	if len(before) > 0 {
		top = before[len(before)-1].last + 1
	}
	for i, low := t.first-1, max(top, t.first-heads); i >= low; i-- {
		l := lines[i]
		pieces := piecesOf(l)
		if lines[i+1].Box.Y0-l.Box.Y1 > 1.5*l.Size() || hasMoney(l) && !t.goesOn(pieces) {
			break
		}
		t.first = i
		if t.headed(l) || slices.ContainsFunc(pieces, func(p piece) bool { return p.box.X0 < t.gap[0] && p.box.X1 > t.gap[1]+inColumn }) {
			break
		}
	}
	for i := t.last + 1; i < len(lines) && lines[i].Box.Y0-lines[i-1].Box.Y1 < lines[i].Size() && !hasMoney(lines[i]); i++ {
		if b := lines[i].Box; b.X0 < t.gap[1]-inColumn || b.X1 > t.end || b.Y0 < lines[i-1].Box.Y0 {
			break
		}
		t.last = i
	}
}

func hasMoney(l Line) bool { return len(Amounts(l)) > 0 }
