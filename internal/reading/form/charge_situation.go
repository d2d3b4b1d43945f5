package form

import (
	"math"
	"slices"

	"predate"
	"predate/internal/reading/lexicon"
)

// situation is a row of a table that balances charges with what was called for them.
type situation struct {
	nature              predate.Nature
	actual, called, gap cell
}

// balanced gives the totals of a statement that balances current charges, and works if it
// lays any, in rows of a table: charged, called, and their difference. What the lines of
// either make must be what the rows say that was charged for it.
func (c *charges) balanced() []predate.Figure {
	made := map[predate.Nature]predate.Cents{}
	for _, k := range c.keys {
		n := predate.NatureBudget
		if k.works {
			n = predate.NatureWorks
		}
		made[n] += k.part.value()
	}
	var rows []situation
	for i := range c.Lines {
		if s, ok := c.situationAt(i); ok {
			rows = append(rows, s)
		}
	}
	sums := map[predate.Nature]predate.ChargeTotals{}
	proofs := map[predate.Nature][]predate.Evidence{}
	for _, s := range rows {
		t := sums[s.nature]
		t.Actual, t.Called = t.Actual+s.actual.Amount.Cents, t.Called+s.called.Amount.Cents
		t.HasActual, t.HasCalled = true, true
		sums[s.nature] = t
		proofs[s.nature] = append(proofs[s.nature], triple{s.actual, s.called, s.gap}.proof()...)
	}
	current, works := sums[predate.NatureBudget], sums[predate.NatureWorks]
	if len(sums) != len(made) || !current.HasActual || current.Actual != made[predate.NatureBudget] || works.Actual != made[predate.NatureWorks] {
		return nil
	}
	current.Adjustment, current.HasAdjustment = current.Actual-current.Called, true
	out := []predate.Figure{{Key: predate.FactChargeTotals, Year: c.year, Value: current, Evidence: proofs[predate.NatureBudget]}}
	if works.HasActual {
		out = append(out, predate.Figure{Key: predate.FactChargeWorkSum, Year: c.year, Value: works, Evidence: proofs[predate.NatureWorks]})
	}
	for _, k := range c.keys {
		if !k.works {
			out = append(out, c.key(k))
		}
	}
	return out
}

// situationAt reads a line that names a nature and balances what was charged with what was
// called, under heads that say so. Words behind the difference may say its side.
func (c *charges) situationAt(i int) (situation, bool) {
	cells := c.Lines[i].Cells
	if len(cells) == 5 && c.Says("1 "+cells[4].Text, "sign_debit", "sign_credit") {
		cells = cells[:4]
	}
	if len(cells) != 4 || cells[0].Nature != text {
		return situation{}, false
	}
	for _, x := range cells[1:] {
		if x.Nature != amount {
			return situation{}, false
		}
	}
	s := situation{nature: c.NatureOf(cells[0].Text), actual: cells[1], called: cells[2], gap: cells[3]}
	if s.nature != predate.NatureBudget && s.nature != predate.NatureWorks {
		return situation{}, false
	}
	balances := (s.actual.Amount.Cents - s.called.Amount.Cents).Abs() == s.gap.Amount.Cents.Abs()
	return s, balances && headed(c, cells, 2, "column_called") && headed(c, cells, 3, "column_difference", "column_balance", "adjustment_due", "adjustment_refund")
}

// headed reports whether the head over a cell of a line names one of some concepts: the words over
// it, or those of the same rank where the heads are as many as the cells, the first of which
// may have none, or the nearest of more heads.
func headed(c *charges, cells []cell, k int, ids ...lexicon.ID) bool {
	if c.underAnyHead(cells[k], ids...) {
		return true
	}
	for i := cells[k].Line - 1; i >= 0 && c.Lines[i].Page == cells[k].Page; i-- {
		if !c.isHeadLine(i) {
			continue
		}
		heads := c.Lines[i].Cells
		unheaded := len(cells) - len(heads)
		at := k - unheaded
		if unheaded < 0 {
			at = nearestHead(heads, cells, k)
		}
		return unheaded <= 1 && at >= 0 && slices.ContainsFunc(ids, func(id lexicon.ID) bool { return c.Names(id, heads[at].Text) })
	}
	return false
}

// nearestHead returns the head that is nearest to a cell of a row by their middles; -1 where
// it is nearest to another cell of the row too.
func nearestHead(heads, row []cell, k int) int {
	nearest := func(x cell) int {
		best := 0
		for n, h := range heads {
			off := func(o cell) float64 { return math.Abs(o.Box.X0 + o.Box.X1 - x.Box.X0 - x.Box.X1) }
			if off(h) < off(heads[best]) {
				best = n
			}
		}
		return best
	}
	at := nearest(row[k])
	for n, other := range row {
		if n != k && nearest(other) == at {
			return -1
		}
	}
	return at
}
