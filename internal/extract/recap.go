package extract

import "predate/internal/lexicon"

// withoutRecap drops the table in which minutes list their points a second time,
// with their outcomes and votes, before the words that close the meeting. Its
// titles are no sentences, and its numbers begin no points. Minutes that are
// nothing but this table keep it.
func withoutRecap(rows []row, w wording) []row {
	signed := false
	for i, r := range rows {
		if signed && w.headsRecap(r) && i+1 < len(rows) && firstOfList(rows[i+1:]) {
			end := i + 1
			for end < len(rows) && !endOfPoints.MatchString(rows[end].text) {
				end++
			}
			from := i
			if w.says(rows[i-1].text, "votes_recap") {
				from--
			}
			return append(rows[:from:from], rows[end:]...)
		}
		signed = signed || w.saysOutcome(r.text)
	}
	return rows
}

// headsRecap reports whether a row heads a table of points: a column of titles,
// one of outcomes and one of votes.
func (w wording) headsRecap(r row) bool {
	if w.words == nil {
		return false
	}
	seen := map[lexicon.ID]bool{}
	for _, id := range w.said(r.text, lexicon.Column) {
		seen[id] = true
	}
	votes := seen["column_for"] || seen["column_against"] || seen["column_abstained"] || seen["column_majority"]
	return seen["column_resolution"] && seen["column_result"] && votes
}

// firstOfList reports whether rows soon begin with the number of a first point.
func firstOfList(rows []row) bool {
	for i, r := range rows[:min(3, len(rows))] {
		for _, h := range headingsIn(r, i) {
			if h.number == 1 {
				return true
			}
		}
	}
	return false
}
