package wording

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate"
)

// TestTermsAsFrenchWritesThem fills places with each type of term.
func TestTermsAsFrenchWritesThem(t *testing.T) {
	day := predate.Date{Year: 2026, Month: time.March, Day: 26}
	year := predate.Period{From: predate.Date{Year: 2025, Month: time.January, Day: 1}, To: predate.Date{Year: 2025, Month: time.December, Day: 31}}
	for want, about := range map[string]predate.Term{
		"−2\u202f746,46\u00a0€":             predate.Cents(-274646),
		"26/03/2026":                        day,
		"date inconnue":                     predate.Date{},
		"2025":                              year,
		"du 01/01/2025 au 31/12/2025":       predate.Span(year),
		"14, 38 et 42":                      predate.Texts{"14", "38", "42"},
		"26/03/2026 et date inconnue":       predate.Days{day, {}},
		"1234":                              predate.Count(1234),
		"fonds de travaux":                  predate.NatureWorksFund,
		"dette envers les fournisseurs":     predate.KeySupplierDebt,
		"annexe 1.pdf":                      predate.FileName("annexe 1.pdf"),
		"« 12 rue {0} »":                    predate.Said{Value: predate.Text("12 rue {0}")},
		"12,00\u00a0€ (a.pdf) ; non":        predate.Reasons{predate.Because(predate.ReasonPaperSays, predate.Said{Value: predate.Money(1200)}, predate.FileName("a.pdf")), predate.Because(predate.ReasonSays, predate.Said{Value: predate.Flag(false)})},
		"Le compte est soldé.":              predate.Because(predate.ReasonSettled),
		"12,00\u00a0€ le 26/03/2026":        predate.Said{Value: predate.Contribution{Amount: 1200, Date: day}},
		"immeuble construit de 1948 à 1997": predate.Because(predate.ReasonBuiltBetween, predate.Count(1948), predate.Count(1997)),
	} {
		if got := Of(predate.Because(predate.ReasonSays, about)); got != want {
			t.Errorf("%v is said %q, want %q", about, got, want)
		}
	}
}

// TestOneOrMany chooses by the number of things listed.
func TestOneOrMany(t *testing.T) {
	for want, lots := range map[string]predate.Texts{
		"Lot 7 de la commande : introuvable dans les pièces.":        {"7"},
		"Lots 7 et 9 de la commande : introuvables dans les pièces.": {"7", "9"},
	} {
		if got := Of(predate.Because(predate.ReasonLotsNotFound, lots)); got != want {
			t.Errorf("%v: %q, want %q", lots, got, want)
		}
	}
}

// TestWordsThatWereKept: a reason of which only the words are known says them to
// the letter, and no reason says nothing.
func TestWordsThatWereKept(t *testing.T) {
	for _, words := range []string{"", "Le {0} d’avant.", "worded: oui"} {
		if got := Of(predate.Worded(words)); got != words {
			t.Errorf("%q became %q", words, got)
		}
	}
	if got := Of(predate.Because("no_such_code")); got != "no_such_code" {
		t.Errorf("a code without a sentence says %q", got)
	}
}

// TestSentencesSayNoKey: figures stand in sentences by their French names.
func TestSentencesSayNoKey(t *testing.T) {
	identifier := regexp.MustCompile(`[a-z]+_[a-z]+`)
	for line := range strings.Lines(sentences) {
		_, sentence, ok := strings.Cut(line, ": ")
		if ok && !strings.HasPrefix(line, "#") && identifier.MatchString(sentence) {
			t.Errorf("a sentence has an identifier: %s", line)
		}
	}
	for _, entry := range predate.Figures() {
		for _, code := range []predate.ReasonCode{predate.ReasonContradicted, predate.ReasonNotEstablished, predate.ReasonToConfirm, predate.ReasonLessonToConfirm} {
			about := []predate.Term{entry.Key, predate.Text("a"), predate.Text("b"), predate.Text("c"), predate.Text("d")}
			said := Of(predate.Because(code, about...))
			if !strings.Contains(said, "("+entry.Name()+")") || strings.Contains(said, string(entry.Key)) && !strings.Contains(entry.Name(), string(entry.Key)) {
				t.Errorf("%s of %s says %q", code, entry.Key, said)
			}
		}
	}
}

func TestEuros(t *testing.T) {
	tests := map[predate.Cents]string{
		0:             "0,00\u00a0€",
		5:             "0,05\u00a0€",
		-5:            "−0,05\u00a0€",
		99999:         "999,99\u00a0€",
		100000:        "1\u202f000,00\u00a0€",
		274646:        "2\u202f746,46\u00a0€",
		-9999999999:   "−99\u202f999\u202f999,99\u00a0€",
		math.MinInt64: "−92\u202f233\u202f720\u202f368\u202f547\u202f758,08\u00a0€",
	}
	for c, want := range tests {
		if got := Euros(c); got != want {
			t.Errorf("Euros(%d) = %q, want %q", c, got, want)
		}
	}
}

func TestDayInWords(t *testing.T) {
	tests := map[predate.Date]string{
		{Year: 2026, Month: 5, Day: 18}: "18\u00a0mai\u00a02026",
		{Year: 2026, Month: 8, Day: 1}:  "1er\u00a0août\u00a02026",
		{Year: 1972, Month: 2, Day: 29}: "29\u00a0février\u00a01972",
		{}:                              "date inconnue",
		{Year: 2026, Month: 13, Day: 1}: "date inconnue",
	}
	for d, want := range tests {
		if got := DayInWords(d); got != want {
			t.Errorf("DayInWords(%v) = %q, want %q", d, got, want)
		}
	}
}
