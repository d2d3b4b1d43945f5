package minutes_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestMinutesAsATable reads minutes whose points are the rows of a table with their
// votes and outcome, and whose day is printed with its hour.
func TestMinutesAsATable(t *testing.T) {
	doc := layouttest.Sketch(`
		Procès-verbal d’Assemblée Générale
		Généré le 14/04/2025 09:12
		Copropriété : Les Aulnes                        Référence AG : AG #12
		Exercice : 2024                                 Date AG : 12/04/2025 18:00

		Assemblée générale ordinaire 2025
		Date : 12/04/2025 18:00
		Lieu : Salle des fêtes
		Quorum : ATTEINT  (seuil 50%)
		Résolutions & Résultats
		#    Résolution                                   Majorité      Pour   Contre   Abst.   Exprimés   Décision
		1    Approbation des comptes 2024                 Article 24     820       0       0        820     ADOPTÉE
		     Comptes arrêtés à 12 345,60 €
		2    Budget prévisionnel 2026                     Article 24     700     120       0        820     ADOPTÉE
		     Le budget est fixé à 13 000,00 €
		3    Ravalement de la façade                      Article 25     400     420       0        820     REJETÉE
		     Devis de 45 000,00 €
		Fait à Grenoble, le 14/04/2025.`)
	day := predate.Date{Year: 2025, Month: 4, Day: 12}
	got := map[predate.Key]predate.Figure{}
	for _, f := range extract.Figures(predate.KindMinutes, doc, blanktest.House(t)) {
		got[f.Key] = f
	}
	if f := got[predate.FactBudgetVoted]; f.AsOf != day || f.Value != predate.Money(1300000) || f.Year.To.Year != 2026 {
		t.Errorf("budget %+v", f)
	}
	if f := got[predate.FactApproval]; f.AsOf != day || f.Value != predate.Flag(true) || f.Year.To.Year != 2024 {
		t.Errorf("approval %+v", f)
	}
	list, _ := got[predate.FactResolutions].Value.(predate.Resolutions)
	if len(list) != 3 || list[2].Outcome != predate.VoteRejected {
		t.Errorf("resolutions %+v", list)
	}
	if works, _ := got[predate.KeyVotedWorks].Value.(predate.WorkList); len(works) != 1 || works[0].Adopted {
		t.Errorf("works %+v", works)
	}
}
