package pipeline_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate/internal/connector/connectortest"
	"predate/internal/store/storetest"
)

// The stories of this file are those of an order at a little site: one that is
// none of the families', in a shop on real rows.

// littleShop opens a shop before a little site, whose recipe has some of its
// words changed.
func littleShop(t *testing.T, changes ...string) (*shop, *connectortest.Little) {
	t.Helper()
	s, site := openShop(t, storetest.SQLite(t), changes...), connectortest.NewLittle()
	site.Password = "good"
	s.serve(connectortest.LittleHost, site)
	return s, site
}

// Papers that nothing tells apart but their bytes are all had, at the first
// visit and at the next, when another has taken the place of one.
func TestOnlyBytesTellPapersApart(t *testing.T) {
	s, site := littleShop(t, "http: {delay: 200ms}", "http: {delay: 200ms}\nlist_again: true")
	row := func(link string) connectortest.Piece {
		site.Files[link] = connectortest.Paper(link)
		return connectortest.Piece{No: 1, Title: "Appel", Link: link}
	}
	site.Pieces["A"], site.Pieces["B"] = []connectortest.Piece{row("t1"), row("t2")}, []connectortest.Piece{}
	order := s.place(connectortest.LittleHost, "good")
	s.steps()
	if diff := cmp.Diff([]string{"Appel", "Appel"}, s.titles(order)); diff != "" {
		t.Fatal(diff)
	}
	s.finish(order)
	site.Pieces["A"] = []connectortest.Piece{row("t3"), row("t1"), row("t2")}
	s.refresh(order, "good")
	s.steps()
	if diff := cmp.Diff([]string{"Appel", "Appel", "Appel"}, s.titles(order)); diff != "" {
		t.Error(diff)
	}
}

// A site that asks for a little patience in the middle of a collection gets it
// there: one login, every paper; and those who come next come more slowly.
func TestPatienceInTheMiddle(t *testing.T) {
	s, site := littleShop(t)
	logins, refusals := 0, 2
	site.Instead["POST /entree"] = func(w http.ResponseWriter, r *http.Request) {
		logins++
		site.Enter(w, r)
	}
	site.Instead["GET /pieces/annexes"] = func(w http.ResponseWriter, _ *http.Request) {
		if refusals--; refusals >= 0 {
			w.Header().Set("Retry-After", "20")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		_, _ = w.Write(site.Files["annexes"])
	}
	order, next := s.place(connectortest.LittleHost, "good"), s.place(connectortest.LittleHost, "good")
	s.step()
	if diff := cmp.Diff([]string{"Annexes 2025", "PV 2025"}, s.titles(order)); diff != "" || logins != 1 {
		t.Errorf("%d logins, %s", logins, diff)
	}
	s.step() // is sent away: the host is gone slower at
	if c := s.caseOf(next); c.Run.Collected || logins != 1 {
		t.Error("the next collection did not keep to the pace")
	}
	s.steps()
	if c := s.caseOf(next); !c.Run.Collected || s.now().Sub(c.Run.Created) < 5*time.Second {
		t.Errorf("collected %v after %s", c.Run.Collected, s.now().Sub(c.Run.Created))
	}
}
