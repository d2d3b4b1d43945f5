package cachettest

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
)

// Stamps starts an authority that stamps the time, with openssl, and returns its address.
func (a *Authority) Stamps() string {
	a.t.Helper()
	key := Key(a.t)
	usage, err := asn1.Marshal([]asn1.ObjectIdentifier{{1, 3, 6, 1, 5, 5, 7, 3, 8}})
	if err != nil {
		a.t.Fatal(err)
	}
	certificate := a.Sign(key, func(c *x509.Certificate) {
		c.Subject.CommonName = "Horodatage d’essai"
		c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{2, 5, 29, 37}, Critical: true, Value: usage}}
	})
	a.Write("tsa.key", PEMKey(a.t, key))
	a.Write("tsa.pem", PEM("CERTIFICATE", certificate.Raw))
	a.Write("serial", []byte("01\n"))
	config := a.Write("tsa.cnf", []byte(`[tsa]
default_tsa = stamps
[stamps]
serial = `+filepath.Join(a.Folder, "serial")+`
crypto_device = builtin
signer_cert = `+filepath.Join(a.Folder, "tsa.pem")+`
certs = `+filepath.Join(a.Folder, "ca.pem")+`
signer_key = `+filepath.Join(a.Folder, "tsa.key")+`
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Content-Type") != "application/timestamp-query" {
			http.Error(w, "no question", http.StatusBadRequest)
			return
		}
		query, reply := a.Write("query.tsq", asked), filepath.Join(a.Folder, "reply.tsr")
		out, err := exec.Command("openssl", "ts", "-reply", "-config", config, "-queryfile", query, "-out", reply).CombinedOutput()
		if err != nil {
			a.t.Errorf("openssl ts: %v: %s", err, out)
			http.Error(w, "no stamp", http.StatusInternalServerError)
			return
		}
		said, err := os.ReadFile(reply)
		if err != nil {
			a.t.Error(err)
		}
		w.Header().Set("Content-Type", "application/timestamp-reply")
		_, _ = w.Write(said)
	}))
	a.t.Cleanup(server.Close)
	return server.URL
}
