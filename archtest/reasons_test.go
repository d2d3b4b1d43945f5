package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sentence is a line of the sentences of reasons.
type sentence struct {
	text   string
	places int // how many terms it speaks of
}

func sentencesOf(t *testing.T) map[string]sentence {
	t.Helper()
	text, err := os.ReadFile("../internal/reading/wording/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`\{(\d+)(\|[^{}|]*\|[^{}|]*)?\}`)
	out, codes := map[string]sentence{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		code, words, _ := strings.Cut(line, ": ")
		if out[code].text != "" || codes[words] != "" {
			t.Errorf("%s: said twice (%s)", line, codes[words])
		}
		s := sentence{text: words}
		for _, m := range place.FindAllStringSubmatch(words, -1) {
			i, _ := strconv.Atoi(m[1])
			s.places = max(s.places, i+1)
		}
		if strings.ContainsAny(place.ReplaceAllString(words, ""), "{}|") || words == "" {
			t.Errorf("%s: a place is not written {0} or {0|un|des}", line)
		}
		for i := range s.places {
			if !strings.Contains(words, fmt.Sprintf("{%d}", i)) {
				t.Errorf("%s: does not speak of its term %d", line, i)
			}
		}
		out[code], codes[words] = s, code
	}
	return out
}

// codesOf returns the codes of reasons by the names of their constants.
func codesOf(h house) map[string]string {
	out := map[string]string{}
	for _, file := range h.product() {
		if file.path != "catalogue_reasons.go" {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if v, ok := node.(*ast.ValueSpec); ok && len(v.Values) == 1 {
				if text, ok := v.Values[0].(*ast.BasicLit); ok {
					out[v.Names[0].Name], _ = strconv.Unquote(text.Value)
				}
			}
			return true
		})
	}
	return out
}

// TestEveryReasonHasItsSentence: each code has one sentence and each sentence its
// code; a reason is given as many terms as its sentence speaks of; no
// code is without use.
func TestEveryReasonHasItsSentence(t *testing.T) {
	h, err := load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	sentences, codes := sentencesOf(t), codesOf(h)
	if len(codes) < 250 {
		t.Fatalf("%d codes are not the catalogue", len(codes))
	}
	known := map[string]bool{}
	for name, code := range codes {
		known[code] = true
		if sentences[code].text == "" {
			t.Errorf("%s (%s) has no sentence in internal/reading/wording/sentences.txt", name, code)
		}
	}
	for code := range sentences {
		if !known[code] {
			t.Errorf("the sentence of %s has no code in catalogue_reasons.go", code)
		}
	}
	used := map[string]bool{}
	for _, file := range h.product() {
		if file.path == "catalogue_reasons.go" {
			continue
		}
		for _, f := range countTerms(h, file, codes, sentences, used) {
			t.Errorf("%s: %s", f.where, f.what)
		}
	}
	for name := range codes {
		if !used[name] {
			t.Errorf("%s is a reason that nobody gives", name)
		}
	}
}

// countTerms finds the reasons of a file that have too few or too many terms.
func countTerms(h house, file source, codes map[string]string, sentences map[string]sentence, used map[string]bool) []finding {
	var found []finding
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			if codes[n.Name] != "" {
				used[n.Name] = true
			}
		case *ast.CallExpr:
			if nameOf(n.Fun) != "Because" || len(n.Args) == 0 || n.Ellipsis.IsValid() {
				return true
			}
			code, constant := codes[nameOf(n.Args[0])]
			if want := sentences[code].places; constant && len(n.Args)-1 != want {
				found = append(found, finding{h.at(n), fmt.Sprintf("%s is about %d things, not %d", code, want, len(n.Args)-1)})
			}
		}
		return true
	})
	return found
}

// nameOf is the last name of an expression such as predate.Because.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// frenchWords are words that stand in nearly every French sentence and in no
// English one, and the letters that English has not.
var frenchWords = regexp.MustCompile(`(?i)[àâçéèêëîïôùûœ]|(^|[^\pL])(le|la|les|des|du|une|dans|est|sont|pas|aucune?|pour|par|qui|que|sur|ne|et|ou|en|lots?|page)([^\pL]|$)`)

// TestReasonsAreWordedInOneRoom holds that compute gives reasons as values: none of
// its strings is a part of a French sentence. Single words pass, since compute
// compares with them.
func TestReasonsAreWordedInOneRoom(t *testing.T) {
	h, err := load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range h.product() {
		if file.room != "internal/reading/compute" {
			continue
		}
		patterns := patternsOf(file.syntax)
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if _, imported := node.(*ast.ImportSpec); imported {
				return false
			}
			literal, ok := node.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING || patterns[literal] {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil || !strings.Contains(text, " ") || !frenchWords.MatchString(text) || slices.Contains(soughtWords(), text) {
				return true
			}
			t.Errorf("%s: %q stands in what reckons\n\tremedy: a code in catalogue_reasons.go and its sentence in internal/reading/wording/sentences.txt", h.at(literal), text)
			return true
		})
	}
}

// soughtWords are French words that compute looks for, or puts in a figure: they
// are no reasons.
func soughtWords() []string {
	return []string{
		" désigné par ", // what the reader of minutes writes of an administrator
		"à nouveau",     // the opening of an account
	}
}

// patternsOf finds the strings that are regular expressions.
func patternsOf(file *ast.File) map[*ast.BasicLit]bool {
	out := map[*ast.BasicLit]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if ok && nameOf(call.Fun) == "MustCompile" {
			ast.Inspect(call, func(inner ast.Node) bool {
				if literal, ok := inner.(*ast.BasicLit); ok {
					out[literal] = true
				}
				return true
			})
		}
		return true
	})
	return out
}
