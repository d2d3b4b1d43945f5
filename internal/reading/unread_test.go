package reading

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
)

// torn reads pages, but for one that no reader can read.
type torn struct {
	Pages
	at     int // the page
	reason string
	asked  *atomic.Int32 // how often
	read   *atomic.Int32 // how many pages; may be nil
}

func (p torn) Skim(ctx context.Context, data []byte, guide pdftext.Guide, known ...predate.Page) ([]predate.Page, error) {
	p.asked.Add(1)
	pages, err := p.Pages.Skim(ctx, data, guide, known...)
	if p.read != nil {
		p.read.Add(int32(len(pages) - len(known)))
	}
	if len(pages) >= p.at {
		page := &pages[p.at-1]
		page.Words, page.Rules, page.Unreadable = nil, nil, p.reason
	}
	return pages, err
}

// A page that could not be read in a file that could be is in the report, in a
// warning and in a reason for an operator, on each reading alike.
func TestUnreadPagesAreTold(t *testing.T) {
	t.Parallel()
	engine := enginetest.Printed(t)
	dossier, cache := corpus(t, same), newMemory()
	dossier.Files = slices.DeleteFunc(dossier.Files, func(f File) bool { return !strings.HasPrefix(f.Name, "PV_AG") })
	name := "« " + dossier.Files[0].Name + " », la page 2 n’a pas pu être lue (La page est endommagée)."
	var reports [][]byte
	for range 2 {
		reader := New(Options{Pages: torn{engine, 2, "La page est endommagée.", new(atomic.Int32), nil}, Engine: "engine", Rules: "build", Cache: cache, Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(t)})
		statement, err := reader.Read(context.Background(), dossier)
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(wording.All(statement.Outcome.Warnings), "\n"); !strings.Contains(all, name) {
			t.Errorf("warnings:\n%s", all)
		}
		if all := strings.Join(wording.All(statement.Outcome.Reasons), "\n"); !strings.Contains(all, name+" Un chiffre peut en dépendre.") {
			t.Errorf("reasons:\n%s", all)
		}
		encoded, err := report.Encode(statement)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, encoded)
	}
	if !bytes.Contains(reports[0], []byte(`"unreadable_pages"`)) || !bytes.Equal(reports[0], reports[1]) {
		t.Errorf("two readings of one dossier differ, or tell no page")
	}
}

// A page that could not be read costs its time once a build. One that a program
// would read, were it there, is tried each time.
func TestUnreadPagesAreRemembered(t *testing.T) {
	t.Parallel()
	engine := enginetest.Printed(t)
	dossier := corpus(t, same)
	dossier.Files = slices.DeleteFunc(dossier.Files, func(f File) bool { return !strings.HasPrefix(f.Name, "PV_AG") })[:1]
	for _, c := range []struct {
		reason string
		builds []string
		asked  int32
	}{
		{"La reconnaissance de caractères dépasse le temps permis.", []string{"1", "1", "1"}, 1},
		{"La reconnaissance de caractères dépasse le temps permis.", []string{"1", "2", "1"}, 2},
		{"La reconnaissance de caractères dépasse le temps permis.", []string{"", ""}, 2},
		{"La page est une image, et la reconnaissance de caractères n’est pas installée.", []string{"1", "1"}, 2},
		{"La reconnaissance de caractères a échoué.", []string{"1", "1"}, 2},
	} {
		pages, cache := torn{engine, 2, c.reason, new(atomic.Int32), nil}, newMemory()
		first := readWith(t, dossier, pages, cache, c.builds[0])
		for _, build := range c.builds[1:] {
			if again := readWith(t, dossier, pages, cache, build); !bytes.Equal(first, again) {
				t.Errorf("%s: another report", c.reason)
			}
		}
		if got := pages.asked.Load(); got != c.asked {
			t.Errorf("%s: read %d times by builds %q, want %d", c.reason, got, c.builds, c.asked)
		}
	}
}

// The other pages of a file with one that cannot be read are kept, for other
// builds too, whether the reason may pass or not; and once the page is read, all are.
func TestPagesAreKeptOneByOne(t *testing.T) {
	t.Parallel()
	engine := enginetest.Printed(t)
	dossier := corpus(t, same)
	dossier.Files = slices.DeleteFunc(dossier.Files, func(f File) bool { return !strings.HasPrefix(f.Name, "PV_AG") })[:1]
	for _, reason := range []string{"La reconnaissance de caractères a échoué.", "La reconnaissance de caractères dépasse le temps permis."} {
		pages, cache := torn{engine, 2, reason, new(atomic.Int32), new(atomic.Int32)}, newMemory()
		read := func(from Pages, build string) int {
			pages.read.Store(0)
			readWith(t, dossier, from, cache, build)
			return int(pages.read.Load())
		}
		mended := pages
		mended.at = 1000
		all := read(pages, "1")
		if all < 3 {
			t.Fatalf("%s: the paper has %d pages", reason, all)
		}
		if got := read(pages, "2"); got != 1 {
			t.Errorf("%s: another build reads %d of %d pages, want the one that was not read", reason, got, all)
		}
		if got := read(mended, "3"); got != 1 {
			t.Errorf("%s: the build that can reads %d of %d pages", reason, got, all)
		}
		for _, build := range []string{"3", "4"} {
			if got := read(mended, build); got != 0 {
				t.Errorf("%s: build %s reads %d pages of a file that was read whole", reason, build, got)
			}
		}
	}
}
