package classify_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/classify"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestAccountOfTwoLists knows an account that is printed as two lists, under the
// title of the first; a call that lists no dated payments stays one.
func TestAccountOfTwoLists(t *testing.T) {
	const page = `
		Julie Martin
		Dû                Payé              Solde
		1 100,00 €        900,00 €          200,00 €
		Appels de fonds
		Charges courantes – 1er trimestre 2025                550,00 €
		Lot B04 - Échéance : 01/01/2025
		Charges courantes – 2e trimestre 2025                 550,00 €
		Lot B04 - Échéance : 01/04/2025
		Total dû                                            1 100,00 €
		Paiements
		06/01/2025                                           +550,00 €
		04/04/2025                                           +350,00 €
		Total payé                                            900,00 €`
	for name, c := range map[string]struct {
		page string
		want predate.Kind
	}{
		"lists":    {page, predate.KindAccountStatement},
		"no dates": {strings.NewReplacer("06/01/2025", "Virement  ", "04/04/2025", "Virement  ").Replace(page), predate.KindFundCall},
		"no sum":   {strings.Replace(page, "+350,00", "+351,00", 1), predate.KindFundCall},
	} {
		parts := classify.New(lexicontest.House(t)).Classify(classify.Input{Doc: layouttest.Sketch(c.page)}).Parts
		if len(parts) != 1 || parts[0].Kind != c.want {
			t.Errorf("%s: %+v, want %s", name, parts, c.want)
		}
	}
}

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
		"all lots": {`
			APPEL DE FONDS
			Appel n°                             AP-2026-07
			Date limite de paiement              1 avril 2026
			COPROPRIÉTAIRE                       LOT
			Copropriétaire                       N° Tous les lots
			                                     Tantièmes: 0 / 1000
			DÉSIGNATION                                               MONTANT
			Provisions sur charges courantes - 2e trimestre 2026      4 380,00 €
			TOTAL À PAYER                                             4 380,00 €`, predate.KindOther},
		"a line of all lots": {`
			APPEL DE FONDS
			Appel n°                             AP-2026-07
			Date limite de paiement              1 avril 2026
			COPROPRIÉTAIRE                       LOT
			Odile Farrenq                        N° Lot 7
			DÉSIGNATION                          Lots                 MONTANT
			Provisions sur charges courantes     Tous les lots        412,80 €
			TOTAL À PAYER                                             412,80 €`, predate.KindFundCall},
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
