package form_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
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
	if kind, ok := form.KindOfLetter(doc, lexicontest.House(t)); !ok || kind != predate.KindAccountStatement {
		t.Fatalf("kind %q", kind)
	}
	said := accountRead(form.Letter(predate.KindAccountStatement, doc, lexicontest.House(t)))
	on := predate.Date{Year: 2026, Month: 5, Day: 11}
	if diff := cmp.Diff([]predate.AccountBalance{{Date: on, Amount: 41719}}, said.closing); diff != "" {
		t.Errorf("closing (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]predate.AccountTotals{{Debit: 291830, Credit: 250111}}, said.totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	for _, other := range []string{
		strings.Replace(reminder, "417,19", "417,20", 1),
		strings.Replace(reminder, "de votre lot 4", "du syndicat", 1),
		strings.Replace(reminder, "Encaissements reçus", "Intérêts", 1),
		strings.Replace(reminder, " au lundi 11 mai 2026", "", 1),
	} {
		if kind, ok := form.KindOfLetter(layouttest.Sketch(other), lexicontest.House(t)); ok {
			t.Errorf("read as %s:\n%s", kind, other)
		}
	}
}

// TestAccountOfSumsAlone reads a statement of account that prints its sums and no
// movement, on cards or on lines.
func TestAccountOfSumsAlone(t *testing.T) {
	for _, page := range []string{
		`
		Situation de compte copropriétaire
		Situation au 30/04/2026
		Total appelé          Total versé          Solde
		7 037,91 €            6 302,02 €           735,89 €`, `
		Situation de compte copropriétaire
		Situation au 30/04/2026
		Appels de fonds                       7 037,91 €
		Vos paiements                         6 302,02 €
		Solde de votre compte                   735,89 €`,
	} {
		read := func(page string) saidAccount {
			return accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(page), lexicontest.House(t)))
		}
		if said := read(page); len(said.closing) != 1 || said.closing[0].Amount != 73589 || len(said.totals) != 1 || said.totals[0].Credit != 630202 {
			t.Errorf("%+v of\n%s", said, page)
		}
		for _, off := range []string{strings.Replace(page, "735,89", "745,89", 1), strings.Replace(page, "Situation au 30/04/2026", "", 1)} {
			if said := read(off); len(said.closing) > 0 {
				t.Errorf("read %+v of\n%s", said, off)
			}
		}
	}
}
