package seal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/hybrid"
	"github.com/tink-crypto/tink-go/v2/keyset"
	tinkpb "github.com/tink-crypto/tink-go/v2/proto/tink_go_proto"

	"predate"
)

// keyFile is one private keyset of the directory.
type keyFile struct {
	name     string
	template func() *tinkpb.KeyTemplate
	public   string // the file of its public half; empty when it has none
}

func keyFiles() []keyFile {
	return []keyFile{
		{name: keeperFile, template: aead.AES256GCMKeyTemplate},
		{
			name:     privateFile,
			template: hybrid.DHKEM_X25519_HKDF_SHA256_HKDF_SHA256_AES_256_GCM_Key_Template,
			public:   publicFile,
		},
	}
}

// Create creates the directory with new keys. If any key file exists, it changes
// nothing and returns predate.ErrExists, because overwriting keys would lose every
// secret. The caller should then open the existing keys.
func Create(dir string) error { return CreateWhen(dir, func() error { return nil }) }

// CreateWhen is Create with a condition: if there is no key file, it calls allowed, and
// returns its error if there is one. Processes that start at the same time do so one
// after the other.
func CreateWhen(dir string, allowed func() error) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("create keys in %s: %w", dir, err)
	}
	unlock, err := lock(dir)
	if err != nil {
		return fmt.Errorf("create keys: %w", err)
	}
	defer unlock()
	for _, file := range keyFiles() {
		_, err := os.Stat(filepath.Join(dir, file.name))
		if err == nil {
			return fmt.Errorf("create keys in %s: %s: %w", dir, file.name, predate.ErrExists)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("create keys in %s: %w", dir, err)
		}
	}
	if err := allowed(); err != nil {
		return err
	}
	for _, file := range keyFiles() {
		handle, err := keyset.NewHandle(file.template())
		if err != nil {
			return fmt.Errorf("create keys %s: %w", file.name, err)
		}
		if err := file.write(dir, handle); err != nil {
			return err
		}
	}
	return nil
}

// write writes the private half first: after a crash between the two, all private keys
// of the public half exist.
func (f keyFile) write(dir string, handle *keyset.Handle) error {
	if err := writePrivate(filepath.Join(dir, f.name), handle); err != nil {
		return err
	}
	if f.public == "" {
		return nil
	}
	return writePublic(filepath.Join(dir, f.public), handle)
}
