package reading

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"predate"
)

// Forget drops all that is kept of a file, under whatever rules it was read.
func (c DirCache) Forget(hash predate.Hash) error {
	if !isHash(string(hash)) {
		return nil // nothing is kept under it
	}
	entries, err := filepath.Glob(c.path(string(hash)) + "*")
	for _, entry := range entries {
		err = errors.Join(err, os.Remove(entry))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget what was read of %s: %w", hash, err)
	}
	return nil
}

// Tidy drops what is kept of files that nobody holds any more. Each file is asked for
// once, and one that cannot be asked for is kept until the next time.
func (c DirCache) Tidy(ctx context.Context, gone func(context.Context, predate.Hash) bool) error {
	known := map[predate.Hash]bool{}
	err := filepath.WalkDir(c.Dir, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || entry.IsDir() || len(entry.Name()) < hashLength || !isHash(entry.Name()[:hashLength]) {
			return nil //nolint:nilerr // what is gone needs no tidying
		}
		hash := predate.Hash(entry.Name()[:hashLength])
		drop, asked := known[hash]
		if !asked {
			drop = gone(ctx, hash)
			known[hash] = drop
		}
		if !drop {
			return nil
		}
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("tidy the cache of what was read: %w", err)
	}
	return nil
}

// hashLength is that of a SHA-256 in hexadecimal.
const hashLength = 64

func isHash(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == hashLength/2
}
