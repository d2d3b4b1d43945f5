package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"predate/internal/reading/lexicon"
)

// TestEveryFormIsFound takes any form of any concept, in any of its ways, and
// finds it again: alone, between strange words, in capitals.
func TestEveryFormIsFound(t *testing.T) {
	l := house(t)
	for _, c := range l.Concepts() {
		for _, f := range c.Forms {
			if f.Not {
				continue
			}
			in := lexicon.Context{Roles: []lexicon.Role{c.Role}}
			if len(f.Kinds) > 0 {
				in.Kind = f.Kinds[0]
			}
			for _, way := range f.Ways() {
				printed := strings.ToUpper(strings.ReplaceAll(way, "<n>", "12"))
				if f.After {
					printed = "12 " + printed
				}
				if f.Before {
					printed += " 12"
				}
				if !slices.ContainsFunc(l.All(l.Text(printed), in), func(s lexicon.Span) bool { return s.Concept == c.ID }) {
					t.Errorf("%s is not found in %q as %q", c.ID, f.Say, printed)
				}
			}
		}
	}
}

// TestSpansAreInOrderAndApart holds for any text, misread or not.
func TestSpansAreInOrderAndApart(t *testing.T) {
	l := house(t)
	words := vocabulary(l)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.SampledFrom(words), rapid.SampledFrom([]string{"de", "du", "12", "1 234,56", ":", "/", "N", "+", "1", "€", "Dupont"}), rapid.String())
		printed := rapid.SliceOfN(word, 0, 30).Draw(t, "printed")
		in := lexicon.Context{Recognised: rapid.Bool().Draw(t, "recognised"), Roles: []lexicon.Role{rapid.SampledFrom(lexicon.Roles()).Draw(t, "role")}}
		text := l.Words(printed)
		last := 0
		for _, s := range l.Spans(text, in) {
			if s.From >= s.To || s.To > len(printed) || s.From < last-1 || s.Role != in.Roles[0] {
				t.Fatalf("%+v after %d of %d words", s, last, len(printed))
			}
			if s.Cost > 0 && !in.Recognised {
				t.Fatalf("a misread word on a page that was not recognised: %+v", s)
			}
			last = max(last, s.To)
		}
		if len(l.Spans(text, in)) > len(l.All(text, in))+len(printed) {
			t.Fatal("more spans than forms")
		}
	})
}

// TestOneLetterIsForgivenOnRecognisedPagesOnly changes one letter of a long
// form.
func TestOneLetterIsForgivenOnRecognisedPagesOnly(t *testing.T) {
	l := house(t)
	rapid.Check(t, func(t *rapid.T) {
		way := rapid.SampledFrom([]string{"appel de fonds", "releve de compte", "exigibilite", "date limite de paiement", "proces-verbal de l'assemblee generale"}).Draw(t, "way")
		at := rapid.SampledFrom(letters(way)).Draw(t, "at")
		wrong := way[:at] + "#" + way[at+1:]
		wrong = strings.Replace(wrong, "#", rapid.SampledFrom([]string{"k", "w", "q"}).Draw(t, "letter"), 1)
		plain := said(l.Spans(l.Text(way), lexicon.Context{Roles: []lexicon.Role{lexicon.Title, lexicon.Label}}))
		if plain == "" {
			t.Fatalf("%q says nothing", way)
		}
		in := lexicon.Context{Roles: []lexicon.Role{lexicon.Title, lexicon.Label}, Recognised: true}
		if word := wordAt(way, at); len(word) >= 4 && said(l.Spans(l.Text(wrong), in)) == "" {
			t.Fatalf("%q is not taken for %q on a recognised page", wrong, way)
		}
	})
}

func letters(s string) []int {
	var out []int
	for i, c := range s {
		if c >= 'a' && c <= 'z' {
			out = append(out, i)
		}
	}
	return out
}

func wordAt(s string, at int) string {
	from, to := at, at
	for from > 0 && s[from-1] >= 'a' && s[from-1] <= 'z' {
		from--
	}
	for to < len(s) && s[to] >= 'a' && s[to] <= 'z' {
		to++
	}
	return s[from:to]
}

// vocabulary lists words that forms use.
func vocabulary(l *lexicon.Lexicon) []string {
	var out []string
	for _, c := range l.Concepts() {
		for _, f := range c.Forms {
			out = append(out, strings.Fields(f.Ways()[0])...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func FuzzText(f *testing.F) {
	l := house(f)
	for _, seed := range []string{"APPEL DE FONDS n°3", "N - 1", "s/total", "é", "n°", "\xff\xfe", "a b c d e f"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, line string, recognised bool) {
		text := l.Text(line)
		for _, s := range l.All(text, lexicon.Context{Recognised: recognised}) {
			if s.From < 0 || s.To > len(strings.Fields(line)) || s.From >= s.To {
				t.Fatalf("%+v in %q", s, line)
			}
		}
	})
}

func FuzzLoad(f *testing.F) {
	f.Add("concepts:\n- id: a\n  role: row\n  means: m\n  forms: [{source: trade, say: ['(a|b)? c']}]\n")
	f.Add("abbreviations:\n- {short: tx, full: travaux, source: trade}\n")
	f.Fuzz(func(t *testing.T, concepts string) {
		l, err := lexicon.Load(folder(concepts))
		if err == nil {
			l.All(l.Text(concepts), lexicon.Context{Recognised: true})
		}
	})
}
