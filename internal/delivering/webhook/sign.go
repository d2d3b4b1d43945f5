package webhook

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"predate"
)

// The forms of keys by Standard Webhooks 1.0: a prefix, then base64. A shared
// secret has 24 to 64 bytes; of a key pair the seed is kept and the public half
// is given out.
const (
	secretPrefix   = "whsec_"
	seedPrefix     = "whsk_"
	publicPrefix   = "whpk_"
	shortestSecret = 24
	longestSecret  = 64
	drawnSecret    = 32
)

// NewKey generates a key of a scheme. public is the key for verification under
// Ed25519, and empty for a shared secret.
func NewKey(scheme predate.Signature, random io.Reader) (secret predate.Secret, public string, err error) {
	var raw [drawnSecret]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return "", "", fmt.Errorf("draw a signing key: %w", err)
	}
	text := base64.StdEncoding.EncodeToString(raw[:])
	if scheme != predate.Ed25519 {
		return predate.Secret(secretPrefix + text), "", nil
	}
	half, _ := ed25519.NewKeyFromSeed(raw[:]).Public().(ed25519.PublicKey)
	return predate.Secret(seedPrefix + text), publicPrefix + base64.StdEncoding.EncodeToString(half), nil
}

// Sign reads a body and returns its webhook-signature: one signature for each secret,
// the current one first, so that a receiver may switch to it at any time during the
// grace period of the older one. Ed25519 reads the body twice, so Sign holds the body
// in memory under that scheme; MaxBody limits its
// size.
func Sign(secrets []predate.Secret, id predate.DeliveryID, at time.Time, body io.Reader) (string, error) {
	if len(secrets) == 0 {
		return "", fmt.Errorf("sign %s: the endpoint has no secret", id)
	}
	signers := make([]signer, 0, len(secrets))
	all := make([]io.Writer, 0, len(secrets))
	for _, secret := range secrets {
		one, err := newSigner(secret)
		if err != nil {
			return "", fmt.Errorf("sign %s: %w", id, err)
		}
		signers, all = append(signers, one), append(all, one)
	}
	signed := io.MultiReader(strings.NewReader(fmt.Sprintf("%s.%d.", id, at.Unix())), body)
	if _, err := io.Copy(io.MultiWriter(all...), signed); err != nil {
		return "", fmt.Errorf("sign %s: %w", id, err)
	}
	signatures := make([]string, 0, len(signers))
	for _, one := range signers {
		signatures = append(signatures, one.signature())
	}
	return strings.Join(signatures, " "), nil
}

// signer receives the bytes to be signed and returns their signature.
type signer interface {
	io.Writer
	signature() string
}

// newSigner opens a secret; its errors do not repeat it.
func newSigner(secret predate.Secret) (signer, error) {
	if text, pair := strings.CutPrefix(secret.Reveal(), seedPrefix); pair {
		seed, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(seed) != ed25519.SeedSize {
			return nil, errors.New("a signing key that is not the seed of a pair")
		}
		return &pairSigner{key: ed25519.NewKeyFromSeed(seed)}, nil
	}
	key, err := signingKey(secret)
	if err != nil {
		return nil, err
	}
	return sharedSigner{hmac.New(sha256.New, key)}, nil
}

type sharedSigner struct{ hash.Hash }

func (s sharedSigner) signature() string {
	return string(predate.HMACSHA256) + "," + base64.StdEncoding.EncodeToString(s.Sum(nil))
}

type pairSigner struct {
	bytes.Buffer
	key ed25519.PrivateKey
}

func (s *pairSigner) signature() string {
	return string(predate.Ed25519) + "," + base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, s.Bytes()))
}

// signingKey returns the bytes of a secret; its errors do not repeat it.
func signingKey(secret predate.Secret) ([]byte, error) {
	text, ok := strings.CutPrefix(secret.Reveal(), secretPrefix)
	if !ok {
		return nil, errors.New("a signing secret without its prefix " + secretPrefix)
	}
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("a signing secret that is not base64")
	}
	if len(key) < shortestSecret || len(key) > longestSecret {
		return nil, fmt.Errorf("a signing secret of %d bytes, not %d to %d", len(key), shortestSecret, longestSecret)
	}
	return key, nil
}
