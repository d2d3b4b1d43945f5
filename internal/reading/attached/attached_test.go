package attached_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/attached"
	"predate/internal/reading/lexicon"
)

// Words name one thing that is attached to the lots, by its account or by its name, and not
// what the syndicat holds.
func TestTo(t *testing.T) {
	said := map[lexicon.ID]string{
		"cash_advance": "avance de tresorerie", "other_advance": "provisions speciales",
		"works_fund_share": "fonds de travaux", "loan_advance": "avance emprunt",
	}
	says := func(words string, ids ...lexicon.ID) bool {
		for _, id := range ids {
			if name := said[id]; name != "" && strings.Contains(words, name) {
				return true
			}
		}
		return false
	}
	for words, want := range map[string]predate.Key{
		"avance de tresorerie":                     predate.KeyCashAdvance,
		"fonds de roulement 1031":                  predate.KeyCashAdvance,
		"autres avances 1033":                      predate.KeySpecialAdvance,
		"votre part du fonds de travaux":           predate.KeyWorksFundLotShare,
		"cpt 105 – fonds : quote-part de vos lots": predate.KeyWorksFundLotShare,
		"105 fonds":                    predate.KeyWorksFundLotShare,
		"avance emprunt":               predate.KeyLoanAdvance,
		"fonds de travaux du syndicat": "",
		"votre part du fonds de travaux du syndicat":         predate.KeyWorksFundLotShare,
		"avance de tresorerie et provisions speciales":       "",
		"avance de tresorerie, fonds de travaux de vos lots": "",
		"interets": "",
	} {
		got, ok := attached.To(words, says)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %v; want %q", words, got, ok, want)
		}
	}
}
