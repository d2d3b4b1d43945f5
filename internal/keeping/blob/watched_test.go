package blob_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/blob/blobtest"
)

// Bytes that changed or are gone are damage where somebody needs them, and those
// that come again put it right.
func TestDamagedBytes(t *testing.T) {
	dir, root := newDir(t)
	needed := true
	var heard []predate.Hash
	store := blob.Watched{Store: dir, Lost: func(_ context.Context, hash predate.Hash, _ error) bool {
		heard = append(heard, hash)
		return needed
	}}
	blobtest.Run(t, blob.Watched{Store: dir, Lost: func(context.Context, predate.Hash, error) bool { return false }})
	put := func() predate.Hash {
		hash, _, err := store.Put(t.Context(), bytes.NewReader([]byte("a paper")))
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	want := func(wanted error) {
		t.Helper()
		content, err := store.Open(t.Context(), put())
		if !errors.Is(err, wanted) {
			t.Errorf("have %v, want %v", err, wanted)
		}
		if err == nil {
			_ = content.Close()
		}
	}
	hash := put()
	path := filepath.Join(root, string(hash[:2]), string(hash))
	damage := func() {
		if err := os.WriteFile(path, []byte("a pager"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	damage()
	if _, err := store.Open(t.Context(), hash); !errors.Is(err, predate.ErrDamaged) {
		t.Errorf("other bytes of the same length: %v", err)
	}
	want(nil) // which puts them again
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, read := range []func() error{
		func() error { _, err := store.Open(t.Context(), hash); return err },
		func() error { _, err := store.Size(t.Context(), hash); return err },
	} {
		needed = true
		if err := read(); !errors.Is(err, predate.ErrDamaged) || errors.Is(err, predate.ErrNotFound) {
			t.Errorf("needed bytes that are gone: %v", err)
		}
		needed = false
		if err := read(); !errors.Is(err, predate.ErrNotFound) || errors.Is(err, predate.ErrDamaged) {
			t.Errorf("bytes that nobody needs: %v", err)
		}
	}
	if !slices.Equal(heard, []predate.Hash{hash, hash, hash, hash, hash}) {
		t.Errorf("heard of %v", heard)
	}
}
