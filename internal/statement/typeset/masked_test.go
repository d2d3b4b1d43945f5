package typeset

import (
	"strings"
	"testing"

	"predate"
)

// Neither file, nor the report that they carry, tells who another co-owner is; what the
// sellers and their lots are called stays, and so does what a person typed.
func TestNoThirdPersonIsNamed(t *testing.T) {
	d := dossierSample{richSample()}
	d.read(predate.KeyArrears, predate.Money(274646), at(notice, 8, "dont M. Fabrice Dubernay, lot 57 : 1 250,00, DELMOTTE Yvonne 320,00"))
	d.read(predate.KeyCondominiumName, predate.Text("Résidence Les Glycines"), at(minutes2026, 1, "Résidence Les Glycines, présidence d’Armelle Fontaubert"))
	d.read(predate.KeyProceedings, predate.Texts{"Assignation de Mme Odile Carvenne (lot 61) en paiement de charges."}, at(minutes2026, 5, "Mme Odile Carvenne, lot 61"))
	d.Gates = append(d.Gates, predate.Gate{ID: "schedule_1.balance", Status: predate.GateGreen, Evidence: []predate.Evidence{at(notice, 9, "M. Fabrice Dubernay 1 250,00")}})
	by := predate.Declaration{By: predate.DeclaredByOperator, Name: "C. Aubrac", On: on(2026, 5, 12), Why: "vu avec M. Delestang, lot 99"}
	f := d.Figures[predate.KeySupplierDebt]
	f.Status, f.Declared = predate.StatusDeclared, by
	d.Figures[predate.KeySupplierDebt] = f
	encoded, err := Report(d.Statement)
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{"pages": flat(strings.Join(pagesOfBoth(t, d.Statement, options()), " ")), "report": string(encoded)} {
		for _, name := range []string{"Dubernay", "Carvenne", "DELMOTTE", "Fontaubert", "lot 57", "lot 61"} {
			if strings.Contains(text, name) {
				t.Errorf("the %s tell %q", where, name)
			}
		}
		for _, stays := range []string{"Assignation de Mme [masqué] (lot [masqué]) en paiement de charges.", "vu avec M. Delestang, lot 99", "Lot 14 – Appartement"} {
			if !strings.Contains(text, stays) {
				t.Errorf("the %s lack %q", where, stays)
			}
		}
	}
}
