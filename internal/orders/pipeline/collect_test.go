package pipeline_test

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
)

// agenda is a queue whose jobs are taken by hand, and whose clock is the
// test's: the days of a schedule pass at once.
type agenda struct {
	mu  sync.Mutex
	at  time.Time // touched by the test alone while nothing works
	due map[predate.RunID]time.Time
}

func (a *agenda) now() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.at
}

// Work notes when a run is to be worked on.
func (a *agenda) Work(_ context.Context, _ store.Tx, turn queue.Turn, at time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if at.IsZero() {
		at = a.at
	}
	a.due[turn.Run] = at
	return nil
}

// Deliver is of no interest here.
func (a *agenda) Deliver(context.Context, store.Tx, predate.Delivery, time.Time) error { return nil }

// Jobs tells what is due.
func (a *agenda) Jobs(_ context.Context, _ store.Tx, runs []predate.RunID) (map[predate.RunID]predate.Job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	jobs := map[predate.RunID]predate.Job{}
	for _, run := range runs {
		if due, waits := a.due[run]; waits {
			jobs[run] = predate.Job{Since: due, Due: due}
		}
	}
	return jobs, nil
}

// next takes the run that is due first, and moves the clock there.
func (a *agenda) next() (run predate.RunID, wait time.Duration, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, at := range a.due {
		if run == "" || at.Before(a.due[run]) || at.Equal(a.due[run]) && id < run {
			run = id
		}
	}
	if run == "" {
		return "", 0, false
	}
	wait = max(0, a.due[run].Sub(a.at))
	a.at = a.at.Add(wait)
	delete(a.due, run)
	return run, wait, true
}

// shop is a desk and a pipeline on real rows, before simulated extranets.
type shop struct {
	*agenda
	t       *testing.T
	db      *store.DB
	desk    *desk.Desk
	warden  *warden.Warden
	workers *pipeline.Pipeline
	account predate.Account
	mu      sync.Mutex
	sites   map[string]http.Handler // by host
	files   int                     // asked for
	lost    string                  // "POST /entree": what is answered in vain
}

// RoundTrip leads to the site of a host.
func (s *shop) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	site := s.sites[r.URL.Host]
	if strings.Contains(r.URL.Path, "downloadFile") {
		s.files++
	}
	s.mu.Unlock()
	if site == nil {
		return nil, errors.New("no such host")
	}
	resp, err := extranetsim.Transport(site).RoundTrip(r)
	if err == nil && r.Method+" "+r.URL.Path == s.lost {
		_ = resp.Body.Close()
		return nil, errors.New("connection reset")
	}
	return resp, err
}

// site puts a site behind a host.
func (s *shop) site(host string, files fstest.MapFS, o extranetsim.Options) *extranetsim.Site {
	s.t.Helper()
	site, err := extranetsim.New(files, o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.serve(host, site)
	return site
}

// serve puts any site behind a host.
func (s *shop) serve(host string, site http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sites[host] = site
}

// shops runs a test in a shop of each engine.
func shops(t *testing.T, test func(*testing.T, *shop)) {
	t.Run("SQLite", func(t *testing.T) { test(t, openShop(t, storetest.SQLite(t))) })
	t.Run("PostgreSQL", func(t *testing.T) {
		test(t, openShop(t, storetest.Open(t, storetest.Database(t, &cluster), store.Options{})))
	})
}

// act is what an operator says for himself.
func act() warden.Act { return warden.Act{By: "C. Aubrac", Why: "le site est revenu"} }

// openShop opens a shop. The recipe of the little site is among those at work,
// some of its words changed.
func openShop(t *testing.T, db *store.DB, changes ...string) *shop {
	t.Helper()
	s := &shop{
		t: t, db: db, sites: map[string]http.Handler{},
		agenda: &agenda{at: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC), due: map[predate.RunID]time.Time{}},
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	keys := t.TempDir() + "/keys"
	check(seal.Create(keys))
	sealer, err := seal.OpenSealer(keys)
	check(err)
	opener, err := seal.OpenOpener(keys)
	check(err)
	blobs, err := blob.OpenDir(t.TempDir())
	check(err)
	recipes, err := connectortest.LittleRecipes(changes...)
	check(err)
	log := slog.New(slog.DiscardHandler)
	s.warden, err = warden.New(warden.Options{DB: db, Key: "a key", Now: s.now, Random: crand.Reader, Log: log})
	check(err)
	s.desk = desk.New(desk.Options{DB: db, Queue: s.agenda, Door: s.warden, Blobs: blobs, Credentials: sealer, Now: s.now, Random: crand.Reader})
	live := connector.New(recipes, func([]string) *http.Client { return egress.InProcess(s) }, connector.Options{
		Now: s.now, Random: crand.Reader, Pause: connector.NoPause,
	})
	s.workers = pipeline.New(pipeline.Options{
		Desk: s.desk, Blobs: blobs, OpenCredentials: opener.Open, Live: live, RecipeOf: live.Recipe, Warden: s.warden,
		Recipes: func() []recipe.Family { return []recipe.Family{familyOf(live)} }, Now: s.now, Log: log,
	})
	s.account = predate.Account{ID: "acc_1", Email: "etude@example.test", Kind: predate.Premium, Created: s.now()}
	check(db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &s.account) }))
	return s
}

