package classify

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// severalOwners is the least number of names that makes a list a list of all
// owners: a couple has two.
const severalOwners = 3

// listsOwners reports whether pages list owners with what each owes: names under
// the head of a column of owners, each with an amount on its row; or are of all lots together. Such a list is
// the syndicat's, whatever its title says: a call, an account or a charge statement is sent to
// one owner (décret 67-223, art. 35-2).
func (c Classifier) listsOwners(group []sheet) bool {
	for _, s := range group {
		for i, line := range s.page.Lines {
			head, ok := c.ownerHead(s, line)
			if ok && c.namesUnder(s, head, i) >= severalOwners || i > 0 && c.ofAllLots(s, s.page.Lines[i-1], line) {
				return true
			}
		}
	}
	return false
}

// ofAllLots reports whether a line prints, under the head of the lot, that the paper is
// of all of them.
func (c Classifier) ofAllLots(s sheet, heads, line layout.Line) bool {
	in := lexicon.Context{Kind: predate.KindFundCall, Recognised: s.ocr}
	is := func(cell layout.Cell, id lexicon.ID) bool {
		return slices.ContainsFunc(c.words.Is(c.words.Text(cell.Text), in), func(span lexicon.Span) bool { return span.Concept == id })
	}
	return len(layout.Amounts(line)) == 0 && slices.ContainsFunc(line.Segments(0), func(all layout.Cell) bool {
		return is(all, "lots_all") && slices.ContainsFunc(heads.Segments(0), func(head layout.Cell) bool {
			return is(head, "column_lot") && all.Box.X0 < head.Box.X1 && all.Box.X1 > head.Box.X0
		})
	})
}

// ownerHead returns the cell of a line of heads that heads owners.
func (c Classifier) ownerHead(s sheet, line layout.Line) (layout.Cell, bool) {
	if len(layout.Amounts(line)) > 0 {
		return layout.Cell{}, false
	}
	var head layout.Cell
	others := 0
	for _, cell := range line.Segments(0) {
		said := c.words.Is(c.words.Text(cell.Text), lexicon.Context{Kind: predate.KindLightAccounts, Recognised: s.ocr})
		switch {
		case head.Text == "" && slices.ContainsFunc(said, func(span lexicon.Span) bool { return span.Concept == "column_owner" }):
			head = cell
		case c.saysAny(s, cell.Text):
			others++
		}
	}
	return head, head.Text != "" && others > 0
}

// namesUnder counts the names under a head, each on a row with an amount. What
// means something on papers is no name.
func (c Classifier) namesUnder(s sheet, head layout.Cell, line int) int {
	var names []string
	for _, row := range s.page.Lines[line+1:] {
		if len(layout.Amounts(row)) == 0 {
			continue
		}
		for _, cell := range row.Segments(0) {
			name := fold.Text(cell.Text)
			under := cell.Box.X0 < head.Box.X1 && cell.Box.X1 > head.Box.X0
			if under && len(name) > 3 && !strings.ContainsAny(name, "0123456789") && !c.saysAny(s, cell.Text) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return len(names)
}

// saysAny reports whether words mean anything on the papers of owners.
func (c Classifier) saysAny(s sheet, words string) bool {
	return len(c.words.All(c.words.Text(words), lexicon.Context{Kind: predate.KindAccountStatement, Recognised: s.ocr})) > 0
}
