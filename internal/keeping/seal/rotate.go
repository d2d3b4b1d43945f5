package seal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/tink-crypto/tink-go/v2/keyset"

	"predate"
)

// Key is one key of a directory.
type Key struct {
	Set     string // its file without the ending: "secrets" or "credentials"
	ID      uint32
	Primary bool // used for sealing; the others only open what they sealed
}

// KeyOf returns the number of the key that sealed a text; zero if none did.
func KeyOf(sealed []byte) uint32 {
	if wrapped, _, ok := cut(sealed); ok {
		sealed = wrapped
	}
	const prefixLength = 5 // of every output of Tink's: a version, then the key's number
	if len(sealed) < prefixLength || sealed[0] != tinkVersion {
		return 0
	}
	return binary.BigEndian.Uint32(sealed[1:prefixLength])
}

// List returns the keys of a directory, oldest of each set first. A set that does not
// exist is left out. It returns predate.ErrNotFound if there is no set.
func List(dir string) ([]Key, error) {
	var keys []Key
	var missing error
	for _, file := range keyFiles() {
		handle, err := readPrivate(filepath.Join(dir, file.name))
		if errors.Is(err, predate.ErrNotFound) {
			missing = err
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		keys = append(keys, file.keys(handle)...)
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("list keys: %w", missing)
	}
	return keys, nil
}

// Retired lists the keys of a folder that no longer seal.
func Retired(dir string) ([]Key, error) {
	keys, err := List(dir)
	return slices.DeleteFunc(keys, func(key Key) bool { return key.Primary }), err
}

func (f keyFile) keys(handle *keyset.Handle) []Key {
	info := handle.KeysetInfo()
	var keys []Key
	for _, key := range info.GetKeyInfo() {
		id := key.GetKeyId()
		keys = append(keys, Key{Set: f.set(), ID: id, Primary: id == info.GetPrimaryKeyId()})
	}
	return keys
}

func (f keyFile) set() string { return f.name[:len(f.name)-len(filepath.Ext(f.name))] }

// Rotate adds a new key to every keyset of the directory and makes it primary: from
// now on it is used for sealing. The older keys still open what they sealed, until
// Drop. Processes that have opened the directory use the new keys from their next
// operation on.
func Rotate(dir string) error {
	return change(dir, "rotate keys", func(f keyFile, manager *keyset.Manager, _ []Key) error {
		id, err := manager.Add(f.template())
		if err != nil {
			return fmt.Errorf("add key: %w", err)
		}
		return manager.SetPrimary(id)
	})
}

// Drop destroys keys: what they sealed, copies and backups of it included, can
// never be opened again. The key that seals is not dropped.
func Drop(dir string, keys []Key) error {
	return change(dir, "drop keys", func(_ keyFile, manager *keyset.Manager, held []Key) error {
		for _, key := range held {
			if key.Primary || !slices.Contains(keys, key) {
				continue
			}
			if err := manager.Delete(key.ID); err != nil {
				return fmt.Errorf("delete key %d: %w", key.ID, err)
			}
		}
		return nil
	})
}

// change modifies every keyset of a directory under a lock: of two processes that
// rewrote a file at the same time, the keys of the first would be lost.
func change(dir, what string, alter func(keyFile, *keyset.Manager, []Key) error) error {
	unlock, err := lock(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer unlock()
	for _, file := range keyFiles() {
		old, err := readPrivate(filepath.Join(dir, file.name))
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		manager := keyset.NewManagerFromHandle(old)
		if err := alter(file, manager, file.keys(old)); err != nil {
			return fmt.Errorf("%s %s: %w", what, file.name, err)
		}
		next, err := manager.Handle()
		if err != nil {
			return fmt.Errorf("%s %s: %w", what, file.name, err)
		}
		if err := file.write(dir, next); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// lock locks the directory itself; the system releases the lock when the process ends.
func lock(dir string) (unlock func(), err error) {
	handle, err := os.Open(dir)
	if err != nil {
		return nil, missingOr(err, dir)
	}
	if err := syscall.Flock(int(handle.Fd()), syscall.LOCK_EX); err != nil {
		_ = handle.Close() // nothing was written
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return func() { _ = handle.Close() }, nil
}
