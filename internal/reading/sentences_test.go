package reading

import (
	"testing"

	"predate"
)

// TestSaysMore prefers what sentences prove where they say more lines, or as many that make
// the same total; a sentence above a table, which would make another total, is none of it.
func TestSaysMore(t *testing.T) {
	call := func(total predate.Cents, lines, sums int) []predate.Figure {
		out := []predate.Figure{{Key: predate.FactCall, Value: predate.CallHead{Total: total}}}
		for range lines {
			out = append(out, predate.Figure{Key: predate.FactCallLine, Value: predate.CallLine{}})
		}
		for range sums {
			out = append(out, predate.Figure{Key: predate.FactCallSubtotal})
		}
		return out
	}
	for name, c := range map[string]struct {
		told, rows []predate.Figure
		want       bool
	}{
		"more lines":              {call(500, 3, 1), call(500, 2, 1), true},
		"fewer lines":             {call(500, 2, 1), call(0, 3, 1), false},
		"as many, the same total": {call(500, 2, 1), call(500, 2, 1), true},
		"as many, another total":  {call(550, 2, 2), call(500, 2, 1), false},
		"as many, the only total": {call(500, 2, 1), call(0, 2, 0), true},
		"nothing told":            {nil, nil, false},
	} {
		if got := saysMore(c.told, c.rows); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
