package store_test

import (
	"sync"
	"testing"

	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// An installation is called by the first id that was drawn for it, whoever asks.
func TestInstallation(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db, err := store.Open(t.Context(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if id, err := db.Installation(t.Context(), "too early"); id != "" || err != nil {
			t.Errorf("without a schema: %q, %v", id, err)
		}
		storetest.Open(t, url, store.Options{})
		ids := make([]string, 4)
		var all sync.WaitGroup
		for i, fresh := range []string{"a", "b", "c", "d"} {
			all.Go(func() {
				var err error
				if ids[i], err = db.Installation(t.Context(), fresh); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if ids[0] == "" || ids[1] != ids[0] || ids[2] != ids[0] || ids[3] != ids[0] {
			t.Errorf("it is called %q", ids)
		}
	})
}

// A URL names a file or a server, and Open and FileOf say the same of it.
func TestFileOf(t *testing.T) {
	for url, want := range map[string]string{
		"": "predate.db", "sqlite:": "predate.db", "a.db": "a.db", "sqlite:/b.db": "/b.db", "postgres://host/a": "", "postgresql://host/a": "",
	} {
		if path, ok := store.FileOf(url); path != want || ok != (want != "") || ok != (store.EngineOf(url) == store.SQLite) {
			t.Errorf("%q: %q, %v", url, path, ok)
		}
	}
}
