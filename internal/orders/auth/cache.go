package auth

import (
	"crypto/sha256"
	"sync"
	"time"

	"predate"
)

// claims is what a verified token says.
type claims struct {
	ID      string // jti
	Account predate.AccountID
	KeyID   string // kid of the signing key
	Expires time.Time
	// Generation is the account's, and Key the API key, with which it was got.
	Generation int
	Key        predate.Hash
}

// tokenCache remembers tokens whose signature was verified, by their SHA-256:
// verifying costs more than all the rest of a small request. It forgets by
// halves: when the young half is full it becomes the old one, and the old one
// goes; what is in use moves back to the young half.
type tokenCache struct {
	mu         sync.Mutex
	half       int
	young, old map[[sha256.Size]byte]claims
}

func newTokenCache(size int) *tokenCache {
	half := max(1, size/2)
	return &tokenCache{half: half, young: make(map[[sha256.Size]byte]claims)}
}

func (c *tokenCache) get(token string) (claims, bool) {
	sum := sha256.Sum256([]byte(token))
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.young[sum]; ok {
		return found, true
	}
	found, ok := c.old[sum]
	if ok {
		c.keep(sum, found)
	}
	return found, ok
}

func (c *tokenCache) put(token string, verified claims) {
	sum := sha256.Sum256([]byte(token))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(sum, verified)
}

func (c *tokenCache) keep(sum [sha256.Size]byte, verified claims) {
	if len(c.young) >= c.half {
		c.old, c.young = c.young, make(map[[sha256.Size]byte]claims)
	}
	c.young[sum] = verified
}

// len counts what is remembered.
func (c *tokenCache) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.young) + len(c.old)
}
