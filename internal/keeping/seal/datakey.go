package seal

import (
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"github.com/tink-crypto/tink-go/v2/aead/subtle"
	"github.com/tink-crypto/tink-go/v2/subtle/random"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// A value sealed by a Sealer consists of dataKeyVersion, the length of the sealed data key
// in two bytes, the data key sealed by Tink to the public key, and the value encrypted with
// the data key, with its own nonce and its context as associated data. It can be opened
// without other data. Older values are Tink's own outputs, which begin with tinkVersion;
// they can still be opened.
const (
	tinkVersion    = 1
	dataKeyVersion = 2
	dataKeyHead    = 3 // the version and the length
)

// dataKeyLife is the maximum time for which one data key is used, and dataKeyUses the
// maximum number of values. A public-key operation costs more than the rest of placing
// an order, so the values of a short time share one.
const (
	dataKeyLife = time.Minute
	dataKeyUses = 1 << 16
)

const (
	dataKeySize    = 32
	dataKeyContext = "predate data key"
)

// wrapper seals values to a public key, each with the current data key.
type wrapper struct {
	public tink.HybridEncrypt

	mu   sync.Mutex
	held *dataKey
}

// dataKey is a symmetric key, together with its form sealed to the public key.
type dataKey struct {
	head []byte // what a value begins with
	box  tink.AEAD
	uses int
}

func (w *wrapper) seal(plain, context []byte) ([]byte, error) {
	key, err := w.key()
	if err != nil {
		return nil, err
	}
	sealed, err := key.box.Encrypt(plain, context)
	if err != nil {
		return nil, err
	}
	return append(key.head[:len(key.head):len(key.head)], sealed...), nil
}

// key returns the current data key. The key is erased when its life is over, even if
// nothing more is sealed.
func (w *wrapper) key() (*dataKey, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held != nil && w.held.uses < dataKeyUses {
		w.held.uses++
		return w.held, nil
	}
	fresh, err := w.draw()
	if err != nil {
		return nil, err
	}
	w.held = fresh
	time.AfterFunc(dataKeyLife, func() { w.forget(fresh) })
	return fresh, nil
}

func (w *wrapper) draw() (*dataKey, error) {
	plain := random.GetRandomBytes(dataKeySize)
	defer clear(plain)
	box, err := subtle.NewAESGCM(plain)
	if err != nil {
		return nil, fmt.Errorf("make data key: %w", err)
	}
	wrapped, err := w.public.Encrypt(plain, []byte(dataKeyContext))
	if err != nil {
		return nil, fmt.Errorf("seal data key: %w", err)
	}
	head := binary.BigEndian.AppendUint16([]byte{dataKeyVersion}, uint16(len(wrapped)))
	return &dataKey{head: append(head, wrapped...), box: box, uses: 1}, nil
}

func (w *wrapper) forget(key *dataKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held == key {
		w.held = nil
	}
}

// cut splits a sealed value into its parts; false if it does not have this form.
func cut(sealed []byte) (wrapped, box []byte, ok bool) {
	if len(sealed) < dataKeyHead || sealed[0] != dataKeyVersion {
		return nil, nil, false
	}
	length, rest := int(binary.BigEndian.Uint16(sealed[1:dataKeyHead])), sealed[dataKeyHead:]
	if len(rest) < length {
		return nil, nil, false
	}
	return rest[:length], rest[length:], true
}

// unwrap opens a value of either form.
func unwrap(private tink.HybridDecrypt, sealed, context []byte) ([]byte, error) {
	wrapped, box, ok := cut(sealed)
	if !ok {
		return private.Decrypt(sealed, context)
	}
	plain, err := private.Decrypt(wrapped, []byte(dataKeyContext))
	if err != nil {
		return nil, err
	}
	defer clear(plain)
	key, err := subtle.NewAESGCM(plain)
	if err != nil {
		return nil, err
	}
	return key.Decrypt(box, context)
}
