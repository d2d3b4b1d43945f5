package typeset

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"predate/internal/statement/cachet"
	"predate/internal/statement/cachet/cachettest"
	"predate/internal/statement/tagged"
	"predate/internal/statement/tagged/taggedtest"
)

// sealing makes the signature of a certificate of tests; stamped by an authority on demand.
func sealing(t *testing.T, a *cachettest.Authority, stamped bool) *tagged.Signature {
	t.Helper()
	key := cachettest.Key(t)
	var authority *cachet.Authority
	if stamped {
		authority = &cachet.Authority{URL: a.Stamps(), Client: http.DefaultClient, Random: rand.Reader}
	}
	c, err := cachet.Open(a.PKCS12(key, a.Sign(key, func(*x509.Certificate) {}), "m"), "m", time.Now(), authority)
	if err != nil {
		t.Fatal(err)
	}
	return &tagged.Signature{
		By: c.Name(), Reason: "Origine et intégrité", Place: "Lyon", Says: "Sceau électronique de " + c.Name(), At: time.Date(2026, 5, 18, 9, 30, 0, 0, time.UTC), Room: c.Room(),
		Sign: func(sum [sha256.Size]byte) ([]byte, error) { return c.Sign(context.WithoutCancel(t.Context()), sum) },
	}
}

// A sealed statement is the bytes of the one that is not, and more; it keeps to PDF/A-3A and
// PDF/UA-1; poppler finds the seal good and over the whole file; and sealed again it is the same.
func TestSealed(t *testing.T) {
	a := cachettest.New(t)
	seal := sealing(t, a, false)
	for name, sample := range samples() {
		if sample().Order.TestMode {
			continue
		}
		t.Run(name, func(t *testing.T) {
			o := options()
			plain := both(t, sample(), o)
			o.Seal = seal
			sealed, again := both(t, sample(), o), both(t, sample(), o)
			for file, data := range sealed {
				if !bytes.Equal(data, again[file]) {
					t.Errorf("%s differs when it is sealed again", file)
				}
				if !bytes.HasPrefix(data, plain[file]) {
					t.Errorf("%s does not begin with the unsealed file", file)
				}
				said := pdfsig(t, data)
				switch {
				case bytes.Equal(data, plain[file]):
					if strings.Contains(said, "Signature #1") {
						t.Errorf("%s is sealed unasked:\n%s", file, said)
					}
					continue
				case file == "proof":
					t.Error("the proof is sealed")
				}
				for _, want := range []string{
					"Signer Certificate Common Name: Études Vassignac-Orvelle", "Signature Type: ETSI.CAdES.detached", "Signing Hash Algorithm: SHA-256",
					"Total document signed", "Signature is Valid.", "Signing Time: May 18 2026 09:30:00",
				} {
					if !strings.Contains(said, want) {
						t.Errorf("poppler does not say %q:\n%s", want, said)
					}
				}
				openssl(t, a, data)
				taggedtest.Hold(t, data)
			}
			if len(sealed) != 2 || bytes.Equal(sealed["statement"], plain["statement"]) {
				t.Error("the statement is not sealed")
			}
		})
	}
}

// One changed byte breaks the seal, wherever it is.
func TestSealBreaks(t *testing.T) {
	o := options()
	o.Seal = sealing(t, cachettest.New(t), false)
	data := both(t, samples()["rich"](), o)["statement"]
	for _, at := range []int{20, len(data) / 2, bytes.LastIndex(data, []byte("/M (D:2026")) + 8} {
		changed := bytes.Clone(data)
		changed[at] ^= 1
		if said := pdfsig(t, changed); strings.Contains(said, "Signature is Valid") {
			t.Errorf("byte %d changed, and poppler says\n%s", at, said)
		}
	}
}

func TestSealedWithAStamp(t *testing.T) {
	o := options()
	o.Seal = sealing(t, cachettest.New(t), true)
	data := both(t, samples()["rich"](), o)["statement"]
	if said := pdfsig(t, data); !strings.Contains(said, "Signature is Valid.") {
		t.Errorf("poppler says\n%s", said)
	}
	taggedtest.Hold(t, data)
}

// Specimens and drafts are never sealed, and what cannot be sealed is not made.
func TestUnsealed(t *testing.T) {
	o := options()
	o.Seal = sealing(t, cachettest.New(t), false)
	for _, change := range []func(*Options){func(o *Options) { o.Specimen = true }, func(o *Options) { o.Draft = true }} {
		marked := o
		change(&marked)
		if said := pdfsig(t, both(t, samples()["rich"](), marked)["statement"]); strings.Contains(said, "Signature #1") {
			t.Errorf("sealed: %s", said)
		}
	}
	refused := errors.New("no key")
	o.Seal.Sign = func([sha256.Size]byte) ([]byte, error) { return nil, refused }
	if _, err := Make(samples()["rich"](), o); !errors.Is(err, refused) {
		t.Errorf("made without its seal: %v", err)
	}
	o.Seal.Sign = func([sha256.Size]byte) ([]byte, error) { return make([]byte, o.Seal.Room+1), nil }
	if _, err := Make(samples()["rich"](), o); err == nil || !strings.Contains(err.Error(), "room") {
		t.Errorf("made with a seal that has no room: %v", err)
	}
}

// openssl verifies the signature of a file and the chain of who signed it.
func openssl(t *testing.T, a *cachettest.Authority, data []byte) {
	t.Helper()
	hole := regexp.MustCompile(`/Contents <[0-9a-f]+>`).FindIndex(data)
	if hole == nil {
		t.Fatal("no signature")
	}
	from := hole[0] + len("/Contents ")
	signed, err := hex.DecodeString(string(data[from+1 : hole[1]-1]))
	if err != nil {
		t.Fatal(err)
	}
	content := a.Write("content", slices.Concat(data[:from], data[hole[1]:]))
	out, err := exec.Command("openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", a.Write("signed.der", signed), "-content", content,
		"-CAfile", filepath.Join(a.Folder, "ca.pem"), "-purpose", "any", "-cades", "-out", "/dev/null").CombinedOutput()
	if err != nil {
		t.Errorf("openssl: %v\n%s", err, out)
	}
}

// pdfsig asks poppler for the signatures of a file.
func pdfsig(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sealed.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("pdfsig", "-no-ocsp", path)
	command.Env = append(os.Environ(), "TZ=UTC", "LC_ALL=C.UTF-8", "HOME="+t.TempDir())
	out, _ := command.CombinedOutput() // its status says that there is none, too
	return string(out)
}
