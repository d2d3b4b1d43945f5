package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// rows are enough for a file of a hundred pages and more.
const rows = 500

func fill(t *testing.T, db *store.DB) error {
	return db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		for i := range rows {
			if err := storetest.PutSetting(ctx, tx, fmt.Sprint("setting ", i), make([]byte, 1000)); err != nil {
				return err
			}
		}
		return nil
	})
}

// A file of which pages among its rows were overwritten is found out.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predate.db")
	open := func() *store.DB {
		db, err := store.Open(t.Context(), path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := open()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := fill(t, db)
	if err == nil {
		err = db.Check(t.Context())
	}
	if db.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	among := len(whole) / 4 * 3 / 4096 * 4096 // behind the schema, without which nothing opens
	copy(whole[among:], bytes.Repeat([]byte{0xa5}, 10*4096))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db = open()
	defer db.Close()
	if err := db.Check(t.Context()); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("have %v, want that the file is damaged", err)
	}
}

// Damage that happens while a database is open is met by whoever reads what was
// damaged, and by the readiness; the rest is read as before.
func TestDamageWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "predate.db")
	read := func(db *store.DB, i int) error {
		return db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
			_, err := store.Setting(ctx, tx, fmt.Sprint("setting ", i))
			return err
		})
	}
	open := func() *store.DB {
		db, err := store.Open(t.Context(), path, store.Options{Readers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := open()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := fill(t, db)
	if db.Close(); err != nil {
		t.Fatal(err)
	}
	db = open()
	defer db.Close()
	if err := errors.Join(db.Ping(t.Context()), read(db, 0)); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	size, err := file.Seek(0, 2)
	if err == nil {
		_, err = file.WriteAt(bytes.Repeat([]byte{0xa5}, 10*4096), size*3/4/4096*4096)
	}
	if err != nil {
		t.Fatal(err)
	}
	whole, damaged := 0, 0
	for i := range rows {
		switch err := read(db, i); {
		case err == nil:
			whole++
		case errors.Is(err, store.ErrDamaged) && errors.Is(err, predate.ErrDamaged):
			damaged++
		default:
			t.Errorf("setting %d: %v", i, err)
		}
	}
	if whole < rows/2 || damaged == 0 {
		t.Errorf("%d rows are read, %d are said to be damaged", whole, damaged)
	}
	if err := db.Ping(t.Context()); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("have %v, want that the database is not ready", err)
	}
}
