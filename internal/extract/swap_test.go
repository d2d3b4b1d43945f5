package extract

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/layout"
	"predate/internal/lexicon"
	"predate/internal/lexicon/lexicontest"
)

// swap is a concept of a golden said in another form.
type swap struct {
	golden  string
	kind    predate.Kind
	pages   []predate.Page
	concept lexicon.ID
	way     string
}

// swaps lists the swaps of one golden: every concept that it prints, in every
// other form that says this and nothing else in such papers.
func swaps(words *lexicon.Lexicon, golden string, kind predate.Kind, pages []predate.Page) []swap {
	printed := map[lexicon.ID]bool{}
	eachSpan(words, kind, pages, func(_ []predate.Word, s lexicon.Span) { printed[s.Concept] = true })
	var out []swap
	for _, c := range words.Concepts() {
		if !printed[c.ID] {
			continue
		}
		for _, f := range c.Forms {
			if f.Not || f.After || f.Before || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, kind) {
				continue
			}
			way := slices.MaxFunc(f.Ways(), func(a, b string) int { return cmp.Compare(len(a), len(b)) })
			if !strings.Contains(way, "<n>") && onlyMeans(words, kind, way, c.ID) {
				out = append(out, swap{golden, kind, pages, c.ID, way})
			}
		}
	}
	return out
}

// onlyMeans reports whether a text says one concept and nothing else.
func onlyMeans(words *lexicon.Lexicon, kind predate.Kind, text string, id lexicon.ID) bool {
	whole := words.Is(words.Text(text), lexicon.Context{Kind: kind})
	return len(whole) == 1 && whole[0].Concept == id
}

// eachSpan gives every cell that says one concept, with its words.
func eachSpan(words *lexicon.Lexicon, kind predate.Kind, pages []predate.Page, do func([]predate.Word, lexicon.Span)) {
	for _, page := range layout.Analyse(pages).Pages {
		for _, line := range page.Lines {
			for _, cell := range line.Segments(0) {
				own := wordsIn(line, cell.Box)
				texts := make([]string, len(own))
				for i, w := range own {
					texts[i] = w.Text
				}
				if said := words.Is(words.Words(texts), lexicon.Context{Kind: kind}); len(said) == 1 {
					do(own, said[0])
				}
			}
		}
	}
}

// made gives the pages of the golden with the concept said in the other form,
// in the place of the words that said it.
func (s swap) made(words *lexicon.Lexicon) []predate.Page {
	out := make([]predate.Page, len(s.pages))
	for i, p := range s.pages {
		out[i] = p
		out[i].Words = slices.Clone(p.Words)
	}
	eachSpan(words, s.kind, s.pages, func(old []predate.Word, said lexicon.Span) {
		if said.Concept != s.concept {
			return
		}
		for i := range out {
			if at := slices.Index(out[i].Words, old[0]); at >= 0 {
				out[i].Words = slices.Concat(slices.DeleteFunc(out[i].Words, func(w predate.Word) bool { return slices.Contains(old, w) }), spread(s.way, old))
			}
		}
	})
	return out
}

// spread prints words in the box of others, as narrow as need be.
func spread(text string, old []predate.Word) []predate.Word {
	box := predate.Box{}
	for _, w := range old {
		box = box.Union(w.Box)
	}
	capital := old[0].Text == strings.ToUpper(old[0].Text)
	advance := min(5, (box.X1-box.X0)/float64(len(text)))
	x := box.X0
	if len(text) < int((box.X1-box.X0)/5) {
		x = (box.X0 + box.X1 - advance*float64(len(text))) / 2
	}
	var out []predate.Word
	for _, w := range strings.Fields(text) {
		size := advance * float64(len(w))
		if capital {
			w = strings.ToUpper(w)
		}
		out = append(out, predate.Word{Text: w, Size: old[0].Size, Box: predate.Box{X0: x, Y0: box.Y0, X1: x + size - 0.1*advance, Y1: box.Y1}})
		x += size + advance
	}
	return out
}

// values lists figures without the words that a swap may change.
func values(figures []predate.Figure) []string {
	var out []string
	for _, f := range figures {
		value := any(f.Value)
		if value != nil {
			value = wordless(reflect.ValueOf(value)).Interface()
		}
		out = append(out, fmt.Sprintf("%s %s %+v %v %v", f.Key, f.Status, value, f.Year, f.AsOf))
	}
	slices.Sort(out)
	return out
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

// mostSwapsLost is how many swaps in a thousand change what is read. It may only
// go down.
const mostSwapsLost = 145

// TestSwap says concepts of the goldens of accounts in other ways: the same
// figures must be read. It tries one swap in sixteen; with the tag prove all.
func TestSwap(t *testing.T) { trySwaps(t, 16) }

func trySwaps(t *testing.T, oneIn uint32) {
	t.Helper()
	words := lexicontest.House(t)
	lost, tried := 0, 0
	for _, s := range allSwaps(t, words) {
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(s.golden + string(s.concept) + s.way)) // a hash takes all
		if hash.Sum32()%oneIn != 0 {
			continue
		}
		tried++
		want := values(Figures(s.kind, layout.Analyse(s.pages), words))
		got := values(Figures(s.kind, layout.Analyse(s.made(words)), words))
		if !slices.Equal(want, got) {
			lost++
			t.Logf("%s: %s as %q", s.golden, s.concept, s.way)
		}
	}
	t.Logf("%d of %d swaps change what is read", lost, tried)
	if tried == 0 || 1000*lost > mostSwapsLost*tried {
		t.Errorf("%d of %d swaps change what is read, more than %d in a thousand", lost, tried, mostSwapsLost)
	}
}

func allSwaps(t *testing.T, words *lexicon.Lexicon) []swap {
	t.Helper()
	goldens, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(goldens) < 50 {
		t.Fatalf("%d goldens: %v", len(goldens), err)
	}
	var out []swap
	for _, golden := range goldens {
		kind := kindOfGolden(golden)
		if name, _, ok := strings.Cut(filepath.Base(golden), "-"); ok {
			kind = predate.Kind(name)
		}
		if kind == predate.KindMinutes || kind == predate.KindMeetingNotice {
			continue // prose has readers of its own
		}
		archive, err := txtar.ParseFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, swaps(words, strings.TrimSuffix(filepath.Base(golden), ".txtar"), kind, sketched(archive))...)
	}
	return out
}
