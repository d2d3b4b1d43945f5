package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"predate"
	"predate/internal/blob"
	"predate/internal/seal"
	"predate/internal/store"
)

// Source is what is copied.
type Source struct {
	DB      *store.DB
	Blobs   blob.Store
	Keys    string // the folder of keys; empty leaves them out
	Dump    string // of a PostgreSQL database, made before; empty leaves it out
	Version string // of this program
	Now     func() time.Time
	// Heard hears how far it is.
	Heard func(Progress)
}

// Progress says how many papers of how many have been looked at.
type Progress struct{ Done, All int }

// taking is a backup that is being taken.
type taking struct {
	Source
	dir    string
	papers *blob.Dir
	made   Manifest
	kept   []predate.Hash // in their order
}

// Take copies an installation into a folder, beside running servers: an SQLite
// database first, then every paper that the copy names and the folder does not hold
// yet. The backup that the folder held stays whole until this one is; then it goes,
// with the papers that nothing names any more. Papers that are lost or damaged at
// their source are named in the manifest and hold nothing up.
func Take(ctx context.Context, s Source, dir string) (Manifest, error) {
	release, err := own(dir)
	if err != nil {
		return Manifest{}, err
	}
	defer release()
	t := &taking{Source: s, dir: dir}
	if err := t.take(ctx); err != nil {
		return Manifest{}, fmt.Errorf("back up to %s: %w", dir, err)
	}
	return t.made, nil
}

// own makes the folder, and refuses one of somebody else's and one into which
// another backup is being written.
func own(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of backups: %w", err)
	}
	held, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("look into the folder of backups: %w", err)
	}
	owner := filepath.Join(dir, ownerName)
	if _, err := os.Stat(owner); len(held) > 0 && errors.Is(err, fs.ErrNotExist) {
		return nil, predate.Refuse(predate.CodeInvalid, "%s holds other things than backups of predate: name a folder that is empty or not there", dir)
	}
	file, err := os.OpenFile(owner, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("hold the folder of backups: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close() // nothing was written
		return nil, predate.Refuse(predate.CodeConflict, "Another backup is being written to %s: wait for its end", dir)
	}
	return func() { _ = file.Close() }, nil // and with it the lock
}

func (t *taking) take(ctx context.Context) (err error) {
	if t.papers, err = blob.OpenDir(filepath.Join(t.dir, blobsName)); err != nil {
		return err
	}
	t.made = Manifest{Format: format, Version: t.Version, Taken: t.Now().UTC(), Engine: t.DB.Engine()}
	if err := t.openFolder(); err != nil {
		return err
	}
	held, err := t.listKeys()
	if err != nil {
		return err
	}
	needed, err := t.database(ctx)
	if err != nil {
		return err
	}
	if err := t.copyKeys(held); err != nil {
		return err
	}
	if err := t.copyPapers(ctx, needed); err != nil {
		return err
	}
	if err := t.made.write(t.dir); err != nil {
		return err
	}
	return t.tidy()
}

// openFolder makes the folder of this backup alone.
func (t *taking) openFolder() error {
	stamp := t.made.Taken.Format("20060102T150405Z")
	t.made.Folder = stamp
	for n := 2; ; n++ {
		err := os.Mkdir(t.path(t.made.Folder), 0o700)
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		t.made.Folder = fmt.Sprintf("%s-%d", stamp, n)
	}
}

func (t *taking) path(elements ...string) string {
	return filepath.Join(append([]string{t.dir}, elements...)...)
}

// add notes a file of this backup under its path in the folder of backups.
func (t *taking) add(file File, err error) error {
	if err != nil {
		return err
	}
	if file.Path, err = filepath.Rel(t.dir, file.Path); err != nil {
		return err
	}
	t.made.Files = append(t.made.Files, file)
	return nil
}

// database copies the database, where it can be, and tells which papers it names.
func (t *taking) database(ctx context.Context) (needed []predate.Hash, err error) {
	if t.DB.Engine() != store.SQLite {
		if t.Dump != "" {
			if err := t.add(put(t.path(t.made.Folder, dumpName), fromFile(t.Dump))); err != nil {
				return nil, err
			}
		}
		return t.look(ctx, t.DB)
	}
	path := t.path(t.made.Folder, databaseName)
	if err := t.DB.Backup(ctx, path); err != nil {
		return nil, err
	}
	copied, err := store.OpenCopy(ctx, path)
	if err != nil {
		return nil, err
	}
	defer copied.Close()
	if err := copied.Check(ctx); err != nil { // a damaged one never takes the place of a whole one
		return nil, err
	}
	if err := t.add(describe(path)); err != nil {
		return nil, err
	}
	return t.look(ctx, copied)
}

// look reads what the manifest says of a database, and which papers it names.
func (t *taking) look(ctx context.Context, db *store.DB) (needed []predate.Hash, err error) {
	if t.made.Schema, _, err = db.Version(ctx); err != nil {
		return nil, err
	}
	err = db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		if t.made.Counts, err = store.Count(ctx, tx); err != nil {
			return err
		}
		needed, err = everyHash(ctx, tx)
		return err
	})
	return needed, err
}

