package report

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
)

func TestParseValue(t *testing.T) {
	day := func(s string) predate.Date {
		d, err := predate.ParseDate(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, tt := range []struct {
		key   predate.Key
		typed string
		want  predate.Value
	}{
		{predate.KeyArrears, "2746.46", predate.Money(274646)},
		{predate.KeyAccountBalance, "-12.05", predate.Money(-1205)},
		{predate.KeyNextMeeting, "2026-05-18", predate.Day(day("2026-05-18"))},
		{predate.KeyFiscalYearN1, "2025-01-01/2025-12-31", predate.Span{From: day("2025-01-01"), To: day("2025-12-31")}},
		{predate.KeyWorksFundExists, "non", predate.Flag(false)},
		{predate.KeyWorksFundExists, "true", predate.Flag(true)},
		{predate.KeyManagingAgent, "Cabinet « Orvellac »", predate.Text("Cabinet « Orvellac »")},
		{predate.KeyOwners, `["Mme Vassorelle"]`, predate.Texts{"Mme Vassorelle"}},
		{predate.KeyProceedings, `[]`, predate.Texts(nil)},
		{predate.KeyProceedings, "néant", predate.Texts(nil)},
		{predate.KeyFutureLoan, "néant", predate.CallList(nil)},
		{predate.KeyAsbestosReport, "néant", nil},
		{predate.KeyGuarantee, "néant", nil},
		{predate.KeyMinutes, `["2026-03-26"]`, predate.Days{day("2026-03-26")}},
		{predate.KeyFutureBudget, `[{"date":"2026-07-01","amount":"1010.00","nature":"budget"}]`, predate.CallList{{Date: day("2026-07-01"), Amount: 101000, Nature: predate.NatureBudget}}},
		{predate.KeyLots, `[{"number":"14","shares":312}]`, predate.LotList{{Number: "14", Shares: 312}}},
		{predate.KeyWorksFundContribution, `{"amount":"48.00","date":"2026-04-01"}`, predate.Contribution{Amount: 4800, Date: day("2026-04-01")}},
		{predate.KeyPPT, `{"date":"2024-02-01","adopted":true}`, predate.Paper{Date: day("2024-02-01"), Adopted: true}},
	} {
		got, err := ParseValue(tt.key, tt.typed)
		if err != nil {
			t.Errorf("%s=%s: %v", tt.key, tt.typed, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s=%s: %s", tt.key, tt.typed, diff)
		}
		encoded, err := EncodeValue(tt.key, got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeValue(tt.key, encoded)
		if diff := cmp.Diff(got, again); err != nil || diff != "" {
			t.Errorf("%s written %s: %v %s", tt.key, encoded, err, diff)
		}
	}
}

func TestParseValueRefuses(t *testing.T) {
	for _, tt := range []struct {
		key   predate.Key
		typed string
		says  string
	}{
		{"nonsense", "1.00", "n’est pas un chiffre"},
		{predate.FactCashAdvance, "1.00", "n’est pas un chiffre"},
		{predate.KeyArrears, "2746,46", "comme 1234.56"},
		{predate.KeyArrears, "2746", "comme 1234.56"},
		{predate.KeyArrears, "", "comme 1234.56"},
		{predate.KeyNextMeeting, "18/05/2026", "comme 2026-05-18"},
		{predate.KeyNextMeeting, "2026-02-30", "comme 2026-05-18"},
		{predate.KeyFiscalYearN, "2025-12-31/2025-01-01", "un exercice"},
		{predate.KeyFiscalYearN, "2025", "un exercice"},
		{predate.KeyWorksFundExists, "oui!", "oui ou non"},
		{predate.KeyManagingAgent, "  ", "un texte"},
		{predate.KeyArrears, "néant", "comme 1234.56"},
		{predate.KeyOwners, "néant", "pas du JSON"},
		{predate.KeyOwners, "Mme Vassorelle", "pas du JSON"},
		{predate.KeyOwners, "null", "null"},
		{predate.KeyOwners, `{"a":1}`, "bon type"},
		{predate.KeyLots, `[{"numero":"14"}]`, `membre inconnu "numero"`},
		{predate.KeyLots, `[{"number":14}]`, "number"},
		{predate.KeyFutureBudget, `[{"date":"2026-07-01","amount":"1010"}]`, "1010"},
	} {
		_, err := ParseValue(tt.key, tt.typed)
		var refusal *predate.Error
		if !errors.As(err, &refusal) || refusal.Code != predate.CodeInvalid || !strings.Contains(refusal.Message, tt.says) {
			t.Errorf("%s=%s: %v, want %q", tt.key, tt.typed, err, tt.says)
		}
	}
}

// TestShapesOfFigures holds the types of typed values against a real statement,
// and against the list of the statement's keys.
func TestShapesOfFigures(t *testing.T) {
	encoded, err := os.ReadFile("../../collecting/extranetsim/report.json")
	if err != nil {
		t.Fatal(err)
	}
	statement, err := Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	for key, f := range statement.Figures {
		sh, ok := shapeOf(key)
		if !ok {
			t.Errorf("%s cannot be typed", key)
			continue
		}
		if f.Value == nil {
			continue
		}
		if _, fits := sh.encode(f.Value); !fits {
			t.Errorf("%s is %T, not %s", key, f.Value, sh.name)
		}
	}
	if len(statement.Figures) < 60 {
		t.Errorf("only %d figures were held against their types", len(statement.Figures))
	}
}
