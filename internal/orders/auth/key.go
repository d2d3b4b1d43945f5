package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"predate"
)

// An API key is a prefix that says what it is good for, thirty random
// characters (178 bits) and a checksum, so that a typing error, or a scanner
// of leaked secrets, can tell a key from noise without asking the database.
const (
	livePrefix     = "prd_live_"
	testPrefix     = "prd_test_"
	keyRandom      = 30
	keyChecksum    = 6
	keyLength      = len(livePrefix) + keyRandom + keyChecksum
	keyShownPrefix = len(livePrefix) + 4
	base62         = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// drawKey makes a new key.
func drawKey(test bool, random io.Reader) (predate.Secret, error) {
	prefix := livePrefix
	if test {
		prefix = testPrefix
	}
	body := make([]byte, 0, keyRandom)
	one := make([]byte, 1)
	for len(body) < keyRandom {
		if _, err := io.ReadFull(random, one); err != nil {
			return "", fmt.Errorf("draw API key: %w", err)
		}
		// Bytes past the last whole multiple would favour the first characters.
		if int(one[0]) < 256-256%len(base62) {
			body = append(body, base62[int(one[0])%len(base62)])
		}
	}
	key := prefix + string(body)
	return predate.Secret(key + checksum(key)), nil
}

// checksum is the CRC-32 of what precedes it, in base 62.
func checksum(key string) string {
	sum := crc32.ChecksumIEEE([]byte(key))
	digits := make([]byte, keyChecksum)
	for i := keyChecksum - 1; i >= 0; i-- {
		digits[i] = base62[sum%uint32(len(base62))]
		sum /= uint32(len(base62))
	}
	return string(digits)
}

// wellFormed reports whether a text can be one of our keys.
func wellFormed(key string) bool {
	if len(key) != keyLength {
		return false
	}
	if !strings.HasPrefix(key, livePrefix) && !strings.HasPrefix(key, testPrefix) {
		return false
	}
	return key[keyLength-keyChecksum:] == checksum(key[:keyLength-keyChecksum])
}

// hashKey is what is kept of a key. A fast hash is right here: unlike a
// password, a key has too many possibilities to be guessed.
func hashKey(key string) predate.Hash {
	sum := sha256.Sum256([]byte(key))
	return predate.Hash(hex.EncodeToString(sum[:]))
}
