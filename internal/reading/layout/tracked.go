package layout

import (
	"slices"
	"strings"
	"unicode"

	"predate"
)

// Titles and labels are often tracked, written letter by letter: "A P P E L
// D E  F O N D S", "S Y N D I C". Their letters are words of their own to a
// reader of PDF; they are joined before anything is looked for on a page.
const (
	trackedLetters = 5 // single letters, from which a run is no list of initials; one less where they are close
	trackedClose   = 0.25
	trackedGap     = 1.3    // of the type's size, at most between two letters
	trackedSpace   = 1.8    // of the usual gap, from which another word begins
	columnBreak    = 2.2    // of the usual space, from which another column begins
	thinnest       = 1. / 6 // of the type's size: no compositor sets a narrower space between words
)

// unkerned joins the pieces of words in capitals whose letters were set apart a
// little: kerning brings some of them together, so that a reader of PDF finds
// "TO TA L À PAY E R". Small letters and sums are never tracked, and stay; a
// number between such words, "LOT 4 3 – CAV E", is set as they are.
func unkerned(words []predate.Word) []predate.Word {
	var runs [][]predate.Word
	spelt := 0
	for start := 0; start < len(words); {
		end := start + 1
		for end < len(words) && isKerned(words[end-1], words[end]) {
			end++
		}
		runs = append(runs, words[start:end])
		if end-start > 1 && hasCapital(together(words[start:end]).Text) {
			spelt++
		}
		start = end
	}
	var out []predate.Word
	for _, run := range runs {
		one := together(run)
		if hasCapital(one.Text) || isDateOnly(one.Text) || spelt >= 2 && areDigits(run) {
			out = append(out, one)
		} else {
			out = append(out, run...)
		}
	}
	return out
}

func hasCapital(s string) bool { return strings.IndexFunc(s, unicode.IsUpper) >= 0 }

// areDigits reports whether every word is one digit.
func areDigits(words []predate.Word) bool {
	return !slices.ContainsFunc(words, func(w predate.Word) bool { return len(w.Text) != 1 || w.Text[0] < '0' || w.Text[0] > '9' })
}

// isKerned reports whether two words of a line are nearer than any two words are set,
// and hold nothing that is never tracked.
func isKerned(a, b predate.Word) bool {
	small := func(w predate.Word) bool { return strings.IndexFunc(w.Text, unicode.IsLower) >= 0 }
	gap, size := b.Box.X0-a.Box.X1, max(a.Size, b.Size)
	return !small(a) && !small(b) && !hasDecimals(a.Text) && !hasDecimals(b.Text) && near(a.Size, b.Size, 0.1) &&
		gap < thinnest*size && gap > -0.3*size
}

// together is one word made of some.
func together(run []predate.Word) predate.Word {
	one := run[0]
	for _, w := range run[1:] {
		one.Text += w.Text
		one.Box = one.Box.Union(w.Box)
	}
	return one
}

// untracked joins the letters of tracked words on a line.
func untracked(words []predate.Word) []predate.Word {
	var out []predate.Word
	for start := 0; start < len(words); {
		end := start
		for end < len(words) && isTracked(words[end]) && (end == start || sameRun(words[end-1], words[end])) {
			end++
		}
		switch run := words[start:end]; {
		case len(run) == 0:
			out = append(out, words[start])
			end = start + 1
		case !isSpelt(run):
			out = append(out, run...)
		default:
			out = append(out, joined(run)...)
		}
		start = end
	}
	return out
}

// isTracked reports whether a word may be a letter of a tracked one, or two that
// kerning brought together; letters as slanted as those of "AVA" and "rava" are
// up to five.
func isTracked(w predate.Word) bool {
	runes := []rune(w.Text)
	if len(runes) > 2 && len(runes) <= 5 && strings.Trim(w.Text, "AVTYWPRLavwyrtfkope") == "" {
		return true
	}
	return len(runes) <= 2 && !slices.ContainsFunc(runes, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'’-/.:°", r)
	})
}

// sameRun bounds the gap between the letters of a run: three times that between
// letters, since words follow one another in it.
func sameRun(a, b predate.Word) bool {
	return b.Box.X0-a.Box.X1 <= 3*trackedGap*max(a.Size, a.Box.Height())
}

// isSpelt reports whether a run is spelt letter by letter.
func isSpelt(run []predate.Word) bool {
	single, letters, seen := 0, 0, map[string]bool{}
	for _, w := range run {
		runes := []rune(w.Text)
		if len(runes) > 1 {
			continue
		}
		single++
		if unicode.IsLetter(runes[0]) {
			letters++
			seen[w.Text] = true
		}
	}
	needed, size := trackedLetters, max(run[0].Size, run[0].Box.Height())
	if len(run) > 1 && usualGap(run) < trackedClose*size {
		needed--
	}
	return letters >= needed && letters*3 >= len(run) && single*4 >= len(run)*3 && len(seen) >= 3 && usualGap(run) <= trackedGap*size
}

func usualGap(run []predate.Word) float64 {
	gaps := make([]float64, 0, len(run)-1)
	for i := 1; i < len(run); i++ {
		gaps = append(gaps, run[i].Box.X0-run[i-1].Box.X1)
	}
	slices.Sort(gaps)
	return max(0, gaps[(len(gaps)-1)/3])
}

// joined makes words of the letters of a run. The space between two words is as
// wide as the letters are apart: a word is made to reach what it would to a
// reader, so that no column is seen there.
func joined(run []predate.Word) []predate.Word {
	usual, size := usualGap(run), max(run[0].Size, run[0].Box.Height())
	space := max(trackedSpace*usual, 0.25*size)
	out := []predate.Word{run[0]}
	for i, w := range run[1:] {
		last := &out[len(out)-1]
		if gap := w.Box.X0 - run[i].Box.X1; gap > space {
			if gap < columnBreak*(usual+0.35*size) {
				last.Box.X1 = w.Box.X0 - 0.3*size
			}
			out = append(out, w)
			continue
		}
		last.Text += w.Text
		last.Box = last.Box.Union(w.Box)
	}
	return out
}

func near(a, b, within float64) bool { return a-b <= within && b-a <= within }

func isDateOnly(s string) bool {
	_, ok := ParseDate(s)
	return ok
}
