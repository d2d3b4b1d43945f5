package form

import (
	"maps"
	"slices"

	"predate"
)

// recapSections reads the rows by which a call sums up what it asks for by nature:
// each names one and has one amount, no row proves a share, and they make the total.
// A call for the budget alone needs none.
func recapSections(r *reader) ([]callSection, cell, bool) {
	quotes := r.quotes()
	for i := range r.Lines {
		for _, n := range r.at[i] {
			if !r.isCalled(n.cell, "call_total", "call_provisions_total", "amount_to_pay") {
				continue
			}
			if sections := rowsByNature(r, quotes, rowsMaking(r, n)); len(natureSums(sections)) > 1 {
				return sections, n.cell, true
			}
		}
	}
	return nil, cell{}, false
}

// rowsMaking returns the rows that a total sums: those that it was found to sum, else the
// fewest right above it in its column that make it. A balance of nothing is no row.
func rowsMaking(r *reader, total *node) []*node {
	rows := total.children
	const most = 12
	above := r.columns[total.column].nodes
	at := slices.Index(above, total)
	var sum predate.Cents
	for k := at - 1; k >= max(0, at-most) && len(rows) == 0 && len(above[k].children) == 0; k-- {
		if sum += above[k].value(); sum == total.value() && at-k > 1 {
			rows = above[k:at]
		}
	}
	return slices.DeleteFunc(slices.Clone(rows), func(n *node) bool { return n.value() == 0 })
}

// rowsByNature returns the rows of a total as sections without lines; none where
// one of them names no nature or is a line of the call.
func rowsByNature(r *reader, quotes map[int]quote, rows []*node) []callSection {
	var out []callSection
	for _, row := range rows {
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

// onlyOf returns the only section of a nature.
func onlyOf(sections []callSection, nature predate.Nature) (callSection, bool) {
	is := func(s callSection) bool { return s.nature == nature }
	at := slices.IndexFunc(sections, is)
	if at < 0 || slices.ContainsFunc(sections[at+1:], is) {
		return callSection{}, false
	}
	return sections[at], true
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

// summedAgain returns the rows by which a call prints, under its total, what its rows make
// of each of several natures, beside a balance or not; nil where it does not.
func summedAgain(r *reader, rows []callRow, total int) []callSection {
	var out []callSection
	sums := natureSums(sectionsOfRows(rows))
	for nature, sum := range sums {
		for i := total + 1; i < len(r.Lines); i++ {
			row := r.at[i]
			if len(row) != 1 || row[0].value() != sum {
				continue
			}
			words := r.headingWords(i, row[0].cell.Box.X0)
			if r.NatureOf(words) == nature {
				out = append(out, callSection{heading: i, words: words, nature: nature, sum: sum})
				break
			}
		}
	}
	if len(out) < len(sums) || len(out) < 2 {
		return nil
	}
	return out
}
