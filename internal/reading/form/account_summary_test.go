package form_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/form"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

// TestAccountOfSumsAlone reads a statement of account that prints its sums and no
// movement, on cards or on lines.
func TestAccountOfSumsAlone(t *testing.T) {
	for _, page := range []string{
		`
		Situation de compte copropriétaire
		Situation au 30/04/2026
		Total appelé          Total versé          Solde
		7 037,91 €            6 302,02 €           735,89 €`, `
		Situation de compte copropriétaire
		Situation au 30/04/2026
		Appels de fonds                       7 037,91 €
		Vos paiements                         6 302,02 €
		Solde de votre compte                   735,89 €`,
	} {
		read := func(page string) saidAccount {
			return accountRead(form.Figures(predate.KindAccountStatement, layouttest.Sketch(page), lexicontest.House(t)))
		}
		if said := read(page); len(said.closing) != 1 || said.closing[0].Amount != 73589 || len(said.totals) != 1 || said.totals[0].Credit != 630202 {
			t.Errorf("%+v of\n%s", said, page)
		}
		for _, off := range []string{strings.Replace(page, "735,89", "745,89", 1), strings.Replace(page, "Situation au 30/04/2026", "", 1)} {
			if said := read(off); len(said.closing) > 0 {
				t.Errorf("read %+v of\n%s", said, off)
			}
		}
	}
}
