package layout

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"predate"
)

// withoutUpright takes out the words of runs of text that go up or down a margin:
// they are on no line. A short word of such a run, "le" or "·", is as wide as high;
// it is told by the long word after which it stands.
func withoutUpright(words []predate.Word) []predate.Word {
	var runs []predate.Box
	rest := slices.DeleteFunc(words, func(w predate.Word) bool {
		if upright(w) {
			runs = append(runs, w.Box)
		}
		return upright(w)
	})
	for grown := len(runs) > 0; grown; {
		grown = false
		rest = slices.DeleteFunc(rest, func(w predate.Word) bool {
			k := slices.IndexFunc(runs, func(run predate.Box) bool { return follows(w.Box, run) })
			if k < 0 {
				return false
			}
			runs[k], grown = runs[k].Union(w.Box), true
			return true
		})
	}
	return rest
}

// upright says that a word runs up or down the margin, or is a letter of one whose letters
// are set apart: it lies on its side, so that its box is as wide as its type is high.
func upright(w predate.Word) bool {
	if letter, n := utf8.DecodeRuneInString(w.Text); n == len(w.Text) && unicode.IsLetter(letter) {
		return w.Size > 0 && w.Box.Width() > 1.1*w.Size && w.Box.Width() > 1.3*w.Box.Height()
	}
	return w.Size > 0 && len(w.Text) > 2 && w.Box.Height() > 2.5*w.Size && w.Box.Width() < w.Box.Height()
}

// follows says that a word stands over or under an upright run as its next or
// previous word: both sides are those of the run, and a space parts them.
func follows(word, run predate.Box) bool {
	const side = 0.12 // of the width of the run
	width := run.Width()
	gap := -overlapY(word, run)
	return near(word.X0, run.X0, side*width) && near(word.X1, run.X1, side*width) && gap > -side*width && gap < 0.6*width
}
