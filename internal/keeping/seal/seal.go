package seal

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/hybrid"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"

	"predate"
)

// ErrMismatch means that the sealed bytes are damaged, were sealed for another context,
// or by a key that does not exist here. The three cases are not distinguished, on
// purpose. The caller must treat the secret as lost.
var ErrMismatch = errors.New("sealed bytes, context and keys do not match")

// A Keeper seals and opens secrets that this process needs itself.
type Keeper struct{ ring *ring[tink.AEAD] }

// OpenKeeper reads the keys that Create made. It returns predate.ErrNotFound if there are
// none, and an error if other users may read a key file.
func OpenKeeper(dir string) (*Keeper, error) {
	ring, err := openRing(filepath.Join(dir, keeperFile), func(path string) (tink.AEAD, error) {
		return boxOf(path, readPrivate, aead.New)
	})
	if err != nil {
		return nil, err
	}
	return &Keeper{ring}, nil
}

// boxOf reads a key file and makes of it what seals or opens.
func boxOf[T any](path string, read func(string) (*keyset.Handle, error), use func(*keyset.Handle) (T, error)) (T, error) {
	var none T
	handle, err := read(path)
	if err != nil {
		return none, err
	}
	box, err := use(handle)
	if err != nil {
		return none, fmt.Errorf("use keys %s: %w", filepath.Base(path), err)
	}
	return box, nil
}

// Seal encrypts plain. Only Open with the same context can decrypt it.
func (k *Keeper) Seal(plain predate.Secret, context string) ([]byte, error) {
	sealed, err := k.ring.keys().Encrypt([]byte(plain.Reveal()), []byte(context))
	if err != nil {
		return nil, fmt.Errorf("seal %s: %w", context, err)
	}
	return sealed, nil
}

// Open decrypts what Seal encrypted under the same context, or returns ErrMismatch.
func (k *Keeper) Open(sealed []byte, context string) (predate.Secret, error) {
	plain, err := k.ring.keys().Decrypt(sealed, []byte(context))
	if err != nil {
		return "", fmt.Errorf("open %s: %w", context, ErrMismatch)
	}
	return predate.Secret(plain), nil
}

// A Sealer seals for an Opener and cannot open. It needs no private key.
type Sealer struct{ ring *ring[*wrapper] }

// OpenSealer reads the public file of the directory, and nothing else there.
func OpenSealer(dir string) (*Sealer, error) {
	ring, err := openRing(filepath.Join(dir, publicFile), func(path string) (*wrapper, error) {
		public, err := boxOf(path, readPublic, hybrid.NewHybridEncrypt)
		return &wrapper{public: public}, err
	})
	if err != nil {
		return nil, err
	}
	return &Sealer{ring}, nil
}

// Seal encrypts plain so that only an Opener with the same context can decrypt it. The
// context is the order's id and the field. For at most a minute, this process still has
// the data key in memory that the values of that time share.
func (s *Sealer) Seal(plain predate.Secret, context string) ([]byte, error) {
	sealed, err := s.ring.keys().seal([]byte(plain.Reveal()), []byte(context))
	if err != nil {
		return nil, fmt.Errorf("seal %s: %w", context, err)
	}
	return sealed, nil
}

// An Opener opens what a Sealer sealed.
type Opener struct{ ring *ring[tink.HybridDecrypt] }

// OpenOpener reads the private file of the directory. It returns predate.ErrNotFound if it
// does not exist, and an error if other users may read it.
func OpenOpener(dir string) (*Opener, error) {
	ring, err := openRing(filepath.Join(dir, privateFile), func(path string) (tink.HybridDecrypt, error) {
		return boxOf(path, readPrivate, hybrid.NewHybridDecrypt)
	})
	if err != nil {
		return nil, err
	}
	return &Opener{ring}, nil
}

// Open decrypts what the Sealer encrypted under the same context, or returns ErrMismatch.
func (o *Opener) Open(sealed []byte, context string) (predate.Secret, error) {
	plain, err := unwrap(o.ring.keys(), sealed, []byte(context))
	if err != nil {
		return "", fmt.Errorf("open %s: %w", context, ErrMismatch)
	}
	return predate.Secret(plain), nil
}
