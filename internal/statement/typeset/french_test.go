package typeset

import (
	"testing"

	"predate"
)

func TestExercise(t *testing.T) {
	tests := map[predate.Period]string{
		{}:                 "",
		calendarYear(2025): "2025",
		{From: on(2024, 7, 1), To: on(2025, 6, 30)}: "du 1ᵉʳ\u00a0juillet\u00a02024 au 30\u00a0juin\u00a02025",
		{From: on(2025, 1, 1), To: on(2025, 6, 30)}: "du 1ᵉʳ\u00a0janvier\u00a02025 au 30\u00a0juin\u00a02025",
	}
	for p, want := range tests {
		if got := exercise(p); got != want {
			t.Errorf("exercise(%v) = %q, want %q", p, got, want)
		}
	}
}

func TestTypographic(t *testing.T) {
	tests := map[string]string{
		"l'exercice":                  "l’exercice",
		"reste : 2 746,46 €":          "reste\u00a0: 2\u202f746,46\u00a0€",
		"« non » ; oui ? si !":        "«\u00a0non\u00a0»\u202f; oui\u202f? si\u202f!",
		"10 400 000,00 € en 2025":     "10\u202f400\u202f000,00\u00a0€ en 2025",
		"en 2025 108,81 € appelés":    "en 2025 108,81\u00a0€ appelés",
		"lots 14 et 380, n° 67-223":   "lots 14 et 380, n°\u00a067-223",
		"le 12:30, https://x.example": "le 12:30, https://x.example",
	}
	for s, want := range tests {
		if got := typographic(s); got != want {
			t.Errorf("typographic(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	tests := map[string]string{
		"e\u0301te\u0301 œuvre":        "été œuvre",
		"a\tb\nc\u2028d":               "a b c d",
		"soft\u00adhyphen\u200b\ufeff": "softhyphen",
		"dur\u2011ée":                  "dur‐ée",
		"张 😀 \x00\x1b":                 "□ □ ",
		"bad\xff\xfe":                  "bad□",
		"ΑΩ Жя Ŵ ự € № 12\u202f000":    "ΑΩ Жя Ŵ ự € № 12\u202f000",
	}
	for s, want := range tests {
		if got := printable(s); got != want {
			t.Errorf("printable(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestRanges(t *testing.T) {
	tests := []struct {
		numbers []int
		want    string
	}{
		{nil, ""},
		{[]int{7}, "7"},
		{[]int{7, 8}, "7, 8"},
		{[]int{1, 2, 3, 9, 11, 12, 13, 14}, "1–3, 9, 11–14"},
	}
	for _, tt := range tests {
		if got := ranges(tt.numbers); got != tt.want {
			t.Errorf("ranges(%v) = %q, want %q", tt.numbers, got, tt.want)
		}
	}
}

func TestDaysInWords(t *testing.T) {
	tests := map[string]string{
		"au 01/05/2026.":                  "au 1ᵉʳ mai 2026.",
		"du 01/07/2024 au 30/06/2025":     "du 1ᵉʳ juillet 2024 au 30 juin 2025",
		"31/12/2025":                      "31 décembre 2025",
		"« solde au 11/05/2026 » lu":      "« solde au 11/05/2026 » lu",
		"31/02/2025, 2025/12/31, 1/2/25":  "31/02/2025, 2025/12/31, 1/2/25",
		"112/05/2026 et 12/05/20261":      "112/05/2026 et 12/05/20261",
		"AG du 12/05/2026 (« 12/05/26 »)": "AG du 12 mai 2026 (« 12/05/26 »)",
	}
	for s, want := range tests {
		if got := flat(daysInWords(s)); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

// The letters of ordinals are raised, but not in the words of a paper, nor in what is no
// ordinal.
func TestOrdinals(t *testing.T) {
	for plain, want := range map[string]string{
		"le 1er\u00a0mai, 3e étage, 1re tranche":  "le 1ᵉʳ\u00a0mai, 3ᵉ étage, 1ʳᵉ tranche",
		"lu : « Appel du 2e trimestre », 2e page": "lu : « Appel du 2e trimestre », 2ᵉ page",
		"12e, 4f1e 1end 2026e a3e":                "12ᵉ, 4f1e 1end 2026e a3e",
	} {
		if got := ordinals(plain); got != want {
			t.Errorf("%q is written %q, want %q", plain, got, want)
		}
	}
}
