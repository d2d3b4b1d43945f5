package form_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

// called is what was read of a call: its total and day, and each line as its
// nature and amount.
func called(figures []predate.Figure) (head predate.CallHead, lines []string) {
	for _, f := range figures {
		switch v := f.Value.(type) {
		case predate.CallHead:
			head = v
		case predate.CallLine:
			lines = append(lines, string(v.Nature)+" "+money(v.Amount))
		}
	}
	return head, lines
}

// TestACallPrintedAsAnAccountAsksForItsLastDay reads the movements of the last
// day, and nothing where the balance to be paid is not theirs.
func TestACallPrintedAsAnAccountAsksForItsLastDay(t *testing.T) {
	print := func(closing string) *press {
		p := printLines([][3]string{
			{"01/07/2025", "SOLDE AU 30/06/2025", "|2,12"},
			{"01/07/2025", "PROVISION CHARGES GENERALES", "285,60|"},
			{"10/07/2025", "REGLEMENT VIREMENT", "|283,48"},
			{"01/10/2025", "PROVISION CHARGES GENERALES", "285,60|"},
			{"01/10/2025", "FONDS DE TRAVAUX LOI ALUR", "17,92|"},
			{"01/10/2025", "MISE AUX NORMES 1ER APPEL (1/3)", "347,20|"},
			{"", "Total :", "936,32|285,60"},
		}, false)
		p.line()
		p.left(300, "Solde votre compte en euros")
		p.right(500, "650,72")
		p.line()
		p.left(300, "A payer")
		p.right(500, closing)
		return p
	}
	head, lines := called(print("650,72").figures(t, predate.KindFundCall))
	if head.Total != 65072 || head.Due != (predate.Date{Year: 2025, Month: 10, Day: 1}) {
		t.Errorf("asks for %s on %s", money(head.Total), head.Due)
	}
	if diff := cmp.Diff([]string{"budget 285,60", "works_fund 17,92", " 347,20"}, lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if head, lines := called(print("550,72").figures(t, predate.KindFundCall)); head.HasTotal || len(lines) > 0 {
		t.Errorf("an account that does not lead to what is to be paid asks for %v", lines)
	}
}

// TestACallHoldsTheAdjustmentThatItNames reads posts of two natures under one
// heading, and a total that holds a credit besides them.
func TestACallHoldsTheAdjustmentThatItNames(t *testing.T) {
	print := func(adjustment, total string) *press {
		p := &press{}
		p.print("AVIS D'APPEL DE FONDS")
		p.print("Financement du budget prévisionnel et du fonds travaux 2026")
		p.print("Quote-part : 11.33 % du budget total (2 490,00 €)")
		if adjustment != "" {
			p.print("Régularisation imputée : crédit " + adjustment + " € (inclus dans le total à régler)")
		}
		p.line()
		p.left(40, "Poste de charge")
		p.left(440, "Votre part (€)")
		for _, l := range [][2]string{{"Assurance immeuble", "54,20 €"}, {"Eau froide", "72,50 €"}, {"Frais de gestion et logiciel", "16,50 €"}, {"Fonds de travaux (ALUR)", "14,10 €"}, {"TOTAL À RÉGLER", total}} {
			p.line()
			p.left(40, l[0])
			p.right(500, l[1])
		}
		return p
	}
	want := []string{"budget 54,20", "budget 72,50", "budget 16,50", "works_fund 14,10"}
	for _, c := range [][2]string{{"", "157,30 €"}, {"-11,36", "145,94 €"}} {
		head, lines := called(print(c[0], c[1]).figures(t, predate.KindFundCall))
		if diff := cmp.Diff(want, lines); diff != "" || head.Total != 15730 {
			t.Errorf("with %q asks for %s (-want +got):\n%s", c[0], money(head.Total), diff)
		}
	}
	if head, lines := called(print("-11,36", "155,94 €").figures(t, predate.KindFundCall)); head.HasTotal || len(lines) > 0 {
		t.Errorf("what does not make the total was read: %v", lines)
	}
}

// TestLinesThatSayNothingHaveNoSumOfANature keeps the rows of a call that do not
// say what they are for, without a sum by nature.
func TestLinesThatSayNothingHaveNoSumOfANature(t *testing.T) {
	p := &press{}
	p.print("AVIS D'APPEL DE FONDS")
	p.print("Cage d'escalier — 1/2")
	p.line()
	p.left(40, "Poste")
	p.left(440, "Votre part (€)")
	for _, l := range [][2]string{{"Peinture et enduits", "277,30 €"}, {"Éclairage par LED", "88,50 €"}, {"TOTAL À RÉGLER", "365,80 €"}} {
		p.line()
		p.left(40, l[0])
		p.right(500, l[1])
	}
	figures := p.figures(t, predate.KindFundCall)
	head, lines := called(figures)
	if diff := cmp.Diff([]string{" 277,30", " 88,50"}, lines); diff != "" || head.Total != 36580 {
		t.Errorf("asks for %s (-want +got):\n%s", money(head.Total), diff)
	}
	if slices.ContainsFunc(figures, func(f predate.Figure) bool { return f.Key == predate.FactCallSubtotal }) {
		t.Error("a sum of no nature")
	}
}

// TestACallThatPrintsOneAmountAsksForIt reads a message that says twice what it
// calls, and leaves one that speaks of two amounts.
func TestACallThatPrintsOneAmountAsksForIt(t *testing.T) {
	p := &press{}
	p.print("Appel de fonds de 365,80 € — Les Hortensias")
	p.print("Montant dû")
	p.print("365,80 €")
	if head, _ := called(p.figures(t, predate.KindFundCall)); head.Total != 36580 {
		t.Errorf("asks for %s", money(head.Total))
	}
	p.print("Solde du compte 12,00 €")
	if head, _ := called(p.figures(t, predate.KindFundCall)); head.HasTotal {
		t.Errorf("asks for %s beside another amount", money(head.Total))
	}
}
