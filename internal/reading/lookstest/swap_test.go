package lookstest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/extract"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/lexicon/lexicontest"
)

// swap is a concept of a golden said in another form.
type swap struct {
	golden  string
	kind    predate.Kind
	pages   []predate.Page
	concept lexicon.ID
	way     string
}

// anyNumber is how a form writes a number.
const anyNumber = "<n>"

// saying is a way to say a concept, with a number in it or without.
type saying struct {
	concept lexicon.ID
	number  bool
	way     string
}

// sayings lists the longest way of every form that says its concept and nothing else in
// papers of a kind. A number in the words is a value: a form with its number takes the
// place of one with it.
func sayings(words *lexicon.Lexicon, kind predate.Kind) []saying {
	var out []saying
	for _, c := range words.Concepts() {
		for _, f := range c.Forms {
			if f.Not || f.After || f.Before || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, kind) {
				continue
			}
			all := f.Ways()
			for _, number := range []bool{false, true} {
				ways := slices.DeleteFunc(slices.Clone(all), func(way string) bool { return strings.Contains(way, anyNumber) != number || !lettered(way) })
				if len(ways) == 0 {
					continue
				}
				way := slices.MaxFunc(ways, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
				if onlyMeans(words, kind, strings.ReplaceAll(way, anyNumber, "1"), c.ID) {
					out = append(out, saying{c.ID, number, way})
				}
			}
		}
	}
	return out
}

// swaps lists the swaps of one golden: every concept that it prints, said in each of the
// sayings of its kind.
func swaps(words *lexicon.Lexicon, said []saying, golden string, kind predate.Kind, pages []predate.Page) []swap {
	type place struct {
		id     lexicon.ID
		number bool
	}
	printed := map[place]bool{}
	eachSpan(words, kind, pages, func(_ int, old []predate.Word, s lexicon.Span) {
		printed[place{s.Concept, lastNumber(old) != ""}] = true
	})
	var out []swap
	for _, s := range said {
		if printed[place{s.concept, s.number}] {
			out = append(out, swap{golden: golden, kind: kind, pages: pages, concept: s.concept, way: s.way})
		}
	}
	return out
}

// onlyMeans reports whether a text says one concept and nothing else.
func onlyMeans(words *lexicon.Lexicon, kind predate.Kind, text string, id lexicon.ID) bool {
	whole := words.Is(words.Text(text), lexicon.Context{Kind: kind})
	return len(whole) == 1 && whole[0].Concept == id
}

// lettered reports whether a form has words: the number of an account alone is
// a value that is read, 450-1.
func lettered(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// lastNumber returns the last word of some words where it is a number.
func lastNumber(words []predate.Word) string {
	if last := words[len(words)-1].Text; strings.ContainsFunc(last, unicode.IsDigit) && !lettered(last) {
		return last
	}
	return ""
}

// values lists figures without the words that a swap may change, once each: rules
// and forms may read the same. A figure whose exercise is unsaid is the same as one
// of its day whose exercise is said.
func values(figures []predate.Figure) []string {
	var out []string
	for _, f := range figures {
		if f.Year.IsZero() && slices.ContainsFunc(figures, func(o predate.Figure) bool {
			return !o.Year.IsZero() && o.Key == f.Key && o.AsOf == f.AsOf && reflect.DeepEqual(o.Value, f.Value)
		}) {
			continue
		}
		value := any(f.Value)
		switch {
		case f.Key == predate.FactLoanMentioned:
			value = nil // the words that mention it
		case value != nil:
			value = wordless(reflect.ValueOf(value)).Interface()
		}
		out = append(out, fmt.Sprintf("%s %s %+v %v %v", f.Key, f.Status, value, f.Year, f.AsOf))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wordless copies a value without its labels.
func wordless(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Slice:
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(wordless(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			switch name := v.Type().Field(i).Name; {
			case !v.Type().Field(i).IsExported():
			case slices.Contains([]string{"Label", "Key", "Name", "Object", "Title", "Type"}, name) && v.Field(i).Kind() == reflect.String:
				out.Field(i).SetString("")
			case v.Field(i).Kind() == reflect.Struct || v.Field(i).Kind() == reflect.Slice:
				out.Field(i).Set(wordless(v.Field(i)))
			}
		}
		return out
	}
	return v
}

// told is a line of the table of losses: the golden with its kind, the concept,
// the words put in and taken out, what is no longer read and what is instead.
func (s swap) told(words *lexicon.Lexicon, want, got []string) string {
	var out []string
	eachSpan(words, s.kind, s.pages, func(_ int, old []predate.Word, said lexicon.Span) {
		if said.Concept != s.concept {
			return
		}
		if text := textOf(old); !slices.Contains(out, text) {
			out = append(out, text)
		}
	})
	return fmt.Sprintf("%s (%s): %s as %q for %q\n\t- %q\n\t+ %q", s.golden, s.kind, s.concept, s.way, out, without(want, got), without(got, want))
}

// without lists what one list has and another has not.
func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(some, s) })
}

