package compute_test

import (
	"testing"

	"predate"
	"predate/internal/reading/compute"
)

// TestDifferenceOfAGate is of the first two sums that differ, however deep they stand.
func TestDifferenceOfAGate(t *testing.T) {
	same := predate.Because(predate.ReasonAnd, predate.Cents(100), predate.Cents(100))
	more := predate.Because(predate.ReasonAnd, predate.Cents(7), predate.Cents(150), predate.Cents(100))
	less := predate.Because(predate.ReasonAnd, predate.Cents(100), predate.Cents(101))
	for _, one := range []struct {
		detail predate.Reason
		want   predate.Cents
	}{{predate.Reason{}, 0}, {same, 0}, {more, 50}, {predate.Because(predate.ReasonAnd, same, less, more), -1}, {predate.Because(predate.ReasonAnd, predate.Cents(3)), 0}} {
		if d, differ := (predate.Gate{Detail: one.detail}).Difference(); d != one.want || differ != (one.want != 0) {
			t.Errorf("%+v differs by %d (%v), want %d", one.detail, d, differ, one.want)
		}
	}
}

// TestExerciseOfAPaper is what was said of it, else the latest of its own figures.
func TestExerciseOfAPaper(t *testing.T) {
	year := func(y int) predate.Period {
		return predate.Period{From: predate.Date{Year: y, Month: 1, Day: 1}, To: predate.Date{Year: y, Month: 12, Day: 31}}
	}
	half := predate.Period{From: predate.Date{Year: 2025, Month: 7, Day: 1}, To: predate.Date{Year: 2025, Month: 12, Day: 31}}
	on := func(file string, page int, of predate.Period) predate.Figure {
		return predate.Figure{Year: of, Evidence: []predate.Evidence{{File: file, Page: page}}}
	}
	s := predate.Statement{Figures: map[predate.Key]predate.Figure{"a": on("a.pdf", 2, year(2025)), "b": on("a.pdf", 2, half), "c": on("a.pdf", 2, year(2024)), "d": on("a.pdf", 4, year(2026)), "e": on("b.pdf", 2, year(2027))}}
	paper, part := predate.ReadDocument{File: "a.pdf"}, predate.Part{First: 1, Last: 3}
	for range 20 { // whatever the order in which figures come
		if got := compute.ExerciseOf(s, paper, part); got != half {
			t.Fatalf("its exercise is %v", got)
		}
	}
	if got := compute.ExerciseOf(s, predate.ReadDocument{File: "c.pdf"}, part); got != (predate.Period{}) {
		t.Errorf("a paper without figures has the exercise %v", got)
	}
	paper.Corrections = []predate.Correction{{About: predate.RemarkExercise, Value: "2023-01-01/2023-12-31"}}
	if got := compute.ExerciseOf(s, paper, part); got != year(2023) {
		t.Errorf("what was said of it is not its exercise: %v", got)
	}
}
