package layout

import (
	"slices"
	"unicode"

	"predate"
)

// fronted is a table that prints amounts before the words that they are of: on
// each of its rows stand amounts, then words. What is right
// of the words, more amounts or another table, stands after them as everywhere.
type fronted struct {
	first, last int          // of its lines, with heads and wrapped words
	rows        []int        // lines that begin with amounts
	gap         [2]float64   // between the amounts and the words, free on every row
	label       float64      // where the words begin
	end         float64      // where what is no label of these amounts begins
	columns     [][2]float64 // of the amounts before the words
	by          float64      // how much further left its labels go
}

const (
	sureRows  = 3  // of a table that shows a document to print amounts first
	leastRows = 2  // of another one in such a document
	farRows   = 60 // points between two rows of one table
	inColumn  = 2  // points between the edges of cells of one column
	letters   = 3  // of a label
)

// piece is what stands apart on a line: an amount, a date, or words.
type piece struct {
	nature   pieceNature
	box      predate.Box
	from, to int  // its words
	typed    bool // a space after an amount, as in a sentence
}

type pieceNature int

const (
	someWords  pieceNature = iota
	someNumber             // or a date, or what has hardly a letter
	someMoney
)

// piecesOf cuts a line into amounts, dates and words. An amount in a sentence is of
// its words.
func piecesOf(l Line) []piece {
	amounts := Amounts(l)
	var out []piece
	at := 0
	for _, words := range splitWords(l, 0) {
		end := at + len(words)
		for at < end {
			k := slices.IndexFunc(amounts, func(a Amount) bool { return holds(a.Box, l.Words[at].Box) })
			if k < 0 {
				break
			}
			from := at
			for at < end && holds(amounts[k].Box, l.Words[at].Box) {
				at++
			}
			out = append(out, piece{nature: someMoney, box: boxOf(l.Words[from:at]), from: from, to: at})
		}
		if at < end {
			out = append(out, piece{natureOf(l.Words[at:end]), boxOf(l.Words[at:end]), at, end, at > end-len(words)})
		}
		at = end
	}
	return out
}

// holds reports whether the middle of a word is in a box, in width.
func holds(b, word predate.Box) bool {
	x := (word.X0 + word.X1) / 2
	return x > b.X0-0.1 && x < b.X1+0.1
}

func boxOf(words []predate.Word) predate.Box {
	var b predate.Box
	for _, w := range words {
		b = b.Union(w.Box)
	}
	return b
}

// natureOf tells numbers and dates from words, which begin with a letter.
func natureOf(words []predate.Word) pieceNature {
	text := joinWords(words)
	n := 0
	for i, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
		if i == 0 && unicode.IsDigit(r) {
			return someNumber
		}
	}
	if n < letters {
		return someNumber
	}
	return someWords
}

// front is how a row begins: where its first amounts end, and where the words after
// them begin.
func front(pieces []piece) (end, label float64, ok bool) {
	k := 0
	for k < len(pieces) && pieces[k].nature == someMoney {
		k++
	}
	if k == 0 || k == len(pieces) || pieces[k].typed {
		return 0, 0, false
	}
	for _, p := range pieces[k:] {
		if p.nature == someMoney {
			break
		}
		if p.nature == someWords {
			return pieces[k-1].box.X1, pieces[k].box.X0, true
		}
	}
	return 0, 0, false
}

// frontedIn finds the tables of a page that print their amounts first.
func frontedIn(lines []Line) []fronted {
	var out []fronted
	var t fronted
	shut := func() {
		if len(t.rows) >= leastRows && t.aligned(lines) {
			t.bound(lines)
			t.widen(lines, out)
			out = append(out, t)
		}
		t = fronted{}
	}
	for i, l := range lines {
		pieces := piecesOf(l)
		end, label, ok := front(pieces)
		switch {
		case ok && len(t.rows) > 0 && t.takes(end, label) && l.Box.Y0-lines[t.last].Box.Y1 < farRows && l.Box.Y0 > lines[t.last].Box.Y0:
			t.rows, t.last = append(t.rows, i), i
			t.gap, t.label = [2]float64{max(t.gap[0], end), min(t.gap[1], label)}, min(t.label, label)
		case ok:
			shut()
			t = fronted{first: i, last: i, rows: []int{i}, gap: [2]float64{end, label}, label: label}
		case len(t.rows) > 0 && t.barred(pieces):
			shut()
		case len(t.rows) > 0 && t.goesOn(pieces) && l.Box.Y0-lines[t.last].Box.Y1 < farRows && l.Box.Y0 > lines[t.last].Box.Y0:
			t.last = i
		}
	}
	shut()
	return out
}

// takes reports whether a row leaves the same gap free as those before it.
func (t fronted) takes(end, label float64) bool {
	return max(t.gap[0], end)+1 < min(t.gap[1], label)
}

// barred reports whether a line shows that the table is another one: it has
// amounts, and words or dates left of them where this one has amounts.
func (t fronted) barred(pieces []piece) bool {
	return pieces[0].nature != someMoney && pieces[0].box.X0 < t.gap[0]-inColumn &&
		slices.ContainsFunc(pieces, func(p piece) bool { return p.nature == someMoney })
}

// goesOn reports whether a line is one of the table's own without amounts before
// its words: it begins with words, and has amounts after them.
func (t fronted) goesOn(pieces []piece) bool {
	for k, p := range pieces {
		if p.nature == someMoney {
			return k > 0 && pieces[k-1].box.X0 > t.gap[0]
		}
	}
	return false
}

// aligned reports whether two rows end their amounts at one abscissa and two begin
// their words at one.
func (t fronted) aligned(lines []Line) bool {
	var ends, labels []float64
	for _, i := range t.rows {
		end, label, _ := front(piecesOf(lines[i]))
		ends, labels = append(ends, end), append(labels, label)
	}
	return twice(ends) && twice(labels)
}

func twice(edges []float64) bool {
	for k, a := range edges {
		if slices.ContainsFunc(edges[k+1:], func(b float64) bool { return near(a, b, inColumn) }) {
			return true
		}
	}
	return false
}
