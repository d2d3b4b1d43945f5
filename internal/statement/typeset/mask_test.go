package typeset

import (
	"strings"
	"testing"

	"predate"
)

func TestOthersAreMasked(t *testing.T) {
	m := newMasker(richSample())
	for words, want := range map[string]string{
		"Charges impayées : M. Fabrice DUBOIS-LEROY, lot 22, 1 250,00":         "Charges impayées : M. [masqué], lot [masqué], 1 250,00",
		"procédure contre Mme de La Roche (lots n° 3, 14 et A12)":              "procédure contre Mme [masqué] (lots n° [masqué], 14 et [masqué])",
		"les époux Martin et l’indivision Petit-Jean":                          "les époux [masqué] et l’indivision [masqué]",
		"M. et Mme Quentin Barrault, lots 40 à 42":                             "M. et Mme [masqué], lots [masqué] à [masqué]",
		"Mme VASSORELLE Hélène, lots 14 et 38":                                 "Mme VASSORELLE Hélène, lots 14 et 38",
		"Madame la présidente ouvre la séance":                                 "Madame la présidente ouvre la séance",
		"Compte 450-0014, total 2 746,46, 3e étage":                            "Compte 450-0014, total 2 746,46, 3e étage",
		"Cabinet Orvellac-Brimont – 5 quai des Tisserandes, SIRET 000 111 222": "Cabinet Orvellac-Brimont – 5 quai des Tisserandes, SIRET 000 111 222",
	} {
		if got := m.text(words); got != want {
			t.Errorf("%q is quoted as %q, want %q", words, got, want)
		}
	}
}

// Neither file, nor the report that they carry, tells who another co-owner is; what the
// sellers and their lots are called stays, and so does what a person typed.
func TestNoThirdPersonIsNamed(t *testing.T) {
	d := dossierSample{richSample()}
	d.read(predate.KeyArrears, predate.Money(274646), at(notice, 8, "dont M. Fabrice Dubernay, lot 57 : 1 250,00"))
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
		for _, name := range []string{"Dubernay", "Carvenne", "lot 57", "lot 61"} {
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
