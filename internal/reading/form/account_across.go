package form

import (
	"slices"

	"predate"
)

// across leaves of each entry the total that it prints of its own sums, where a
// paper parts its movements over columns: "Charges | Fonds de travaux | Total".
// Booked as movements, the parts and their total would count twice.
func (r *reader) across(entries []entry) []entry {
	total, ok := r.totalAcross(entries)
	if !ok {
		return entries
	}
	for k := range entries {
		e := &entries[k]
		if i := slices.IndexFunc(e.sums, func(p posted) bool { return p.column == total }); i > 0 && made(e.sums[:i]) == e.sums[i].cell.Amount.Cents {
			e.sums = slices.Clone(e.sums[i:])
		}
	}
	return entries
}

// totalAcross returns the column whose sums are, on every dated line, what those
// before them on the line make: two lines of several parts under a head that says
// so, or three.
func (r *reader) totalAcross(entries []entry) (int, bool) {
	parted, off := map[int]int{}, map[int]bool{}
	head := map[int]cell{}
	for _, e := range entries {
		for i, p := range e.sums {
			if e.day.IsZero() || i == 0 {
				continue
			}
			if _, seen := head[p.column]; !seen {
				head[p.column] = p.cell
			}
			off[p.column] = off[p.column] || made(e.sums[:i]) != p.cell.Amount.Cents
			if parts(e.sums[:i]) > 1 {
				parted[p.column]++
			}
		}
	}
	for column, n := range parted {
		words := r.headOver(head[column])
		if few := r.Says(words, "column_total") && n > 1; !off[column] && (few || n > 2) && !r.Says(words, "column_balance") {
			return column, true
		}
	}
	return 0, false
}

func made(parts []posted) predate.Cents {
	var sum predate.Cents
	for _, p := range parts {
		sum += p.cell.Amount.Cents
	}
	return sum
}

// parts counts the sums that are not zero.
func parts(all []posted) int {
	n := 0
	for _, p := range all {
		if p.cell.Amount.Cents != 0 {
			n++
		}
	}
	return n
}
