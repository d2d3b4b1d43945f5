package cachet

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/smallstep/pkcs7"

	"predate/internal/statement/cachet/cachettest"
)

func elliptical(t *testing.T, curve elliptic.Curve) crypto.Signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func unchanged(*x509.Certificate) {}

// openssl verifies what is signed with each kind of key, from both kinds of files, and refuses
// it for other content. Signed again it is the same.
func TestSign(t *testing.T) {
	a := cachettest.New(t)
	content := []byte("une pièce")
	file, other := a.Write("content", content), a.Write("other", []byte("une autre"))
	for name, key := range map[string]crypto.Signer{"RSA": cachettest.Key(t), "P-256": elliptical(t, elliptic.P256()), "P-384": elliptical(t, elliptic.P384())} {
		certificate := a.Sign(key, unchanged)
		pem := slices.Concat(cachettest.PEM("CERTIFICATE", a.Certificate.Raw), cachettest.PEM("CERTIFICATE", certificate.Raw), cachettest.PEMKey(t, key))
		for kind, data := range map[string][]byte{"PEM": pem, "PKCS #12": a.PKCS12(key, certificate, "motdepasse")} {
			t.Run(name+" "+kind, func(t *testing.T) {
				c, err := Open(data, "motdepasse", time.Now(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if len(c.chain) != 2 || c.Name() != "Études Vassignac-Orvelle" {
					t.Errorf("a chain of %d, of %q", len(c.chain), c.Name())
				}
				signed, err := c.Sign(t.Context(), sha256.Sum256(content))
				if err != nil {
					t.Fatal(err)
				}
				if len(signed) > c.Room() {
					t.Errorf("%d bytes in a room of %d", len(signed), c.Room())
				}
				again, err := c.Sign(t.Context(), sha256.Sum256(content))
				if err != nil || !bytes.Equal(signed, again) {
					t.Errorf("signed twice it differs: %v", err)
				}
				path := a.Write("signed.der", signed)
				verify := func(content string) ([]byte, error) {
					return exec.Command("openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", path, "-content", content,
						"-CAfile", filepath.Join(a.Folder, "ca.pem"), "-purpose", "any", "-cades", "-out", "/dev/null").CombinedOutput()
				}
				if out, err := verify(file); err != nil {
					t.Errorf("openssl: %v\n%s", err, out)
				}
				if out, err := verify(other); err == nil {
					t.Errorf("openssl takes other content: %s", out)
				}
			})
		}
	}
}

// The signature has the attributes that PAdES wants, in the order of DER, and not the time.
func TestAttributes(t *testing.T) {
	a := cachettest.New(t)
	key := cachettest.Key(t)
	c, err := Open(a.PKCS12(key, a.Sign(key, unchanged), ""), "", time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := c.Sign(t.Context(), sha256.Sum256(nil))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("openssl", "cms", "-cmsout", "-print", "-inform", "DER", "-in", a.Write("signed.der", signed)).CombinedOutput()
	if err != nil {
		t.Fatalf("openssl: %v\n%s", err, out)
	}
	text := string(out)
	at := 0
	for _, want := range []string{"contentType", "messageDigest", "signingCertificateV2"} {
		next := strings.Index(text[at:], want)
		if next < 0 {
			t.Fatalf("no %s, in its order, in\n%s", want, text)
		}
		at += next
	}
	if strings.Contains(text, "signingTime") {
		t.Error("the signature claims a time, which PAdES has elsewhere")
	}
}

func TestRefusals(t *testing.T) {
	a := cachettest.New(t)
	key := cachettest.Key(t)
	good := a.Sign(key, unchanged)
	made := func(key crypto.Signer, change func(*x509.Certificate)) []byte {
		return a.PKCS12(key, a.Sign(key, change), "motdepasse")
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	_, edwards, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	certificate := cachettest.PEM("CERTIFICATE", good.Raw)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":           {nil, "neither PKCS #12 nor PEM"},
		"a text":            {[]byte("bonjour"), "neither PKCS #12 nor PEM"},
		"another password":  {a.PKCS12(key, good, "autre"), "the password does not open it"},
		"expired":           {made(key, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Hour) }), "expired on"},
		"not yet":           {made(key, func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Hour) }), "holds from"},
		"for a server":      {made(key, func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyEncipherment }), "not for signing documents"},
		"an authority":      {made(key, func(c *x509.Certificate) { c.IsCA = true }), "not for signing documents"},
		"1024 bits":         {made(short, unchanged), "1024 bits"},
		"Ed25519":           {made(edwards, unchanged), "neither RSA nor ECDSA"},
		"P-224":             {made(elliptical(t, elliptic.P224()), unchanged), "curve"},
		"no key":            {certificate, "no private key"},
		"no certificate":    {cachettest.PEMKey(t, key), "no certificate"},
		"another's key":     {slices.Concat(certificate, cachettest.PEMKey(t, cachettest.Key(t))), "belongs to none"},
		"an encrypted key":  {slices.Concat(certificate, cachettest.PEM("ENCRYPTED PRIVATE KEY", []byte{1})), "PKCS #12"},
		"a broken one":      {cachettest.PEM("CERTIFICATE", []byte{1}), "cannot be read"},
		"a broken key":      {slices.Concat(certificate, cachettest.PEM("PRIVATE KEY", []byte{1})), "cannot be read"},
		"a broken PKCS #12": {a.PKCS12(key, good, "motdepasse")[:200], "neither PKCS #12 nor PEM"},
	} {
		_, err := Open(c.data, "motdepasse", time.Now(), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "motdepasse") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A stamp is openssl's, and openssl finds it good for the signature.
func TestStamp(t *testing.T) {
	a := cachettest.New(t)
	key := cachettest.Key(t)
	authority := &Authority{URL: a.Stamps(), Client: http.DefaultClient, Random: rand.Reader}
	c, err := Open(a.PKCS12(key, a.Sign(key, unchanged), "m"), "m", time.Now(), authority)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := c.Sign(t.Context(), sha256.Sum256(nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(signed) > c.Room() {
		t.Errorf("%d bytes in a room of %d", len(signed), c.Room())
	}
	read, err := pkcs7.Parse(signed)
	if err != nil || len(read.Signers) != 1 || len(read.Signers[0].UnauthenticatedAttributes) != 1 {
		t.Fatalf("%v: %d bytes have no stamp", err, len(signed))
	}
	var token asn1.RawValue
	if _, err := asn1.Unmarshal(read.Signers[0].UnauthenticatedAttributes[0].Value.Bytes, &token); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("openssl", "ts", "-verify", "-token_in", "-in", a.Write("token", token.FullBytes),
		"-data", a.Write("signature", read.Signers[0].EncryptedDigest), "-CAfile", filepath.Join(a.Folder, "ca.pem")).CombinedOutput()
	if err != nil {
		t.Errorf("openssl: %v\n%s", err, out)
	}
}

// What an authority answers amiss stamps nothing.
func TestStampRefusals(t *testing.T) {
	a := cachettest.New(t)
	key := cachettest.Key(t)
	data := a.PKCS12(key, a.Sign(key, unchanged), "m")
	real := a.Stamps()
	relayed := func(change func([]byte) []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			asked, _ := io.ReadAll(r.Body)
			response, err := http.Post(real, "application/timestamp-query", bytes.NewReader(change(asked)))
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			_, _ = io.Copy(w, response.Body)
		}
	}
	last := func(from int) func([]byte) []byte {
		return func(asked []byte) []byte { asked[from] ^= 1; return asked }
	}
	of := sha256.Sum256(nil)
	for name, c := range map[string]struct {
		says http.HandlerFunc
		want string
	}{
		"an error":         {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusBadGateway) }, "502"},
		"a page":           {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, "cannot be read"},
		"a refusal":        {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte{0x30, 5, 0x30, 3, 2, 1, 2}) }, "status 2"},
		"far too much":     {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, maxAnswer+1)) }, "more than"},
		"of something":     {relayed(last(30)), "something else"},
		"another question": {relayed(func(asked []byte) []byte { return last(len(asked) - 4)(asked) }), "another question"},
	} {
		server := httptest.NewServer(c.says)
		sealed, err := Open(data, "m", time.Now(), &Authority{URL: server.URL, Client: http.DefaultClient, Random: rand.Reader})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sealed.Sign(t.Context(), of); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		server.Close()
	}
	nobody, err := Open(data, "m", time.Now(), &Authority{URL: "http://127.0.0.1:1", Client: http.DefaultClient, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nobody.Sign(t.Context(), of); err == nil {
		t.Error("nobody stamps")
	}
}
