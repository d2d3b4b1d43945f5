package resolutions

import (
	"testing"

	"predate"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/minutes"
	"predate/internal/reading/paper"
	"predate/internal/reading/paper/papertest"
)

// TestMinutesAsTilesAndLists reads the day under its label, budgets and works
// that are the total of a list of posts, a year that ends a title, and a title
// about its number; a calendar that repeats the words of the budget votes none.
func TestMinutesAsTilesAndLists(t *testing.T) {
	doc := paper.Source{Doc: papertest.Tiles([]string{
		"40|40 PROCÈS-VERBAL|400 Les Hortensias",
		"54|400 5 impasse du Gué",
		"58|40 d’Assemblée Générale de copropriété",
		"90|40 DATE|200 HEURE|330 LIEU",
		"106|40 samedi 21 juin 2025|200 10:00|330 Salle des Tisserands",
		"140|40 #1|80 Approbation des comptes de l’exercice 2024|480 APPROUVÉE",
		"154|40 Pour 7 votes — 816 tant.",
		"180|40 #2|80 Vote du budget prévisionnel 2026|480 APPROUVÉE",
		"194|40 Pour 7 votes — 816 tant.",
		"208|40 Budget voté — Total : 4 300,00 €",
		"222|40 Assurance immeuble|480 1 840,00 €",
		"236|40 Eau froide|480 2 460,00 €",
		"250|40 TOTAL|480 4 300,00 €",
		"280|40 #3|80 Travaux : remise à neuf de l’escalier|480 APPROUVÉE",
		"294|40 Pour 7 votes — 816 tant.",
		"308|40 Peinture|480 4 700,00 €",
		"322|40 Éclairage|480 1 500,00 €",
		"336|40 TOTAL|480 6 200,00 €",
		"370|80 Calendrier de financement du",
		"376|40 #4|480 APPROUVÉE",
		"382|80 budget prévisionnel 2026",
		"396|40 Pour 7 votes — 816 tant.",
		"410|40 Budget voté — Total : 0,00 €",
		"440|40 #5|80 Questions diverses|480 REPORTÉE",
		"454|40 Pour 0 vote — 0 tant.",
	}), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)}
	m := minutes.Of(doc)
	if m.Date != (predate.Date{Year: 2025, Month: 6, Day: 21}) {
		t.Fatalf("held on %s", m.Date)
	}
	if got := m.Points[3].Title; len(m.Points) != 5 || got != "Calendrier de financement du budget prévisionnel 2026" {
		t.Errorf("%d points, the fourth is %q", len(m.Points), got)
	}
	budgets := budgetsVoted(doc)
	if len(budgets) != 1 || budgets[0].Value != predate.Money(430000) || budgets[0].Year.Label() != "2026" {
		t.Errorf("budgets %v", budgets)
	}
	works := worksVoted(doc)
	if len(works) != 1 || works[0].Value.(predate.WorkList)[0].Amount != 620000 {
		t.Errorf("works %v", works)
	}
}
