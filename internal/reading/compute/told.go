package compute

import (
	"predate"
)

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
