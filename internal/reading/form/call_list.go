package form

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/lottable"
)

// callList reads a call that lists all owners with what each is called for: a
// column of owners, one of amounts, and the lots and shares where they are
// printed. Rows that do not make the printed total, but for the rounding of each, leave it unread. Whose
// the rows are is not known here: each names its owner and its lot.
func callList(doc layout.Doc, words *lexicon.Lexicon) []predate.Figure {
	r := newReader(predate.KindFundCall, doc, words)
	head := slices.IndexFunc(r.Lines, func(l line) bool { return slices.ContainsFunc(l.Cells, r.headsOwners) })
	if head < 0 || r.OCR || !r.anyLine("title_fund_call", "call_for_funds") {
		return nil
	}
	r.sums = r.sumsOf()
	rows, ok := r.ownerRows(head)
	if !ok {
		return nil
	}
	total, ok := r.listTotal(rows)
	if !ok {
		return nil
	}
	nature, title := r.listNature(head)
	value := predate.CallHead{Due: r.onlyDay("due_date"), Period: r.onlyPeriod(), Total: total.Amount.Cents, HasTotal: true}
	if value.Due.IsZero() && value.Period.IsZero() {
		return nil
	}
	out := []predate.Figure{{Key: predate.FactCall, Value: value, Evidence: []predate.Evidence{total.Proof("form.call_list.total")}}}
	for _, row := range rows {
		line := predate.ListedCall{Owner: row.owner, Lot: row.lot, Amount: row.part.Amount.Cents, Nature: nature, Title: title}
		if row.share > 0 {
			line.Share, line.Unit = row.share, r.UnitOfShares("")
		}
		out = append(out, predate.Figure{Key: predate.FactCallLine, Value: line, Evidence: []predate.Evidence{row.part.Proof("form.call_list.line")}})
	}
	return out
}

// ownerRow is one owner's row of a list, or one lot's of an owner.
type ownerRow struct {
	owner, lot string
	share      int64
	part       cell
}

// headsOwners reports whether a cell heads a column of owners.
func (r *reader) headsOwners(c cell) bool {
	in := lexicon.Context{Kind: predate.KindLightAccounts, Recognised: r.OCR}
	return c.Nature == text && slices.ContainsFunc(r.Words.Is(r.Words.Text(c.Text), in), func(s lexicon.Span) bool { return s.Concept == "column_owner" })
}

// ownerRows reads the rows under a head of owners, on this page and on those that
// follow. A row has one amount and the name of an owner; a row of anything else
// but a total leaves the list unread.
func (r *reader) ownerRows(head int) ([]ownerRow, bool) {
	var rows []ownerRow
	heads := r.Lines[head].Cells
	for i := head + 1; i < len(r.Lines); i++ {
		if slices.ContainsFunc(r.Lines[i].Cells, r.headsOwners) {
			heads = r.Lines[i].Cells
			continue
		}
		if !r.hasAmounts(i) {
			continue
		}
		row, ok := r.ownerRowAt(i, heads)
		if !ok {
			ended := slices.ContainsFunc(r.Lines[i].Cells, func(c cell) bool { return c.Nature == text && r.IsShortTotal(c.Text) })
			return rows, ended && len(rows) > 0
		}
		rows = append(rows, row)
	}
	return rows, len(rows) > 0
}

// ownerRowAt reads one row of a list under its heads.
func (r *reader) ownerRowAt(i int, heads []cell) (ownerRow, bool) {
	var row ownerRow
	for _, c := range r.Lines[i].Cells {
		at := slices.IndexFunc(heads, func(h cell) bool {
			return over(h.Box, c.Box) > 0.3 || near(h.Box.X0, c.Box.X0) || near(h.Box.X1, c.Box.X1)
		})
		switch {
		case c.Nature == amount && row.part.Text != "":
			return ownerRow{}, false // which of two is called is not known
		case c.Nature == amount:
			row.part = c
		case at < 0:
		case c.Nature == text && r.headsOwners(heads[at]):
			row.owner, _ = r.wrapped(c)
		case r.Names("column_lot", heads[at].Text):
			if lottable.IsLot(c.Text) {
				row.lot = strings.ToUpper(foldedWords(c.Text))
			}
		case c.Nature == count && r.Says(heads[at].Text, "column_share", "unit_shares"):
			row.share = c.Counts[0]
		}
	}
	return row, row.owner != "" && !r.IsTotal(row.owner) && row.part.Text != ""
}

// listTotal returns the printed amount that the rows of a list make, under or over
// them.
func (r *reader) listTotal(rows []ownerRow) (cell, bool) {
	list := make([]predate.ListedCall, len(rows))
	for i, row := range rows {
		list[i].Amount = row.part.Amount.Cents
	}
	for _, c := range r.amounts() {
		own := slices.ContainsFunc(rows, func(row ownerRow) bool { return row.part.Line == c.Line })
		if !own && predate.ListMakes(list, c.Amount.Cents) && (r.isCalled(c, "building_total_called", "call_total") || slices.ContainsFunc(r.labels(c), r.IsShortTotal)) {
			return c, len(rows) > 1
		}
	}
	return cell{}, false
}

// listNature returns what a list calls for, where a line over it says it of the
// call, with the title of works. Two natures are none.
func (r *reader) listNature(head int) (nature predate.Nature, title string) {
	for i := range head {
		words := r.LineText(i)
		n := r.NatureOf(words)
		if n == predate.NatureUnknown || len(words) > 120 || r.hasAmounts(i) {
			continue
		}
		if nature != predate.NatureUnknown && n != nature || r.namesTwo(words) {
			return predate.NatureUnknown, ""
		}
		if nature = n; n == predate.NatureWorks || n == predate.NatureLoan {
			title = words
		}
	}
	return nature, title
}
