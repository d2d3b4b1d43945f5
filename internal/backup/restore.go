package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"predate"
	"predate/internal/blob"
	"predate/internal/store"
)

// Target is where a backup is restored to.
type Target struct {
	Data     string // the data folder
	Database string // the SQLite file to make; unused for PostgreSQL
	Keys     string // the folder of keys
	// Papers takes the papers; it is opened once the target has begun.
	Papers blob.Store
}

// unfinished is the name of the file that stands in a data folder until everything
// of a restore is in its place.
const unfinished = "restore-unfinished"

// Unfinished refuses a data folder into which a restore was begun and not ended.
func Unfinished(data string) error {
	if _, err := os.Stat(filepath.Join(data, unfinished)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("look for an unfinished restore: %w", err)
	}
	return predate.Refuse(predate.CodeConflict, "A restore into %s was interrupted: run the same «predate restore» again, which goes on with it", data)
}

// Vacant refuses a target that holds something, unless it is what a restore left
// unfinished.
func (t Target) Vacant() error {
	if Unfinished(t.Data) != nil {
		return nil
	}
	held, err := os.ReadDir(t.Data)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look into the data folder: %w", err)
	}
	if len(held) > 0 {
		return predate.Refuse(predate.CodeConflict, "%s is not empty, and a restore overwrites nothing: move it away (mv %s %s.broken) or name another folder with --data", t.Data, t.Data, t.Data)
	}
	if t.Database != "" {
		if _, err := os.Stat(t.Database); err == nil {
			return predate.Refuse(predate.CodeConflict, "There is a database at %s, and a restore overwrites nothing: move it away or name another with --database", t.Database)
		}
	}
	return nil
}

// Begin marks the data folder as one into which a restore is under way, so that no
// server begins an empty installation in it.
func (t Target) Begin() error {
	if err := os.MkdirAll(t.Data, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	_, err := put(filepath.Join(t.Data, unfinished), fromBytes(nil))
	return err
}

// Restore brings back the backup in a folder, which Check has found whole but for
// papers that the caller gives up: the papers into a store, then the keys, if it holds
// them, then the database. The target was begun. What an interrupted restore has
// brought already is not copied again.
func Restore(ctx context.Context, dir string, found Findings, to Target, heard func(Progress)) error {
	if err := restorePapers(ctx, dir, found, to.Papers, heard); err != nil {
		return fmt.Errorf("restore the papers: %w", err)
	}
	m := found.Manifest
	if m.HasKeys() {
		if err := os.MkdirAll(to.Keys, 0o700); err != nil {
			return fmt.Errorf("make the folder of keys: %w", err)
		}
	}
	for _, key := range m.keys() {
		if err := bring(dir, key, filepath.Join(to.Keys, filepath.Base(key.Path))); err != nil {
			return fmt.Errorf("restore the keys: %w", err)
		}
	}
	if m.Engine == store.SQLite {
		file, held := m.file(filepath.Join(m.Folder, databaseName))
		if !held {
			return predate.Refuse(predate.CodeInvalid, "The manifest of the backup in %s names no database: take another copy of that folder", dir)
		}
		if err := bring(dir, file, to.Database); err != nil {
			return fmt.Errorf("restore the database: %w", err)
		}
	}
	if err := os.Remove(filepath.Join(to.Data, unfinished)); err != nil {
		return fmt.Errorf("end the restore: %w", err)
	}
	return syncDir(to.Data)
}

// bring copies a file of a backup to its place and looks at what it copied.
func bring(dir string, file File, path string) error {
	got, err := put(path, fromFile(filepath.Join(dir, file.Path)))
	if err == nil && got.SHA256 != file.SHA256 {
		err = fmt.Errorf("%s holds other bytes than it did: %w", file.Path, predate.ErrDamaged)
	}
	return err
}

func restorePapers(ctx context.Context, dir string, found Findings, to blob.Store, heard func(Progress)) error {
	given := map[predate.Hash]bool{}
	for _, one := range found.Damage {
		given[one.Paper] = true
	}
	list, err := os.Open(filepath.Join(dir, found.Manifest.Folder, sumsName))
	if err != nil {
		return err
	}
	defer list.Close()
	lines, done := bufio.NewScanner(list), 0
	for ; lines.Scan(); done++ {
		heard(Progress{Done: done, All: found.Manifest.Papers.Count})
		text, _, _ := strings.Cut(lines.Text(), "  ")
		hash := predate.Hash(text)
		if given[hash] {
			continue
		}
		if there, err := to.Open(ctx, hash); err == nil {
			if err := there.Close(); err != nil {
				return err
			}
			continue
		}
		if err := bringPaper(ctx, dir, to, hash); err != nil {
			return err
		}
	}
	heard(Progress{Done: done, All: found.Manifest.Papers.Count})
	return lines.Err()
}

// bringPaper only reads in the folder of backups, which may be mounted so.
func bringPaper(ctx context.Context, dir string, to blob.Store, hash predate.Hash) error {
	file, err := os.Open(filepath.Join(dir, blobPath(hash)))
	if err != nil {
		return err
	}
	defer file.Close()
	return keep(ctx, to, hash, file)
}
