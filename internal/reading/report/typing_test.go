package report

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

func dayOf(t *testing.T, s string) predate.Date {
	t.Helper()
	d, err := predate.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What people type in France is understood, with every space that keyboards and
// papers have.
func TestParseRuling(t *testing.T) {
	may, march, july := dayOf(t, "2026-05-18"), dayOf(t, "2026-03-12"), dayOf(t, "2025-07-01")
	span := predate.Span{From: july, To: dayOf(t, "2026-06-30")}
	value := func(v predate.Value) predate.Ruling { return predate.Ruling{Value: v, Status: predate.StatusDeclared} }
	status := func(s predate.Status) predate.Ruling { return predate.Ruling{Status: s} }
	for _, tt := range []struct {
		key   predate.Key
		typed string
		want  predate.Ruling
	}{
		{predate.KeyArrears, "1 234,56 €", value(predate.Money(123456))},
		{predate.KeyArrears, "1\u202f234,56\u00a0€", value(predate.Money(123456))},
		{predate.KeyArrears, "12\u00a0345\u00a0678,90", value(predate.Money(1234567890))},
		{predate.KeyArrears, "1.234,56", value(predate.Money(123456))},
		{predate.KeyArrears, "1234,56", value(predate.Money(123456))},
		{predate.KeyArrears, "1234.56", value(predate.Money(123456))},
		{predate.KeyArrears, " 2746 ", value(predate.Money(274600))},
		{predate.KeyArrears, "0,00", value(predate.Money(0))},
		{predate.KeyAccountBalance, "-12,05", value(predate.Money(-1205))},
		{predate.KeyAccountBalance, "− 12,05 EUR", value(predate.Money(-1205))},
		{predate.KeyNextMeeting, "12/03/2026", value(predate.Day(march))},
		{predate.KeyNextMeeting, "12.3.2026", value(predate.Day(march))},
		{predate.KeyNextMeeting, "12 mars 2026", value(predate.Day(march))},
		{predate.KeyNextMeeting, "1er\u00a0Juillet 2025", value(predate.Day(july))},
		{predate.KeyNextMeeting, "2026-05-18", value(predate.Day(may))},
		{predate.KeyFiscalYearN, "1er juillet 2025 – 30 juin 2026", value(span)},
		{predate.KeyFiscalYearN, "01/07/2025 - 30/06/2026", value(span)},
		{predate.KeyFiscalYearN, "du 1er juillet 2025 au 30 juin 2026", value(span)},
		{predate.KeyFiscalYearN, "2025-07-01/2026-06-30", value(span)},
		{predate.KeyWorksFundExists, "Oui", value(predate.Flag(true))},
		{predate.KeyWorksFundExists, "non", value(predate.Flag(false))},
		{predate.KeyManagingAgent, "Cabinet « Orvellac »", value(predate.Text("Cabinet « Orvellac »"))},
		{predate.KeyOwners, `["Mme Vassorelle"]`, value(predate.Texts{"Mme Vassorelle"})},
		{predate.KeyAsbestosReport, "18 mai 2026", value(predate.Paper{Date: may})},
		{predate.KeyWorksFundContribution, "48,00 € le 12/03/2026", value(predate.Contribution{Amount: 4800, Date: march})},
		{predate.KeyAsbestosReport, "néant", status(predate.StatusNone)},
		{predate.KeyProceedings, "Neant", status(predate.StatusNone)},
		{predate.KeyLoanShareDue, "néant", status(predate.StatusNone)},
		{predate.KeyArrears, "non exigé", status(predate.StatusNotRequired)},
		{predate.KeyArrears, "Non communiquée", status(predate.StatusMissing)},
		{predate.KeyPaidCurrentN2, "sans objet", status(predate.StatusNotApplicable)},
	} {
		tt.want.Key = tt.key
		got, err := ParseRuling(tt.key, tt.typed)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s=%s: %v %s", tt.key, tt.typed, err, diff)
		}
	}
}

// What is ambiguous, wrong, or cannot be said of a figure is refused with a
// sentence that shows what can.
func TestParseRulingRefuses(t *testing.T) {
	for _, tt := range []struct {
		key   predate.Key
		typed string
		says  string
	}{
		{predate.KeyArrears, "1.234", "comme 1 234,56"},
		{predate.KeyArrears, "1,234", "comme 1 234,56"},
		{predate.KeyArrears, "1,234.56", "comme 1 234,56"},
		{predate.KeyArrears, "1.234.56", "comme 1 234,56"},
		{predate.KeyArrears, "12,5", "comme 1 234,56"},
		{predate.KeyArrears, "1 23,45", "comme 1 234,56"},
		{predate.KeyArrears, "1234 567,00", "comme 1 234,56"},
		{predate.KeyArrears, "12 345,67 ou 12 354,67", "comme 1 234,56"},
		{predate.KeyArrears, "99999999999999999999", "comme 1 234,56"},
		{predate.KeyArrears, "", "comme 1 234,56"},
		{predate.KeyArrears, "néant", "écrivez 0,00"},
		{predate.KeyNextMeeting, "12/03/26", "comme 18/05/2026"},
		{predate.KeyNextMeeting, "30/02/2026", "comme 18/05/2026"},
		{predate.KeyNextMeeting, "12/03.2026", "comme 18/05/2026"},
		{predate.KeyNextMeeting, "12 mai", "comme 18/05/2026"},
		{predate.KeyFiscalYearN, "2025", "comme 01/07/2025 – 30/06/2026"},
		{predate.KeyFiscalYearN, "30/06/2026 – 01/07/2025", "un exercice"},
		{predate.KeyWorksFundExists, "peut-être", "oui ou non"},
		{predate.KeyPPT, "18 mai 2026", "pas du JSON"},
		{predate.KeyLots, "non communiqué", "Il peut être une valeur."},
		{predate.KeyLots, "sans objet", "Il peut être une valeur."},
		{predate.KeyNextMeeting, "non exigé", "Il peut être une valeur, « non communiqué », « sans objet »."},
		{predate.KeyNextMeeting, "néant", "« néant » ne se dit pas de ce chiffre"},
		{"nonsense", "1,00", "n’est pas un chiffre"},
		{"nonsense", "néant", "n’est pas un chiffre"},
	} {
		_, err := ParseRuling(tt.key, tt.typed)
		var refusal *predate.Error
		if !errors.As(err, &refusal) || refusal.Code != predate.CodeInvalid || !strings.Contains(refusal.Message, tt.says) {
			t.Errorf("%s=%s: %v, want %q", tt.key, tt.typed, err, tt.says)
		}
	}
}
