package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"predate"
)

// Dir is a Store in a local directory: the file with hash "ab12…" is
// root/ab/ab12….
type Dir struct{ root string }

// A temporary file is locked while it is written. An unlocked one that is older than
// the moment between its creation and its locking was left by a crash. If files
// cannot be locked, one that is older than the slowest upload was.
const (
	staleUnlocked = time.Second
	staleAfter    = 24 * time.Hour
)

// OpenDir creates the directory if it does not exist, and removes the temporary files
// that a crash left there. Several processes may share it.
func OpenDir(root string) (*Dir, error) {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, fmt.Errorf("open blob directory %s: %w", root, err)
	}
	if err := sweep(root); err != nil {
		return nil, fmt.Errorf("open blob directory %s: %w", root, err)
	}
	return &Dir{root: root}, nil
}

// Put writes a temporary file beside its final path, syncs it, renames it, and syncs
// the directory.
func (d *Dir) Put(ctx context.Context, r io.Reader) (predate.Hash, int64, error) {
	file, err := os.CreateTemp(d.root, tempPattern)
	if err != nil {
		return "", 0, fmt.Errorf("put blob: %w", err)
	}
	_ = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) // where it cannot be locked, its age speaks
	temp, err := spool(ctx, file, r)
	if err != nil {
		return "", 0, fmt.Errorf("put blob: %w", err)
	}
	defer temp.drop()
	if err := d.keep(temp); err != nil {
		return "", 0, fmt.Errorf("put blob %s: %w", temp.hash, err)
	}
	return temp.hash, temp.size, nil
}

func (d *Dir) keep(temp *spooled) error {
	path := d.path(temp.hash)
	shard := filepath.Dir(path)
	// Other bytes under this name are damage: replace them.
	if file, err := os.Open(path); err == nil {
		same := whole(file, temp.hash)
		if err := file.Close(); err == nil && same == nil {
			return syncDir(shard) // who put it may not have come that far
		}
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := os.Mkdir(shard, 0o700); err == nil {
		if err := syncDir(d.root); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return err
	}
	return syncDir(shard)
}

// Ping creates a file in the directory and removes it.
func (d *Dir) Ping(context.Context) error {
	file, err := os.CreateTemp(d.root, tempPattern)
	if err != nil {
		return fmt.Errorf("look at the directory of blobs: %w", err)
	}
	if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
		return fmt.Errorf("look at the directory of blobs: %w", err)
	}
	return nil
}

// Open opens the file after checking that the bytes still match the
// hash.
func (d *Dir) Open(_ context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	if err := check(hash); err != nil {
		return nil, err
	}
	file, err := os.Open(d.path(hash))
	if err == nil {
		if err = whole(file, hash); err == nil {
			return file, nil
		}
		_ = file.Close() // it was only read
	}
	return nil, dirError("open", hash, err)
}

// whole checks that a file's bytes match a hash, and seeks back to the
// beginning.
func whole(file *os.File, hash predate.Hash) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != string(hash) {
		return fmt.Errorf("its bytes are others: %w", predate.ErrDamaged)
	}
	_, err := file.Seek(0, io.SeekStart)
	return err
}

// Size returns the size of the file.
func (d *Dir) Size(_ context.Context, hash predate.Hash) (int64, error) {
	if err := check(hash); err != nil {
		return 0, err
	}
	info, err := os.Stat(d.path(hash))
	if err != nil {
		return 0, dirError("size of", hash, err)
	}
	return info.Size(), nil
}

// Delete removes the file for good.
func (d *Dir) Delete(_ context.Context, hash predate.Hash) error {
	if check(hash) != nil {
		return nil // a name of nothing
	}
	path := d.path(hash)
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		return dirError("delete", hash, err)
	}
	return nil
}

func (d *Dir) path(hash predate.Hash) string {
	return filepath.Join(d.root, string(hash[:2]), string(hash))
}

func dirError(verb string, hash predate.Hash, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		err = predate.ErrNotFound
	}
	return fmt.Errorf("%s blob %s: %w", verb, hash, err)
}

// sweep removes stale temporary files. It measures their age against a file created
// now, so that both times are from the clock of the file system.
func sweep(root string) error {
	probe, err := os.CreateTemp(root, tempPattern)
	if err != nil {
		return err
	}
	defer (&spooled{File: probe}).drop()
	now, err := probe.Stat()
	if err != nil {
		return err
	}
	temps, err := filepath.Glob(filepath.Join(root, tempPattern))
	if err != nil {
		return err
	}
	for _, temp := range temps {
		info, err := os.Lstat(temp)
		if err != nil || now.ModTime().Sub(info.ModTime()) < staleUnlocked {
			continue // just made, or just renamed by another process
		}
		if locked(temp) && now.ModTime().Sub(info.ModTime()) < staleAfter {
			continue
		}
		if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// locked reports whether a process is writing a file. It returns true for a file that
// cannot be opened.
func locked(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return true
	}
	defer file.Close() // and with it the lock
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil
}

func syncDir(dir string) error {
	handle, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(handle.Sync(), handle.Close())
}
