package form

import (
	"maps"

	"predate"
)

// recapSections reads the rows by which a call sums up what it asks for by nature:
// each names one and has one amount, no row proves a share, and they make the total.
// A call for the budget alone needs none.
func recapSections(r *reader) ([]callSection, cell, bool) {
	quotes := r.quotes()
	for i := range r.Lines {
		for _, n := range r.at[i] {
			if len(n.children) < 2 || !r.isCalled(n.cell, "call_total", "call_provisions_total", "amount_to_pay") {
				continue
			}
			if sections := rowsByNature(r, quotes, n); len(natureSums(sections)) > 1 {
				return sections, n.cell, true
			}
		}
	}
	return nil, cell{}, false
}

// rowsByNature returns the rows that a total sums as sections without lines; none where
// one of them names no nature or is a line of the call.
func rowsByNature(r *reader, quotes map[int]quote, total *node) []callSection {
	var out []callSection
	for _, row := range total.children {
		i := row.cell.Line
		words := r.headingWords(i, row.cell.Box.X0)
		if _, named := leadingCode(r, i); named != "" {
			words = named
		}
		nature := r.NatureOf(words)
		if _, line := quotes[i]; line || len(r.at[i]) != 1 || nature == predate.NatureUnknown {
			return nil
		}
		out = append(out, callSection{heading: i, words: words, nature: nature, end: i + 1, sum: row.value(), total: row.cell})
	}
	return out
}

// natureSums adds what sections ask for by nature.
func natureSums(sections []callSection) map[predate.Nature]predate.Cents {
	out := map[predate.Nature]predate.Cents{}
	for _, s := range sections {
		out[s.nature] += s.sum
	}
	return out
}

// asSummedUp returns the sections of a call, unless its rows by nature say otherwise: then
// these are what it asks for.
func asSummedUp(r *reader, sections []callSection, total cell) ([]callSection, cell) {
	recap, sum, ok := recapSections(r)
	if !ok || maps.Equal(natureSums(sections), natureSums(recap)) {
		return sections, total
	}
	return recap, sum
}

// sectionsOfRows returns a section for each row of a call.
func sectionsOfRows(rows []callRow) []callSection {
	var out []callSection
	for _, row := range rows {
		out = append(out, callSection{nature: row.nature, sum: row.part.value()})
	}
	return out
}

// summedAgain reports whether a call prints, under its total, what its rows make of each
// of several natures.
func summedAgain(r *reader, rows []callRow, total int) bool {
	sums := natureSums(sectionsOfRows(rows))
	for nature, sum := range sums {
		printed := false
		for i := total + 1; i < len(r.Lines); i++ {
			row := r.at[i]
			printed = printed || len(row) == 1 && row[0].value() == sum && r.NatureOf(r.headingWords(i, row[0].cell.Box.X0)) == nature
		}
		if !printed {
			return false
		}
	}
	return len(sums) > 1
}
