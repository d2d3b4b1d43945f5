package form

import (
	"slices"

	"predate"
)

// hasCalled reports whether what was called for the lot is printed.
func (l lotCharges) hasCalled() bool { return l.called.Box != predate.Box{} }

// totalFar is how many lines at most the total of a lot stands over its keys: heads of
// columns may stand between, on the next page.
const totalFar = 4

// totalOver finds the sum of the keys of a lot over the first of them, and what was
// called for it among the words of that line.
func totalOver(c *charges, keys []chargeKey) lotCharges {
	l := lotCharges{lot: keys[0].lot, keys: keys}
	sum := partsOf(keys)
	i := max(keys[0].lines[0]-1, 0)
	for ; i > max(0, keys[0].lines[0]-totalFar) && !c.hasAmounts(i); i-- {
	}
	for k, n := range c.at[i] {
		if n.value() == sum && near(n.cell.Box.X1, keys[0].part.cell.Box.X1) {
			l.total = n.cell
		} else if k == 0 && c.ownWordsSay(n.cell, "provisions_total") {
			l.called = n.cell
		}
	}
	return l
}

// calledHeading returns the only lot that a line names and what the line says was called for
// it: "Lot 38 – Cave … Provisions appelées pour ce lot : 17,44 €"; no lot for another line.
func calledHeading(c *charges, i int) (lot string, called cell) {
	names := c.LotNames(c.LineText(i))
	if len(names) != 1 || len(c.at[i]) != 1 || !c.ownWordsSay(c.at[i][0].cell, "provisions_total") {
		return "", cell{}
	}
	return names[0], c.at[i][0].cell
}

// calledOver finds what was called for a lot in the heading over its keys; nothing for works.
func calledOver(c *charges, l lotCharges) cell {
	first := l.keys[0].lines[0]
	for i := first - 1; i >= 0 && i > first-1-totalFar && !l.keys[0].works; i-- {
		if lot, called := calledHeading(c, i); lot != "" && lot == l.lot {
			return called
		}
		if c.hasAmounts(i) {
			break
		}
	}
	return cell{}
}

// totalAmong finds the sum of all keys of a lot on a card over or among them, on line from
// or after, which names it as charges, and what was called for the lot on the line under it.
func totalAmong(c *charges, keys []chargeKey, from int) lotCharges {
	l := lotCharges{lot: keys[0].lot, keys: keys}
	sum := partsOf(keys)
	for i := from; i < keys[len(keys)-1].lines[1]; i++ {
		for _, n := range c.at[i] {
			switch {
			case n.value() == sum && len(n.children) == 0 && c.isCalled(n.cell, "charges_total"):
				l.total = n.cell
			case l.found() && i == l.total.Line+1 && c.isCalled(n.cell, "provisions_total"):
				l.called = n.cell
			}
		}
	}
	return l
}

// partsOf returns what some keys cost their lot.
func partsOf(keys []chargeKey) predate.Cents {
	var sum predate.Cents
	for _, k := range keys {
		sum += k.part.value()
	}
	return sum
}

// dropLooseCalls forgets what was called for some lots where others print none:
// after the last of them stands what was called for all.
func (c *charges) dropLooseCalls() {
	current := 0
	for _, l := range c.lots {
		if !l.keys[0].works {
			current++
		}
	}
	if current < 2 || !slices.ContainsFunc(c.lots, func(l lotCharges) bool { return !l.hasCalled() && !l.keys[0].works }) {
		return
	}
	for k := range c.lots {
		c.lots[k].called = cell{}
	}
}

// called reports whether the words over or beside an amount say that it was
// called.
func (c *charges) called(n *node) bool {
	return c.calledByHead(n) || c.isCalled(n.cell, "column_called", "provisions_total")
}

// calledByHead reports whether the words over an amount say that it was called: those over
// the first of the rows that follow each other in its column.
func (c *charges) calledByHead(n *node) bool {
	if over := n.cell.Line - 1; over >= 0 && c.Lines[over].Page == n.cell.Page {
		if above := c.inColumn(over, n.column); above != nil && c.heads(n) == "" && c.calledByHead(above) {
			return true
		}
	}
	return c.Says(c.heads(n), "column_called", "provisions_total") || c.underHead(n.cell, "column_called")
}

// endsInWords reports whether words follow the last amount of a line: it is a
// sentence, and no column has what it says.
func (r *reader) endsInWords(i int) bool {
	cells := r.Lines[i].Cells
	return len(cells) > 0 && cells[len(cells)-1].Nature == text
}

// calledBeside returns what was called for a lot where the words before its total say it:
// "Total lot 17 · provisions appelées 2 018,92 € | 1 984,27".
func calledBeside(c *charges, i int, total *node) (called cell, found bool) {
	for _, n := range c.at[i] {
		if n != total && n.cell.Box.X1 < total.cell.Box.X0 && n.column != total.column && c.ownWordsSay(n.cell, "provisions_total") {
			return n.cell, true
		}
	}
	return cell{}, false
}
