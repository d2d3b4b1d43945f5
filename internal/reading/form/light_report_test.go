package form_test

import (
	"strings"
	"testing"

	"predate"
)

// TestBudgetOfAYearlyReport reads the budget that accounts of a small syndicat state,
// and not one of another year.
func TestBudgetOfAYearlyReport(t *testing.T) {
	page := `
		COMPTE DE GESTION DE L'EXERCICE
		Copropriété Les Tisserands - exercice 2025
		Budget prévisionnel voté                 9 840,00 €
		Dépenses engagées                        1 634,55 €
		Date        Libellé                     Montant
		14/01/2025  Assurance                1 486,20 €
		03/02/2025  Électricité                148,35 €
		            Total dépenses           1 634,55 €`
	got := figuresOf(t, predate.KindLightAccounts, page)
	if got["fact.budget"] != predate.Money(984000) {
		t.Errorf("budget %v", got["fact.budget"])
	}
	if list, _ := got["fact.expenses"].(predate.MovementList); len(list) != 2 || list[0].Debit != 148620 {
		t.Errorf("expenses %v", got["fact.expenses"])
	}
	if got := figuresOf(t, predate.KindLightAccounts, strings.Replace(page, "prévisionnel voté     ", "prévisionnel voté 2026", 1)); got["fact.budget"] != nil {
		t.Errorf("the budget of another year is read: %v", got["fact.budget"])
	}
}
