package form

import (
	"slices"

	"predate"
)

// byLot marks the entries with which the account of another lot begins: words
// that name one lot, then the heads of an account, stand between it and the
// movement before.
func (r *reader) byLot(entries []entry) []entry {
	lot, named, before, from := "", "", "", 0
	for k := range entries {
		e := &entries[k]
		for i := from; i < e.line; i++ {
			if hasSum(r.Lines[i]) {
				continue
			}
			if lots := r.LotNames(r.LineText(i)); len(lots) == 1 {
				named = lots[0]
			}
			if named != "" && r.headsAccount(i) {
				lot, named = named, ""
			}
		}
		from, e.lot = max(from, e.line), lot
		if !e.day.IsZero() {
			e.opens = before != "" && lot != before
			before, named = lot, ""
		}
	}
	return entries
}

// headsAccount reports whether a line heads the columns of an account: two of them
// at least.
func (r *reader) headsAccount(i int) bool {
	n := 0
	for _, c := range r.Lines[i].Cells {
		if r.Says(c.Text, "column_debit", "column_credit", "column_balance") {
			n++
		}
	}
	return n > 1
}

// opensNext reports whether the next movement from entry k on begins the account
// of another lot.
func opensNext(entries []entry, k int) bool {
	next := slices.IndexFunc(entries[k:], func(e entry) bool { return !e.day.IsZero() })
	return next >= 0 && entries[k+next].opens
}

// sumsOver states the sums of both sides that are printed with the balance over an
// account, as on cards: what its movements make.
func (r *reader) sumsOver(l ledger, from int) []predate.Figure {
	want := []predate.Cents{l.last.debit, l.last.credit, l.last.sum}
	for i := l.entries[l.steps[0].entry].line - 1; i >= from; i-- {
		var sums []predate.Cents
		var proofs []predate.Evidence
		for _, c := range r.Lines[i].Cells {
			if c.Nature == amount {
				sums, proofs = append(sums, c.Amount.Cents), append(proofs, c.Proof("account_statement.totals"))
			}
		}
		if slices.Equal(sums, want) && want[0] != 0 && want[1] != 0 {
			return []predate.Figure{{Key: predate.FactAccountTotals, Value: predate.AccountTotals{Debit: want[0], Credit: want[1]}, Evidence: proofs[:2]}}
		}
	}
	return nil
}