// mostSwapsLost is how many swaps in a thousand change what is read. It may only
// go down: what is left are totals of calls and of annexe 1.
const mostSwapsLost = 2

// TestSwap says concepts of goldens in other ways: the same figures must be
// read. It tries one swap in thirty-two; with the tag prove all.
func TestSwap(t *testing.T) { trySwaps(t, 32) }

func trySwaps(t *testing.T, oneIn uint32) {
	t.Helper()
	words := lexicontest.House(t)
	lost, tried, read := 0, 0, map[string][]string{}
	for _, s := range allSwaps(t, words) {
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(s.golden + string(s.concept) + s.way)) // a hash takes all
		if hash.Sum32()%oneIn != 0 {
			continue
		}
		tried++
		want, known := read[s.golden]
		if !known {
			want = readBoth(t, s.kind, s.pages)
			read[s.golden] = want
		}
		got := readBoth(t, s.kind, s.made(words))
		if !slices.Equal(want, got) {
			lost++
			t.Log(s.told(words, want, got))
		}
	}
	t.Logf("%d of %d swaps change what is read", lost, tried)
	if tried == 0 || 1000*lost > mostSwapsLost*tried {
		t.Errorf("%d of %d swaps change what is read, more than %d in a thousand", lost, tried, mostSwapsLost)
	}
}

// readBoth reads a golden with the rules and with the forms.
func readBoth(t *testing.T, kind predate.Kind, pages []predate.Page) []string {
	t.Helper()
	doc := layout.Analyse(pages)
	return values(append(extract.Figures(kind, doc, blanktest.House(t)), form.Figures(kind, doc, lexicontest.House(t))...))
}

// allSwaps lists the swaps of the goldens of extract and form.
func allSwaps(t *testing.T, words *lexicon.Lexicon) []swap {
	t.Helper()
	var out []swap
	said := map[predate.Kind][]saying{}
	for _, glob := range []string{"../extract/testdata/*/*.txtar", "../form/testdata/papers/*.txtar"} {
		goldens, err := filepath.Glob(glob)
		if err != nil || len(goldens) < 15 {
			t.Fatalf("%d goldens in %s: %v", len(goldens), glob, err)
		}
		for _, golden := range goldens {
			kind := kindOfGolden(golden)
			if kind == predate.KindMinutes || kind == predate.KindMeetingNotice {
				continue // prose has readers of its own
			}
			archive, err := txtar.ParseFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if _, known := said[kind]; !known {
				said[kind] = sayings(words, kind)
			}
			out = append(out, swaps(words, said[kind], strings.TrimSuffix(golden, ".txtar"), kind, sketched(archive))...)
		}
	}
	return out
}

// kindOfGolden is what the name of a golden begins with: its words up to a
// hyphen, or the kind of owners' paper that it begins with.
func kindOfGolden(file string) predate.Kind {
	name := strings.TrimSuffix(filepath.Base(file), ".txtar")
	for _, kind := range []predate.Kind{predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement} {
		if strings.HasPrefix(name, string(kind)) {
			return kind
		}
	}
	kind, _, _ := strings.Cut(name, "-")
	return predate.Kind(kind)
}

// sketched makes the pages of a golden.
func sketched(archive *txtar.Archive) []predate.Page {
	var pages []string
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "page") {
			pages = append(pages, string(f.Data))
		}
	}
	return layouttest.Pages(pages...)
}
