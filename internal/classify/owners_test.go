package classify_test

import (
	"testing"

	"predate"
	"predate/internal/classify"
	"predate/internal/layout/layouttest"
	"predate/internal/lexicon/lexicontest"
)

// TestListsOfOwners keeps what lists all owners apart from the papers of one of
// them, whatever their titles: names under a head of owners, each with its amount.
func TestListsOfOwners(t *testing.T) {
	for name, c := range map[string]struct {
		page string
		want predate.Kind
	}{
		"call": {`
			APPEL DE FONDS
			1er trimestre 2026
			Date d'échéance : 15/01/2026
			Copropriétaire            Lot     Tantièmes     Montant
			Odile Farrenq             1              96     632,64 €
			SCI Les Mirabelles        10              8      52,72 €
			Hervé Mandrillon          11              8      52,72 €
			TOTAL                                           738,08 €`, predate.KindOther},
		"balances": {`
			RELEVE DE COMPTE AU 31/12/2025
			COPROPRIÉTAIRE          SOLDES AVANT       RÉGULARISATION        SOLDES APRÈS
			Gaspard Lenoir                0,00 €             -49,01 €            -49,01 €
			Jeanne Wattel              -120,00 €             -50,25 €           -170,25 €
			Luc Pommeraye               210,00 €             -36,13 €            173,87 €
			Total                        90,00 €            -135,39 €            -45,39 €`, predate.KindOther},
		"a couple": {`
			APPEL DE FONDS du 01/01/2026 au 31/03/2026
			Date d'échéance : 01/01/2026
			Montant à régler : 685,36 €
			Copropriétaire            Lot     Tantièmes     Montant
			Odile Farrenq             1              96     632,64 €
			Hervé Farrenq             11              8      52,72 €
			TOTAL                                           685,36 €`, predate.KindFundCall},
		"a label": {`
			APPEL DE FONDS du 01/01/2026 au 31/03/2026
			Copropriétaire            Odile Farrenq         Exigible le 01/01/2026
			Budget courant                       632,64 €
			Fonds de travaux                      31,60 €
			Entretien ascenseur                   21,12 €
			Montant à régler                     685,36 €`, predate.KindFundCall},
	} {
		parts := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layouttest.Sketch(c.page)}).Parts
		if len(parts) != 1 || parts[0].Kind != c.want {
			t.Errorf("%s: %+v, want %s", name, parts, c.want)
		}
	}
}
