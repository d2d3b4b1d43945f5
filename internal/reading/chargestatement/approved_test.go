package chargestatement_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestTheDayOfApprovalStandsUnderItsLabel: the label ends a row on the right, and the
// next row may begin on the left with the end of the title, which bears another day.
func TestTheDayOfApprovalStandsUnderItsLabel(t *testing.T) {
	for name, head := range map[string]string{
		"alone": `Décompte de charges – exercice du 01/07/2024 au 30/06/2025
                                                                    Comptes approuvés par l'assemblée générale du
                                                                                   04/12/2025`,
		"beside its label, of a meeting in short": `Décompte de charges – exercice du 01/07/2024 au 30/06/2025
Comptes approuvés                A.G. du 04/12/2025`,
		"on one row": `Décompte de charges – exercice du 01/07/2024 au 30/06/2025
Comptes approuvés en AG du 04/12/2025`,
		"beside the title": `Décompte de charges – exercice du 01/07/2024 au             Comptes approuvés par l'assemblée générale du
30/06/2025                                                                         04/12/2025`,
	} {
		doc := layouttest.Sketch("Exercice du 01/07/2024 au 30/06/2025\n\n" + head + "\n\nLot 7\nCharges générales      20 000,00    1000     60     1 200,00\nTotal des charges                              1 200,00")
		var got predate.Date
		for _, f := range extract.Figures(predate.KindChargeStatement, doc, blanktest.House(t)) {
			if head, ok := f.Value.(predate.ChargeHead); ok {
				got = head.Approved
			}
		}
		if want := (predate.Date{Year: 2025, Month: 12, Day: 4}); got != want {
			t.Errorf("%s: approved on %v, want %v", name, got, want)
		}
	}
}
