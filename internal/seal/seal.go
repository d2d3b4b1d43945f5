package seal

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/hybrid"
	"github.com/tink-crypto/tink-go/v2/tink"

	"predate"
)

// ErrMismatch: the sealed bytes are damaged, were sealed for another context,
// or by a key that is not here. Which of them is not told apart, on purpose.
// Nobody can repair it: the caller treats the secret as lost.
var ErrMismatch = errors.New("sealed bytes, context and keys do not match")

// A Keeper seals and opens secrets that this process needs itself.
type Keeper struct{ box tink.AEAD }

// OpenKeeper reads the keys that Create made. Absent keys are
// predate.ErrNotFound; a key file that others may read is refused.
func OpenKeeper(dir string) (*Keeper, error) {
	handle, err := readPrivate(filepath.Join(dir, keeperFile))
	if err != nil {
		return nil, err
	}
	box, err := aead.New(handle)
	if err != nil {
		return nil, fmt.Errorf("use keys %s: %w", keeperFile, err)
	}
	return &Keeper{box: box}, nil
}

// Seal makes plain unreadable. Only Open with the same context gives it back.
func (k *Keeper) Seal(plain predate.Secret, context string) ([]byte, error) {
	sealed, err := k.box.Encrypt([]byte(plain.Reveal()), []byte(context))
	if err != nil {
		return nil, fmt.Errorf("seal %s: %w", context, err)
	}
	return sealed, nil
}

// Open gives back what Seal took under the same context, or ErrMismatch.
func (k *Keeper) Open(sealed []byte, context string) (predate.Secret, error) {
	plain, err := k.box.Decrypt(sealed, []byte(context))
	if err != nil {
		return "", fmt.Errorf("open %s: %w", context, ErrMismatch)
	}
	return predate.Secret(plain), nil
}

// A Sealer seals for an Opener and cannot open. It needs no private key.
type Sealer struct{ box tink.HybridEncrypt }

// OpenSealer reads the public file of the directory, and nothing else there.
func OpenSealer(dir string) (*Sealer, error) {
	handle, err := readPublic(filepath.Join(dir, publicFile))
	if err != nil {
		return nil, err
	}
	box, err := hybrid.NewHybridEncrypt(handle)
	if err != nil {
		return nil, fmt.Errorf("use keys %s: %w", publicFile, err)
	}
	return &Sealer{box: box}, nil
}

// Seal makes plain unreadable for everyone but an Opener given the same
// context: the order's id and the field.
func (s *Sealer) Seal(plain predate.Secret, context string) ([]byte, error) {
	sealed, err := s.box.Encrypt([]byte(plain.Reveal()), []byte(context))
	if err != nil {
		return nil, fmt.Errorf("seal %s: %w", context, err)
	}
	return sealed, nil
}

// An Opener opens what a Sealer sealed.
type Opener struct{ box tink.HybridDecrypt }

// OpenOpener reads the private file of the directory. Absent keys are
// predate.ErrNotFound; a key file that others may read is refused.
func OpenOpener(dir string) (*Opener, error) {
	handle, err := readPrivate(filepath.Join(dir, privateFile))
	if err != nil {
		return nil, err
	}
	box, err := hybrid.NewHybridDecrypt(handle)
	if err != nil {
		return nil, fmt.Errorf("use keys %s: %w", privateFile, err)
	}
	return &Opener{box: box}, nil
}

// Open gives back what the Sealer took under the same context, or ErrMismatch.
func (o *Opener) Open(sealed []byte, context string) (predate.Secret, error) {
	plain, err := o.box.Decrypt(sealed, []byte(context))
	if err != nil {
		return "", fmt.Errorf("open %s: %w", context, ErrMismatch)
	}
	return predate.Secret(plain), nil
}
