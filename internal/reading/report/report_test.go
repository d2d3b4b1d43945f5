package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"predate"
)

var update = flag.Bool("update", false, "write the golden report again")

func TestGolden(t *testing.T) {
	got, err := Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "report.json")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	back, err := Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(told(sample()), back, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("decoded (-want +got):\n%s", diff)
	}
}

// Before reports told it, everything that was missing held the statement back.
func TestAnOlderReportsGapsAreBlocking(t *testing.T) {
	data, err := Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	older := regexp.MustCompile(`,\s*"blocking": (?:true|false)`).ReplaceAll(data, nil)
	s, err := Decode(older)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(predate.Blocking(s.Outcome.Missing)); n != 2 || bytes.Contains(older, []byte("blocking")) {
		t.Errorf("%d of 2 gaps are blocking", n)
	}
}

// The sentences that a client answered are a list; those of before were a line each.
func TestAnOlderReportsSentences(t *testing.T) {
	s := sample()
	s.Documents = append(s.Documents[:0:0], s.Documents...)
	asked := []string{"L’annexe 1.", "Ceci,\net cela."}
	s.Documents[0].Corrections = []predate.Correction{{About: predate.RemarkAbsent, Code: "minutes", Value: "Mme Vassorelle", Declarant: predate.DeclaredByClient, Asked: asked}}
	data, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	older := regexp.MustCompile(`,\s*"asked_each": \[[^]]*\]`).ReplaceAll(data, nil)
	for _, one := range []struct {
		data []byte
		want int
	}{{data, 2}, {older, 3}} {
		if s, err = Decode(one.data); err != nil {
			t.Fatal(err)
		}
		if got := s.Documents[0].Corrections[0].Asked; len(got) != one.want || got[0] != asked[0] {
			t.Errorf("%q, want %d sentences", got, one.want)
		}
	}
}

// What is private must not reach a buyer through the attachment of a PDF.
func TestPrivateThingsStayOut(t *testing.T) {
	got, err := Encode(sample())
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"Étude des Tilleuls", "acc_private", "rappeler le vendeur", "Voisin Secret"} {
		if strings.Contains(string(got), private) {
			t.Errorf("the report tells %q", private)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	schema := compileSchema(t)
	statements := statements()
	rapid.Check(t, func(t *rapid.T) {
		want := statements.Draw(t, "statement")
		data, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		if string(data) != string(again) {
			t.Fatal("two encodings of one statement differ")
		}
		got, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(told(want), got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("round trip (-want +got):\n%s\n%s", diff, data)
		}
		if err := validate(schema, data); err != nil {
			t.Fatalf("schema: %v\n%s", err, data)
		}
	})
}

// Every value type of the statement must have a shape, in the report and in the
// round-trip test; the facts, declared elsewhere, must have none.
func TestEveryValueTypeHasAShape(t *testing.T) {
	var shaped []string
	for _, k := range kinds(config()) {
		for _, sh := range shapes() {
			if _, ok := sh.encode(k.zero); ok {
				shaped = append(shaped, reflect.TypeOf(k.zero).Name())
			}
		}
	}
	slices.Sort(shaped)
	if diff := cmp.Diff(valueTypes(t), shaped); diff != "" {
		t.Errorf("value types of the root package and shapes of the report (-declared +shaped):\n%s", diff)
	}
}

// valueTypes lists the receivers of isValue in value.go.
func valueTypes(t *testing.T) []string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "..", "value.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, decl := range tree.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "isValue" || fn.Recv == nil {
			continue
		}
		if name, ok := fn.Recv.List[0].Type.(*ast.Ident); ok {
			names = append(names, name.Name)
		}
	}
	if len(names) < 10 {
		t.Fatalf("found only the value types %v", names)
	}
	slices.Sort(names)
	return names
}

