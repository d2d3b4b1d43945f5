package console

import (
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/report"
	"predate/internal/statement/typeset"
)

// TestWhatIsDoneSeveralTimesIsToldOnce: doubts that one person acknowledged in a row for
// one reason are one line, which says how many and which; a figure is named as operators
// know it, whatever its reason holds.
func TestWhatIsDoneSeveralTimesIsToldOnce(t *testing.T) {
	c := newConsole(t)
	at := time.Date(2026, 7, 6, 10, 0, 0, 0, time.UTC)
	seen := func(minute int, who, doubt, says, why string) desk.Act {
		return desk.Act{At: at.Add(time.Duration(minute) * time.Minute), Who: who, Act: "review.acknowledge", About: doubt, Value: says, Why: why, Detail: doubt + ": " + why}
	}
	value, err := report.EncodeValue(predate.KeyArrears, predate.Money(12345))
	if err != nil {
		t.Fatal(err)
	}
	label := typeset.Label(predate.KeyArrears)
	s := &openOrder{doubts: []predate.SettledDoubt{
		{Doubt: predate.Doubt{ID: "figure.x", Key: predate.KeyArrears, Says: "Contradictoire."}}, {Doubt: predate.Doubt{ID: "reason.a", Says: "Le vendeur est nouveau."}},
	}}
	s.Acts = []desk.Act{
		seen(0, "C. Aubrac", "figure.x", "Contradictoire.", "vu"), seen(1, "C. Aubrac", "reason.a", "Le vendeur est nouveau.", "vu"), seen(2, "C. Aubrac", "reason.gone", "Une pièce manquait.", "vu"),
		seen(3, "A. Dupin", "reason.a", "Le vendeur est nouveau.", "vu"),
		{At: at.Add(4 * time.Minute), Who: "A. Dupin", Act: "review.set", About: string(predate.KeyArrears), Value: string(value), Why: "selon : le relevé = p. 1", Detail: "x"},
		{At: at.Add(5 * time.Minute), Who: "A. Dupin", Act: "review.collect_again", Detail: "le site est : revenu"},
	}
	for i, name := range []string{"a.pdf", "b.pdf"} {
		given := at.Add(time.Duration(6+i) * time.Second * 60)
		s.Acts = append(s.Acts, desk.Act{At: given, Who: "A. Dupin", Act: "review.document", About: name, Why: "Remis par le syndic", Detail: name + " (ab12): Remis par le syndic"})
	}
	s.Events = []predate.Event{{Created: at.Add(-time.Minute), State: predate.Received}}
	told := c.history(s)
	if len(told) != 6 {
		t.Fatalf("%d lines: %+v", len(told), told)
	}
	if given := told[0]; given.What != "a ajouté 2\u00a0pièces" || given.Why != "Remis par le syndic" || !slices.Equal(given.Which, []string{"a.pdf", "b.pdf"}) {
		t.Errorf("told is %+v", given)
	}
	told = told[1:]
	if told[0].Why != "le site est : revenu" || told[1].Why != label+" = 123,45\u00a0€, selon : le relevé = p. 1" || told[2].Why != "Le vendeur est nouveau, vu" {
		t.Errorf("told is %q, %q, %q", told[0].Why, told[1].Why, told[2].Why)
	}
	several := told[3]
	if several.What != "a pris acte de 3\u00a0doutes" || several.Why != "vu" || !slices.Equal(several.Which, []string{label, "Le vendeur est nouveau", "Une pièce manquait"}) {
		t.Errorf("told is %+v", several)
	}
	if told[4].What != "client informé" || told[4].Why != "dossier reçu" {
		t.Errorf("told is %+v", told[4])
	}
}
