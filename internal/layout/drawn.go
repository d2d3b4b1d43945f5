package layout

import (
	"strings"

	"predate"
)

// Listings draw their lines with characters: rows of dashes, bars between
// columns, dots that lead from a label to its amount. These are no words.

// leaderMarks are what level lines and leaders are drawn with; barMarks part
// columns.
const (
	leaderMarks = ".-_=*·…—–─━═+"
	barMarks    = "|!¦│┃║"
)

// isLeader says that a word is a drawn level line or a leader.
func isLeader(text string) bool {
	runes := []rune(text)
	if len(runes) < 2 || len(runes) < 4 && !strings.ContainsAny(text, "…─━═") {
		return false
	}
	return strings.Trim(text, leaderMarks+barMarks) == "" && strings.Trim(text, barMarks) != ""
}

// barsOn counts the bars of a line, alone or stuck to a word.
func barsOn(words []predate.Word) int {
	n := 0
	for _, w := range words {
		if strings.Trim(w.Text, barMarks) == "" || strings.Trim(w.Text, barMarks) != w.Text {
			n++
		}
	}
	return n
}

// undrawn takes the drawn characters out of the words of a line and gives the
// rules that they stand for. A lone bar may be an exclamation; two part columns.
func undrawn(words []predate.Word) ([]predate.Word, []predate.Rule) {
	barred := barsOn(words) >= 2
	var kept []predate.Word
	var rules []predate.Rule
	for _, w := range words {
		if isLeader(w.Text) {
			if !strings.HasPrefix(w.Text, ".") && !strings.HasPrefix(w.Text, "…") {
				y := middle(w.Box)
				rules = append(rules, predate.Rule{Box: predate.Box{X0: w.Box.X0, X1: w.Box.X1, Y0: y, Y1: y}})
			}
			continue
		}
		parts := splitAtDots(w)
		kept, w = append(kept, parts[:len(parts)-1]...), parts[len(parts)-1]
		if barred {
			var bars []predate.Rule
			w, bars = withoutBars(w)
			rules = append(rules, bars...)
		}
		if w.Text != "" {
			kept = append(kept, w)
		}
	}
	return kept, rules
}

// splitAtDots takes the leaders out of a word: at its end, between a label and
// its amount, or before the amount, "......1".
func splitAtDots(w predate.Word) []predate.Word {
	const dots = ".·…_"
	var parts []predate.Word
	runes := []rune(w.Text)
	start := 0
	for i := 0; i < len(runes); {
		n := 0
		for i+n < len(runes) && strings.ContainsRune(dots, runes[i+n]) {
			n++
		}
		least := 3
		if i == 0 {
			least = 2 // nothing that is printed begins with two dots
		}
		if n < least {
			i += max(n, 1)
			continue
		}
		if i > start {
			parts = append(parts, slice(w, runes, start, i))
		}
		i += n
		start = i
	}
	if start < len(runes) || len(parts) == 0 {
		parts = append(parts, slice(w, runes, start, len(runes)))
	}
	return parts
}

// slice is the runes of a word from one to another, its box in proportion.
func slice(w predate.Word, runes []rune, from, to int) predate.Word {
	if from == 0 && to == len(runes) {
		return w
	}
	each := w.Box.Width() / float64(len(runes))
	w.Box.X0, w.Box.X1 = w.Box.X0+each*float64(from), w.Box.X0+each*float64(to)
	w.Text = string(runes[from:to])
	return w
}

// withoutBars takes the bars off both ends of a word, as upright rules.
func withoutBars(w predate.Word) (predate.Word, []predate.Rule) {
	var rules []predate.Rule
	bar := func(x float64) {
		rules = append(rules, predate.Rule{Box: predate.Box{X0: x, X1: x, Y0: w.Box.Y0 - 2, Y1: w.Box.Y1 + 2}})
	}
	if strings.Trim(w.Text, barMarks) == "" {
		bar((w.Box.X0 + w.Box.X1) / 2)
		w.Text = ""
		return w, rules
	}
	runes := []rune(w.Text)
	from, to := 0, len(runes)
	for from < to && strings.ContainsRune(barMarks, runes[from]) {
		from++
	}
	for to > from && strings.ContainsRune(barMarks, runes[to-1]) {
		to--
	}
	if from > 0 {
		bar(w.Box.X0 + 0.5)
	}
	if to < len(runes) {
		bar(w.Box.X1 - 0.5)
	}
	w = slice(w, runes, from, to)
	return w, rules
}
