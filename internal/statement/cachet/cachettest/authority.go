package cachettest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// Authority makes certificates.
type Authority struct {
	t           testing.TB
	key         crypto.Signer
	Certificate *x509.Certificate
	Folder      string // of its files: ca.pem, and whatever is written for a test
	made        int64
}

// New makes an authority that has held for a day and holds for a year.
func New(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{t: t, key: Key(t), Folder: t.TempDir()}
	a.Certificate = a.Sign(a.key, func(c *x509.Certificate) {
		c.Subject.CommonName, c.IsCA, c.KeyUsage = "Autorité d’essai", true, x509.KeyUsageCertSign
	})
	a.Write("ca.pem", PEM("CERTIFICATE", a.Certificate.Raw))
	return a
}

// Key draws an RSA key.
func Key(t testing.TB) crypto.Signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Sign makes the certificate of a key, after a change of what is usual.
func (a *Authority) Sign(key crypto.Signer, change func(*x509.Certificate)) *x509.Certificate {
	a.t.Helper()
	a.made++
	now := time.Now()
	c := &x509.Certificate{
		SerialNumber: big.NewInt(a.made), Subject: pkix.Name{CommonName: "Études Vassignac-Orvelle", Organization: []string{"Études Vassignac-Orvelle"}, Country: []string{"FR"}},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(365 * 24 * time.Hour), BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment,
	}
	change(c)
	by := a.Certificate
	if by == nil {
		by = c
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by, key.Public(), a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return made
}

// PEM writes one block.
func PEM(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// PEMKey writes a key.
func PEMKey(t testing.TB, key crypto.Signer) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return PEM("PRIVATE KEY", der)
}

// PKCS12 writes a key, its certificate and the authority's.
func (a *Authority) PKCS12(key crypto.Signer, certificate *x509.Certificate, password string) []byte {
	a.t.Helper()
	data, err := pkcs12.Modern2023.Encode(key, certificate, []*x509.Certificate{a.Certificate}, password)
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

// Write puts a file into the folder, and returns its path.
func (a *Authority) Write(name string, data []byte) string {
	a.t.Helper()
	path := filepath.Join(a.Folder, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		a.t.Fatal(err)
	}
	return path
}
