package extract

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
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout"
)

var update = flag.Bool("update", false, "write the goldens anew")

// TestOwnerPapers reads sketches of papers in many looks. A sketch is a page of
// monospaced text, the way a listing prints it.
func TestOwnerPapers(t *testing.T) {
	files, err := filepath.Glob("testdata/owner/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(archive.Comment), "Description: ") {
				t.Error("the golden does not say why it exists")
			}
			kind := kindOfGolden(file)
			got := listing(Figures(kind, layout.Analyse(sketched(archive)), blanktest.House(t)))
			for i := range archive.Files {
				f := &archive.Files[i]
				if f.Name != "figures" {
					continue
				}
				if *update {
					f.Data = []byte(got)
					if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if diff := cmp.Diff(string(f.Data), got); diff != "" {
					t.Errorf("figures (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// kindOfGolden is told by the beginning of the golden's name.
func kindOfGolden(file string) predate.Kind {
	for _, k := range []predate.Kind{predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement} {
		if strings.HasPrefix(filepath.Base(file), string(k)) {
			return k
		}
	}
	return ""
}

// sketched makes pages of the files named "page…".
func sketched(archive *txtar.Archive) []predate.Page {
	var out []predate.Page
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "page") {
			out = append(out, sketch(len(out)+1, string(f.Data)))
		}
	}
	return out
}

// sketch makes a page of monospaced text: five points a character, twelve
// points a line.
func sketch(number int, text string) predate.Page {
	const advance, pitch, size = 5.0, 12.0, 8.0
	page := predate.Page{Number: number, Width: 842, Height: 595}
	for row, line := range strings.Split(text, "\n") {
		column := 0
		for _, word := range strings.SplitAfter(line, " ") {
			bare := strings.TrimRight(word, " ")
			if bare != "" {
				n := float64(len([]rune(bare)))
				x, y := 20+advance*float64(column), 20+pitch*float64(row)
				page.Words = append(page.Words, predate.Word{Text: bare, Size: size, Box: predate.Box{X0: x, Y0: y, X1: x + advance*n - 0.5, Y1: y + size}})
			}
			column += len([]rune(word))
		}
	}
	page.Height = max(page.Height, 40+pitch*float64(strings.Count(text, "\n")))
	return page
}

// listing writes figures one a line, with the words that prove them.
func listing(figures []predate.Figure) string {
	var b strings.Builder
	for _, f := range figures {
		fmt.Fprintf(&b, "%s %s %+v", f.Key, f.Status, f.Value)
		if !f.Year.IsZero() {
			fmt.Fprintf(&b, " year %s", f.Year.Label())
		}
		if !f.AsOf.IsZero() {
			fmt.Fprintf(&b, " as of %s", f.AsOf)
		}
		for _, e := range f.Evidence {
			fmt.Fprintf(&b, " [%d %s %q]", e.Page, e.Rule, e.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}
