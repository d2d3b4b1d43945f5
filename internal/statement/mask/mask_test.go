package mask

import (
	"testing"

	"predate"
)

func TestOthersAreMasked(t *testing.T) {
	m := newMasker(sample())
	for words, want := range map[string]string{
		"Charges impayées : M. Fabrice DUBOIS-LEROY, lot 22, 1 250,00":         "Charges impayées : M. [masqué], lot [masqué], 1 250,00",
		"procédure contre Mme de La Roche (lots n° 3, 14 et A12)":              "procédure contre Mme [masqué] (lots n° [masqué], 14 et [masqué])",
		"les époux Martin et l’indivision Petit-Jean":                          "les époux [masqué] et l’indivision [masqué]",
		"M. et Mme Quentin Barrault, lots 40 à 42":                             "M. et Mme [masqué], lots [masqué] à [masqué]",
		"Mme VASSORELLE Hélène, lots 14 et 38":                                 "Mme VASSORELLE Hélène, lots 14 et 38",
		"Madame la présidente ouvre la séance":                                 "Madame la présidente ouvre la séance",
		"Saisie de la SCI Les Trois Sources (lot 7)":                           "Saisie de la SCI [masqué] (lot [masqué])",
		"dont DUBERNAY Fabrice 1 250,00":                                       "dont [masqué] 1 250,00",
		"dont Fabrice Dubernay, 1 250,00":                                      "dont [masqué], 1 250,00",
		"DUBERNAY FABRICE 1 250,00 CARVENNE ODILE 320,00":                      "[masqué] 1 250,00 [masqué] 320,00",
		"Jean-Pierre de La Roche et F. Dubernay s’abstiennent":                 "[masqué] et [masqué] s’abstiennent",
		"Procédure contre Dubernay, en paiement":                               "Procédure contre [masqué], en paiement",
		"le copropriétaire DUBERNAY n’a pas payé":                              "le copropriétaire [masqué] n’a pas payé",
		"Carvenne (lot 61) : 1 250,00":                                         "[masqué] (lot [masqué]) : 1 250,00",
		"lot 61 – Carvenne : 1 250,00":                                         "lot [masqué] – [masqué] : 1 250,00",
		"Appartement n° 12, cave n° 38, appt 7":                                "Appartement n° [masqué], cave n° 38, appt [masqué]",
		"Hélène VASSORELLE, lots 14 et 38":                                     "Hélène VASSORELLE, lots 14 et 38",
		"Appartement, lot 22, 3 pièces":                                        "Appartement, lot [masqué], 3 pièces",
		"18 rue Marcel Dupont, résidence Victor Hugo":                          "18 rue Marcel Dupont, résidence Victor Hugo",
		"Procédure contre le syndicat, contre Toitures Hémonnet":               "Procédure contre le syndicat, contre Toitures Hémonnet",
		"Cabinet Pierre Martin, architecte ; Plomberie Clément 1 250,00":       "Cabinet Pierre Martin, architecte ; Plomberie Clément 1 250,00",
		"Ravalement Pierre de taille, bât. A. Réfection de la Toiture":         "Ravalement Pierre de taille, bât. A. Réfection de la Toiture",
		"Copropriétaires Total Solde débiteur 2 746,46":                        "Copropriétaires Total Solde débiteur 2 746,46",
		"PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE DU 26 MARS 2026":                "PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE DU 26 MARS 2026",
		"M. Grimaudet Octave, syndic bénévole":                                 "M. Grimaudet Octave, syndic bénévole",
		"Compte 450-0014, total 2 746,46, 3e étage":                            "Compte 450-0014, total 2 746,46, 3e étage",
		"Cabinet Orvellac-Brimont – 5 quai des Tisserandes, SIRET 000 111 222": "Cabinet Orvellac-Brimont – 5 quai des Tisserandes, SIRET 000 111 222",
	} {
		if got := m.text(words); got != want {
			t.Errorf("%q is quoted as %q, want %q", words, got, want)
		}
	}
}

// sample is the statement of the flat of Mme Vassorelle.
func sample() predate.Statement {
	return predate.Statement{
		Order: predate.Order{Owners: []predate.Owner{{Firstname: "Hélène", Lastname: "Vassorelle"}}, Lots: "14, 38"},
		Figures: map[predate.Key]predate.Figure{
			predate.KeyCondominiumName: {Value: predate.Text("Résidence Les Glycines"), Status: predate.StatusConfirmed},
			predate.KeyManagingAgent:   {Value: predate.Text("M. Octave Grimaudet"), Status: predate.StatusConfirmed},
		},
	}
}
