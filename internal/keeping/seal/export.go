package seal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"predate"
)

// Holding is what can be done with the keys of a directory.
type Holding struct {
	Seals bool // secrets of its own, and credentials for others
	Opens bool // credentials
}

// Held returns what can be done with the keys of a directory, without reading them.
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

// Export writes into another directory the keys for a process that seals credentials
// but cannot open them. After a rotation it replaces the keys there. It returns
// predate.ErrExists and changes nothing if that directory has the key that opens
// credentials.
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
