package warden_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

// gate is a warden on a real database, and what it logged.
type gate struct {
	*warden.Warden
	t     testing.TB
	db    *store.DB
	clock *clocktest.Clock
	log   *bytes.Buffer
}

func newGate(t testing.TB, db *store.DB, limits warden.Limits) gate {
	t.Helper()
	g := gate{t: t, db: db, clock: clocktest.At(time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)), log: &bytes.Buffer{}}
	var err error
	g.Warden, err = warden.New(warden.Options{
		DB: db, Key: "the key of a test", Limits: limits, Now: g.clock.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(g.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// another is the warden of another process on the same database.
func (g gate) another() gate {
	g.t.Helper()
	other := newGate(g.t, g.db, warden.Limits{})
	options := other.Options
	options.Now = g.clock.Now
	var err error
	if other.Warden, err = warden.New(options); err != nil {
		g.t.Fatal(err)
	}
	other.clock = g.clock
	return other
}

// onBothEngines runs a test before a gate of each engine.
func onBothEngines(t *testing.T, test func(t *testing.T, g gate)) {
	t.Run("SQLite", func(t *testing.T) { test(t, newGate(t, storetest.SQLite(t), warden.Limits{})) })
	t.Run("PostgreSQL", func(t *testing.T) {
		test(t, newGate(t, storetest.Open(t, storetest.Database(t, &cluster), store.Options{}), warden.Limits{}))
	})
}

const host = "essai.crypto-extranet.com"

func xnet() predate.RecipeVersion { return predate.RecipeVersion{ID: "xnet", Version: 1} }

func knock(n int) warden.Knock {
	return warden.Knock{
		Account: "acc_1", Host: host, Recipe: xnet(),
		Username: predate.Secret(fmt.Sprint("name-", n)), Password: predate.Secret(fmt.Sprint("word-", n)),
	}
}

func (g gate) enter(k warden.Knock) warden.Answer {
	g.t.Helper()
	answer, err := g.Enter(context.Background(), k)
	if err != nil {
		g.t.Fatal(err)
	}
	return answer
}

// in expects that a knock is let in.
func (g gate) in(k warden.Knock) *warden.Pass {
	g.t.Helper()
	answer := g.enter(k)
	if answer.Pass == nil {
		g.t.Fatalf("turned away: %+v", answer)
	}
	return answer.Pass
}

// away expects that a knock is sent away for a time.
func (g gate) away(k warden.Knock, want time.Duration) {
	g.t.Helper()
	if answer := g.enter(k); answer.Wait != want || answer.Pass != nil {
		g.t.Errorf("answer %+v, want a wait of %s", answer, want)
	}
}

func (g gate) leave(pass *warden.Pass, failure *predate.Failure) (paused bool) {
	g.t.Helper()
	paused, err := g.Leave(context.Background(), pass, failure)
	if err != nil {
		g.t.Fatal(err)
	}
	return paused
}

// ends lets a knock in and ends its collection.
func (g gate) ends(k warden.Knock, failure *predate.Failure) (paused bool) {
	g.t.Helper()
	return g.leave(g.in(k), failure)
}

func (g gate) report() warden.Report {
	g.t.Helper()
	r, err := g.Report(context.Background())
	if err != nil {
		g.t.Fatal(err)
	}
	return r
}

// alarms gives the kinds and subjects that are open.
func (g gate) alarms() []string {
	g.t.Helper()
	var all []string
	for _, alarm := range g.report().Alarms {
		all = append(all, alarm.Kind+" "+alarm.Subject)
	}
	return all
}

func fails(code predate.FailureCode) *predate.Failure {
	return &predate.Failure{Code: code, Stage: predate.StageLogin}
}
