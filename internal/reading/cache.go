package reading

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"predate"
)

// Cache keeps what was read of files under keys that begin with their hashes. A
// cache may forget at any time; a miss costs time, never a figure.
type Cache interface {
	Load(key string) ([]byte, bool)
	Save(key string, entry []byte) error
}

// DirCache keeps entries in a directory, one file an entry.
type DirCache struct{ Dir string }

// Load reads an entry; one that cannot be read is a miss.
func (c DirCache) Load(key string) ([]byte, bool) {
	kept, err := os.ReadFile(c.path(key))
	return kept, err == nil
}

// Save writes an entry whole or not at all.
func (c DirCache) Save(key string, entry []byte) error {
	path := c.path(key)
	folder := filepath.Dir(path)
	temporary, err := os.CreateTemp(folder, ".entry-*")
	if errors.Is(err, fs.ErrNotExist) { // the first of its folder
		if err = os.MkdirAll(folder, 0o700); err == nil {
			temporary, err = os.CreateTemp(folder, ".entry-*")
		}
	}
	if err != nil {
		return fmt.Errorf("keep an entry: %w", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(entry)
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("keep an entry: %w", err)
	}
	return nil
}

func (c DirCache) path(key string) string { return filepath.Join(c.Dir, key[:2], key) }

// NoCache keeps nothing.
type NoCache struct{}

// Load always misses.
func (NoCache) Load(string) ([]byte, bool) { return nil, false }

// Save drops the entry.
func (NoCache) Save(string, []byte) error { return nil }

// cacheKey changes with the engine and with the form of what is kept, so that a
// new version never reads what an old one saw.
func cacheKey(engine, name string) string {
	return name + "-" + engine + "-p2"
}

// kept is what the cache holds of a file: its pages, or why it has none.
type kept struct {
	Pages      []predate.Page
	Unreadable string
}

// encodePages packs pages with a compressor of the pool: one is far larger than
// what it compresses.
func encodePages(k kept, squeezers *sync.Pool) ([]byte, error) {
	var packed bytes.Buffer
	squeezer := squeezers.Get().(*gzip.Writer)
	defer squeezers.Put(squeezer)
	squeezer.Reset(&packed)
	if err := gob.NewEncoder(squeezer).Encode(k); err != nil {
		return nil, fmt.Errorf("pack pages: %w", err)
	}
	if err := squeezer.Close(); err != nil {
		return nil, fmt.Errorf("pack pages: %w", err)
	}
	return packed.Bytes(), nil
}

func newSqueezer() any {
	squeezer, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails for an unknown level alone
	return squeezer
}

// maxPages bounds an unpacked entry, should the cache have been tampered with.
const maxPages = 512 << 20

func decodePages(packed []byte) (kept, error) {
	unsqueezer, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return kept{}, fmt.Errorf("unpack pages: %w", err)
	}
	var k kept
	if err := gob.NewDecoder(io.LimitReader(unsqueezer, maxPages)).Decode(&k); err != nil {
		return kept{}, fmt.Errorf("unpack pages: %w", err)
	}
	return k, nil
}
