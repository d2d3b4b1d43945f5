package extract

import (
	"slices"
	"strings"

	"predate"
)

// An extract may set the words of one heading on several lines, and those of one
// movement too, its day and its sums at mid-height of them.

// headCells gives the cells of a heading, with the words of the lines over and
// under it that complete them: "Solde" over "débiteur", whether both or one of
// them stand on lines of their own.
func (o owned) headCells(i int) []piece {
	if len(o.rows[i].amounts) > 0 {
		return nil
	}
	cells := crowded(o.rows[i])
	if len(cells) < 3 {
		return nil
	}
	for _, j := range []int{i - 1, i + 1} {
		if j < 0 || j >= len(o.rows) || o.rows[j].Page != o.rows[i].Page || len(o.rows[j].amounts) > 0 || distance(o.rows[j].Box, o.rows[i].Box) >= 2*o.rows[i].typeSize() {
			continue
		}
		for _, p := range pieces(o.rows[j]) {
			if opensHead(p.text) || endsHead(p.text) || !slices.ContainsFunc(strings.Fields(p.text), func(w string) bool { return !beginsHead(w) }) {
				cells = withHead(cells, p, j < i)
			}
		}
	}
	return cells
}

// withHead joins a word of a heading to the cell that it completes, "Somme" to
// "due", or makes it a cell where it stands beside all.
func withHead(cells []piece, p piece, over bool) []piece {
	k := slices.IndexFunc(cells, func(c piece) bool { return overlapped(c.Box, p.Box) })
	switch {
	case k < 0:
		return append(cells, p)
	case over && opensHead(p.text) && endsHead(cells[k].text):
		cells[k] = joinedPieces(p, cells[k])
	case !over && opensHead(cells[k].text) && endsHead(p.text):
		cells[k] = joinedPieces(cells[k], p)
	}
	return cells
}

// opensHead says that words head a column once others follow them.
func opensHead(text string) bool { return isOneOf(text, "solde|somme|montant") }

// endsHead says that words tell the side of a column that others head.
func endsHead(text string) bool {
	return isOneOf(text, "debiteur|crediteur|du|due|verse|versee|appele|appelee|paye|payee|regle|reglee")
}

// centred gives the words of a movement that stand over and under the line of
// its day and sums, where that line has none of its own: they overlap it, as
// words do that it is set at mid-height of.
func (l *accountPaper) centred(i int) string {
	if len(l.rows[i].amounts) == 0 || !l.columns.found {
		return ""
	}
	if _, label := l.dateAndLabel(l.ownWords(i)); label != "" {
		return ""
	}
	var words []string
	for _, j := range []int{i - 1, i + 1} {
		if l.overlapping(j, i) {
			words = append(words, joined(l.ownWords(j)))
		}
	}
	return strings.Join(words, " ")
}

// isCentred says that a line is words of the movement beside it, and goes on
// with none above.
func (l *accountPaper) isCentred(i int) bool {
	return l.overlapping(i, i+1) && l.centred(i+1) != "" || l.overlapping(i, i-1) && l.centred(i-1) != ""
}

// overlapping says that a line without sums shares some height with another one.
func (l *accountPaper) overlapping(j, i int) bool {
	if min(i, j) < 0 || max(i, j) >= len(l.rows) || l.rows[j].Page != l.rows[i].Page || len(l.rows[j].amounts) > 0 {
		return false
	}
	a, b := l.rows[j].Box, l.rows[i].Box
	return min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 0.2*min(a.Height(), b.Height())
}

// ownWords are the words of a line on the left of its columns of sums.
func (l *accountPaper) ownWords(i int) []predate.Word {
	r := l.rows[i]
	var words []predate.Word
	for _, w := range r.Words {
		if w.Box.X1 < l.firstAmount(r, l.columns.left()) && !inAmounts(w, r.amounts) {
			words = append(words, w)
		}
	}
	return words
}
