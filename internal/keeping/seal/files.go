package seal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"

	"predate"
)

// The files of a key directory. Only publicFile may leave the machine.
const (
	keeperFile  = "secrets.keys"
	privateFile = "credentials.keys"
	publicFile  = "credentials.public"
)

// forOthers are the permission bits that a private key file must not have:
// any right of others, and writing by the group.
const forOthers fs.FileMode = 0o027

func readPrivate(path string) (*keyset.Handle, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, missingOr(err, path)
	}
	if info.Mode().Perm()&forOthers != 0 {
		return nil, fmt.Errorf("read keys %s: mode %04o lets others in; run chmod 600", path, info.Mode().Perm())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read keys %s: %w", path, err)
	}
	handle, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(data)))
	if err != nil {
		return nil, fmt.Errorf("read keys %s: %w", path, err)
	}
	return handle, nil
}

func readPublic(path string) (*keyset.Handle, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, missingOr(err, path)
	}
	handle, err := keyset.ReadWithNoSecrets(keyset.NewJSONReader(bytes.NewReader(data)))
	if err != nil {
		return nil, fmt.Errorf("read public keys %s: %w", path, err)
	}
	return handle, nil
}

func missingOr(err error, path string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read keys %s: %w", path, predate.ErrNotFound)
	}
	return fmt.Errorf("read keys %s: %w", path, err)
}

func writePrivate(path string, handle *keyset.Handle) error {
	var text bytes.Buffer
	if err := insecurecleartextkeyset.Write(handle, keyset.NewJSONWriter(&text)); err != nil {
		return fmt.Errorf("write keys %s: %w", path, err)
	}
	return replace(path, text.Bytes())
}

// writePublic writes the public half of a private keyset.
func writePublic(path string, private *keyset.Handle) error {
	public, err := private.Public()
	if err != nil {
		return fmt.Errorf("write public keys %s: %w", path, err)
	}
	var text bytes.Buffer
	if err := public.WriteWithNoSecrets(keyset.NewJSONWriter(&text)); err != nil {
		return fmt.Errorf("write public keys %s: %w", path, err)
	}
	return replace(path, text.Bytes())
}

// replace writes a file of mode 0600 atomically: after a crash it has the old content
// or the new one, never a part. It syncs twice, because losing a key loses every
// secret sealed with it.
func replace(path string, data []byte) error {
	temp, err := writeTemp(filepath.Dir(path), data)
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		_ = os.Remove(temp) // the first error is the one to return
		return fmt.Errorf("write keys %s: %w", path, err)
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("write keys %s: sync directory: %w", path, err)
	}
	return nil
}

// writeTemp writes and syncs the bytes to a new file of mode 0600. It returns the name
// even with an error, so that the caller can remove the file.
func writeTemp(dir string, data []byte) (name string, err error) {
	temp, err := os.CreateTemp(dir, ".keys-*") // its mode is 0600
	if err != nil {
		return "", err
	}
	_, err = temp.Write(data)
	if err == nil {
		err = temp.Sync()
	}
	return temp.Name(), errors.Join(err, temp.Close())
}

func syncDir(dir string) error {
	handle, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(handle.Sync(), handle.Close())
}
