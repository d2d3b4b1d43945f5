package minutes_test

import (
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestABoldTitleThatWraps reads the title of a point whole where its second line is set
// like the first, and leaves the decision under it, which is not.
func TestABoldTitleThatWraps(t *testing.T) {
	doc := layouttest.Sketch(`PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 26 MARS 2026
1. Élection du président de séance
Cette résolution est adoptée à la majorité de l'article 24.
2. Travaux : mise aux normes de l'éclairage
des escaliers
des halls étant prévus au budget, l'assemblée décide de faire réaliser les travaux pour 6 200,00 €.
Cette résolution est adoptée à la majorité de l'article 24.
3. Questions diverses
Ce point ne donne pas lieu à un vote.`)
	for i := range doc.Pages[0].Lines {
		l := &doc.Pages[0].Lines[i]
		for k := range l.Words {
			l.Words[k].Bold = i == 1 || i == 3 || i == 4 || i == 7
		}
	}
	for _, f := range extract.Figures(predate.KindMinutes, doc, blanktest.House(t)) {
		if works, ok := f.Value.(predate.WorkList); ok && works[0].Title == "mise aux normes de l'éclairage des escaliers" {
			return
		}
	}
	t.Error("the title is not read whole")
}

// TestALargeTitleThatWraps reads the title of a point whole where its second line is as large
// as the first and larger than what follows, also where a word is parted at its hyphen.
func TestALargeTitleThatWraps(t *testing.T) {
	for heading, want := range map[[2]string]string{
		{"2. Travaux : Réfection de la toiture-", "terrasse"}: "Réfection de la toiture-terrasse",
		{"2. Travaux : Ravalement du bâtiment", "A"}:          "Ravalement du bâtiment A",
	} {
		doc := layouttest.Sketch(`PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 26 MARS 2026
1. Élection du président de séance
Cette résolution est adoptée à la majorité de l'article 24.
` + heading[0] + `
` + heading[1] + `
L'assemblée décide de faire réaliser les travaux pour 6 200,00 €, à répartir en charges générales.
Cette résolution est adoptée à la majorité de l'article 24.
3. Questions diverses
Ce point ne donne pas lieu à un vote.`)
		for i := range doc.Pages[0].Lines {
			l := &doc.Pages[0].Lines[i]
			for k := range l.Words {
				l.Words[k].Size = 8
				if i == 1 || i == 3 || i == 4 || i == 7 {
					l.Words[k].Size = 9.3
				}
			}
		}
		var got string
		for _, f := range extract.Figures(predate.KindMinutes, doc, blanktest.House(t)) {
			if works, ok := f.Value.(predate.WorkList); ok && len(works) > 0 {
				got = works[0].Title
			}
		}
		if got != want {
			t.Errorf("the title is %q, want %q", got, want)
		}
	}
}