func TestEncodeRefuses(t *testing.T) {
	figure := func(f predate.Figure) predate.Statement {
		return predate.Statement{Figures: map[predate.Key]predate.Figure{f.Key: f}}
	}
	tests := map[string]predate.Statement{
		"a value without shape": figure(predate.Figure{Key: predate.KeyLots, Value: stranger{}}),
		"a box that is not a number": figure(predate.Figure{
			Key: predate.KeyLots, Evidence: []predate.Evidence{{Box: predate.Box{X0: math.NaN()}}},
		}),
	}
	for name, s := range tests {
		t.Run(name, func(t *testing.T) {
			if data, err := Encode(s); err == nil {
				t.Errorf("want an error, got %s", data)
			}
		})
	}
}

// stranger is a value type that the report does not know.
type stranger struct{ predate.Value }

func TestDecodeRefuses(t *testing.T) {
	head := `{"schema":"predate.report/1","figures":{"x":`
	tests := map[string]string{
		"not JSON":                `{`,
		"another schema":          `{"schema":"predate.report/2"}`,
		"no schema":               `{}`,
		"a number for an amount":  head + `{"type":"money","value":12.05}}}`,
		"an amount with a comma":  head + `{"type":"money","value":"12,05"}}}`,
		"a date that is not":      head + `{"type":"date","value":"2026-02-30"}}}`,
		"an unknown type":         head + `{"type":"colour","value":"red"}}}`,
		"a text for a list":       head + `{"type":"lots","value":"14"}}}`,
		"a date that is a number": head + `{"type":"date","value":2026}}}`,
		"a box that is a text":    head + `{"evidence":[{"box":"everywhere"}]}}}`,
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			if s, err := Decode([]byte(data)); err == nil {
				t.Errorf("want an error, got %+v", s)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	data, err := Encode(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"schema":"predate.report/1","figures":{"ppt":{"type":"paper","value":null}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := Decode(data)
		if err != nil {
			return
		}
		written, err := Encode(first)
		if err != nil {
			t.Fatalf("decoded but not encoded: %v", err)
		}
		second, err := Decode(written)
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, written)
		}
		rewritten, err := Encode(second)
		if err != nil {
			t.Fatal(err)
		}
		if string(written) != string(rewritten) {
			t.Fatalf("not stable:\n%s\n%s", written, rewritten)
		}
	})
}

func TestSchema(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	schema := compileSchema(t)
	if err := validate(schema, data); err != nil {
		t.Error(err)
	}
	wrong := map[string][2]string{
		"another schema":       {`"predate.report/1"`, `"predate.report/9"`},
		"a number for money":   {`"2746.46"`, `2746.46`},
		"an unknown status":    {`"status": "confirmed"`, `"status": "perhaps"`},
		"an unknown light":     {`"status": "green"`, `"status": "orange"`},
		"a French date":        {`"2025-12-31"`, `"31/12/2025"`},
		"a missing member":     {`"page_count"`, `"sheets"`},
		"a text under money":   {`"type": "money"`, `"type": "lots"`},
		"an outcome of no use": {`"state": "waiting"`, `"state": "maybe"`},
	}
	for name, change := range wrong {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(string(data), change[0], change[1], 1)
			if bad == string(data) {
				t.Fatalf("the golden has no %s", change[0])
			}
			if err := validate(schema, []byte(bad)); err == nil {
				t.Errorf("the schema lets pass %s", change[1])
			}
		})
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(filepath.Join("..", "..", "..", "docs", "report.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(schema *jsonschema.Schema, data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	return schema.Validate(v)
}

// told is the statement without what a report does not tell.
func told(s predate.Statement) predate.Statement {
	s.Figures = maps.Clone(s.Figures)
	maps.DeleteFunc(s.Figures, func(k predate.Key, _ predate.Figure) bool { return isFact(k) })
	s.Learnt = nil
	o := s.Order
	s.Order = predate.Order{
		ID: o.ID, ExternalID: o.ExternalID, Property: o.Property, Owners: o.Owners, Method: o.Method,
		Syndic: o.Syndic, Lots: o.Lots, AllDuePaid: o.AllDuePaid, TestMode: o.TestMode,
	}
	return s
}
