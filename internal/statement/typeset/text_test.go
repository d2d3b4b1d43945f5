package typeset

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"predate"
)

func testSheet(t testing.TB) *sheet {
	t.Helper()
	faces, err := loadFaces(false)
	if err != nil {
		t.Fatal(err)
	}
	s := newSheet(faces)
	s.open()
	return s
}

func TestWrap(t *testing.T) {
	s := testSheet(t)
	tests := map[string]struct {
		text string
		w    float64
		want []string
	}{
		"one line":       {"Le solde est nul.", 200, []string{"Le solde est nul."}},
		"spaces":         {"  Le   solde  ", 200, []string{"Le solde"}},
		"two lines":      {"Le solde du compte", 50, []string{"Le solde du", "compte"}},
		"no-break":       {"soit 2\u202f746,46\u00a0€", 55, []string{"soit", "2\u202f746,46\u00a0€"}},
		"long compound":  {"Saint-Rémy-en-Bouzemont-Saint-Genest", 90, []string{"Saint-Rémy-en-", "Bouzemont-Saint-", "Genest"}},
		"short compound": {"aujourd’hui Saint-Rémy", 86, []string{"aujourd’hui", "Saint-Rémy"}},
		"file name":      {"releve_de_compte_2026.pdf", 80, []string{"releve_de_compte_", "2026.pdf"}},
		"nothing":        {"", 80, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := s.wrap(tt.text, body, tt.w)
			if strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// No line is wider than its column, and nothing but spaces is lost.
func TestWrapKeepsAll(t *testing.T) {
	s := testSheet(t)
	bare := func(text string) string {
		return strings.Map(func(r rune) rune {
			if r == ' ' {
				return -1
			}
			return r
		}, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := printable(rapid.StringOfN(rapid.RuneFrom([]rune("aéW-_/., \u00a0\u202f12"), unicode.Latin), 0, 200, -1).Draw(t, "text"))
		w := rapid.Float64Range(20, 300).Draw(t, "width")
		lines := s.wrap(text, body, w)
		for _, l := range lines {
			if s.width(l, body) > w+slack && utf8.RuneCountInString(l) > 1 {
				t.Fatalf("%q is %.2f wide, more than %.2f", l, s.width(l, body), w)
			}
		}
		if got := bare(strings.Join(lines, "")); got != bare(text) {
			t.Fatalf("wrapped to %q from %q", got, text)
		}
	})
}

// No sentence of either file is cut: nothing ends in an ellipsis, and the longest texts
// are there to their last word.
func TestNothingIsCut(t *testing.T) {
	for name, sample := range samples() {
		text := flat(strings.Join(pagesOfBoth(t, sample(), options()), " "))
		if i := strings.Index(text, "…"); i >= 0 {
			t.Errorf("%s is cut: %q", name, text[max(0, i-60):i])
		}
	}
	d := dossierSample{richSample()}
	words := strings.Repeat("Les copropriétaires ont délibéré. ", 40) + "Fin des mots lus."
	detail := strings.Repeat("99 999 999,99 € = 99 999 999,99 € ; ", 40) + "fin du contrôle."
	d.read(predate.KeyArrears, predate.Money(274646), at(notice, 8, words))
	d.Gates = append(d.Gates, predate.Gate{ID: "schedule_1.balance", Status: predate.GateGreen, Detail: predate.Worded(detail)})
	d.Order.ExternalID, d.Order.ID = strings.Repeat("reference-du-client-", 12)+"fin", ""
	text := flat(strings.Join(pagesOfBoth(t, d.Statement, options()), " "))
	for _, end := range []string{"Fin des mots lus.", "fin du contrôle.", "du-client-fin"} {
		if !strings.Contains(strings.ReplaceAll(text, "- ", "-"), end) {
			t.Errorf("cut before %q", end)
		}
	}
}

// Any statement that can be said can be set: whatever stands in it, there is a
// PDF, of as many pages as it says.
func TestAnyStatement(t *testing.T) {
	base := richSample()
	base.Documents = base.Documents[:6]
	keys := printedKeys()
	rapid.Check(t, func(t *rapid.T) {
		s := base
		s.Figures = map[predate.Key]predate.Figure{}
		text := rapid.StringN(0, 60, -1)
		for range rapid.IntRange(0, 12).Draw(t, "figures") {
			k := rapid.SampledFrom(keys).Draw(t, "key")
			from := rapid.SampledFrom(keys).Draw(t, "value of") // often of the wrong type
			s.Figures[k] = predate.Figure{
				Key: k, Value: base.Figures[from].Value, Derivation: predate.Worded(text.Draw(t, "derivation")),
				Status: predate.Status(rapid.SampledFrom([]string{
					"confirmed", "computed", "missing", "not_required", "none", "declared", "conflicting", "unheard of",
				}).Draw(t, "status")),
				Evidence: []predate.Evidence{{File: text.Draw(t, "file"), Text: text.Draw(t, "words"), Page: rapid.Int().Draw(t, "page")}},
			}
		}
		s.Order.Property.Street, s.Order.Lots = text.Draw(t, "street"), text.Draw(t, "lots")
		if _, err := PDF(s, options()); err != nil {
			t.Fatal(err)
		}
	})
}
