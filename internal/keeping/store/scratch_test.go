package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"predate"
	"predate/internal/keeping/store"
)

// A scratch database begins empty, takes all that one takes, and is gone after its
// drop, even under who is still connected; the one beside it is not touched.
func TestScratch(t *testing.T) {
	base := cluster.Database(t)
	at, drop, err := store.Scratch(t.Context(), base, "predate_bench_ab12")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Scratch(t.Context(), base, "predate_bench_ab12"); err == nil {
		t.Error("the same database was made twice")
	}
	db, err := store.Open(t.Context(), at, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	beside, err := store.Open(t.Context(), base, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	if have, _, err := beside.Version(t.Context()); have != 0 || err != nil {
		t.Errorf("the database beside is at schema %d, %v", have, err)
	}
	if err := drop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), at, store.Options{}); err == nil {
		t.Error("it is still there")
	}
}

func TestScratchRefuses(t *testing.T) {
	if _, _, err := store.Scratch(t.Context(), "sqlite:x.db", "a"); err == nil {
		t.Error("SQLite has no databases beside each other")
	}
	_, _, err := store.Scratch(t.Context(), "postgres://u:hush@127.0.0.1:1/x?connect_timeout=1", "a")
	if !errors.Is(err, predate.ErrBusy) || strings.Contains(err.Error(), "hush") {
		t.Errorf("a server that is away: %v", err)
	}
	_, _, err = store.Scratch(context.Background(), "postgres://u:hush@127.0.0.1:1/x?sslmode=odd", "a")
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("a URL that cannot be read: %v", err)
	}
}
