package serving

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"log/slog"
	"strings"
	"testing"
	"time"

	"predate/internal/base/egress"
	"predate/internal/commands/terminal"
	"predate/internal/statement/cachet/cachettest"
)

// The authority that stamps is reached through the guard alone.
func TestTheAuthorityOfStamps(t *testing.T) {
	a := cachettest.New(t)
	key := cachettest.Key(t)
	path := a.Write("seal.p12", a.PKCS12(key, a.Sign(key, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(24 * time.Hour) }), "m"))
	var said strings.Builder
	cellar := func(dev bool) *Cellar {
		return &Cellar{
			Means: terminal.Means{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&said, nil))},
			Guard: egress.New(GuardOptions(dev, "")),
		}
	}
	flags := SealFlags{Certificate: path, Password: "m", StampURL: a.Stamps()}
	if _, err := flags.cachet(cellar(false)); err == nil || !strings.Contains(err.Error(), "seal-timestamp-url") {
		t.Errorf("an address of this machine stamps: %v", err)
	}
	sealed, err := flags.cachet(cellar(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sealed.Sign(t.Context(), sha256.Sum256(nil)); err != nil {
		t.Error(err)
	}
	if !strings.Contains(said.String(), "ends soon") {
		t.Errorf("a certificate that ends tomorrow is not told of: %s", said.String())
	}
	if none, err := (SealFlags{}).cachet(cellar(false)); none != nil || err != nil {
		t.Errorf("without a setting: %v, %v", none, err)
	}
}
