package archtest

import (
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"predate/internal/reading/lexicon"
	"predate/papers"
)

// wordingsLeft is how many words of papers each room of reading still has in
// its Go, where the lexicon should have them. It may only go down, but where the lexicon
// itself learns a word that the Go had before.
func wordingsLeft() map[string]int {
	return map[string]int{
		"internal/reading/attached":        11,
		"internal/reading/classify":        61,
		"internal/reading/compute":         56,
		"internal/reading/extract":         15,
		"internal/base/fold":               37,
		"internal/reading/form":            3,
		"internal/reading/fraction":        3,
		"internal/reading/keyname":         12,
		"internal/reading/merge":           0,
		"internal/reading/period":          18,
		"internal/reading/gloss":           0,
		"internal/reading/layout":          9,
		"internal/reading/letter":          0,
		"internal/reading/lexicon":         7,
		"internal/reading/lotname":         0,
		"internal/reading/minutes":         24,
		"internal/reading/resolutions":     8,
		"internal/reading/quotepart":       23,
		"internal/reading/coowner":         83,
		"internal/reading/fundcall":        40,
		"internal/reading/chargestatement": 53,
		"internal/reading/particulars":     6,
		"internal/reading/deeds":           11,
		"internal/reading/meaning":         3,
		"internal/reading/paper":           28,
		"internal/reading/cells":           0,
		"internal/reading/parting":         0,
		"internal/reading/lottable":        0,
	}
}

// prose are the files that read sentences: their grammar is code.
func prose() []string {
	const minutes, resolutions = "internal/reading/minutes/", "internal/reading/resolutions/"
	return []string{
		minutes + "minutes.go", minutes + "points.go", minutes + "rules.go", minutes + "sentences.go", minutes + "votes.go",
		resolutions + "decisions.go", resolutions + "difficulty.go", resolutions + "loans.go", resolutions + "proceedings.go", resolutions + "sums.go", resolutions + "works.go",
		"internal/reading/particulars/identity.go",
	}
}

// french are the files whose words every French text has, on no paper's account: those of
// addresses, and numbers and months in words.
func french() []string {
	return []string{"internal/base/fold/address.go", "internal/base/fold/numbers.go", "internal/reading/layout/figures.go"}
}

// TestWordingsAreData counts, in the strings of the rooms of reading, the words
// that forms of the lexicon are made of.
func TestWordingsAreData(t *testing.T) {
	h, said, ids := houseAndWords(t)
	counts := map[string]int{}
	for _, file := range h.product() {
		_, held := wordingsLeft()[file.room]
		plain := slices.Contains(french(), file.path)
		if !held || plain || slices.Contains(prose(), file.path) {
			continue
		}
		for _, text := range stringsOf(file.syntax) {
			if !ids[text] {
				counts[file.room] += wordsIn(text, said)
			}
		}
	}
	for room, most := range wordingsLeft() {
		switch n := counts[room]; {
		case n > most:
			t.Errorf("%s has %d words of papers in its Go, more than %d\n\tremedy: add a form to papers/lexicon and ask for its concept", room, n, most)
		case n < most-most/10-5:
			t.Errorf("%s has %d words of papers in its Go: lower %d", room, n, most)
		}
	}
}

// TestConceptsAreKnown looks for names of concepts that code asks words for and that the
// lexicon does not have: no word ever says them, and nobody is told.
func TestConceptsAreKnown(t *testing.T) {
	h, _, ids := houseAndWords(t)
	asked := 0
	for _, file := range h.product() {
		if _, reads := wordingsLeft()[file.room]; !reads {
			continue
		}
		for _, name := range conceptsAsked(file.syntax) {
			if asked++; !ids[name] {
				t.Errorf("%s asks for %q, which the lexicon does not have\n\tremedy: name the concept as papers/lexicon does, or ask for it no more", file.path, name)
			}
		}
	}
	if asked < 300 {
		t.Errorf("%d concepts are asked for: the calls that name them have other names now", asked)
	}
}

// conceptsAsked returns the names of concepts in calls that ask whether words say one.
func conceptsAsked(file *ast.File) []string {
	asks := []string{"Says", "Names", "Ways", "isCalled", "ownWordsSay", "underHead", "underAnyHead", "headed", "headedBy", "anyLine", "onlyDay"}
	var out []string
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
		case *ast.Ident:
			name = f.Name
		}
		if !slices.Contains(asks, name) {
			return true
		}
		for _, arg := range call.Args {
			literal, isText := arg.(*ast.BasicLit)
			if isText && literal.Kind == token.STRING && conceptName.MatchString(literal.Value) {
				out = append(out, strings.Trim(literal.Value, `"`))
			}
		}
		return true
	})
	return out
}

// conceptName is the name of a concept of several words, as a literal.
var conceptName = regexp.MustCompile(`^"[a-z][a-z0-9]*(?:_[a-z0-9]+)+"$`)

// houseAndWords loads the house, with the vocabulary and the concepts of its lexicon.
func houseAndWords(t *testing.T) (h house, said, ids map[string]bool) {
	t.Helper()
	words, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		t.Fatal(err)
	}
	h, err = load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	said, ids = vocabularyOf(words)
	return h, said, ids
}

// vocabularyOf returns the words of four letters and more of all forms, and the
// names of concepts, which are no wordings.
func vocabularyOf(l *lexicon.Lexicon) (said, ids map[string]bool) {
	said, ids = map[string]bool{}, map[string]bool{}
	for _, c := range l.Concepts() {
		ids[string(c.ID)] = true
		for i := range c.Forms {
			for _, way := range c.Forms[i].Ways() {
				for w := range strings.FieldsSeq(way) {
					if len(w) >= 4 {
						said[w] = true
					}
				}
			}
		}
	}
	return said, ids
}

// plainWord is a folded word in a string or in a regular expression.
var plainWord = regexp.MustCompile(`[a-z]{4,}`)

func wordsIn(text string, said map[string]bool) int {
	n := 0
	if !strings.Contains(text, " ") && strings.ContainsAny(text, "_.") && !strings.ContainsAny(text, `\|?(`) {
		return 0 // the name of a rule, a concept or a file
	}
	for _, w := range plainWord.FindAllString(text, -1) {
		if said[w] {
			n++
		}
	}
	return n
}

// stringsOf returns the strings of a file, its imports apart.
func stringsOf(file *ast.File) []string {
	var out []string
	ast.Inspect(file, func(node ast.Node) bool {
		if _, imported := node.(*ast.ImportSpec); imported {
			return false
		}
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				out = append(out, text)
			}
		}
		return true
	})
	return out
}
