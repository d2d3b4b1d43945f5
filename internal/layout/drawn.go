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
		w = withoutDots(w)
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

// withoutDots takes the leader off the end of a word.
func withoutDots(w predate.Word) predate.Word {
	text := strings.TrimRight(w.Text, ".·…_")
	if len([]rune(w.Text))-len([]rune(text)) < 4 {
		return w
	}
	return part(w, text, false)
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
	if text := strings.TrimLeft(w.Text, barMarks); text != w.Text {
		bar(w.Box.X0 + 0.5)
		w = part(w, text, true)
	}
	if text := strings.TrimRight(w.Text, barMarks); text != w.Text {
		bar(w.Box.X1 - 0.5)
		w = part(w, text, false)
	}
	return w, rules
}

// part is a word cut to some of its text, its box in proportion.
func part(w predate.Word, text string, atEnd bool) predate.Word {
	width := w.Box.Width() * float64(len([]rune(text))) / float64(max(1, len([]rune(w.Text))))
	if atEnd {
		w.Box.X0 = w.Box.X1 - width
	} else {
		w.Box.X1 = w.Box.X0 + width
	}
	w.Text = text
	return w
}
