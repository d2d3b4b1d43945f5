package reading

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout"
	"predate/internal/statement/typeset"
)

// printedPages sets lines of monospaced text on pages as wide as paper: those of
// programs are often wider than a letter.
func printedPages(files []txtar.File) []predate.Page {
	const width, height, step, left, top = 595.0, 842.0, 3.7, 20.0, 30.0
	var out []predate.Page
	for i, f := range files {
		page := predate.Page{Number: i + 1, Width: width, Height: height}
		for row, line := range strings.Split(string(f.Data), "\n") {
			column := 0
			for _, word := range strings.SplitAfter(line, " ") {
				if bare := strings.TrimRight(word, " "); bare != "" {
					x, y, n := left+step*float64(column), top+11*float64(row), float64(len([]rune(bare)))
					page.Words = append(page.Words, predate.Word{Text: bare, Size: 6, Box: predate.Box{X0: x, Y0: y, X1: x + step*n - 0.4, Y1: y + 6}})
				}
				column += len([]rune(word))
			}
		}
		out = append(out, page)
	}
	return out
}

// wanted is one figure that a paper of a program prints: its key, what a reading of it
// says, and its day where that matters. With “=” no reading says anything else, with “!”
// none says this.
var wanted = regexp.MustCompile(`^(\S+)(?: ([~=!]) (.+?))?(?: @ (\d{4}-\d\d-\d\d))?$`)

var spaces = strings.NewReplacer("\u202f", " ", "\u00a0", " ", "−", "-")

// mostPrograms is how many of the figures below are read; it only grows.
const mostPrograms = 115

// TestPapersOfPrograms reads papers drawn after the habits of programs, with what they
// print. Nothing is read wrongly; how much is read is a ratchet.
func TestPapersOfPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no papers: %v", err)
	}
	r := New(Options{Forms: blanktest.House(t)})
	right, all := 0, 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, last := strings.TrimSuffix(filepath.Base(file), ".txtar"), len(archive.Files)-1
		doc := layout.Analyse(printedPages(archive.Files[:last]))
		kind, figures := predate.Kind(""), []predate.Figure(nil)
		for _, part := range r.classify(name+".pdf", doc).Parts {
			kind = part.Kind
			figures = append(figures, r.read(part.Kind, pagesOf(doc, part))...)
		}
		var missed []string
		for _, line := range strings.Split(strings.TrimSpace(string(archive.Files[last].Data)), "\n") {
			if strings.Contains(line, " ! ") {
				if readAs(t, name, figures, line) {
					t.Errorf("%s: read is what %q denies", name, line)
				}
				continue
			}
			all++
			if want, ok := strings.CutPrefix(line, "kind "); ok && string(kind) == want || !ok && readAs(t, name, figures, line) {
				right++
				continue
			}
			missed = append(missed, line)
		}
		if len(missed) > 0 {
			t.Logf("%s (%s) misses %s", name, kind, strings.Join(missed, "; "))
		}
	}
	if right < mostPrograms {
		t.Errorf("%d of %d are read, once %d were", right, all, mostPrograms)
	}
	t.Logf("%d of %d", right, all)
}

// readAs reports whether figures say what a line of the truth wants.
func readAs(t *testing.T, name string, figures []predate.Figure, line string) bool {
	t.Helper()
	w := wanted.FindStringSubmatch(line)
	if w == nil {
		t.Fatalf("%s: %q is no truth", name, line)
	}
	key := regexp.MustCompile(`^(?:` + w[1] + `)$`)
	says := regexp.MustCompile(`(?:^|[^\d,])` + regexp.QuoteMeta(w[3]) + `(?:$|[^\d,]|,\D)`)
	return slices.ContainsFunc(figures, func(f predate.Figure) bool {
		on := f.AsOf
		if on.IsZero() {
			on = f.Year.To
		}
		said := spaces.Replace(typeset.FigureLine(f))
		if key.MatchString(string(f.Key)) && w[2] == "=" && said != w[3] {
			t.Errorf("%s: %s is read as %q, printed is %q", name, w[1], said, w[3])
		}
		return key.MatchString(string(f.Key)) && says.MatchString(said) && (w[4] == "" || on.String() == w[4])
	})
}
