package layout

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// A sentence that goes on is a line of at least so many words, over so much of the
// page, whose next line begins at the same margin within so much of its type.
const (
	wrappedWords  = 5
	wrappedWidth  = 0.4
	wrappedMargin = 3.0 // points
	wrappedGap    = 0.8
)

// Unwrapped is the document with the sentences that bear amounts on one line each,
// which papers without tables wrap. What stands in columns right of the end of such
// sentences moves right with its column, to make room. It is the document itself when no
// such sentence wraps. Moved says where all is printed.
func (d Doc) Unwrapped() (Doc, Moved) {
	u := unwrapper{cut: math.Inf(1)}
	for _, p := range d.Pages {
		for i := range p.Lines {
			if end := wrapsTo(p, i); end > i {
				u.measure(p.Lines[i : end+1])
			}
		}
	}
	if u.end == 0 {
		return d, Moved{}
	}
	out := Doc{Pages: slices.Clone(d.Pages), memo: &memo{kept: map[reflect.Type]any{}}}
	for k, p := range d.Pages {
		page := &out.Pages[k]
		page.Lines, page.Repeated = nil, nil
		for i := 0; i < len(p.Lines); {
			end := wrapsTo(p, i)
			line := u.join(p.Lines[i : end+1])
			page.Lines = append(page.Lines, line)
			if isRepeated(p, p.Lines[i]) {
				page.Repeated = append(page.Repeated, line)
			}
			i = end + 1
		}
	}
	return out, u.moved
}

// unwrapper puts the lines of sentences on one line.
type unwrapper struct {
	cut   float64 // where the first column right of the sentences begins
	end   float64 // where the longest sentence ends, on its one line
	moved Moved
}

const (
	spaceBetween = 3.0  // points of white between two lines that become one
	columnWidth  = 40.0 // points: a longer amount of a column begins so much further left
)

// measure notes where the sentence of some lines ends and where the columns beside its
// last line begin.
func (u *unwrapper) measure(lines []Line) {
	end := lines[0].Box.X0
	for k, l := range lines {
		parts := splitWords(l, 0)
		end += boxOf(parts[0]).Width() + spaceBetween
		if k == len(lines)-1 && len(parts) > 1 {
			u.cut = min(u.cut, parts[1][0].Box.X0)
		}
	}
	u.end = max(u.end, end)
}

// room is how much further right the columns stand.
func (u *unwrapper) room() float64 {
	if math.IsInf(u.cut, 1) {
		return 0
	}
	return max(0, u.end-u.cut) + 2*columnWidth
}

// wrapsTo returns the line on which the sentence of line i ends: i itself unless the
// sentence wraps and has an amount.
func wrapsTo(p Page, i int) int {
	end := i
	for end+1 < len(p.Lines) && goesOn(p, p.Lines[end], p.Lines[end+1]) {
		end++
	}
	for _, l := range p.Lines[i : end+1] {
		if len(Amounts(l)) > 0 {
			return end
		}
	}
	return i
}

// goesOn reports whether a line is one of a sentence that the next line goes on with.
func goesOn(p Page, l, next Line) bool {
	text := l.Text()
	gap := next.Box.Y0 - l.Box.Y1
	return len(l.Words) >= wrappedWords && l.Box.Width() > wrappedWidth*p.Width && len(l.Segments(0)) == 1 &&
		!strings.ContainsAny(text[len(text)-1:], ".:;!?") &&
		(beginsWithin(next) || leavesOpen(text)) &&
		next.Box.X0-l.Box.X0 < wrappedMargin && l.Box.X0-next.Box.X0 < wrappedMargin &&
		gap > -0.5*l.Size() && gap < wrappedGap*l.Size() && !isRepeated(p, l) && !isRepeated(p, next)
}

// leavesOpen reports whether words end within brackets or quotation marks.
func leavesOpen(words string) bool {
	return strings.Count(words, "(") > strings.Count(words, ")") || strings.Count(words, "«") > strings.Count(words, "»")
}

// beginsWithin reports whether a line begins as no sentence and no row does: with a small
// letter, or with an amount that words follow.
func beginsWithin(l Line) bool {
	first, _ := utf8.DecodeRuneInString(l.Text())
	if unicode.IsLower(first) {
		return true
	}
	amounts, parts := Amounts(l), splitWords(l, 0)
	return len(amounts) > 0 && amounts[0].Box.X0 <= l.Box.X0 && len(parts[0]) >= wrappedWords-1
}

func isRepeated(p Page, l Line) bool {
	return slices.ContainsFunc(p.Repeated, func(r Line) bool { return r.Box == l.Box })
}

// join makes one line of the lines of a sentence; of a single line, the same with its
// columns moved.
func (u *unwrapper) join(lines []Line) Line {
	last := lines[len(lines)-1]
	at := lines[0].Box.X0
	var words []predate.Word
	for _, l := range lines {
		for k, part := range splitWords(l, 0) {
			right, down := 0.0, last.Box.Y0-l.Box.Y0
			switch box := boxOf(part); {
			case k == 0 && len(lines) > 1:
				right = at - box.X0
				at += box.Width() + spaceBetween
			case box.X0 > u.cut-columnWidth:
				right = u.room()
			}
			placed := slices.Clone(part)
			for i := range placed {
				placed[i].Box.X0, placed[i].Box.X1 = placed[i].Box.X0+right, placed[i].Box.X1+right
				placed[i].Box.Y0, placed[i].Box.Y1 = placed[i].Box.Y0+down, placed[i].Box.Y1+down
			}
			if right != 0 || down != 0 || len(lines) > 1 {
				u.moved.words = append(u.moved.words, movedWords{page: l.Page, box: boxOf(placed), by: right, down: down})
			}
			words = append(words, placed...)
		}
	}
	slices.SortStableFunc(words, func(a, b predate.Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
	out := lineOf(words, last.Page)
	out.habit = last.habit
	return out
}
