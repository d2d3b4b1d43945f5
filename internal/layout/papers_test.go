package layout_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The tables and pairs of real papers. Each golden file says why its paper is
// kept.
func TestPapers(t *testing.T) {
	goldens, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(goldens) == 0 {
		t.Fatalf("golden files: %v, %v", goldens, err)
	}
	for _, path := range goldens {
		golden, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(golden.Comment), "Description:") {
			t.Errorf("%s: no description", path)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar") + ".pdf"
		doc := analyse(t, paper(t, name))
		var tables, pairs strings.Builder
		for _, table := range doc.Tables {
			fmt.Fprintf(&tables, "pages %v\n", table.Pages)
			for i, row := range cellsOf(table) {
				mark := ""
				if i > 0 && table.Rows[i-1].Carried {
					mark = " (carried)"
				}
				fmt.Fprintf(&tables, "  %s%s\n", strings.Join(row, " | "), mark)
			}
		}
		for _, page := range doc.Pages {
			for _, p := range page.Pairs {
				fmt.Fprintf(&pairs, "%d: %s => %s\n", page.Number, p.Label.Text, p.Value.Text)
			}
		}
		got := &txtar.Archive{Comment: golden.Comment, Files: []txtar.File{
			{Name: "tables", Data: []byte(tables.String())}, {Name: "pairs", Data: []byte(pairs.String())},
		}}
		if *update {
			if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(txtar.Format(golden)), string(txtar.Format(got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}
