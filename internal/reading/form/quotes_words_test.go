package form

import "testing"

// A share is read where a sentence goes on behind it, and no fraction of a vote is one.
func TestRatioIn(t *testing.T) {
	isUnit := func(word string) bool { return word == "tantièmes" || word == "m³" }
	for words, want := range map[string]shares{
		"Ascenseur A (ASCA) – 40/1000 tantièmes":                       {40, 1000, "tantièmes", true},
		"Votre part (1 885 tantièmes sur 49 813) est de":               {1885, 49813, "tantièmes", true},
		"votre part de 54 m³ sur 4 091 est de":                         {54, 4091, "m³", true},
		"à la majorité des 2/3 des voix":                               {},
		"exercice (2024/2025) du":                                      {},
		"reste à répartir. Votre part (190 tantièmes sur 10 000) est":  {190, 10000, "tantièmes", true},
		"Charges du lot (12/04/2025) de la cave, 45 voisins sur 3 000": {},
	} {
		if got, ok := ratioIn(words, isUnit); got != want || ok != (want != shares{}) {
			t.Errorf("%q has %v, want %v", words, got, want)
		}
	}
}
