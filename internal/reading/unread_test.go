package reading

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/lexicon/lexicontest"
	"predate/internal/pdftext"
	"predate/internal/report"
	"predate/internal/seats"
)

// torn reads pages, but for one that no reader can read.
type torn struct {
	Pages
	at int // the page
}

func (p torn) Read(ctx context.Context, data []byte) ([]predate.Page, error) {
	pages, err := p.Pages.Read(ctx, data)
	if len(pages) >= p.at {
		page := &pages[p.at-1]
		page.Words, page.Rules, page.Unreadable = nil, nil, "La page est endommagée."
	}
	return pages, err
}

// A page that could not be read in a file that could be is in the report, in a
// warning and in a reason for an operator, on each reading alike.
func TestUnreadPagesAreTold(t *testing.T) {
	t.Parallel()
	engine, err := pdftext.New(context.Background(), pdftext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close(context.Background()) })
	dossier, cache := corpus(t, same), newMemory()
	dossier.Files = slices.DeleteFunc(dossier.Files, func(f File) bool { return !strings.HasPrefix(f.Name, "PV_AG") })
	name := "« " + dossier.Files[0].Name + " », la page 2 n’a pas pu être lue (La page est endommagée)."
	var reports [][]byte
	for range 2 {
		reader := New(Options{Pages: torn{engine, 2}, Engine: "engine", Rules: "build", Cache: cache, Cores: seats.New(seats.Options{Seats: 2}), Log: slog.New(slog.DiscardHandler), Words: lexicontest.House(t)})
		statement, err := reader.Read(context.Background(), dossier)
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(statement.Outcome.Warnings, "\n"); !strings.Contains(all, name) {
			t.Errorf("warnings:\n%s", all)
		}
		if all := strings.Join(statement.Outcome.Reasons, "\n"); !strings.Contains(all, name+" Un chiffre peut en dépendre.") {
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
