package form

import (
	"slices"

	"predate"
)

// fewestRecapped is how many lots a list must have: a single row repeats the totals.
const fewestRecapped = 2

// lotsOf returns the charges of each lot from a list of lots, a row each, that make the
// charges of all in one of its columns and the provisions in another. Two such lists
// that differ are none.
func (c *charges) lotsOf(t predate.ChargeTotals) []predate.Figure {
	var out []predate.Figure
	for i := 0; i < len(c.Lines); i++ {
		rows := c.rowsOfLots(i)
		if len(rows) < fewestRecapped {
			continue
		}
		i = rows[len(rows)-1]
		found := c.recapped(rows, t)
		if len(found) > 0 && len(out) > 0 {
			return nil
		}
		out = append(out, found...)
	}
	return out
}

// rowsOfLots lists the lines from one on that each have amounts and a lot of its own.
func (c *charges) rowsOfLots(from int) []int {
	var rows []int
	var lots []string
	for i := from; i < len(c.Lines) && c.Lines[i].Page == c.Lines[from].Page; i++ {
		if !c.hasAmounts(i) && len(rows) > 0 {
			continue // words that wrap
		}
		lot := c.lotInRow(i)
		if lot == "" || !c.hasAmounts(i) || slices.Contains(lots, lot) {
			break
		}
		rows, lots = append(rows, i), append(lots, lot)
	}
	return rows
}

// recapped reads rows of lots one column of which makes the charges of all, and one
// other the provisions.
func (c *charges) recapped(rows []int, t predate.ChargeTotals) []predate.Figure {
	actual, called := c.columnMaking(rows, t.Actual), c.columnMaking(rows, t.Called)
	if actual == nil || called == nil || actual[0].column == called[0].column {
		return nil
	}
	var out []predate.Figure
	for k, i := range rows {
		const rule = "form.charge_statement.lot"
		out = append(out, predate.Figure{
			Key: predate.FactChargeLot, Year: c.year,
			Value:    predate.ChargeLot{Lot: c.lotInRow(i), Actual: actual[k].value(), Called: called[k].value(), HasCalled: true},
			Evidence: []predate.Evidence{actual[k].cell.Proof(rule), called[k].cell.Proof(rule)},
		})
	}
	return out
}

// columnMaking returns the amounts of the only column of some rows that makes a sum.
func (c *charges) columnMaking(rows []int, sum predate.Cents) []*node {
	var found []*node
	for _, first := range c.at[rows[0]] {
		column := []*node{first}
		made := first.value()
		for _, i := range rows[1:] {
			if n := c.inColumn(i, first.column); n != nil {
				column, made = append(column, n), made+n.value()
			}
		}
		if len(column) != len(rows) || made != sum || sum == 0 {
			continue
		}
		if found != nil {
			return nil
		}
		found = column
	}
	return found
}
