package form

import (
	"cmp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/keyname"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// lotsOfRows returns the lot of each row: the one that it prints, or that a heading over it
// names where several lots each head some rows.
func lotsOfRows(r *reader, rows []callRow) []string {
	own, over := make([]string, len(rows)), make([]string, len(rows))
	for n, row := range rows {
		own[n], over[n] = r.lotInRow(row.part.cell.Line), lotHeading(r, row.part.cell.Line)
	}
	printed := slices.ContainsFunc(own, func(lot string) bool { return lot != "" })
	if printed || slices.Contains(over, "") || over[0] == over[len(over)-1] {
		return own
	}
	return over
}

// keyCell returns the words of a row that name its key: those of the only cell with the code
// of one, else those under the head of keys, and failing that all of them.
func (r *reader) keyCell(row callRow) string {
	headed, coded, codes := "", "", 0
	names := r.nameCells(row)
	for k, c := range names {
		if headed == "" && r.headedBy(c, "column_key") {
			headed = row.words[k]
			if k > 0 && r.NatureOf(c.Text) == row.nature && r.NatureOf(c.Text) != predate.NatureUnknown {
				headed = names[0].Text // a category of calls, beside the key
			}
		}
		for _, words := range []string{c.Text, row.words[k]} { // what wraps under a name may be a note
			if code, name := keyname.Split(words); code != "" && name != "" {
				coded = words
				codes++
				break
			}
		}
	}
	if codes == 1 {
		return coded
	}
	return behindNature(r, row, cmp.Or(headed, strings.Join(row.words, " ")))
}

// behindNature returns the words of a key without what they say first, that the row is for:
// "Prov. budget – Charges générales".
func behindNature(r *reader, row callRow, words string) string {
	for _, mark := range []string{" – ", " - ", " : "} {
		before, key, cut := strings.Cut(words, mark)
		if cut && r.NatureOf(before) == row.nature && row.nature != predate.NatureUnknown && r.SaysKey(key) {
			return key
		}
	}
	return words
}

// nameCells returns the cells left of the part of a row that may name it; a day
// may end the words that wrap over it.
func (r *reader) nameCells(row callRow) []cell {
	var out []cell
	for _, c := range r.Lines[row.part.cell.Line].Cells {
		if c.Box.X0 < row.part.cell.Box.X0 && (c.Nature == text || c.Nature == day) {
			out = append(out, c)
		}
	}
	return out
}

// headedBy reports whether the words right over the first row of a table, where
// a cell stands, name a column: heads wrap over lines.
func (r *reader) headedBy(c cell, id lexicon.ID) bool {
	for i := c.Line - 1; i >= 0 && r.Lines[i].Page == c.Page; i-- {
		if !r.isHeadLine(i) {
			continue
		}
		for _, head := range r.Lines[i].Cells {
			if head.Nature == text && (over(head.Box, c.Box) > 0.3 || near(head.Box.X0, c.Box.X0)) {
				words, _ := r.wrapped(head)
				return r.Says(words, id)
			}
		}
		return false
	}
	return false
}

// titleIn returns the longest words of a row that speak of its nature: the name
// of the works, without the key's number and the day of the vote.
func (r *reader) titleIn(row callRow) string {
	best := ""
	for _, w := range row.words {
		if r.Says(w, "meeting_cited") && r.NatureOf(w) == predate.NatureUnknown {
			best = w // what was voted, beside the name of its kind
			break
		}
		if r.NatureOf(w) == row.nature && len(w) > len(best) {
			best = w
		}
	}
	_, best = keyname.Split(best)
	return strings.TrimSpace(cmp.Or(withoutDay(best), best))
}

// nameOneWorks reports whether all rows of a nature have the same title.
func (r *reader) nameOneWorks(rows []callRow, nature predate.Nature) bool {
	titles := map[string]bool{}
	for _, row := range rows {
		if row.nature == nature {
			titles[r.titleIn(row)] = true
		}
	}
	return len(titles) == 1
}

// withoutDay cuts words before the day that ends them: "…, votés le 15/04/2025".
func withoutDay(words string) string {
	if len(layout.DatesIn(words)) != 1 {
		return words
	}
	if at := strings.LastIndexAny(words, ",("); at > 0 && len(layout.DatesIn(words[at:])) == 1 {
		return words[:at]
	}
	return words
}