// everyHash lists what documents and runs need.
func everyHash(ctx context.Context, tx store.Tx) (all []predate.Hash, err error) {
	const page = 10_000
	for after := predate.Hash(""); ; after = all[len(all)-1] {
		more, err := store.NeededHashes(ctx, tx, after, page)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
		if len(more) < page {
			slices.Sort(all) // as bytes, whatever the database's own order
			return all, nil
		}
	}
}

// listKeys tells which keys there are, if they are wanted.
func (t *taking) listKeys() ([]seal.Key, error) {
	if t.Keys == "" {
		return nil, nil
	}
	return seal.List(t.Keys)
}

// copyKeys copies the keys, which must be those that there were before the database
// was copied: keys of another day open nothing of it.
func (t *taking) copyKeys(before []seal.Key) error {
	if t.Keys == "" {
		return nil
	}
	held, err := os.ReadDir(t.Keys)
	if err != nil {
		return err
	}
	if err := os.Mkdir(t.path(t.made.Folder, keysName), 0o700); err != nil {
		return err
	}
	for _, entry := range held {
		if !entry.Type().IsRegular() {
			continue
		}
		content := fromFile(filepath.Join(t.Keys, entry.Name()))
		if err := t.add(put(t.path(t.made.Folder, keysName, entry.Name()), content)); err != nil {
			return err
		}
	}
	after, err := t.listKeys()
	if err == nil && !slices.Equal(before, after) {
		err = predate.Refuse(predate.CodeConflict, "The keys were replaced while they were being copied: back up once more")
	}
	return err
}

// copyPapers copies what the folder does not hold, and writes the sums of all papers
// in the form of sha256sum, so that they can be checked without this program.
func (t *taking) copyPapers(ctx context.Context, needed []predate.Hash) error {
	return t.add(put(t.path(t.made.Folder, sumsName), func(w io.Writer) error {
		for i, hash := range needed {
			t.Heard(Progress{Done: i, All: len(needed)})
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := t.copyPaper(ctx, hash); err != nil {
				return err
			}
			size, err := t.papers.Size(ctx, hash)
			if errors.Is(err, predate.ErrNotFound) {
				continue // it is among the absent
			}
			if err == nil {
				_, err = fmt.Fprintf(w, "%s  %s\n", hash, blobPath(hash))
			}
			if err != nil {
				return err
			}
			t.made.Papers.Count++
			t.made.Papers.Bytes += size
			t.kept = append(t.kept, hash)
		}
		t.Heard(Progress{Done: len(needed), All: len(needed)})
		return nil
	}))
}

// blobPath is where a paper lies in the folder of backups.
func blobPath(hash predate.Hash) string {
	return blobsName + "/" + string(hash[:2]) + "/" + string(hash)
}

// copyPaper copies one paper, unless the folder holds it with its very bytes.
func (t *taking) copyPaper(ctx context.Context, hash predate.Hash) error {
	if there, err := t.papers.Open(ctx, hash); err == nil {
		return there.Close()
	}
	// What is there is damaged, or nothing: the source alone counts from here on.
	if err := t.papers.Delete(ctx, hash); err != nil {
		return err
	}
	content, err := t.Blobs.Open(ctx, hash)
	if err == nil {
		err = errors.Join(keep(ctx, t.papers, hash, content), content.Close())
	}
	if !errors.Is(err, predate.ErrNotFound) && !errors.Is(err, predate.ErrDamaged) {
		return err
	}
	var needed bool
	err = t.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		needed, err = store.HashInUse(ctx, tx, hash)
		return err
	})
	t.made.Absent = append(t.made.Absent, Absent{Hash: hash, Erased: !needed})
	return err
}

// keep gives a store the bytes of a hash; bytes that are others are
// predate.ErrDamaged.
func keep(ctx context.Context, to blob.Store, hash predate.Hash, content io.Reader) error {
	got, _, err := to.Put(ctx, content)
	if err == nil && got != hash {
		err = fmt.Errorf("blob %s: its bytes are others: %w", hash, predate.ErrDamaged)
	}
	return err
}

// tidy removes what no backup needs any more: the former one, what was left of one
// that was interrupted, and papers that were erased since.
func (t *taking) tidy() error {
	held, err := os.ReadDir(t.dir)
	if err != nil {
		return err
	}
	for _, entry := range held {
		if _, err := time.Parse("20060102T150405Z", entry.Name()[:min(16, len(entry.Name()))]); err != nil || entry.Name() == t.made.Folder {
			continue
		}
		if err := os.RemoveAll(t.path(entry.Name())); err != nil {
			return err
		}
	}
	papers, err := filepath.Glob(t.path(blobsName, "??", "*"))
	if err != nil {
		return err
	}
	for _, paper := range papers {
		if _, found := slices.BinarySearch(t.kept, predate.Hash(filepath.Base(paper))); found {
			continue
		}
		if err := os.Remove(paper); err != nil {
			return err
		}
	}
	return nil
}
