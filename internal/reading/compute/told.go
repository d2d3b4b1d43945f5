package compute

import (
	"predate"
)

// Difference is by how much the two sums of a gate differ, the first minus the second,
// of the first pair that does; false where none does, or nothing is compared.
func Difference(g predate.Gate) (predate.Cents, bool) { return differenceIn(g.Detail) }

func differenceIn(r predate.Reason) (predate.Cents, bool) {
	var sums []predate.Cents
	for _, t := range r.About {
		switch t := t.(type) {
		case predate.Reason:
			if d, differ := differenceIn(t); differ {
				return d, true
			}
		case predate.Cents:
			sums = append(sums, t)
		}
	}
	const two = 2
	if len(sums) < two {
		return 0, false
	}
	d := sums[len(sums)-two] - sums[len(sums)-1]
	return d, d != 0
}

// ExerciseOf is the exercise that was said of a part of a paper, else the latest of the
// figures that were read on it; zero for none.
func ExerciseOf(s predate.Statement, d predate.ReadDocument, part predate.Part) predate.Period {
	for _, c := range d.Corrections {
		if c.About == predate.RemarkExercise && c.Holds(part.First, part.Last) {
			return c.Exercise()
		}
	}
	latest := predate.Period{}
	for _, f := range s.Figures {
		for _, e := range f.Evidence {
			here := e.File == d.File && part.First <= e.Page && e.Page <= part.Last
			if here && (f.Year.To.After(latest.To) || f.Year.To == latest.To && f.Year.From.After(latest.From)) {
				latest = f.Year
			}
		}
	}
	return latest
}
