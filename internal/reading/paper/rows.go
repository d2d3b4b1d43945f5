package paper

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// WordsBetween returns the words of a row between two abscissas that belong to no
// amount.
func WordsBetween(r Row, left, right float64) []predate.Word {
	var out []predate.Word
	for _, w := range r.Words {
		if w.Box.X0 >= left-0.5 && w.Box.X1 <= right+0.5 && !InAmounts(w, r.Amounts) {
			out = append(out, w)
		}
	}
	return out
}

// TypeSize is the size of a row's type in points.
func (r Row) TypeSize() float64 { return max(r.Size(), 5) }

// HasAmountRight reports whether a row prints an amount to the right of a box, not
// far.
func HasAmountRight(r Row, box predate.Box) bool {
	for _, a := range r.Amounts {
		if a.Box.X0 >= box.X0 {
			return true
		}
	}
	return false
}

// SameEdge reports whether two boxes begin at one abscissa.
func SameEdge(a, b predate.Box) bool { return a.X0-b.X0 < 1.5 && b.X0-a.X0 < 1.5 }

// InAmounts reports whether a word is a part of one of some amounts.
func InAmounts(w predate.Word, amounts []layout.Amount) bool {
	for _, a := range amounts {
		if w.Box.X0 >= a.Box.X0-0.5 && w.Box.X1 <= a.Box.X1+0.5 {
			return true
		}
	}
	return false
}

// CountLetters returns how many letters a text has, whatever their accents.
func CountLetters(s string) int {
	n := 0
	for _, r := range fold.Text(s) {
		if r >= 'a' && r <= 'z' {
			n++
		}
	}
	return n
}

// Distance is how far apart two boxes are vertically, middle to middle.
func Distance(a, b predate.Box) float64 {
	d := (a.Y0 + a.Y1 - b.Y0 - b.Y1) / 2
	return max(d, -d)
}

// Joined returns the text of words with one space between them.
func Joined(words []predate.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// Cell makes one cell of words of a page.
func Cell(words []predate.Word, page int) layout.Cell {
	c := layout.Cell{Text: Joined(words), Page: page}
	for _, w := range words {
		c.Box = c.Box.Union(w.Box)
	}
	return c
}

// WordsIn returns the words of a line that stand within a box from left to right.
func WordsIn(line layout.Line, box predate.Box) []predate.Word {
	return slices.DeleteFunc(slices.Clone(line.Words), func(w predate.Word) bool {
		return w.Box.X0 < box.X0-0.5 || w.Box.X1 > box.X1+0.5
	})
}

// Overlapped reports whether two boxes share a part of their width.
func Overlapped(a, b predate.Box) bool { return a.X0 < b.X1 && b.X0 < a.X1 }

// HasAny reports whether a folded text has one of some words.
func HasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return fold.Has(text, w) })
}

// OnRow reports whether the middle of a box stands on a row.
func OnRow(b predate.Box, r Row) bool {
	middle := (b.Y0 + b.Y1) / 2
	return middle > r.Box.Y0-1 && middle < r.Box.Y1+1
}
