package fraction_test

import (
	"strings"
	"testing"

	"predate/internal/reading/fraction"
)

// A share is read where a sentence goes on behind it, and no fraction of a vote is one.
func TestInWords(t *testing.T) {
	isUnit := func(word string) bool { return strings.ToLower(word) == "tantièmes" || word == "m³" }
	for words, want := range map[string]fraction.Fraction{
		"Ascenseur A (ASCA) – 40/1000 tantièmes":                       {40, 1000, "tantièmes"},
		"Votre part (1 885 tantièmes sur 49 813) est de":               {1885, 49813, "tantièmes"},
		"votre part de 54 m³ sur 4 091 est de":                         {54, 4091, "m³"},
		"ascenseur ASC — vos parts : 44 / 1 000 tantièmes (4,4 %)":     {44, 1000, "tantièmes"},
		"CLE GEN CHARGES - BASE 10000 - VOTRE PART 173 TANTIÈMES":      {173, 10000, "TANTIÈMES"},
		"Bâtiment B – quotité du lot : 1.885/49.813 tantièmes":         {1885, 49813, "tantièmes"},
		"clé B. 312/10.000 tantièmes":                                  {312, 10000, "tantièmes"},
		"Chauffage, base 10 000, part 40":                              {40, 10000, ""},
		"base 10 000 tantièmes 149 tantièmes":                          {149, 10000, "tantièmes"},
		"base 10 000 tantièmes 149 euros":                              {},
		"base 12 000 € de la part 40":                                  {},
		"à la majorité des 2/3 des voix":                               {},
		"exercice (2024/2025) du":                                      {},
		"reste à répartir. Votre part (190 tantièmes sur 10 000) est":  {190, 10000, "tantièmes"},
		"Charges du lot (12/04/2025) de la cave, 45 voisins sur 3 000": {},
	} {
		if got, ok := fraction.InWords(words, isUnit); got != want || ok != (want != fraction.Fraction{}) {
			t.Errorf("%q has %v, want %v", words, got, want)
		}
	}
}

// A percent gives the base where it was not rounded.
func TestBaseOfPercent(t *testing.T) {
	for words, want := range map[string]int64{"4.0 %": 1000, "4 %": 1000, "0,4%": 10000, "3.7 %": 0, "100,5 %": 0, "4": 0, "0 %": 0} {
		if got, ok := fraction.BaseOfPercent(40, words); got != want || ok != (want > 0) {
			t.Errorf("40 are %q of %d, want %d", words, got, want)
		}
	}
}
