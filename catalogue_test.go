package predate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"predate"
)

// The catalogue has every key of keys.go once, and each entry can be said.
func TestCatalogueHasEveryKey(t *testing.T) {
	entries := map[predate.Key]int{}
	for _, e := range predate.Figures() {
		entries[e.Key]++
		if e.Type == "" || e.Section == "" || e.Label == "" || strings.Contains(e.Label, "'") {
			t.Errorf("%s lacks a type, a section or a French name in correct typography: %+v", e.Key, e)
		}
	}
	named := keysNamed(t)
	for key, times := range entries {
		if times != 1 {
			t.Errorf("%s is in the catalogue %d times", key, times)
		}
		if !named[key] {
			t.Errorf("%s is in the catalogue and not in keys.go", key)
		}
	}
	for key := range named {
		if entries[key] == 0 {
			t.Errorf("%s is in keys.go and not in the catalogue", key)
		}
	}
}

// keysNamed reads the constants of keys.go.
func keysNamed(t *testing.T) map[predate.Key]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "keys.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[predate.Key]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for _, v := range spec.Values {
				out[predate.Key(strings.Trim(v.(*ast.BasicLit).Value, `"`))] = true
			}
		}
		return true
	})
	if len(out) < 60 {
		t.Fatalf("only %d keys were found in keys.go", len(out))
	}
	return out
}

func TestNameInASentence(t *testing.T) {
	loan, ok := predate.FigureOf(predate.KeyFutureLoan)
	if !ok || loan.Name() != "échéances d’emprunt collectif à venir" {
		t.Errorf("got %q", loan.Name())
	}
	if _, ok := predate.FigureOf(predate.FactCall); ok {
		t.Error("a fact passes for a figure of the statement")
	}
}

// TestBothExercisesHaveEachLine: what the catalogue calls N-1 it has for N-2, under
// the same name.
func TestBothExercisesHaveEachLine(t *testing.T) {
	pairs := 0
	for _, entry := range predate.Figures() {
		name, last := strings.CutSuffix(entry.Label, ", N-1")
		if !last || entry.Type != predate.TypeMoney {
			continue
		}
		key, ok := predate.OtherYear(entry.Key)
		other, _ := predate.FigureOf(key)
		if back, _ := predate.OtherYear(key); !ok || back != entry.Key || other.Label != name+", N-2" {
			t.Errorf("%s has %s (%s) in the other exercise", entry.Key, key, other.Label)
		}
		pairs++
	}
	if pairs != 6 {
		t.Errorf("%d lines of charges", pairs)
	}
	if key, ok := predate.OtherYear(predate.KeyArrears); ok {
		t.Errorf("arrears have %s", key)
	}
}
