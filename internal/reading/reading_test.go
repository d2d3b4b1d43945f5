package reading

import (
	"bytes"
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/report"
)

// memory is a cache that one can look into and damage.
type memory struct {
	mu      sync.Mutex
	entries map[string][]byte
	answers map[string]int // how often each key was answered
}

func newMemory() *memory { return &memory{entries: map[string][]byte{}, answers: map[string]int{}} }

func (m *memory) Load(key string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	entry, ok := m.entries[key]
	if ok {
		m.answers[key]++
	}
	return entry, ok
}

func (m *memory) Save(key string, entry []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[key] = bytes.Clone(entry)
	return nil
}

// analyses counts the answers about analyses since the last call.
func (m *memory) analyses() int {
	n := 0
	for key, count := range m.answers {
		if strings.HasSuffix(key, "-a") {
			n += count
		}
	}
	m.answers = map[string]int{}
	return n
}

// noPages fails where pages should have been kept.
type noPages struct{}

func (noPages) Skim(context.Context, []byte, pdftext.Guide, ...predate.Page) ([]predate.Page, error) {
	return nil, errors.New("the engine was asked for pages that were kept")
}

// corpus is a public dossier, its files named as given by rename.
func corpus(t *testing.T, rename func(string) string) Dossier {
	t.Helper()
	const dir = "../../testdata/corpus/d01/files"
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	d := Dossier{ReferenceDate: predate.Date{Year: 2026, Month: 5, Day: 18}, Order: predate.Order{
		Property: predate.Address{Street: "18 rue des Maraîchers-Fleuris", Zipcode: "69003", City: "Lyon"}, Lots: "14, 38",
		Owners: []predate.Owner{{Firstname: "Hélène", Lastname: "Vassorelle"}}, AllDuePaid: true,
	}}
	for i, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		d.Files = append(d.Files, File{
			Document: predate.DocumentID(i + 1), Name: rename(entry.Name()),
			Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) },
		})
	}
	return d
}

func same(name string) string { return name }

func readWith(t *testing.T, d Dossier, pages Pages, cache Cache, rules string) []byte {
	t.Helper()
	reader := New(Options{Pages: pages, Engine: "engine", Rules: rules, Cache: cache, Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
	statement, err := reader.Read(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := report.Encode(statement)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

// TestTheCacheChangesNothing reads a public dossier without a cache, with an
// empty one, a full one, a stale one and a damaged one: the report is the same
// to the last byte, and only the very build that kept an analysis is answered.
func TestTheCacheChangesNothing(t *testing.T) {
	t.Parallel()
	engine := enginetest.Printed(t)
	dossier, cache := corpus(t, same), newMemory()
	want := readWith(t, dossier, engine, NoCache{}, "build 1")
	if !bytes.Contains(want, []byte(`"2746.46"`)) {
		t.Fatal("the dossier was not understood")
	}
	steps := []struct {
		name    string
		prepare func()
		rules   string
		answers int // analyses taken from the cache
	}{
		{"empty", func() {}, "build 1", 0},
		{"full", func() {}, "build 1", len(dossier.Files)},
		{"another build", func() {}, "build 2", 0},
		{"no build", func() {}, "", 0},
		{"back", func() {}, "build 1", len(dossier.Files)},
		{"damaged", func() {
			for i, key := range slices.Sorted(maps.Keys(cache.entries)) {
				if entry := cache.entries[key]; strings.HasSuffix(key, "-a") {
					entry[i%len(entry)] ^= 0xff
				}
			}
		}, "build 1", len(dossier.Files)},
		{"mended", func() {}, "build 1", len(dossier.Files)},
	}
	for _, step := range steps {
		step.prepare()
		pages := Pages(engine)
		if step.name != "empty" {
			pages = noPages{}
		}
		if got := readWith(t, dossier, pages, cache, step.rules); !bytes.Equal(got, want) {
			t.Errorf("%s cache: another report", step.name)
		}
		if got := cache.analyses(); got != step.answers {
			t.Errorf("%s cache: %d analyses answered, want %d", step.name, got, step.answers)
		}
	}
	otherNames := corpus(t, func(name string) string { return "copie de " + name })
	if got, want := readWith(t, otherNames, noPages{}, cache, "build 1"), readWith(t, otherNames, noPages{}, cache, "build 3"); !bytes.Equal(got, want) {
		t.Error("the same papers under other names: what was kept tells another report")
	}
	cache.analyses()
	elsewhere := corpus(t, same)
	elsewhere.Order.Property = predate.Address{Street: "1 rue d’Ailleurs", Zipcode: "13001", City: "Marseille"}
	if got, want := readWith(t, elsewhere, noPages{}, cache, "build 1"), readWith(t, elsewhere, noPages{}, cache, "build 3"); !bytes.Equal(got, want) {
		t.Error("the same papers for another building: what was kept tells another report")
	}
	if got, want := cache.analyses(), 2*len(elsewhere.Files); got != want { // what a file says depends on no order
		t.Errorf("another building: %d analyses answered, want %d", got, want)
	}
}

// TestEveryValueCanBeKept: a value that candidates may bear, or a term of their
// reasons, that the list forgets would have the paper read each time.
func TestEveryValueCanBeKept(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, kind := range valueKinds() {
		if kind == reflect.TypeFor[predate.Value]() {
			t.Error("an interface is listed")
		}
		listed[kind.Name()] = true
	}
	sources, err := filepath.Glob("../../*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			method, ok := declaration.(*ast.FuncDecl)
			if !ok || method.Name.Name != "isValue" && method.Name.Name != "isTerm" {
				continue
			}
			found++
			if name := method.Recv.List[0].Type.(*ast.Ident).Name; !listed[name] {
				t.Errorf("%s is a value or a term and is not listed", name)
			}
		}
	}
	if found == 0 {
		t.Error("no value found: look elsewhere")
	}
}
