package parting_test

import (
	"testing"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/parting"
)

// TestCut parts two annexes on one page; what stands over the first belongs to both.
func TestCut(t *testing.T) {
	doc, words := layouttest.Sketch(`Exercice du 01/01/2024 au 31/12/2024
Annexe 4 - Travaux de l'article 14-2 clôturés
Toiture      1 000,00
Annexe 5 - Travaux de l'article 14-2 non encore clôturés
Ravalement   2 000,00
`), lexicontest.House(t)
	first, one := parting.Titled(doc, words, predate.KindSchedule4)
	second, other := parting.Titled(doc, words, predate.KindSchedule5)
	if !one || !other || !first.Before(second) {
		t.Fatalf("titles at %v (%v) and %v (%v)", first, one, second, other)
	}
	upper, lower := parting.Cut(doc, first, second)
	if n, m := len(upper.Pages[0].Lines), len(lower.Pages[0].Lines); n != 3 || m != 3 {
		t.Errorf("%d lines above the cut, %d under it, want 3 and 3", n, m)
	}
	if _, found := parting.Titled(doc, words, predate.KindSchedule1); found {
		t.Error("a title of annexe 1 is found, which is not there")
	}
}
