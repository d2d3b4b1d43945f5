package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"predate/internal/store"
)

// A file of which pages in the middle were overwritten is found out.
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
	err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		for i := range 500 {
			if err := store.PutSetting(ctx, tx, fmt.Sprint("setting ", i), make([]byte, 1000)); err != nil {
				return err
			}
		}
		return nil
	})
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
	middle := len(whole) / 2 / 4096 * 4096
	copy(whole[middle:], bytes.Repeat([]byte{0xa5}, 10*4096))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db = open()
	defer db.Close()
	if err := db.Check(t.Context()); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("have %v, want that the file is damaged", err)
	}
}
