package fundcall_test

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/layout/layouttest"
)

// TestLotsUnderTheLinesOfACall gives each line of a call the lot printed under its name,
// and none where the lots may be headings of the lines under them.
func TestLotsUnderTheLinesOfACall(t *testing.T) {
	const call = `APPEL DE FONDS
Période du 01/04/2026 au 30/06/2026
Vos lots : lot 14 (appartement, 343 tantièmes), lot 38 (cave, 8 tantièmes)
Clé                        Votre part     Quote-part      Appelé
Charges générales              192,08     343 / 10 000    5 600,00
Appartement lot 14
Charges générales                4,48     8 / 10 000      5 600,00
Cave lot 38
Charges ascenseur               48,84     44 / 1 000      1 110,00
Appartement lot 14
Total à régler                 245,40`
	read := func(text string) (out []string) {
		for _, f := range extract.Figures(predate.KindFundCall, layouttest.Sketch(text), blanktest.House(t)) {
			if l, ok := f.Value.(predate.CallLine); ok {
				out = append(out, l.Lot)
			}
		}
		return out
	}
	if got := read(call); !slices.Equal(got, []string{"14", "38", "14"}) {
		t.Errorf("lots %q", got)
	}
	heading := strings.Replace(call, "      1 110,00\nAppartement lot 14", "      1 110,00", 1)
	if got := read(heading); slices.Contains(got, "38") {
		t.Errorf("lots of headings %q", got)
	}
}

// TestAPaymentReferenceIsNoAccount keeps the number of a call, which it quotes as the
// reference of its payment, from being the account of its owner.
func TestAPaymentReferenceIsNoAccount(t *testing.T) {
	const call = `APPEL DE FONDS
Appel n°                 AP-2026-007
Date limite de paiement  1 avril 2026
Provisions sur charges courantes     412,80
Total à payer                        412,80
Référence                %`
	for reference, want := range map[string]string{"AP-2026-007 - LOT 7": "", "C-4410": "C-4410"} {
		for _, f := range extract.Figures(predate.KindFundCall, layouttest.Sketch(strings.Replace(call, "%", reference, 1)), blanktest.House(t)) {
			if head, ok := f.Value.(predate.CallHead); ok && (head.Account != want || head.Number != "AP-2026-007") {
				t.Errorf("%s: account %q of call %q", reference, head.Account, head.Number)
			}
		}
	}
}
