package minutes

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"predate/internal/base/fold"
	"predate/internal/reading/paper"
)

// look is how a row is set.
type look struct {
	size       float64
	bold, caps bool
}

// lookOf returns the look of a row; false where its words have several.
func lookOf(r paper.Row) (look, bool) {
	var out look
	capitals, small := 0, 0
	for i, w := range r.Words {
		if fold.Text(w.Text) == "" {
			continue
		}
		l := look{size: math.Round(w.Size * 2), bold: w.Bold}
		if i > 0 && (l.size != out.size || l.bold != out.bold) {
			return look{}, false
		}
		out.size, out.bold = l.size, l.bold
		for _, letter := range w.Text {
			if unicode.IsUpper(letter) {
				capitals++
			} else if unicode.IsLower(letter) {
				small++
			}
		}
	}
	out.caps = capitals > 4 && small == 0
	return out, len(r.Words) > 0
}

// headed finds the headings of points that have no number: rows of one look of
// their own, each with votes or an outcome below it before the next, and no two
// with the same words. A look that most rows have is that of the text.
func (a agenda) headed() ([]pointHead, float64) {
	byLook, rows := map[look][]pointHead{}, map[look]int{}
	for i, r := range a.rows {
		l, one := lookOf(r)
		if !one {
			continue
		}
		rows[l]++
		before := len(byLook[l])
		switch {
		case fewLetters(r.Folded) || isSentence(a.plain[i]) || closesPoint(r.Folded) || notAHeading.MatchString(a.titles[i]):
		case before > 0 && a.continues(byLook[l][before-1], i):
			byLook[l][before-1].title += " " + r.Folded
		default:
			byLook[l] = append(byLook[l], pointHead{at: i, title: r.Folded})
		}
	}
	var best []pointHead
	most := 0.0
	for l, heads := range byLook {
		heads = a.fromFirstVote(heads)
		if rows[l]*2 > len(a.rows) || !l.bold && !l.caps && l.size <= a.textSize() || len(heads) < 4 {
			continue
		}
		if worth := a.headedWorth(heads); worth > most {
			best, most = heads, worth
		}
	}
	return best, most
}

// continues reports whether a row goes on with the heading right above it.
func (a agenda) continues(h pointHead, at int) bool {
	lines := 1
	for ; h.at+lines < at; lines++ {
		if !strings.Contains(h.title, a.rows[h.at+lines].Folded) {
			return false
		}
	}
	return gap(a.rows[at-1], a.rows[at]) < 0.8 && a.rows[at-1].Page == a.rows[at].Page
}

// isSentence reports whether a row is the end of a sentence, or goes on with one, by
// what it says as a heading.
func isSentence(title string) bool {
	text := []rune(title)
	return len(text) == 0 || strings.ContainsRune(".;,:", text[len(text)-1]) || !unicode.IsUpper(text[0])
}

// closesPoint reports whether a row is but the outcome of a point.
func closesPoint(text string) bool {
	return slices.ContainsFunc([]*regexp.Regexp{stampForm, bareVerdict, voteLine, finalWord, shortVerdict, ofAssembly}, func(form *regexp.Regexp) bool {
		return form.MatchString(text)
	})
}

// fromFirstVote leaves out what is headed before the votes begin, the agenda
// with it.
func (a agenda) fromFirstVote(heads []pointHead) []pointHead {
	titles := map[string]bool{}
	for _, h := range heads {
		titles[a.titles[h.at]] = true
	}
	for i, h := range heads {
		end := a.endOf(heads, i)
		lists := slices.ContainsFunc(a.titles[h.at+1:end], func(title string) bool { return titles[title] })
		if a.signed(h.at, end) && !lists {
			return heads[i:]
		}
	}
	return nil
}

func (a agenda) endOf(heads []pointHead, i int) int {
	if i+1 < len(heads) {
		return heads[i+1].at
	}
	return len(a.rows)
}

// headedWorth is what headings without numbers are worth: nothing, unless nearly
// all lead to a vote and no two are the same.
func (a agenda) headedWorth(heads []pointHead) float64 {
	signed, titles := 0, map[string]bool{}
	for i, h := range heads {
		if a.signed(h.at, a.endOf(heads, i)) {
			signed++
		}
		titles[h.title] = true
	}
	if len(titles) < len(heads) || signed*10 < len(heads)*9 {
		return 0
	}
	return float64(signed)
}

// textSize is the size of most rows.
func (a agenda) textSize() float64 {
	count := map[float64]int{}
	for _, r := range a.rows {
		count[math.Round(r.Size()*2)]++
	}
	sizes := make([]float64, 0, len(count))
	for size := range count {
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	best := 0.0
	for _, size := range sizes {
		if best == 0 || count[size] > count[best] {
			best = size
		}
	}
	return best
}
