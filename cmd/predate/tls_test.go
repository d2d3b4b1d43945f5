package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"predate/internal/commands/serving"

	"golang.org/x/crypto/acme"
)

// issued writes a certificate of a number, that holds for so long from now on, and its
// key.
func issued(t *testing.T, folder string, number int64, holds time.Duration) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(number), Subject: pkix.Name{CommonName: "predate.example.fr"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(holds),
		DNSNames: []string{"predate.example.fr"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	bare, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: bare}} {
		if err := os.WriteFile(path+".new", pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// numberAt is the number of the certificate that an address shows.
func numberAt(t *testing.T, address string) int64 {
	t.Helper()
	conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2", "http/1.1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if conn.ConnectionState().NegotiatedProtocol != "h2" {
		t.Errorf("the address speaks %q", conn.ConnectionState().NegotiatedProtocol)
	}
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}

// The public address speaks TLS; a certificate that is renewed is shown at once, and
// while only half of it is there, the one of before.
func TestACertificateIsRenewedUnderARunningServer(t *testing.T) {
	t.Parallel()
	f := newFort(t)
	folder := t.TempDir()
	cert, key := issued(t, folder, 1, time.Hour)
	at := strings.TrimPrefix(f.base, "http://")
	process := f.command("serve", "--dev", "--data", f.data, "--listen", at, "--admin-listen", strings.TrimPrefix(f.admin, "http://"), "--tls-cert", cert, "--tls-key", key)
	process.Stdout, process.Stderr = f.log, f.log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Process.Kill(); _ = process.Wait() })
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(f.log.String(), "address=https://"+at); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the server is not ready:\n%s", f.log)
		}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := client.Get("https://" + at + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 || numberAt(t, at) != 1 {
		t.Errorf("%d with certificate %d", response.StatusCode, numberAt(t, at))
	}
	issued(t, folder, 2, time.Hour)
	if got := numberAt(t, at); got != 2 {
		t.Errorf("after the renewal the certificate is %d", got)
	}
	if err := os.WriteFile(key, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := numberAt(t, at); got != 2 {
		t.Errorf("with half a renewal the certificate is %d", got)
	}
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(f.log.String(), "the one of before"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("half a renewal is not told:\n%s", f.log)
		}
	}
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	if got := numberAt(t, at); got != 2 {
		t.Errorf("without its file the certificate is %d", got)
	}
}

// A certificate is asked of an authority for the names that were set and no other, and
// the challenge of the authority is answered on the public address itself.
func TestWhoIsGivenACertificate(t *testing.T) {
	flags := serving.TLSFlags{ACMEDomain: []string{"predate.example.fr"}, ACMEDirectory: "https://127.0.0.1:1/directory"}
	config, err := flags.Config(t.TempDir(), time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(config.NextProtos, " "); got != "h2 http/1.1 "+acme.ALPNProto {
		t.Errorf("the address offers %q", got)
	}
	for name, want := range map[string]string{"predate.example.fr": "127.0.0.1:1", "other.example.fr": "not configured", "": "missing server name"} {
		_, err := config.GetCertificate(&tls.ClientHelloInfo{ServerName: name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}
