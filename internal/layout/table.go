package layout

import (
	"strings"

	"predate/internal/fold"
)

// Columns is the number of columns of the table.
func (t Table) Columns() int {
	if t.Header != nil {
		return len(t.Header)
	}
	if len(t.Rows) > 0 {
		return len(t.Rows[0].Cells)
	}
	return 0
}

// Find gives the columns whose header holds one of the phrases, compared
// folded and without spaces, from left to right. A table in two halves may
// give two.
func (t Table) Find(phrases ...string) []int {
	var columns []int
	for k, h := range t.Header {
		text := fold.Squeeze(h.Text)
		for _, phrase := range phrases {
			if want := fold.Squeeze(phrase); want != "" && strings.Contains(text, want) {
				columns = append(columns, k)
				break
			}
		}
	}
	return columns
}

// Column gives the only column whose header holds one of the phrases; false
// when there is none, or more than one.
func (t Table) Column(phrases ...string) (int, bool) {
	columns := t.Find(phrases...)
	if len(columns) != 1 {
		return 0, false
	}
	return columns[0], true
}

// Amount reads the amount of column k; false when the cell holds anything else.
func (r Row) Amount(k int) (Amount, bool) {
	if k < 0 || k >= len(r.Cells) {
		return Amount{}, false
	}
	return r.Cells[k].Amount()
}

// Label joins the cells of the row that are not amounts, from left to right.
func (r Row) Label() string {
	var texts []string
	for _, c := range r.Cells {
		if _, ok := c.Amount(); !ok && c.Text != "" {
			texts = append(texts, c.Text)
		}
	}
	return strings.Join(texts, " ")
}

// Side is one half of a row of a table that sets two lists side by side: its
// label cells and the amounts that follow them.
type Side struct {
	Label   []Cell
	Amounts map[int]Amount // by column
}

// Sides cuts a row after each group of amounts that another label follows. A
// row of an ordinary table has one side.
func (r Row) Sides() []Side {
	var sides []Side
	open := false // whether the last side may take more labels
	for k, c := range r.Cells {
		if c.Text == "" {
			continue
		}
		a, ok := c.Amount()
		if len(sides) == 0 || !ok && !open {
			sides = append(sides, Side{Amounts: map[int]Amount{}})
			open = true
		}
		last := &sides[len(sides)-1]
		if ok {
			last.Amounts[k] = a
			open = false
		} else {
			last.Label = append(last.Label, c)
		}
	}
	return sides
}
