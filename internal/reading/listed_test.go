package reading

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

func TestListedPapersAreDocumentsWithoutBytes(t *testing.T) {
	const reason = "le fichier est incomplet"
	got := lacking(Dossier{
		Files: []File{{Name: "DTA"}},
		Listed: []Listed{
			{Title: "DTA", Reason: reason},
			{Title: "Appel de fonds n° 3", Printed: predate.Date{Year: 2026, Month: 3, Day: 1}, Reason: reason},
			{Title: "Divers", Hint: predate.TypeMinutes, Reason: reason},
			{Title: "Comptes 2024", Reason: reason},
		},
	})
	want := []predate.ReadDocument{
		{File: "DTA (2)", Listed: true, Unreadable: reason, Guess: predate.KindAsbestos},
		{File: "Appel de fonds n° 3", Listed: true, Unreadable: reason, Guess: predate.KindFundCall, Printed: predate.Date{Year: 2026, Month: 3, Day: 1}},
		{File: "Divers", Listed: true, Unreadable: reason, Guess: predate.KindMinutes},
		{File: "Comptes 2024", Listed: true, Unreadable: reason}, // a title that says nothing may be anything
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
