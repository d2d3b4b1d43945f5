package extract

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/blank/blanktest"
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

// anyNumber is how a form writes a number.
const anyNumber = "<n>"

// swaps lists the swaps of one golden: every concept that it prints, in every
// other form that says this and nothing else in such papers. A number in the
// words is a value: a form with its number takes the place of one with it.
func swaps(words *lexicon.Lexicon, golden string, kind predate.Kind, pages []predate.Page) []swap {
	type place struct {
		id     lexicon.ID
		number bool
	}
	printed := map[place]bool{}
	eachSpan(words, kind, pages, func(old []predate.Word, s lexicon.Span) {
		printed[place{s.Concept, lastNumber(old) != ""}] = true
	})
	var out []swap
	for _, c := range words.Concepts() {
		for _, f := range c.Forms {
			if f.Not || f.After || f.Before || len(f.Kinds) > 0 && !slices.Contains(f.Kinds, kind) {
				continue
			}
			for _, number := range []bool{false, true} {
				ways := slices.DeleteFunc(f.Ways(), func(way string) bool { return strings.Contains(way, anyNumber) != number || !lettered(way) })
				if len(ways) == 0 || !printed[place{c.ID, number}] {
					continue
				}
				way := slices.MaxFunc(ways, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
				if onlyMeans(words, kind, strings.ReplaceAll(way, anyNumber, "1"), c.ID) {
					out = append(out, swap{golden, kind, pages, c.ID, way})
				}
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

// lettered reports whether a form has words: the number of an account alone is
// a value that is read, 450-1.
func lettered(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// lastNumber gives the last word of some words where it is a number.
func lastNumber(words []predate.Word) string {
	if last := words[len(words)-1].Text; strings.ContainsFunc(last, unicode.IsDigit) && !lettered(last) {
		return last
	}
	return ""
}

// eachSpan gives every cell that says one concept, with its words. Words that
// wrap over two lines of a column are one cell; a heading stands by itself.
func eachSpan(words *lexicon.Lexicon, kind predate.Kind, pages []predate.Page, do func([]predate.Word, lexicon.Span)) {
	for _, page := range layout.Analyse(pages).Pages {
		var cells [][]predate.Word
		for _, line := range page.Lines {
			for _, cell := range line.Segments(0) {
				cells = append(cells, wordsIn(line, cell.Box))
			}
		}
		says := func(own []predate.Word) []lexicon.Span {
			texts := make([]string, len(own))
			for i, w := range own {
				texts[i] = w.Text
			}
			if !lettered(strings.Join(texts, "")) {
				return nil
			}
			return words.Is(words.Words(texts), lexicon.Context{Kind: kind})
		}
		taken := map[int]bool{}
		for i, own := range cells {
			if taken[i] {
				continue
			}
			said := says(own)
			for k := i + 1; k < len(cells) && k < i+12; k++ {
				heading := slices.ContainsFunc(said, func(s lexicon.Span) bool { return s.Role == lexicon.Heading })
				if whole := slices.Concat(own, cells[k]); !heading && wraps(own, cells[k]) && len(says(whole)) > 0 {
					own, said, taken[k] = whole, says(whole), true
					break
				}
			}
			if len(said) == 1 {
				do(own, said[0])
			}
		}
	}
}

// wraps reports whether words stand right under others, in their column.
func wraps(above, below []predate.Word) bool {
	a, b := boxOf(above), boxOf(below)
	white := b.Y0 - a.Y1
	last := above[len(above)-1].Text
	return !strings.ContainsAny(last[len(last)-1:], "):;,.") && a.X0 < b.X1 && b.X0 < a.X1 && white > -0.5*a.Height() && white < 0.6*a.Height() && b.Y0 > a.Y0+0.5*a.Height()
}

func boxOf(words []predate.Word) predate.Box {
	box := predate.Box{}
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
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
		number := lastNumber(old)
		if said.Concept != s.concept || (number != "") != strings.Contains(s.way, anyNumber) {
			return
		}
		for i := range out {
			if at := slices.Index(out[i].Words, old[0]); at >= 0 {
				put := spread(strings.ReplaceAll(s.way, anyNumber, number), said.Role == lexicon.Column && said.Concept != "column_label", old, s.pages[i].Words)
				out[i].Words = slices.Concat(slices.DeleteFunc(out[i].Words, func(w predate.Word) bool { return slices.Contains(old, w) }), put)
			}
		}
	})
	return out
}

// spread prints words from where others began, in type as wide where there is
// room to the next word of the line, and in narrower type where there is not. The
// head of a column stays in its middle, but for one of words.
func spread(text string, centred bool, old, page []predate.Word) []predate.Word {
	box := boxOf(old)
	last := old[len(old)-1].Box
	box.Y0, box.Y1 = last.Y0, last.Y1 // of two lines, the one nearer to a value under them
	letters := 0
	for _, w := range old {
		letters = max(letters, utf8.RuneCountInString(w.Text))
	}
	usual := 4.0
	for _, w := range old {
		if utf8.RuneCountInString(w.Text) == letters {
			usual = w.Box.Width() / float64(letters)
		}
	}
	right := max(box.X1, box.X0+usual*float64(len(text)))
	for _, w := range page {
		if w.Box.X0 > box.X1-0.5 && w.Box.Y0 < box.Y1 && w.Box.Y1 > box.Y0 {
			right = min(right, max(box.X1, w.Box.X0-2*w.Box.Height()))
		}
	}
	advance := min(usual, (right-box.X0)/float64(len(text)))
	x := box.X0
	if width := advance * float64(len(text)); centred && width < box.Width() {
		x = (box.X0 + box.X1 - width) / 2
	}
	var out []predate.Word
	for _, w := range strings.Fields(text) {
		size := advance * float64(len(w))
		if old[0].Text == strings.ToUpper(old[0].Text) {
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

// told is a line of the table of losses: the golden with its kind, the concept,
// the words put in and taken out, what is no longer read and what is instead.
func (s swap) told(words *lexicon.Lexicon, want, got []string) string {
	var out []string
	eachSpan(words, s.kind, s.pages, func(old []predate.Word, said lexicon.Span) {
		if said.Concept != s.concept {
			return
		}
		texts := make([]string, len(old))
		for i, w := range old {
			texts[i] = w.Text
		}
		if text := strings.Join(texts, " "); !slices.Contains(out, text) {
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
// go down.
const mostSwapsLost = 20

// TestSwap says concepts of the goldens of accounts in other ways: the same
// figures must be read. It tries one swap in sixteen; with the tag prove all.
func TestSwap(t *testing.T) { trySwaps(t, 16) }

func trySwaps(t *testing.T, oneIn uint32) {
	t.Helper()
	words := lexicontest.House(t)
	lost, tried, byConcept, read := 0, 0, map[lexicon.ID]int{}, map[string][]string{}
	for _, s := range allSwaps(t, words) {
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(s.golden + string(s.concept) + s.way)) // a hash takes all
		if hash.Sum32()%oneIn != 0 {
			continue
		}
		tried++
		want, known := read[s.golden]
		if !known {
			want = values(Figures(s.kind, layout.Analyse(s.pages), blanktest.House(t)))
			read[s.golden] = want
		}
		got := values(Figures(s.kind, layout.Analyse(s.made(words)), blanktest.House(t)))
		if !slices.Equal(want, got) {
			lost++
			byConcept[s.concept]++
			t.Log(s.told(words, want, got))
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(byConcept), func(a, b lexicon.ID) int {
		return cmp.Or(cmp.Compare(byConcept[b], byConcept[a]), cmp.Compare(a, b))
	}) {
		t.Logf("%4d %s", byConcept[id], id)
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
