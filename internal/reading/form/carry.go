package form

import (
	"slices"

	"predate"
)

// edge is how many lines with amounts at the end or the beginning of a page may
// carry a sum over: notes may stand beside.
const edge = 3

// dropCarried empties the lines that hand a sum from one page to the next, so
// that they are no line and no total of any table: words say on a page that its
// sums go on, and the next page prints the same sums again. An account proves
// its own (see walk.sums).
func (r *reader) dropCarried() {
	if r.Kind == predate.KindAccountStatement {
		return
	}
	for i := range r.Lines {
		if !hasSum(r.Lines[i]) || !r.Says(r.WordsAt(i), "running_total") || r.amountsBetween(i, 1) > edge {
			continue
		}
		for j := i + 1; j < len(r.Lines) && r.Lines[j].Page <= r.Lines[i].Page+1; j++ {
			again := r.Lines[j].Page > r.Lines[i].Page && r.Says(r.WordsAt(j), "sum_brought_over", "running_total")
			if again && r.amountsBetween(j, -1) <= edge && slices.Equal(r.CentsAt(i), r.CentsAt(j)) {
				r.Drop(i)
				r.Drop(j)
				break
			}
		}
	}
}

// amountsBetween counts the lines with amounts from a line to the end (step 1) or
// the beginning (step −1) of its page, those at the foot of every page apart.
func (r *reader) amountsBetween(i, step int) int {
	n := 0
	for j := i; j >= 0 && j < len(r.Lines) && r.Lines[j].Page == r.Lines[i].Page; j += step {
		if hasSum(r.Lines[j]) && !r.Lines[j].Repeated {
			n++
		}
	}
	return n
}

// carries reports whether the amounts of a line at the edge of a page, which
// words say are carried over, sum all over the same lines: printed on one page
// only, they are no line either.
func (r *reader) carries(s *sums, i int, row []*node) bool {
	if len(row) == 0 || !r.Says(r.WordsAt(i), "running_total", "sum_brought_over") || min(r.amountsBetween(i, 1), r.amountsBetween(i, -1)) > edge {
		return false
	}
	starts := s.startsOf(row[0])
	for _, n := range row[1:] {
		others := s.startsOf(n)
		starts = slices.DeleteFunc(starts, func(line int) bool { return !slices.Contains(others, line) })
	}
	return len(starts) > 0
}

// startsOf lists the lines from which on what is open above an amount sums to it.
func (s *sums) startsOf(n *node) []int {
	var out []int
	var sum predate.Cents
	for m, part := range slices.Backward(s.columns[n.column].open) {
		sum += part.term()
		if sum == n.value() {
			out = append(out, part.first())
		}
		if len(s.columns[n.column].open)-m > budget {
			break
		}
	}
	return out
}
