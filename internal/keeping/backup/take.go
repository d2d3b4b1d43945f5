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
	"strings"
	"syscall"
	"time"

	"predate"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
)

// Source is what is copied.
type Source struct {
	DB      *store.DB
	Blobs   blob.Store
	Keys    string // the folder of keys; empty leaves them out
	Dump    string // of a PostgreSQL database, made before; empty leaves it out
	Version string // of this program
	// Installation is the id that the database keeps; empty before it had one.
	Installation string
	Now          func() time.Time
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
	former Manifest // that the folder holds; zero for none
	made   Manifest
	kept   []predate.Hash // in their order
}

// Take copies an installation into a folder, beside running servers: an SQLite
// database first, then every paper that the copy names and the folder does not hold
// yet. The backup that the folder held stays whole until this one is; then it goes,
// with the papers that nothing names any more. One of another installation is refused
// and stays. Papers that are lost or damaged at
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

// own makes the folder, and refuses one of somebody else's and one that is in use.
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
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("hold the folder of backups: lock %s: %w: name a folder on a disk that knows locks", owner, err)
		}
		return nil, predate.Refuse(predate.CodeConflict, "Another backup is being written to %s, or a restore reads it: wait for its end", dir)
	}
	return func() { _ = file.Close() }, nil // and with it the lock
}

// Hold keeps backups from being written into a folder while it is read. It writes
// nothing, and a copy of such a folder without its mark is free to read.
func Hold(dir string) (release func(), err error) {
	file, err := os.Open(filepath.Join(dir, ownerName))
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("hold the folder of backups: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		_ = file.Close() // it was only read
		return nil, predate.Refuse(predate.CodeConflict, "A backup is being written to %s: wait for its end", dir)
	} // a file system without locks keeps nobody out
	return func() { _ = file.Close() }, nil // and with it the lock
}

func (t *taking) take(ctx context.Context) (err error) {
	if err := t.lookAtFormer(ctx); err != nil {
		return err
	}
	if err := t.tidyFolders(t.former.Folder); err != nil { // which an interrupted backup left: they take room
		return err
	}
	if t.papers, err = blob.OpenDir(filepath.Join(t.dir, blobsName)); err != nil {
		return err
	}
	t.made = Manifest{Format: format, Version: t.Version, Taken: t.Now().UTC(), Engine: t.DB.Engine(), Installation: t.Installation}
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
	if err := t.tidyFolders(t.made.Folder); err != nil {
		return err
	}
	return t.tidyPapers()
}

// stampForm is how the folder of a single backup is called: by its instant.
const stampForm = "20060102T150405Z"

// openFolder makes the folder of this backup alone.
func (t *taking) openFolder() error {
	stamp := t.made.Taken.Format(stampForm)
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
			if err := t.copyDump(); err != nil {
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

// copyDump copies the dump, once it was examined.
func (t *taking) copyDump() error {
	written, err := examineDump(t.Dump, t.Now(), t.former.Taken)
	if err != nil {
		return err
	}
	t.made.Dumped = &written
	return t.add(put(t.path(t.made.Folder, dumpName), fromFile(t.Dump)))
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
		if needed, err = everyHash(ctx, tx); err != nil || t.made.Engine == store.SQLite {
			return err
		}
		// The dump was made before, wherever it lies: it may name what was replaced since.
		replaced, err := store.ReplacedFiles(ctx, tx, t.Now())
		needed = append(needed, replaced...)
		slices.Sort(needed)
		needed = slices.Compact(needed)
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
		path := filepath.Join(t.Keys, entry.Name())
		info, err := os.Stat(path) // of what a link leads to
		if err != nil {
			return err
		}
		if strings.HasPrefix(entry.Name(), ".") || !info.Mode().IsRegular() {
			continue // what is being written, and what links of secrets lead through
		}
		if err := t.add(put(t.path(t.made.Folder, keysName, entry.Name()), fromFile(path))); err != nil {
			return err
		}
	}
	if !t.made.HasKeys() {
		return predate.Refuse(predate.CodeNotFound, "There are no keys in %s: name their folder with --keys, or leave --with-keys away", t.Keys)
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
			kept, err := t.copyPaper(ctx, hash)
			if err != nil {
				return err
			}
			if !kept {
				continue // it is among the absent
			}
			size, err := t.papers.Size(ctx, hash)
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

// copyPaper copies one paper, unless the folder holds it with its very bytes. Damaged
// ones make room for those of the source, and for nothing else.
func (t *taking) copyPaper(ctx context.Context, hash predate.Hash) (kept bool, err error) {
	there, err := t.papers.Open(ctx, hash)
	if err == nil {
		return true, there.Close()
	}
	if !lost(err) {
		return false, err // a disk that cannot be read now
	}
	content, err := t.Blobs.Open(ctx, hash)
	if err == nil {
		err = errors.Join(keep(ctx, t.papers, hash, content), content.Close())
	}
	if !lost(err) {
		return err == nil, err
	}
	var needed bool
	err = t.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		needed, err = store.HashInUse(ctx, tx, hash)
		return err
	})
	t.made.Absent = append(t.made.Absent, Absent{Hash: hash, Erased: !needed})
	return false, err
}

// lost reports whether an error says that bytes are gone or others.
func lost(err error) bool {
	return errors.Is(err, predate.ErrNotFound) || errors.Is(err, predate.ErrDamaged)
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
