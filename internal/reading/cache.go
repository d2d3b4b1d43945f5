package reading

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"predate"
)

// Cache keeps the pages of a file under the hash of its bytes. A cache may
// forget at any time; a miss costs time, never a figure.
type Cache interface {
	Load(key string) ([]byte, bool)
	Save(key string, pages []byte) error
}

// DirCache keeps pages in a directory, one file a document.
type DirCache struct{ Dir string }

// Load reads an entry; one that cannot be read is a miss.
func (c DirCache) Load(key string) ([]byte, bool) {
	kept, err := os.ReadFile(c.path(key))
	return kept, err == nil
}

// Save writes an entry whole or not at all.
func (c DirCache) Save(key string, pages []byte) error {
	path := c.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keep pages: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".pages-*")
	if err != nil {
		return fmt.Errorf("keep pages: %w", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(pages)
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("keep pages: %w", err)
	}
	return nil
}

func (c DirCache) path(key string) string { return filepath.Join(c.Dir, key[:2], key) }

// NoCache keeps nothing.
type NoCache struct{}

// Load always misses.
func (NoCache) Load(string) ([]byte, bool) { return nil, false }

// Save drops the pages.
func (NoCache) Save(string, []byte) error { return nil }

// cacheKey changes with the engine and with the form of what is kept, so that a
// new version never reads what an old one saw.
func cacheKey(engine string, hash predate.Hash) string {
	return string(hash) + "-" + engine + "-p1"
}

// kept is what the cache holds of a file: its pages, or why it has none.
type kept struct {
	Pages      []predate.Page
	Unreadable string
}

func encodePages(k kept) ([]byte, error) {
	var packed bytes.Buffer
	squeezer, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("pack pages: %w", err)
	}
	if err := gob.NewEncoder(squeezer).Encode(k); err != nil {
		return nil, fmt.Errorf("pack pages: %w", err)
	}
	if err := squeezer.Close(); err != nil {
		return nil, fmt.Errorf("pack pages: %w", err)
	}
	return packed.Bytes(), nil
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
