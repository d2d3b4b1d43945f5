package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout"
)

// TestBuildingPapers reads sketches of the building's papers: a page of
// monospaced text each, the way an old listing prints it. The kind of paper is
// the first part of the golden's name.
func TestBuildingPapers(t *testing.T) {
	files, err := filepath.Glob("testdata/building/*.txtar")
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
			if !strings.HasPrefix(string(archive.Comment), "Description: ") {
				t.Error("the golden does not say why it exists")
			}
			kind, _, _ := strings.Cut(name, "-")
			got := listing(withoutResolutions(Figures(predate.Kind(kind), layout.Analyse(sketched(archive)), blanktest.House(t))))
			want := golden(archive)
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

// golden is the part of the archive that holds what is wanted.
func golden(archive *txtar.Archive) *txtar.File {
	for i := range archive.Files {
		if archive.Files[i].Name == "figures" {
			return &archive.Files[i]
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: "figures"})
	return &archive.Files[len(archive.Files)-1]
}

// withoutResolutions leaves the full text of minutes out of a golden.
func withoutResolutions(figures []predate.Figure) []predate.Figure {
	var out []predate.Figure
	for _, f := range figures {
		if f.Key != predate.FactResolutions {
			out = append(out, f)
		}
	}
	return out
}
