package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// extra is a schema of another room, at a version that a test chooses.
type extra struct{ have, want *int64 }

func (e extra) Version(context.Context, *store.DB) (int64, int64, error) {
	return *e.have, *e.want, nil
}

func (e extra) Migrate(ctx context.Context, db *store.DB) error {
	*e.have = *e.want
	return db.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return storetest.PutSetting(ctx, tx, "migrated", nil)
	})
}

func both(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "predate.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, cluster.Database(t)) })
}

func TestMigrate(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db, err := store.Open(t.Context(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if have, want, err := db.Version(t.Context()); have != 0 || want == 0 || err != nil {
			t.Errorf("an empty database is at %d of %d, %v", have, want, err)
		}
		for range 2 { // migrating twice changes nothing
			if err := db.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if have, want, err := db.Version(t.Context()); have != want || err != nil {
				t.Errorf("migrated to %d of %d, %v", have, want, err)
			}
		}
	})
}

// What a newer program has changed is not touched.
func TestMigrateNewer(t *testing.T) {
	both(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url, store.Options{})
		err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO schema_version (version_id, is_applied) VALUES (999, $1)", true)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var refused *predate.Error
		if err := db.Migrate(t.Context()); !errors.As(err, &refused) || refused.Code != predate.CodeConflict ||
			!strings.Contains(refused.Message, "schema 999") {
			t.Errorf("have %v, want a refusal that names the version", err)
		}
	})
}

// A file that holds something is copied before its schema changes; a fresh one
// and one that is up to date are not. The newest two copies stay.
func TestCopyBeforeMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predate.db")
	db := storetest.Open(t, path, store.Options{})
	put(t, db, "before")
	have, want := int64(1), int64(1)
	copies := func() (names []string) {
		found, err := filepath.Glob(path + "*.bak")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			names = append(names, filepath.Base(name))
		}
		return names
	}
	now, _, err := db.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first, second := fmt.Sprintf("predate.db.v%d.bak", now), fmt.Sprintf("predate.db.v%d-2.bak", now)
	third, stranger := fmt.Sprintf("predate.db.v%d-3.bak", now), filepath.Join(filepath.Dir(path), "predate.db.mine")
	if err := os.WriteFile(stranger, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, wanted := range [][]string{nil, {first}, {second, first}, {second, third}} {
		want = int64(i + 1)
		if err := db.Migrate(t.Context(), extra{&have, &want}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, copies()); diff != "" {
			t.Errorf("at version %d: %s", want, diff)
		}
		if i == 1 {
			before := storetest.Open(t, filepath.Join(filepath.Dir(path), first), store.Options{})
			if !has(t, before, "before") || has(t, before, "migrated") {
				t.Error("the copy is not the database as it was before")
			}
			before.Close()
		}
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Error(err)
	}
}

// Processes that start together migrate once.
func TestMigrateTogether(t *testing.T) {
	url := cluster.Database(t)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			db, err := store.Open(context.Background(), url, store.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			if err := db.Migrate(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func TestBackup(t *testing.T) {
	db := storetest.SQLite(t)
	put(t, db, "kept")
	path := filepath.Join(t.TempDir(), "copy of the day.db")
	for range 2 { // and again after a copy that was interrupted
		if err := db.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path, path+".part"); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	put(t, db, "later")
	restored := storetest.Open(t, path, store.Options{})
	if !has(t, restored, "kept") || has(t, restored, "later") {
		t.Error("the copy is not the database at that moment")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy has mode %v, %v; want it private", info.Mode(), err)
	}
	if err := db.Backup(t.Context(), path); !errors.Is(err, predate.ErrExists) {
		t.Errorf("have %v, want a file that is there to be kept", err)
	}
	if err := db.Backup(t.Context(), filepath.Join(t.TempDir(), "none", "copy.db")); err == nil {
		t.Error("a copy into no directory succeeded")
	}
	var refused *predate.Error
	pg := storetest.Open(t, cluster.Database(t), store.Options{})
	if err := pg.Backup(t.Context(), path+"2"); !errors.As(err, &refused) || !strings.Contains(refused.Message, "pg_dump") {
		t.Errorf("have %v, want a sentence that names pg_dump", err)
	}
}

func put(t *testing.T, db *store.DB, name string) {
	t.Helper()
	err := db.InTx(context.Background(), func(ctx context.Context, tx store.Tx) error {
		return storetest.PutSetting(ctx, tx, name, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func has(t *testing.T, db *store.DB, name string) bool {
	t.Helper()
	err := db.View(context.Background(), func(ctx context.Context, tx store.Tx) error {
		_, err := store.Setting(ctx, tx, name)
		return err
	})
	if err != nil && !errors.Is(err, predate.ErrNotFound) {
		t.Error(err)
	}
	return err == nil
}
