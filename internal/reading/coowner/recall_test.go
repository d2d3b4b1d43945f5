package coowner_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
)

// TestWhatTheSyndicatHoldsIsNotRecalledOfTheLots: the same words recall the lots' part of
// an advance, and name all that the syndicat has.
func TestWhatTheSyndicatHoldsIsNotRecalledOfTheLots(t *testing.T) {
	for label, want := range map[string]predate.Cents{
		"Avance de tresorerie":                             64000,
		"Votre avance de tresorerie":                       64000,
		"Avance de tresorerie de vos lots":                 64000,
		"Votre part de l'avance de tresorerie du syndicat": 64000,
		"Avance de tresorerie du syndicat":                 0,
		"Avance de tresorerie de la copropriete":           0,
		"Avance de tresorerie permanente de l'immeuble":    0,
	} {
		doc := layouttest.Sketch("Appel de fonds\nLot 7\nCharges generales      3 000,00    1000     300     900,00\nNet a payer                                        900,00\n\nPour information\n" + label + "        640,00")
		var got predate.Cents
		for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
			if m, ok := f.Value.(predate.Money); ok && f.Key == predate.KeyCashAdvance {
				got = predate.Cents(m)
			}
		}
		if got != want {
			t.Errorf("%s: %d, want %d", label, got, want)
		}
	}
}

// TestANoteUnderAmountsSaysThatTheyAreRecalled reads amounts that a note right under them
// says are not asked for; one that says nothing of them, or stands apart, says nothing.
func TestANoteUnderAmountsSaysThatTheyAreRecalled(t *testing.T) {
	const note = "Pour information : ces montants ne sont pas à payer."
	for under, want := range map[string]predate.Cents{
		note: 64000,
		"Pour information : la prochaine assemblée se tient en juin.": 0,
		"\n\n\n" + note: 0,
		"":              0,
	} {
		doc := layouttest.Sketch("Appel de fonds\nLot 7\nCharges generales      3 000,00    1000     300     900,00\nNet a payer                                        900,00\n\n" +
			"Sur votre compte\nAvance de tresorerie 1031        640,00\n" + under)
		var got predate.Cents
		for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
			if m, ok := f.Value.(predate.Money); ok && f.Key == predate.KeyCashAdvance {
				got = predate.Cents(m)
			}
		}
		if got != want {
			t.Errorf("%q: %d, want %d", under, got, want)
		}
	}
}

// TestAFigureInLargeTypeIsNotRecalledBySmallPrint reads a side column that recalls a share
// of the works fund over its amount, beside a card whose figure stands on the same row.
func TestAFigureInLargeTypeIsNotRecalledBySmallPrint(t *testing.T) {
	pages := layouttest.Pages("Décompte de charges\nExercice du 01/01/2025 au 31/12/2025\n\nVotre part du fonds de travaux au        21,45 €\n31/12/2025\n860,30 €")
	for i, w := range pages[0].Words {
		if w.Text == "21,45" {
			pages[0].Words[i].Size = 16
		}
	}
	for _, f := range extract.Figures(predate.KindChargeStatement, layout.Analyse(pages), blanktest.House(t)) {
		if f.Key == predate.KeyWorksFundLotShare && f.Value == predate.Value(predate.Money(2145)) {
			t.Errorf("%v is read as the share of the fund", f.Value)
		}
	}
}

// TestCardsWhoseLabelsTakeTwoLines reads what cards recall whose labels wrap, with lines set
// well apart: over amounts in one row, and in rows of their own, where a note under an
// amount stands nearer than its label.
func TestCardsWhoseLabelsTakeTwoLines(t *testing.T) {
	head := "Appel de fonds\nLot 7\nCharges generales      3 000,00    1000     300     900,00\nNet a payer                                        900,00\n\nPour memoire\n\n"
	for name, cards := range map[string]string{
		"one row": "Avance permanente          Autres avances (provisions    Votre part du fonds de travaux au\n1031                       speciales) 1032               30/06/2023\n\n236,64 €                   81,60 €                       682,30 €",
		"apart":   "Avance permanente 1031                                   Votre part du fonds de travaux au\n236,64 €                                                 30/06/2023\nSomme que vous avez                                      682,30 €\nversee                                                   Acquise au syndicat",
	} {
		got := map[predate.Key]predate.Cents{}
		for _, f := range extract.Figures(predate.KindFundCall, layouttest.Sketch(head+cards), blanktest.House(t)) {
			if m, ok := f.Value.(predate.Money); ok {
				got[f.Key] = predate.Cents(m)
			}
		}
		if got[predate.KeyCashAdvance] != 23664 || got[predate.KeyWorksFundLotShare] != 68230 {
			t.Errorf("%s: read %v", name, got)
		}
	}
}

// TestASumSetOutInCards reads what was owed before a call from the first of three cards, set
// in the middle, whose label takes two lines: signs stand between the cards.
func TestASumSetOutInCards(t *testing.T) {
	for _, paid := range []string{"585,09 €", "585,10 €"} {
		doc := layouttest.Sketch(`Votre appel de fonds
 Solde de votre compte avant cet appel,           Montant de cet appel                A régler au 01/05/2026
                au 16/04/2026             +             125,59 €               =             ` + paid + `
                459,50 €                         du 01/05 au 31/05/2026                 date d'exigibilité

Charges générales      9 350,00     779,17     135 / 1 000 tantièmes    105,19
Escalier               1 230,00     102,50     141 / 1 000 tantièmes     14,45
Fonds de travaux         529,00      44,08     135 / 1 000 tantièmes      5,95
Total de l'appel                                                        125,59`)
		var got []predate.Value
		for _, f := range extract.Figures(predate.KindFundCall, doc, blanktest.House(t)) {
			if f.Key == predate.FactPreviousBalance {
				got = append(got, f.Value)
			}
		}
		if proved := paid == "585,09 €"; proved != (len(got) == 1 && got[0] == predate.Value(predate.Money(45950))) {
			t.Errorf("%s: %v", paid, got)
		}
	}
}
