package layout

import (
	"regexp"
	"slices"
	"strings"

	"predate"
)

// slashed is what some programs print for the narrow space between thousands
// when their font lacks it: «6 /689,50» is 6 689,50. A number after a slash with
// decimals is no base of a share, and neither are three zeros.
var (
	slashedGroup = regexp.MustCompile(`^/\d{3}(?:/\d{3})*(?:,\d{2}\D{0,3}|/?)$`)
	slashedWhole = regexp.MustCompile(`^[(+-]?\d{1,3}(?:/\d{3})+,\d{2}(?:\D{0,3})$`)
	slashedZeros = regexp.MustCompile(`^/000\b`)
)

// withoutSlashes rewrites thousands that are separated by a slash in the usual
// form.
func withoutSlashes(words []predate.Word) []predate.Word {
	words = withoutSpelling(words)
	var out []predate.Word
	for i, w := range words {
		text := w.Text
		switch {
		case slashedWhole.MatchString(text) && (strings.Contains(text, "€") || i+1 < len(words) && words[i+1].Text == "€"):
			text = strings.ReplaceAll(text, "/", ".")
		case i > 0 && slashedGroup.MatchString(text) && (strings.Contains(text, ",") || slashedZeros.MatchString(text) || followed(words, i)) && followsDigits(words[i-1], w):
			text = strings.ReplaceAll(text[1:], "/", ".")
		}
		if text == w.Text {
			continue
		}
		if out == nil {
			out = slices.Clone(words)
		}
		out[i].Text = text
	}
	if out == nil {
		return words
	}
	return out
}

// withoutSpelling joins amounts that are spelt character by character, as the same
// programs print all of a text in which a narrow space stands: «1 / 2 7 7 , 7 6».
func withoutSpelling(words []predate.Word) []predate.Word {
	spelt := func(i int) bool { return len(words[i].Text) == 1 && strings.Contains("0123456789/,", words[i].Text) }
	var out []predate.Word
	last := 0 // the first word that is not in out yet
	for i := 0; i < len(words); i++ {
		if !spelt(i) {
			continue
		}
		end, text, box := i+1, words[i].Text, words[i].Box
		for end < len(words) && spelt(end) && beside(words[end-1], words[end]) {
			text, box = text+words[end].Text, box.Union(words[end].Box)
			end++
		}
		if slashedWhole.MatchString(text) {
			whole := words[i]
			whole.Text, whole.Box = strings.ReplaceAll(text, "/", "."), box
			out, last = append(append(out, words[last:i]...), whole), end
		}
		i = end - 1
	}
	if last == 0 {
		return words
	}
	return append(out, words[last:]...)
}

// beside reports whether a word follows another one on its line, no further than
// a wide space.
func beside(before, w predate.Word) bool {
	near := w.Box.X0-before.Box.X1 < 0.8*max(w.Size, before.Size, 6) && w.Box.X0 > before.Box.X0
	return near && w.Box.Y0 < before.Box.Y1 && before.Box.Y0 < w.Box.Y1
}

// followed reports whether the group of word i goes on with a group that has
// decimals: "1 /234 /567,89".
func followed(words []predate.Word, i int) bool {
	return i+1 < len(words) && slashedGroup.MatchString(words[i+1].Text) && strings.Contains(words[i+1].Text, ",") && followsDigits(words[i], words[i+1])
}

// followsDigits reports whether a word ends with the digits that a group right of it
// goes on with.
func followsDigits(before, w predate.Word) bool {
	digits := len(before.Text) - len(strings.TrimRight(before.Text, "0123456789"))
	return digits > 0 && digits <= 3 && beside(before, w) && w.Box.X0-before.Box.X1 < 0.6*max(w.Size, before.Size, 6)
}
