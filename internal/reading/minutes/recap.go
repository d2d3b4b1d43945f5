package minutes

import (
	"slices"
	"strings"

	"predate/internal/reading/lexicon"
	"predate/internal/reading/paper"
)

// withoutRecap drops the table in which minutes list their points a second time,
// with their outcomes and votes, before the words that close the meeting or over
// the points. Its titles are no sentences, and its numbers begin no points. Minutes
// that are nothing but this table keep it.
func withoutRecap(rows []paper.Row, w paper.Meaning) []paper.Row {
	signed := false
	for i, r := range rows {
		if headsRecap(w, r) {
			if first := pointsAfter(rows[i+1:]); first > 0 {
				rows = append(rows[:i:i], rows[i+1+first:]...)
				return withoutRecap(rows, w)
			}
		}
		if signed && headsRecap(w, r) && i+1 < len(rows) && firstOfList(rows[i+1:]) {
			end := i + 1
			for end < len(rows) && !endOfPoints.MatchString(rows[end].Folded) {
				end++
			}
			from := i
			if w.Says(rows[i-1].Folded, "votes_recap") {
				from--
			}
			return append(rows[:from:from], rows[end:]...)
		}
		signed = signed || saysOutcome(w, r.Folded)
	}
	return rows
}

// pointsAfter returns where, under a table that soon begins with the first point,
// the first point begins again, under the same title; 0 where it does not.
func pointsAfter(rows []paper.Row) int {
	title, at := "", 0
	for i, r := range rows {
		if title != "" && sameBeginning(title, r.Folded) {
			for _, h := range headingsIn(rows[i-1], i-1) {
				if h.number == 1 && h.title == "" {
					return i - 1 // its number stands on a line of its own
				}
			}
			return i // without a number
		}
		for _, h := range headingsIn(r, i) {
			switch {
			case h.number != 1:
			case title == "" && i < 3:
				title, at = h.title, i
			case title != "" && i > at && sameBeginning(title, h.title):
				return i
			}
		}
	}
	return 0
}

// sameBeginning reports whether two titles begin with the same three words, or are
// the same where one has fewer.
func sameBeginning(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	n := min(len(x), len(y), 3)
	return n > 0 && slices.Equal(x[:n], y[:n])
}

// headsRecap reports whether a row heads a table of points: a column of titles,
// one of outcomes and one of votes. A sentence that counts votes speaks of all three.
func headsRecap(w paper.Meaning, r paper.Row) bool {
	if w.Words == nil {
		return false
	}
	seen := map[lexicon.ID]bool{}
	for _, id := range w.Said(r.Folded, lexicon.Column) {
		seen[id] = true
	}
	votes := seen["column_for"] || seen["column_against"] || seen["column_abstained"] || seen["column_majority"]
	return !voteCount.MatchString(r.Folded) && seen["column_resolution"] && seen["column_result"] && votes
}

// firstOfList reports whether rows soon begin with the number of a first point.
func firstOfList(rows []paper.Row) bool {
	for i, r := range rows[:min(3, len(rows))] {
		for _, h := range headingsIn(r, i) {
			if h.number == 1 {
				return true
			}
		}
	}
	return false
}
