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

// isLeader reports whether a word is a drawn level line or a leader.
func isLeader(text string) bool {
	runes := []rune(text)
	if len(runes) < 2 || len(runes) < 4 && !strings.ContainsAny(text, "…─━═") {
		return false
	}
	return strings.Trim(text, leaderMarks+barMarks) == "" && strings.Trim(text, barMarks) != ""
}

// barsOn counts the bars of a line, alone or stuck to words.
func barsOn(words []predate.Word) int {
	n := 0
	for _, w := range words {
		if strings.ContainsAny(w.Text, barMarks) {
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
		if !barred {
			kept = append(kept, parts...)
			continue
		}
		for _, part := range parts {
			between, bars := splitAtBars(part)
			kept, rules = append(kept, between...), append(rules, bars...)
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

// splitAtBars returns what stands between the bars of a word, "450-1!Avance", and
// the bars as upright rules.
func splitAtBars(w predate.Word) ([]predate.Word, []predate.Rule) {
	runes := []rune(w.Text)
	each := w.Box.Width() / float64(max(len(runes), 1))
	var parts []predate.Word
	var rules []predate.Rule
	start := 0
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && !strings.ContainsRune(barMarks, runes[i]) {
			continue
		}
		if i > start {
			parts = append(parts, slice(w, runes, start, i))
		}
		if i < len(runes) {
			x := w.Box.X0 + each*(float64(i)+0.5)
			rules = append(rules, predate.Rule{Box: predate.Box{X0: x, X1: x, Y0: w.Box.Y0 - 2, Y1: w.Box.Y1 + 2}})
		}
		start = i + 1
	}
	return parts, rules
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
