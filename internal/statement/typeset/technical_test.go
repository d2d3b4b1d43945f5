package typeset

import (
	"strings"
	"testing"

	"predate"
)

// Lines of the model of which no paper is read are neither denied nor passed over: a lift
// is there by its key, a file is pointed at by its name, and the rest is to be asked for.
func TestTechnicalLines(t *testing.T) {
	d := dossierSample{richSample()}
	d.Figures[predate.KeyAllocationKeys] = predate.Figure{
		Key: predate.KeyAllocationKeys, Status: predate.StatusConfirmed,
		Value: predate.KeyList{{Label: "Charges générales", Total: 10000, LotShare: 351}, {Label: "Charges ascenseur", Total: 1000, LotShare: 44}},
	}
	d.Documents = append(d.Documents,
		predate.ReadDocument{File: "Etat_termites-2025.pdf", Pages: 3, Parts: []predate.Part{{First: 1, Last: 3, Kind: predate.KindOther}}},
		predate.ReadDocument{File: "Appel bornes.pdf", Pages: 1, Parts: []predate.Part{{First: 1, Last: 1, Kind: predate.KindFundCall}}},
		predate.ReadDocument{File: "Piscine du voisin.pdf", Pages: 1, Foreign: true},
	)
	text := flat(strings.Join(pagesOf(t, set(t, d.Statement, options())), " "))
	for _, want := range []string{
		"Ascenseur : l’immeuble en a un, pour lequel les lots vendus ont la clé de répartition « Charges ascenseur ».",
		"État relatif à la présence de termites : d’après son nom, voir Etat_termites-2025.pdf, pièce fournie qui n’est pas analysée.",
		"Ni présence ni absence relevée dans les pièces, à vérifier auprès du syndic : contrôle technique de l’ascenseur, piscine, bornes de recharge de véhicules électriques, raccordement à la fibre optique.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the pages lack %q", want)
		}
	}
	delete(d.Figures, predate.KeyAllocationKeys)
	if text := flat(strings.Join(pagesOf(t, set(t, d.Statement, options())), " ")); strings.Contains(text, "l’immeuble en a un") {
		t.Error("a building has a lift of which no key tells")
	}
}
