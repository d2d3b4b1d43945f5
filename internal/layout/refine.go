package layout

import (
	"math"
	"slices"
)

// An amount never shares its cell with anything but its mark: a figure read
// together with a neighbour's would be a wrong one.

// refine parts the columns in which amounts and other pieces stand side by
// side on several lines.
func refine(columns []column, body []band) []column {
	const rounds = 6
	for range rounds {
		k, at, ok := crowded(columns, body)
		if !ok {
			break
		}
		left, right := columns[k], columns[k]
		left.x1, right.x0 = at, at
		left.money, right.money = false, false
		columns = slices.Insert(slices.Delete(columns, k, k+1), k, left, right)
		for i := k; i <= k+1; i++ {
			columns[i] = tighten(columns, i, body)
		}
	}
	return columns
}

// crowded finds the column that most lines crowd, and where to part it: beside
// all its amounts.
func crowded(columns []column, body []band) (k int, at float64, ok bool) {
	type crowd struct {
		before, after int     // lines with something before, after an amount
		from, to      float64 // where the amounts stand
	}
	crowds := make([]crowd, len(columns))
	for i := range crowds {
		crowds[i].from, crowds[i].to = math.Inf(1), math.Inf(-1)
	}
	for _, b := range body {
		for i, s := range b.segments {
			if s.nature != natureAmount {
				continue
			}
			c := &crowds[columnOf(columns, s)]
			c.from, c.to = min(c.from, s.box.X0), max(c.to, s.box.X1)
			for j, other := range b.segments {
				if i == j || columnOf(columns, other) != columnOf(columns, s) {
					continue
				}
				if other.box.X1 <= s.box.X0 {
					c.before++
				} else {
					c.after++
				}
			}
		}
	}
	most := 0
	for i, c := range crowds {
		if n := max(c.before, c.after); n >= 3 && n > most && n*12 >= len(body) {
			most, k, ok = n, i, true
			at = c.from - 1
			if c.after > c.before {
				at = c.to + 1
			}
		}
	}
	if ok && (at <= columns[k].x0 || at >= columns[k].x1) {
		return 0, 0, false
	}
	return k, at, ok
}

// tighten draws the edges of a new column to what stands in it.
func tighten(columns []column, k int, body []band) column {
	c := columns[k]
	from, to := math.Inf(1), math.Inf(-1)
	for _, b := range body {
		for _, s := range b.segments {
			if s.box.X0 < c.x0-1 || s.box.X1 > c.x1+1 {
				continue
			}
			from, to = min(from, s.box.X0), max(to, s.box.X1)
			c.money = c.money || s.nature == natureAmount
		}
	}
	if from < to {
		c.x0, c.x1 = from, to
	}
	return c
}

// settle moves what stands beside an amount in one cell to the blank cell next
// to it, such as the words of a carried total.
func (g *grid) settle() {
	for i := range g.cells {
		for k, cell := range g.cells[i] {
			amount := slices.IndexFunc(cell, func(s segment) bool { return s.nature == natureAmount })
			if amount < 0 || len(cell) < 2 {
				continue
			}
			if k > 0 && len(g.cells[i][k-1]) == 0 && amount > 0 {
				g.cells[i][k-1], cell, amount = cell[:amount:amount], cell[amount:], 0
			}
			if k+1 < len(g.columns) && len(g.cells[i][k+1]) == 0 && amount+1 < len(cell) {
				g.cells[i][k+1], cell = cell[amount+1:], cell[:amount+1:amount+1]
			}
			g.cells[i][k] = cell
		}
	}
}
