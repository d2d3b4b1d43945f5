package cells_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate/internal/reading/cells"
	"predate/internal/reading/layout/layouttest"
)

// TestLines says what each cell of a line is by its form.
func TestLines(t *testing.T) {
	page := `
Charges communes générales    173 / 10 000    1 234,56    -         12/04/2025
Eau                           28 lots         ??,??       10 000    - 12,00
                                              10
Entretien                                     041,26
`
	isUnit := func(word string) bool { return word == "lots" }
	var got []string
	for i, l := range cells.Of(layouttest.Sketch(page), isUnit).Lines {
		var row []string
		for _, c := range l.Cells {
			if c.Line != i {
				t.Errorf("%q says that it is of line %d, not %d", c.Text, c.Line, i)
			}
			row = append(row, fmt.Sprintf("%s=%d", []string{"words", "amount", "count", "ratio", "day", "dash", "unread"}[c.Nature], value(c)))
		}
		got = append(got, strings.Join(row, " "))
	}
	want := []string{
		"words=0 ratio=10000 amount=123456 dash=0 day=2025",
		"words=0 count=28 unread=0 count=10000 amount=-1200",
		"count=10",
		"words=0 amount=1004126",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func value(c cells.Cell) int64 {
	switch c.Nature {
	case cells.Amount:
		return int64(c.Amount.Cents)
	case cells.Count:
		return c.Counts[0]
	case cells.Ratio:
		return c.Counts[1]
	case cells.Day:
		return int64(c.Date.Year)
	}
	return 0
}
