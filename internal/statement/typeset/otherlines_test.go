package typeset

import (
	"strings"
	"testing"

	"predate"
)

// Lines of the model that do not apply are printed with why; what nobody tells is never
// « néant » nor « sans objet ».
func TestOtherLines(t *testing.T) {
	with := func(balance, loans predate.Figure) string {
		s := samples()["rich"]()
		delete(s.Figures, predate.KeyFutureLoan)
		balance.Key, loans.Key = predate.KeyAccountBalance, predate.KeyLoans
		s.Figures[balance.Key], s.Figures[loans.Key] = balance, loans
		c := &composer{Statement: s}
		return strings.ReplaceAll(otherLines(c), nbsp, " ")
	}
	none := predate.Figure{Status: predate.StatusNone}
	for _, tt := range []struct {
		name           string
		balance, loans predate.Figure
		want, not      string
	}{
		{"nothing due", predate.Figure{Status: predate.StatusConfirmed, Value: predate.Money(0)}, none, "Sans objet, car le compte du vendeur n’est pas débiteur", "Non communiqué"},
		{"in debit", predate.Figure{Status: predate.StatusConfirmed, Value: predate.Money(100)}, none, "Non communiqué : condamnations", "pas débiteur"},
		{"unknown", predate.Figure{Status: predate.StatusMissing}, none, "Non communiqué : condamnations", "pas débiteur"},
		{"said by the client", predate.Figure{Status: predate.StatusDeclared, Value: predate.Money(0), Declared: predate.Declaration{By: predate.DeclaredByClient}}, none, "Non communiqué : condamnations", "pas débiteur"},
		{"no loan mentioned", predate.Figure{Status: predate.StatusMissing}, none, "aucune pièce ne mentionne d’emprunt", "échéances d’emprunt collectif à venir"},
		{"loans unknown", predate.Figure{Status: predate.StatusMissing}, predate.Figure{Status: predate.StatusMissing}, "Non communiqué : échéances d’emprunt collectif", "aucune pièce ne mentionne"},
	} {
		if said := with(tt.balance, tt.loans); !strings.Contains(said, tt.want) || strings.Contains(said, tt.not) {
			t.Errorf("%s: %q, want %q and not %q", tt.name, said, tt.want, tt.not)
		}
	}
}

// A statement that is made as of another day says so wherever its day of issue stands.
func TestAsOf(t *testing.T) {
	o := options()
	o.AsOf = true
	text := strings.Join(strings.Fields(strings.Join(pagesOfBoth(t, samples()["rich"](), o), " ")), " ")
	if strings.Contains(strings.ToLower(text), "établi le") || strings.Count(text, "établi comme au") < 3 || !strings.Contains(text, "Établi comme au") || !strings.Contains(text, "n’est pas le jour de l’établissement") {
		t.Errorf("the pages do not say as of which day they are: %.600s", text)
	}
}
