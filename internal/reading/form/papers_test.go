package form

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/reading/layout/layouttest"
	"predate/internal/reading/lexicon/lexicontest"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestPapers reads sketches of papers, each for one trait of how syndics print
// them. The kind is the first part of the golden's name.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob("testdata/papers/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var pages []string
			want := &txtar.File{}
			for i := range archive.Files {
				if f := &archive.Files[i]; f.Name == "figures" {
					want = f
				} else {
					pages = append(pages, string(f.Data))
				}
			}
			kind, _, _ := strings.Cut(name, "-")
			got := listed(Figures(predate.Kind(kind), layouttest.Sketch(pages...), lexicontest.House(t)))
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(want.Data), got); diff != "" {
				t.Errorf("figures (-want +got):\n%s", diff)
			}
		})
	}
}

// listed prints figures, one a line, with the words that prove them.
func listed(figures []predate.Figure) string {
	var b strings.Builder
	for _, f := range figures {
		fmt.Fprintf(&b, "%s %s %+v year %s as of %s", f.Key, f.Status, f.Value, f.Year.Label(), f.AsOf)
		for _, e := range f.Evidence {
			fmt.Fprintf(&b, " [%d %q]", e.Page, e.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}
