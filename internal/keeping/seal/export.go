package seal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"predate"
)

// Holding says what can be done with the keys of a directory.
type Holding struct {
	Seals bool // secrets of its own, and credentials for others
	Opens bool // credentials
}

// Held says what can be done with the keys of a directory. It reads none.
func Held(dir string) (Holding, error) {
	var there [3]bool
	for i, name := range []string{keeperFile, publicFile, privateFile} {
		_, err := os.Stat(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Holding{}, fmt.Errorf("look for keys: %w", err)
		}
		there[i] = err == nil
	}
	return Holding{Seals: there[0] && there[1], Opens: there[2]}, nil
}

// Export writes into another directory the keys of a process that seals credentials
// and cannot open them; after a rotation it replaces those that are there. A
// directory with the key that opens credentials is predate.ErrExists, and stays as it
// is.
func Export(dir, to string) error {
	unlock, err := lock(dir)
	if err != nil {
		return fmt.Errorf("export keys: %w", err)
	}
	defer unlock()
	secrets, err := readPrivate(filepath.Join(dir, keeperFile))
	if err != nil {
		return fmt.Errorf("export keys: %w", err)
	}
	credentials, err := readPrivate(filepath.Join(dir, privateFile))
	if err != nil {
		return fmt.Errorf("export keys: %w", err)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("export keys: %w", err)
	}
	if held, err := Held(to); err != nil || held.Opens {
		return errors.Join(err, fmt.Errorf("export keys to %s: the key that opens credentials: %w", to, predate.ErrExists))
	}
	if err := writePrivate(filepath.Join(to, keeperFile), secrets); err != nil {
		return err
	}
	return writePublic(filepath.Join(to, publicFile), credentials)
}