const agency = "agence.crypto-extranet.com"

func familyOf(c *connector.Collector) recipe.Family {
	family, _ := c.Recipe("https://" + agency + "/")
	return family
}

// place orders from the extranet of a host.
func (s *shop) place(host, password string, documents ...desk.Upload) predate.Order {
	s.t.Helper()
	order, err := s.desk.Place(s.t.Context(), desk.Placing{
		Account: s.account,
		Order: predate.Order{
			Method: predate.MethodExtranet, Owners: []predate.Owner{{Lastname: "Vassorelle"}},
			Syndic: predate.Syndic{Name: "Cabinet Essai", URL: "https://" + host + "/"},
		},
		Credentials: desk.Credentials{Username: predate.Secret("user of " + password), Password: predate.Secret(password)},
		Documents:   documents,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return order
}

// step works on the run that is due first and tells how long that was to come.
// A run that is collected is left alone: reading is not what is tested here.
func (s *shop) step() (wait time.Duration, ok bool) {
	s.t.Helper()
	run, wait, ok := s.next()
	if !ok {
		return 0, false
	}
	if c, err := s.desk.Case(s.t.Context(), run); err == nil && c.Run.Collected {
		return wait, true
	}
	err := s.workers.Work(s.t.Context(), run)
	if delay, later := queue.Delay(err); later {
		if err := s.Work(s.t.Context(), nil, queue.Turn{Run: run}, s.now().Add(delay)); err != nil {
			s.t.Fatal(err)
		}
		return wait, true
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return wait, true
}

// steps works until nothing is due and tells the waits between.
func (s *shop) steps() []time.Duration {
	s.t.Helper()
	var waits []time.Duration
	for range 200 {
		wait, ok := s.step()
		if !ok {
			return waits
		}
		waits = append(waits, wait)
	}
	s.t.Fatal("the work never ends")
	return nil
}

func (s *shop) view(order predate.Order) desk.View {
	s.t.Helper()
	view, err := s.desk.View(s.t.Context(), s.account.ID, order.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return view
}

func (s *shop) caseOf(order predate.Order) desk.Case {
	s.t.Helper()
	c, err := s.desk.Case(s.t.Context(), s.view(order).Order.Run)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// told expects that an order waits for its client, for a reason.
func (s *shop) told(order predate.Order, code predate.FailureCode) {
	s.t.Helper()
	view := s.view(order)
	if view.Order.State != predate.Waiting || len(view.Missing) != 1 || view.Missing[0].Code != string(code) {
		s.t.Errorf("order %s is %s, missing %+v; want waiting for %s", order.ID, view.Order.State, view.Missing, code)
	}
}

// paper is the smallest file that passes for a PDF, with a text of its own.
func paper(text string) []byte {
	return []byte("%PDF-1.4\n" + text + strings.Repeat(" body", 2000) + "\n%%EOF\n")
}

// shelf is the dossier of a site: papers by title. Titles that begin alike up to
// a slash are the same paper in two folders.
func shelf(titles ...string) fstest.MapFS {
	files := fstest.MapFS{}
	var entries []extranetsim.Entry
	for i, title := range titles {
		name := fmt.Sprintf("%d.pdf", i)
		entries = append(entries, extranetsim.Entry{Title: title, Category: fmt.Sprint("Immeuble / Dossier ", i), Space: "building", File: name})
		text, _, _ := strings.Cut(title, "/")
		files["files/"+name] = &fstest.MapFile{Data: paper(text)}
	}
	list, err := json.Marshal(entries)
	if err != nil {
		return nil
	}
	files["extranet.json"] = &fstest.MapFile{Data: list}
	return files
}

func (s *shop) titles(order predate.Order) []string {
	s.t.Helper()
	var titles []string
	for _, document := range s.view(order).Documents {
		titles = append(titles, document.Comment)
	}
	slices.Sort(titles)
	return titles
}
