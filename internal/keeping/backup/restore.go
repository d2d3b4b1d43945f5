package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/store"
)

// Target is where a backup is restored to.
type Target struct {
	Data     string // the data folder
	Database string // the SQLite file to make; unused for PostgreSQL
	Keys     string // the folder of keys
	Bucket   string // where the papers go, when not into the data folder
	// Papers takes the papers; it is opened once the target has begun.
	Papers blob.Store
}

// Vacant refuses a target that holds something, unless it is what the same restore
// left unfinished.
func (t Target) Vacant(dir string, m Manifest) error {
	if goesOn, err := t.goesOn(dir, m); err != nil {
		return err
	} else if goesOn {
		return t.strayLogs()
	}
	if held, err := holds(t.Data); err != nil {
		return fmt.Errorf("look into the data folder: %w", err)
	} else if held {
		return predate.Refuse(predate.CodeConflict, "%s is not empty, and a restore overwrites nothing: move it away (mv %s %s.broken) or name another folder with --data", t.Data, t.Data, t.Data)
	}
	if _, err := os.Lstat(t.Database); t.Database != "" && err == nil {
		return predate.Refuse(predate.CodeConflict, "There is a database at %s, and a restore overwrites nothing: move it away or name another with --database", t.Database)
	}
	if err := t.strayLogs(); err != nil {
		return err
	}
	if !m.HasKeys() {
		return nil
	}
	if held, err := holds(t.Keys); err != nil {
		return fmt.Errorf("look into the folder of keys: %w", err)
	} else if held {
		return predate.Refuse(predate.CodeConflict, "There are keys in %s, and a restore overwrites nothing: move them away (mv %s %s.before) or name another folder with --keys", t.Keys, t.Keys, t.Keys)
	}
	return nil
}

// strayLogs refuses what was left beside the place of the database by another one:
// SQLite would play it into this one.
func (t Target) strayLogs() error {
	if t.Database == "" {
		return nil
	}
	for _, end := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Lstat(t.Database + end); err == nil {
			return predate.Refuse(predate.CodeConflict, "There is %s, which belongs to another database and would be played into the restored one: move it away", t.Database+end)
		}
	}
	return nil
}

// holds reports whether there is anything in a folder.
func holds(dir string) (bool, error) {
	held, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return len(held) > 0, err
}

// Restore brings back the backup in a folder, which Check has found whole but for
// papers that the caller gives up: the papers into a store, then the keys, if it holds
// them, then the database. The target was begun. What an interrupted restore has
// brought already is not copied again.
func Restore(ctx context.Context, dir string, found Findings, to Target, heard func(Progress)) error {
	release, err := Hold(dir)
	if err != nil {
		return err
	}
	defer release()
	if again, err := Read(dir); err != nil {
		return err
	} else if again.digest != found.Manifest.digest {
		return predate.Refuse(predate.CodeConflict, "The backup in %s was replaced since it was looked at: move %s away and run the restore again", dir, to.Data)
	}
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

// bring copies a file of a backup to its place and looks at what it copied. What lies
// there already is that very file, or stays.
func bring(dir string, file File, path string) error {
	there, err := describe(path)
	switch {
	case err == nil && there.SHA256 == file.SHA256:
		return nil
	case err == nil:
		return predate.Refuse(predate.CodeConflict, "%s came there since the restore began, and a restore overwrites nothing: move it away", path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
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
		hash, ok := listed(lines.Text())
		if !ok {
			return fmt.Errorf("the list of papers is not what it was: %w", predate.ErrDamaged)
		}
		if given[hash] || there(ctx, to, hash) {
			continue
		}
		if err := bringPaper(ctx, dir, to, hash); err != nil {
			return err
		}
	}
	heard(Progress{Done: done, All: found.Manifest.Papers.Count})
	return lines.Err()
}

// there reports whether a store holds a paper with its very bytes. Not every store
// looks at them when it opens one.
func there(ctx context.Context, to blob.Store, hash predate.Hash) bool {
	content, err := to.Open(ctx, hash)
	if err != nil {
		return false
	}
	sum := sha256.New()
	_, err = io.Copy(sum, content)
	return errors.Join(err, content.Close()) == nil && hex.EncodeToString(sum.Sum(nil)) == string(hash)
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
