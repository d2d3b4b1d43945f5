package pipeline_test

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/wording"
)

// onePage reads every file as one page of its own words.
type onePage struct{}

func (onePage) Skim(_ context.Context, data []byte, _ pdftext.Guide, _ ...predate.Page) ([]predate.Page, error) {
	page := predate.Page{Number: 1, Width: 595, Height: 842}
	for i, word := range strings.Fields(string(data)) {
		at := float64(60 + 12*i)
		page.Words = append(page.Words, predate.Word{Text: word, Box: predate.Box{X0: 60, Y0: at, X1: 120, Y1: at + 10}})
	}
	return []predate.Page{page}, nil
}

// read has a collected run read, as its worker does, and gives the statement.
func (s *shop) read(order predate.Order) predate.Statement {
	s.t.Helper()
	s.workers.Reader = reading.New(reading.Options{Pages: onePage{}, Cache: reading.NoCache{}, Cores: seats.New(seats.Options{Seats: 1}), Log: slog.New(slog.DiscardHandler), Forms: blanktest.House(s.t)})
	return s.reread(order)
}

// TestAListedPaperIsNamedToEverybody: a paper that the extranet lists and gives as
// a page is tried again, within bounds; then the order goes on, and the client,
// the operator and the reader have its title with the reason. Once the extranet
// gives it, nothing of that is left.
func TestAListedPaperIsNamedToEverybody(t *testing.T) {
	shops(t, func(t *testing.T, s *shop) {
		site := connectortest.NewLittle()
		site.Password = "good"
		s.serve(connectortest.LittleHost, site)
		site.Pieces["A"] = append(site.Pieces["A"], connectortest.Row(3, "DTA.pdf", "2019-02-01", "dta"), connectortest.Row(4, "Appel de fonds", "2026-05-01", "appel"))
		page := func(w http.ResponseWriter, _ *http.Request) { connectortest.HTML(w, "<p>Document indisponible") }
		site.Instead["GET /pieces/dta"], site.Instead["GET /pieces/appel"] = page, page
		order := s.place(connectortest.LittleHost, "good")
		waits := s.steps()
		if diff := cmp.Diff([]time.Duration{0, time.Minute, 10 * time.Minute, time.Hour, 0}, waits); diff != "" {
			t.Errorf("waits: %s", diff)
		}
		statement := s.read(order)
		for _, title := range []string{"DTA.pdf", "Appel de fonds"} {
			const reason = "l’extranet donne une page à la place du fichier"
			document := slices.IndexFunc(statement.Documents, func(d predate.ReadDocument) bool { return d.File == title })
			if document < 0 || !statement.Documents[document].Listed || statement.Documents[document].Unreadable != reason {
				t.Errorf("%s is not among the documents of the statement: %+v", title, statement.Documents)
			}
			named := func(text string) bool {
				return strings.Contains(text, "« "+title+" »") && strings.Contains(text, reason)
			}
			if !slices.ContainsFunc(wording.All(statement.Outcome.Warnings), named) {
				t.Errorf("%s: the reader is not told: %q", title, wording.All(statement.Outcome.Warnings))
			}
			if !slices.ContainsFunc(s.view(order).Missing, func(g predate.Gap) bool { return named(g.Message) }) {
				t.Errorf("%s: the client is not told: %+v", title, s.view(order).Missing)
			}
			// A figure may hang on a call for funds, and none on the asbestos file.
			if told := slices.ContainsFunc(wording.All(statement.Outcome.Reasons), named); told != (title == "Appel de fonds") {
				t.Errorf("%s: operator's reasons %q", title, wording.All(statement.Outcome.Reasons))
			}
		}
		if f := statement.Figure(predate.KeyAsbestosReport); f.Status != predate.StatusMissing {
			t.Errorf("the asbestos file is %s", f.Status)
		}

		delete(site.Instead, "GET /pieces/dta")
		delete(site.Instead, "GET /pieces/appel")
		site.Files["dta"], site.Files["appel"] = connectortest.Paper("dta"), connectortest.Paper("appel")
		s.refresh(order, "good")
		s.steps()
		if left := s.caseOf(order).Listed; len(left) != 0 || len(s.titles(order)) != 4 {
			t.Errorf("still lacking: %+v; held %q", left, s.titles(order))
		}
	})
}

// TestWhatABrokenCollectionDidNotReachIsNamed: the site goes down in the middle
// for good, and the client sends what he has: what was listed and never came is
// named all the same.
func TestWhatABrokenCollectionDidNotReachIsNamed(t *testing.T) {
	s, site := littleShop(t)
	gone := false
	down := func(w http.ResponseWriter, _ *http.Request) {
		gone = true
		http.Error(w, "en panne", http.StatusBadGateway)
	}
	for _, path := range []string{"GET /entree", "GET /chezmoi", "GET /pieces/annexes"} {
		first := path != "GET /pieces/annexes"
		site.Instead[path] = func(w http.ResponseWriter, r *http.Request) {
			switch {
			case first && !gone && r.URL.Path == "/entree":
				connectortest.HTML(w, site.LoginForm())
			case first && !gone:
				connectortest.HTML(w, `<a href="/sortie">Sortir</a>`)
			default:
				down(w, r)
			}
		}
	}
	order := s.place(connectortest.LittleHost, "good")
	s.steps()
	s.told(order, predate.SiteUnavailable)
	if _, err := s.desk.AddDocuments(t.Context(), s.account.ID, order.ID, []desk.Upload{upload("releve.pdf", "releve")}, nil); err != nil {
		t.Fatal(err)
	}
	statement := s.read(order)
	if !slices.ContainsFunc(statement.Documents, func(d predate.ReadDocument) bool {
		return d.Listed && d.File == "Annexes 2025" && d.Unreadable == "la collecte s’est arrêtée avant lui"
	}) {
		t.Errorf("%+v", statement.Documents)
	}
}
