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

// A value that a Sealer seals is, from front to back: dataKeyVersion, the length of
// the sealed data key in two bytes, the data key as Tink sealed it to the public key,
// and the value under the data key, with a nonce of its own and its context as
// associated data. It needs nothing beside itself to be opened. Values of before are
// Tink's own outputs, which begin with tinkVersion; they are still opened.
const (
	tinkVersion    = 1
	dataKeyVersion = 2
	dataKeyHead    = 3 // the version and the length
)

// dataKeyLife is how long one data key seals at most, and dataKeyUses how many
// values. A public-key operation costs more than all else that taking in an order
// does, so that the values of a short time share one.
const (
	dataKeyLife = time.Minute
	dataKeyUses = 1 << 16
)

const (
	dataKeySize    = 32
	dataKeyContext = "predate data key"
)

// wrapper seals values to a public key, each with the data key of the moment.
type wrapper struct {
	public tink.HybridEncrypt

	mu   sync.Mutex
	held *dataKey
}

// dataKey is a symmetric key, with itself as it is sealed to the public key.
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

// key gives the data key of the moment. It is forgotten when its life is over, also
// when nothing is sealed any more.
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

// cut takes a value apart; false when it is not of this form.
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
