package auth

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Safe keeps the signing keys unreadable at rest.
type Safe interface {
	Seal(plain predate.Secret, context string) ([]byte, error)
	Open(sealed []byte, context string) (predate.Secret, error)
}

// signingSetting names the setting that holds the sealed signing keys; it is
// also the context they are sealed under.
const signingSetting = "auth.signing_keys"

// ringLife is how long a process trusts its copy of the signing keys before it
// reads them again: another process may have rotated them.
const ringLife = time.Minute

// signingKey is one key of the ring.
type signingKey struct {
	ID      string    `json:"kid"`
	Seed    []byte    `json:"seed"` // of Ed25519
	Created time.Time `json:"created"`
	// Retired is when a newer key took over; zero while this one signs. A
	// retired key still verifies until the last token it signed has expired.
	Retired time.Time `json:"retired,omitzero"`
}

func (k signingKey) private() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(k.Seed) }

// ring is the signing keys, the one that signs first.
type ring []signingKey

func (r ring) find(id string) (ed25519.PublicKey, bool) {
	for _, key := range r {
		if key.ID == id {
			public, ok := key.private().Public().(ed25519.PublicKey)
			return public, ok
		}
	}
	return nil, false
}

// has reports whether a key is in the ring, for what it signed and was verified before.
func (r ring) has(id string) bool {
	return slices.ContainsFunc(r, func(key signingKey) bool { return key.ID == id })
}

// rotated puts a new key before the others and drops those whose tokens have
// all expired.
func (r ring) rotated(fresh signingKey, tokenLife time.Duration) ring {
	next := ring{fresh}
	for _, key := range r {
		if key.Retired.IsZero() {
			key.Retired = fresh.Created
		}
		// A process that has not yet read the new ring signs for ringLife more.
		if fresh.Created.Before(key.Retired.Add(tokenLife + ringLife)) {
			next = append(next, key)
		}
	}
	return next
}

func drawSigningKey(random io.Reader, now time.Time) (signingKey, error) {
	id, err := predate.NewID("sig_", random)
	if err != nil {
		return signingKey{}, err
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return signingKey{}, fmt.Errorf("draw signing key: %w", err)
	}
	return signingKey{ID: id, Seed: seed, Created: now}, nil
}

// signers reads, makes and rotates the signing keys of the installation.
type signers struct {
	db     *store.DB
	safe   Safe
	now    func() time.Time
	random io.Reader
	life   time.Duration // of a token

	mu     sync.Mutex
	held   ring
	loaded time.Time
}

// current returns the ring, read again when the copy is old, or when a token
// names a key that the copy lacks; then at most once a second, so that forged
// names cannot make the database work.
func (s *signers) current(ctx context.Context, wanted string) (ring, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := s.now().Sub(s.loaded).Abs() // a clock that was set back makes no copy young
	known := s.held.has(wanted)
	if s.held != nil && age < ringLife && (wanted == "" || known || age < time.Second) {
		return s.held, nil
	}
	err := s.db.View(ctx, func(ctx context.Context, tx store.Tx) error {
		read, err := s.read(ctx, tx)
		if err == nil {
			s.held, s.loaded = read, s.now()
		}
		return err
	})
	if errors.Is(err, predate.ErrNotFound) {
		return s.replace(ctx, false)
	}
	if err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	return s.held, nil
}

// rotate makes a new key sign from now on.
func (s *signers) rotate(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.replace(ctx, true)
	return err
}

// replace writes a ring with a fresh key. Unless always is set, a ring that
// another process has written meanwhile is taken instead. The lock is held.
func (s *signers) replace(ctx context.Context, always bool) (ring, error) {
	fresh, err := drawSigningKey(s.random, s.now().UTC())
	if err != nil {
		return nil, err
	}
	var next ring
	for meanwhile := true; meanwhile; { // each time that this one fails, another process has succeeded
		err = s.db.InTx(ctx, func(ctx context.Context, tx store.Tx) (err error) {
			next, err = s.replaced(ctx, tx, fresh, always)
			return err
		})
		meanwhile = errors.Is(err, predate.ErrStale) || errors.Is(err, predate.ErrExists)
	}
	if err != nil {
		return nil, fmt.Errorf("replace signing keys: %w", err)
	}
	s.held, s.loaded = next, s.now()
	return next, nil
}

// replaced writes the ring that is stored with a fresh key before it, and
// returns it; the stored one where it need not change. ErrStale or ErrExists
// when another process wrote at the same time.
func (s *signers) replaced(ctx context.Context, tx store.Tx, fresh signingKey, always bool) (ring, error) {
	sealed, err := store.Setting(ctx, tx, signingSetting)
	first := errors.Is(err, predate.ErrNotFound)
	var old ring
	if !first {
		if err != nil {
			return nil, err
		}
		if old, err = s.open(sealed); err != nil {
			return nil, err
		}
	}
	if len(old) > 0 && !always {
		return old, nil
	}
	next := old.rotated(fresh, s.life)
	value, err := s.seal(next)
	if err != nil {
		return nil, err
	}
	if first {
		return next, store.InsertSetting(ctx, tx, signingSetting, value)
	}
	return next, store.ReplaceSetting(ctx, tx, signingSetting, sealed, value)
}

// read returns the stored ring, or ErrNotFound.
func (s *signers) read(ctx context.Context, tx store.Tx) (ring, error) {
	sealed, err := store.Setting(ctx, tx, signingSetting)
	if err != nil {
		return nil, err
	}
	keys, err := s.open(sealed)
	if err == nil && len(keys) == 0 {
		err = fmt.Errorf("decode signing keys: none: %w", predate.ErrNotFound)
	}
	return keys, err
}

func (s *signers) open(sealed []byte) (ring, error) {
	plain, err := s.safe.Open(sealed, signingSetting)
	if err != nil {
		return nil, err
	}
	var keys ring
	if err := json.Unmarshal([]byte(plain.Reveal()), &keys); err != nil {
		return nil, fmt.Errorf("decode signing keys: %w", err)
	}
	for _, key := range keys {
		if len(key.Seed) != ed25519.SeedSize {
			return nil, fmt.Errorf("decode signing keys: key %s has %d bytes", key.ID, len(key.Seed))
		}
	}
	return keys, nil
}

func (s *signers) seal(keys ring) ([]byte, error) {
	plain, err := json.Marshal(keys)
	if err != nil {
		return nil, fmt.Errorf("encode signing keys: %w", err)
	}
	return s.safe.Seal(predate.Secret(plain), signingSetting)
}

// PublicKey is one verifying key, in the terms of RFC 8037.
type PublicKey struct {
	ID string // kid
	X  string // the 32 bytes of Ed25519, base64url
}

func (r ring) public() []PublicKey {
	keys := make([]PublicKey, 0, len(r))
	for _, key := range r {
		public, _ := r.find(key.ID)
		keys = append(keys, PublicKey{ID: key.ID, X: base64.RawURLEncoding.EncodeToString(public)})
	}
	return keys
}
