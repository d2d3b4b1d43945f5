package layout

import (
	"slices"
	"strings"
	"unicode"

	"predate"
)

// nature of a segment: what a column of such segments is aligned on.
type nature int

const (
	natureText nature = iota
	natureNumber
	natureDate
	natureAmount
)

// segment is a part of a line that stands apart: a cell, or several cells that
// touch, or a whole sentence.
type segment struct {
	words  []predate.Word
	box    predate.Box
	nature nature
	right  float64 // the edge that aligns it: of the amount without its mark
	bold   bool
}

func (s segment) text() string { return joinWords(s.words) }

// band is a line cut into segments.
type band struct {
	Line
	segments []segment
}

// bandsOf cuts every line of a page at wide gaps and at the ruling lines that
// stand between two words.
func bandsOf(page Page) []band {
	upright := uprightRules(page.Rules)
	bands := make([]band, 0, len(page.Lines))
	for _, l := range page.Lines {
		b := band{Line: l}
		for _, words := range splitWords(l, 0) {
			for _, part := range splitAtRules(words, upright) {
				b.segments = append(b.segments, splitAmounts(l.with(part))...)
			}
		}
		bands = append(bands, b)
	}
	return bands
}

// uprightRules keeps the rules that may part columns.
func uprightRules(rules []predate.Rule) []predate.Box {
	var out []predate.Box
	for _, r := range rules {
		if r.Box.Height() > r.Box.Width() && r.Box.Height() >= 5 {
			out = append(out, r.Box)
		}
	}
	return out
}

// splitAtRules cuts words where an upright rule crosses their line.
func splitAtRules(words []predate.Word, upright []predate.Box) [][]predate.Word {
	var out [][]predate.Word
	start := 0
	for i := 1; i < len(words); i++ {
		a, b := words[i-1].Box, words[i].Box
		crossed := slices.ContainsFunc(upright, func(r predate.Box) bool {
			x := (r.X0 + r.X1) / 2
			return x > a.X1-1 && x < b.X0+1 && r.Y0 < middle(a) && r.Y1 > middle(a)
		})
		if crossed {
			out = append(out, words[start:i])
			start = i
		}
	}
	return append(out, words[start:])
}

// splitAmounts cuts between amounts that touch, where nothing else is printed.
func splitAmounts(line Line) []segment {
	words, found := line.Words, Amounts(line)
	if len(found) < 2 || !onlyAmounts(words, found) {
		return []segment{segmentOf(words, found)}
	}
	var out []segment
	start := 0
	for i := 1; i <= len(words); i++ {
		begins := i < len(words) && slices.ContainsFunc(found, func(a Amount) bool { return words[i].Box.X0 == a.Box.X0 })
		if i == len(words) || begins {
			part := words[start:i]
			out = append(out, segmentOf(part, Amounts(line.with(part))))
			start = i
		}
	}
	return out
}

// onlyAmounts says that every word belongs to an amount or is its mark.
func onlyAmounts(words []predate.Word, found []Amount) bool {
	for _, w := range words {
		inside := slices.ContainsFunc(found, func(a Amount) bool {
			return w.Box.X0 >= a.Box.X0-0.1 && w.Box.X1 <= a.Box.X1+0.1
		})
		if !inside && !isMark(w.Text) {
			return false
		}
	}
	return true
}

func segmentOf(words []predate.Word, found []Amount) segment {
	line := lineOf(words, 0)
	s := segment{words: words, box: line.Box, right: line.Box.X1, bold: true}
	for _, w := range words {
		s.bold = s.bold && w.Bold
	}
	switch {
	case len(found) == 1 && onlyAmounts(words, found):
		s.nature, s.right = natureAmount, found[0].Box.X1
	case len(words) > 4 || !strings.ContainsAny(s.text(), "0123456789"):
	case isDateOnly(s.text()):
		s.nature = natureDate
	case isNumber(s.text()):
		s.nature = natureNumber
	}
	return s
}

func isDateOnly(s string) bool {
	_, ok := ParseDate(s)
	return ok
}

// isNumber says that a text begins with figures and has little else: a count,
// a code, a percentage, a fraction.
func isNumber(s string) bool {
	if first := strings.TrimLeft(s, "-+−(€ "); first == "" || first[0] < '0' || first[0] > '9' {
		return false
	}
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= digits/2
}

// hasAmount says that a segment of the line is an amount.
func (b band) hasAmount() bool {
	return slices.ContainsFunc(b.segments, func(s segment) bool { return s.nature == natureAmount })
}

// allBold says that the whole line is bold.
func (b band) allBold() bool {
	return !slices.ContainsFunc(b.segments, func(s segment) bool { return !s.bold })
}
