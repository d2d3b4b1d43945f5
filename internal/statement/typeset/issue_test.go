package typeset

import (
	"strings"
	"testing"

	"predate"
)

func TestTheIssuerIsNamed(t *testing.T) {
	text := func(issuer predate.Issuer) string {
		return flat(strings.Join(pagesOf(t, set(t, richSample(), Options{Issued: on(2026, 5, 19), Issuer: issuer})), " "))
	}
	whole := text(sampleIssuer())
	for _, want := range []string{
		"Études Vassignac-Orvelle SARL au capital de 8 000 € · SIREN 732 829 320", "4 quai des Bateliers-Rouges, 69002 Lyon",
		"04 00 00 00 00 · contact@vassignac.example", "Mutuelle des Rives, police n° 40 118", "Mandat écrit du vendeur",
		"Établi pour le compte de Mme Hélène VASSORELLE", "À actualiser après le 18 août 2026", "Fait à Lyon, le 19 mai 2026",
	} {
		if !strings.Contains(whole, want) {
			t.Errorf("not printed: %s", want)
		}
	}
	if strings.Contains(whole, noIssuer) {
		t.Error("an issuer is named and said to be unknown")
	}
	nobody := text(predate.Issuer{})
	if n := strings.Count(nobody, noIssuer); n != 2 {
		t.Errorf("« %s » is printed %d times, want on the first page and where the statement is issued", noIssuer, n)
	}
	if strings.Contains(nobody, "Fait à") || !strings.Contains(nobody, "Le 19 mai 2026") {
		t.Error("a statement of nobody names a place, or no day")
	}
}
