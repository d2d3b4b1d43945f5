package resolutions

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// TestWorksWhoseTitleAScanLostAreLeftToAPerson reads works of which the scan left but
// letters of the title: they are not stated, with their title they are.
func TestWorksWhoseTitleAScanLostAreLeftToAPerson(t *testing.T) {
	const minutes = `PROCES-VERBAL DE L'ASSEMBLEE GENERALE ORDINAIRE DU 27 FEVRIER 2025
Résolution n° 1 : Élection du président de séance
L'assemblée générale élit M. Dupré en qualité de président de séance.
Cette résolution est adoptée à la majorité simple de l'article 24.
Résolution n° 2 : Travaux de réfection de la toiture
L'assemblée générale décide de réaliser les travaux suivants et fixe le budget maximum à 4 000,00 €.
Les appels de provisions sont : 2 000,00 € exigibles le 01/04/2025 ; 2 000,00 € exigibles le 01/07/2025.
Cette résolution est adoptée à la majorité absolue de l'article 25.
Résolution n° 3 : Questions diverses
Ce point ne donne pas lieu à un vote.`
	status := func(text string) predate.Status {
		pages := layouttest.Pages(text)
		pages[0].OCR = true
		for _, f := range worksVoted(paper.Source{Doc: layout.Analyse(pages), Meaning: paper.NewMeaning(lexicontest.House(t), predate.KindMinutes)}) {
			return f.Status
		}
		return predate.StatusMissing
	}
	if got := status(minutes); got != "" {
		t.Errorf("works with a title are %s", got)
	}
	if got := status(strings.Replace(minutes, "Travaux de réfection de la toiture", "ave", 1)); got != predate.StatusConflicting {
		t.Errorf("works without a title are %q", got)
	}
}
