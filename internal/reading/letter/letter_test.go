package letter_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/letter"
	"predate/internal/reading/lexicon/lexicontest"
)

const reminder = `
	Rappel de règlement - lot 4 - Les Tisserands
	Bonjour Bastien,

	Le solde de votre lot 4 s'élève à 417,19 € au lundi 11 mai 2026 :
	• Appels de fonds (charges) : 2 802,80 €
	• Fonds de travaux : 115,50 €
	• Encaissements reçus : 2 501,11 €

	Merci de bien vouloir régulariser votre situation.`

// TestReminder reads a letter that says what makes the balance that an owner owes;
// one whose sums do not make it, and one that speaks of the syndicat, are not read.
func TestReminder(t *testing.T) {
	doc := layouttest.Sketch(reminder)
	if kind, ok := letter.KindOf(doc, lexicontest.House(t)); !ok || kind != predate.KindAccountStatement {
		t.Fatalf("kind %q", kind)
	}
	said := map[predate.Key]predate.Value{}
	for _, f := range letter.Figures(predate.KindAccountStatement, doc, lexicontest.House(t)) {
		said[f.Key] = f.Value
	}
	on := predate.Date{Year: 2026, Month: 5, Day: 11}
	want := map[predate.Key]predate.Value{
		predate.FactAccount:        predate.AccountHead{Period: predate.Period{To: on}},
		predate.FactAccountClosing: predate.AccountBalance{Date: on, Amount: 41719},
		predate.FactAccountTotals:  predate.AccountTotals{Debit: 291830, Credit: 250111},
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
	for _, other := range []string{
		strings.Replace(reminder, "417,19", "417,20", 1),
		strings.Replace(reminder, "de votre lot 4", "du syndicat", 1),
		strings.Replace(reminder, "Encaissements reçus", "Intérêts", 1),
		strings.Replace(reminder, " au lundi 11 mai 2026", "", 1),
	} {
		if kind, ok := letter.KindOf(layouttest.Sketch(other), lexicontest.House(t)); ok {
			t.Errorf("read as %s:\n%s", kind, other)
		}
	}
}
