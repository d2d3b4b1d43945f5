package layout

import (
	"math"

	"predate"
)

// unlaid parts a line on which words stand over others: a scan gives the words of two
// close lines boxes so high that they share a middle part, and what is set on one line
// has one word at a place. Two words at least must stand so.
func unlaid(l Line) []Line {
	const (
		over  = 0.5 // of the narrower word
		apart = 0.4 // of the lower word
		least = 2
	)
	above, below, pairs := make([]bool, len(l.Words)), make([]bool, len(l.Words)), 0
	for i, a := range l.Words {
		for j, b := range l.Words {
			far := middle(b.Box)-middle(a.Box) > apart*min(a.Box.Height(), b.Box.Height())
			if far && overlapX(a.Box, b.Box) > over*min(a.Box.Width(), b.Box.Width()) {
				above[i], below[j] = true, true
				pairs++
			}
		}
	}
	if pairs < least {
		return []Line{l}
	}
	upper, lower := marked(l.Words, above), marked(l.Words, below)
	var top, bottom []predate.Word
	for _, w := range l.Words {
		if math.Abs(middle(w.Box)-middle(nearest(upper, w).Box)) <= math.Abs(middle(w.Box)-middle(nearest(lower, w).Box)) {
			top = append(top, w)
		} else {
			bottom = append(bottom, w)
		}
	}
	return []Line{lineOf(top, l.Page), lineOf(bottom, l.Page)}
}

// marked returns the words that bear a mark.
func marked(words []predate.Word, marks []bool) []predate.Word {
	var out []predate.Word
	for i, w := range words {
		if marks[i] {
			out = append(out, w)
		}
	}
	return out
}
