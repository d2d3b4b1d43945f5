package pipeline

import (
	"crypto/sha256"
	"crypto/x509"
	"strings"
	"testing"
	"time"

	"predate/internal/statement/cachet"
	"predate/internal/statement/cachet/cachettest"
)

// A certificate that ends while the server runs seals no more.
func TestSealing(t *testing.T) {
	a, key := cachettest.New(t), cachettest.Key(t)
	now := time.Now()
	seal, err := cachet.Open(a.PKCS12(key, a.Sign(key, func(*x509.Certificate) {}), "m"), "m", now, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sealing(t.Context(), nil, "Lyon", now) != nil {
		t.Error("nothing seals")
	}
	if _, err := sealing(t.Context(), seal, "Lyon", now).Sign([sha256.Size]byte{}); err != nil {
		t.Error(err)
	}
	if _, err := sealing(t.Context(), seal, "Lyon", seal.Until().Add(time.Second)).Sign([sha256.Size]byte{}); err == nil || !strings.Contains(err.Error(), "expired") {
		t.Errorf("sealed with a certificate that has ended: %v", err)
	}
}
