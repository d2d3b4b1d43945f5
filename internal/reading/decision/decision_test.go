package decision_test

import (
	"testing"

	"predate"
	"predate/internal/reading/decision"
)

// TestASumThatAllOthersMakeIsDecided leaves sums that do not make one another.
func TestASumThatAllOthersMakeIsDecided(t *testing.T) {
	for text, want := range map[string]predate.Cents{
		"total : 4 300,00 € assurance 1 840,00 € eau 2 460,00 € total 4 300,00 €": 430000,
		"devis a 4 700,00 € devis b 1 500,00 € devis c 2 000,00 €":                0,
		"total : 0,00 € le 2026-01-01 0,00 €":                                     0,
		"budget 4 300,00 € contre 4 000,00 € l'an passe":                          0,
		"fixe la cotisation a la somme de 1 380,50 € (5 % de 27 610,00 €)":        138050,
	} {
		if got, _ := decision.Sum(text); got.Cents != want {
			t.Errorf("%q decides %d, want %d", text, got.Cents, want)
		}
	}
}

// TestWorksNamedInASentence reads the name that only the sentence has, up to what it
// costs, who makes it and who bears it; two names are none.
func TestWorksNamedInASentence(t *testing.T) {
	for words, want := range map[string]string{
		"L'assemblée générale, après avoir pris connaissance des devis, décide de réaliser les travaux suivants : réfection de la toiture-terrasse. Elle retient l'entreprise Marouzel.": "Réfection de la toiture-terrasse",
		"L'assemblée générale décide d'effectuer les travaux de remplacement de la porte d'entrée pour un montant de 5 400,00 € TTC.":                                                    "Remplacement de la porte d'entrée",
		"Les copropriétaires approuvent l'exécution des travaux de ravalement de la façade sur rue, confiés à la société Lormandel.":                                                     "Ravalement de la façade sur rue",
		"L'assemblée vote les travaux d'étanchéité du toit selon le devis de l'entreprise.":                                                                                              "Étanchéité du toit",
		"L'assemblée générale décide de constituer un fonds de travaux de 5 %.":                                                                                                          "",
		"L'assemblée décide de réaliser les travaux de peinture du hall. Elle décide de réaliser les travaux de reprise des balcons.":                                                    "",
		"L'assemblée générale approuve les comptes.": "",
	} {
		if got := decision.WorksNamed(words); got != want {
			t.Errorf("%q names %q, want %q", words, got, want)
		}
	}
}

func TestKey(t *testing.T) {
	for words, want := range map[string]string{
		"Le coût est réparti selon la clé « Charges bâtiment A » (1000 tantièmes).": "Charges bâtiment A",
		"répartis selon les charges générales, exigibles le 01/07/2025":             "générales",
		"Elle retient la proposition de l'entreprise « Lormandel ».":                "",
	} {
		if got := decision.Key(words); got != want {
			t.Errorf("%q is shared by %q, want %q", words, got, want)
		}
	}
}

// TestWorksOf sorts the sums of a decision: what is called, what the fund pays, and the
// whole, which they make.
func TestWorksOf(t *testing.T) {
	got := decision.WorksOf("fixe le budget maximum de l'operation a 38 400,00 € ttc. une somme de 8 000,00 € est prelevee sur le fonds de travaux (compte 105). " +
		"les appels : 15 200,00 € exigibles le 01/07/2025 ; 15 200,00 € exigibles le 01/10/2025")
	if got.Amount != 3840000 || got.Fund != 800000 || len(got.Calls) != 2 || !got.Whole {
		t.Errorf("%+v", got)
	}
	if twice := decision.WorksOf("1 000,00 € du fonds de travaux, 2 000,00 € du fonds de travaux"); twice.Amount != 0 || twice.Fund != 0 {
		t.Errorf("two sums of one source are understood: %+v", twice)
	}
}
