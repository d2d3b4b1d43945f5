package console

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"predate"
)

// shelfOptions are where drawings are kept, and for how long.
type shelfOptions struct {
	folder string // empty keeps nothing
	most   int64  // bytes
	// gone reports whether nobody holds the file any more, of which drawings are kept.
	gone func(ctx context.Context, hash predate.Hash) bool
	now  func() time.Time
	log  *slog.Logger
}

// shelf keeps drawings on disk, in a folder for each file. It may forget at any
// time. It is safe for concurrent use.
type shelf struct {
	shelfOptions

	mu     sync.Mutex
	tidied time.Time
	added  int64 // since then
}

// How often the shelf is tidied: after so long, or when so much was added.
const (
	tidyEvery = time.Hour
	tidyShare = 8 // of most
)

func newShelf(o shelfOptions) *shelf { return &shelf{shelfOptions: o} }

func shortHash(text string) string {
	const digits = 16
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:digits]
}

// drawingKinds are what the shelf keeps, by the end of a name.
func drawingKinds() map[string]string {
	return map[string]string{".png": "image/png", ".jpg": "image/jpeg"}
}

// place is the folder of a file's drawings; empty where none are kept.
func (s *shelf) place(hash predate.Hash) string {
	if raw, err := hex.DecodeString(string(hash)); s.folder == "" || err != nil || len(raw) != sha256.Size {
		return ""
	}
	return filepath.Join(s.folder, string(hash[:2]), string(hash))
}

func (s *shelf) load(hash predate.Hash, name string) (picture, bool) {
	folder := s.place(hash)
	if folder == "" {
		return picture{}, false
	}
	for end, kind := range drawingKinds() {
		path := filepath.Join(folder, shortHash(name)+end)
		body, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		now := s.now()
		_ = os.Chtimes(path, now, now) // used: a guess of what is looked at next
		return picture{kind, body, true}, true
	}
	return picture{}, false
}

// save keeps a drawing, whole or not at all.
func (s *shelf) save(hash predate.Hash, name string, p picture) {
	folder := s.place(hash)
	if folder == "" {
		return
	}
	if err := writeDrawing(folder, shortHash(name)+endOf(p.kind), p.body); err != nil {
		s.log.Warn("a drawing of a page is not kept", "error", err)
		return
	}
	s.mu.Lock()
	s.added += int64(len(p.body))
	due := s.added > s.most/tidyShare || s.now().Sub(s.tidied) > tidyEvery
	if due {
		s.added, s.tidied = 0, s.now()
	}
	s.mu.Unlock()
	if due {
		s.tidy(context.Background())
	}
}

func endOf(kind string) string {
	for end, one := range drawingKinds() {
		if one == kind {
			return end
		}
	}
	return ".bin"
}

func writeDrawing(folder, name string, body []byte) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, ".drawing-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(body)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(folder, name))
}

// isGone reports whether an error says that a file is kept no more.
func isGone(err error) bool { return errors.Is(err, predate.ErrNotFound) }

// kept is one drawing on the shelf.
type kept struct {
	path string
	size int64
	used time.Time
}

// tidy drops the drawings of files that nobody holds any more, then those used
// longest ago until the rest fits.
func (s *shelf) tidy(ctx context.Context) {
	if s.folder == "" {
		return
	}
	var all []kept
	total := int64(0)
	err := filepath.WalkDir(s.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == s.folder {
			return nil //nolint:nilerr // what is gone needs no tidying
		}
		if name := entry.Name(); entry.IsDir() {
			if len(name) == 2*sha256.Size && s.gone(ctx, predate.Hash(name)) {
				_ = os.RemoveAll(path)
				return fs.SkipDir
			}
			return nil
		}
		if info, err := entry.Info(); err == nil {
			all, total = append(all, kept{path, info.Size(), info.ModTime()}), total+info.Size()
		}
		return nil
	})
	if err != nil {
		s.log.Warn("the drawings of pages are not tidied", "error", err)
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.path, b.path)) })
	for _, one := range all {
		if total <= s.most {
			return
		}
		if os.Remove(one.path) == nil {
			total -= one.size
		}
	}
}
