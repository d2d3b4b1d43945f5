package blobtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/keeping/blob"
)

// Run checks a store that is empty and that only this test uses.
func Run(t *testing.T, store blob.Store) {
	t.Run("round trip", func(t *testing.T) { roundTrip(t, store) })
	t.Run("large", func(t *testing.T) { large(t, store) })
	t.Run("seek", func(t *testing.T) { seek(t, store) })
	t.Run("same bytes twice", func(t *testing.T) { twice(t, store) })
	t.Run("many at once", func(t *testing.T) { atOnce(t, store) })
	t.Run("unknown", func(t *testing.T) { unknown(t, store) })
	t.Run("reader fails", func(t *testing.T) { readerFails(t, store) })
	t.Run("context ends", func(t *testing.T) { contextEnds(t, store) })
	t.Run("delete", func(t *testing.T) { deleted(t, store) })
}

func roundTrip(t *testing.T, store blob.Store) {
	rapid.Check(t, func(r *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 0, 2000).Draw(r, "data")
		hash, size, err := store.Put(t.Context(), iotest.HalfReader(bytes.NewReader(data)))
		if err != nil {
			r.Fatal(err)
		}
		if hash != HashOf(data) || size != int64(len(data)) {
			r.Fatalf("Put gave %s, %d bytes; want %s, %d", hash, size, HashOf(data), len(data))
		}
		holds(r, store, data)
	})
}

func large(t *testing.T, store blob.Store) {
	data := random(17<<20+1, 1)
	put(t, store, data)
	holds(t, store, data)
}

func seek(t *testing.T, store blob.Store) {
	data := random(100_000, 2)
	file, err := store.Open(t.Context(), put(t, store, data))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, from := range []int64{50_000, 10, 99_999, 0} {
		if _, err := file.Seek(from, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(file)
		if err != nil || !bytes.Equal(got, data[from:]) {
			t.Fatalf("from %d: read %d bytes, %v; want the last %d", from, len(got), err, len(data[from:]))
		}
	}
	if end, err := file.Seek(0, io.SeekEnd); err != nil || end != int64(len(data)) {
		t.Fatalf("end at %d, %v; want %d", end, err, len(data))
	}
}

func twice(t *testing.T, store blob.Store) {
	data := random(5000, 3)
	if first, second := put(t, store, data), put(t, store, data); first != second {
		t.Fatalf("the same bytes are %s and %s", first, second)
	}
	holds(t, store, data)
}

func atOnce(t *testing.T, store blob.Store) {
	var group sync.WaitGroup
	for i := range 12 {
		data := random(20_000, uint64(10+i%3)) // four times the same
		group.Go(func() {
			if _, _, err := store.Put(t.Context(), bytes.NewReader(data)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i := range 3 {
		holds(t, store, random(20_000, uint64(10+i)))
	}
}

func unknown(t *testing.T, store blob.Store) {
	never := string(HashOf([]byte("never put")))
	kept := random(100, 20)
	put(t, store, kept)
	for _, name := range []string{
		never, "", "ab", "..", "../../etc/passwd", strings.Repeat("../", 21) + "x",
		strings.ToUpper(string(HashOf(kept))), string(HashOf(kept)) + "00", strings.Repeat("g", 64),
	} {
		hash := predate.Hash(name)
		if file, err := store.Open(t.Context(), hash); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("Open(%q): %v, %v; want ErrNotFound", name, file, err)
		}
		if _, err := store.Size(t.Context(), hash); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("Size(%q): %v; want ErrNotFound", name, err)
		}
		if err := store.Delete(t.Context(), hash); err != nil {
			t.Errorf("Delete(%q): %v; want nothing to happen", name, err)
		}
	}
	holds(t, store, kept)
}

func readerFails(t *testing.T, store blob.Store) {
	data := random(40_000, 30)
	tooLarge := predate.Refuse(predate.CodeTooLarge, "too large")
	broken := io.MultiReader(bytes.NewReader(data), iotest.ErrReader(tooLarge))
	_, _, err := store.Put(t.Context(), broken)
	if refusal := (*predate.Error)(nil); !errors.As(err, &refusal) || refusal != tooLarge {
		t.Errorf("Put gave %v, want the reader's error within", err)
	}
	absent(t, store, HashOf(data))
}

func contextEnds(t *testing.T, store blob.Store) {
	data := random(1<<20, 31)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	half := io.MultiReader(bytes.NewReader(data[:1<<19]), callReader(cancel), bytes.NewReader(data[1<<19:]))
	if _, _, err := store.Put(ctx, half); !errors.Is(err, context.Canceled) {
		t.Errorf("Put gave %v, want context.Canceled", err)
	}
	absent(t, store, HashOf(data))
}

func deleted(t *testing.T, store blob.Store) {
	data, other := random(1000, 40), random(1000, 41)
	hash := put(t, store, data)
	put(t, store, other)
	for range 2 { // deleting again is no error
		if err := store.Delete(t.Context(), hash); err != nil {
			t.Fatal(err)
		}
		absent(t, store, hash)
	}
	holds(t, store, other)
	put(t, store, data)
	holds(t, store, data)
}

// HashOf tells under which name a store keeps the bytes.
func HashOf(data []byte) predate.Hash {
	sum := sha256.Sum256(data)
	return predate.Hash(hex.EncodeToString(sum[:]))
}

func put(t *testing.T, store blob.Store, data []byte) predate.Hash {
	t.Helper()
	hash, _, err := store.Put(t.Context(), bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func holds(t rapid.TB, store blob.Store, data []byte) {
	t.Helper()
	ctx := context.Background()
	if size, err := store.Size(ctx, HashOf(data)); err != nil || size != int64(len(data)) {
		t.Fatalf("Size is %d, %v; want %d", size, err, len(data))
	}
	file, err := store.Open(ctx, HashOf(data))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, data) {
		t.Fatalf("opened %d bytes that are not the %d put", len(got), len(data))
	}
}

func absent(t *testing.T, store blob.Store, hash predate.Hash) {
	t.Helper()
	if _, err := store.Size(t.Context(), hash); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("Size of %s: %v; want ErrNotFound", hash, err)
	}
	if _, err := store.Open(t.Context(), hash); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("Open of %s: %v; want ErrNotFound", hash, err)
	}
}

// callReader calls when it is read, and gives nothing.
type callReader func()

func (call callReader) Read([]byte) (int, error) {
	call()
	return 0, io.EOF
}

func random(size int, seed uint64) []byte {
	source := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	data := make([]byte, size)
	_, _ = source.Read(data) // never fails, by its documentation
	return data
}
