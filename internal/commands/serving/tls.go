package serving

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"predate/internal/base/egress"
)

// TLSFlags say how clients reach the public address over TLS, when no proxy does that.
type TLSFlags struct {
	TLSCert       string   `name:"tls-cert" help:"Certificate of the public address, with its chain (PEM); one that is renewed is taken without a restart." placeholder:"FILE"`
	TLSKey        string   `name:"tls-key" help:"Private key of the certificate (PEM)." placeholder:"FILE"`
	ACMEDomain    []string `name:"acme-domain" help:"Names for which a certificate is obtained and renewed by itself; clients and the authority must reach --listen on port 443." placeholder:"NAME,…"`
	ACMEEmail     string   `name:"acme-email" help:"Address to which the authority writes when a certificate is in danger." placeholder:"ADDRESS"`
	ACMEDirectory string   `name:"acme-directory" help:"Directory of the authority, instead of Let’s Encrypt’s." placeholder:"URL"`
}

// encrypted reports whether the public address speaks TLS.
func (f TLSFlags) encrypted() bool { return f.TLSCert != "" || len(f.ACMEDomain) > 0 }

// check refuses settings that contradict each other.
func (f TLSFlags) check() error {
	switch {
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key are needed together: name the certificate and its private key")
	case f.TLSCert != "" && len(f.ACMEDomain) > 0:
		return errors.New("--tls-cert and --acme-domain exclude each other: keep the files, or have a certificate obtained")
	case len(f.ACMEDomain) == 0 && (f.ACMEEmail != "" || f.ACMEDirectory != ""):
		return errors.New("--acme-email and --acme-directory need --acme-domain: say for which name a certificate is to be obtained")
	}
	for _, name := range f.ACMEDomain {
		if !strings.Contains(name, ".") || strings.ContainsAny(name, ":/* ") {
			return fmt.Errorf("acme-domain: no certificate is to be had for %q: want a host name like predate.example.fr", name)
		}
	}
	return nil
}

// Config is how the public address speaks TLS; nil when it does not. What an authority
// gives is kept in a folder.
func (f TLSFlags) Config(folder string, now func() time.Time, log *slog.Logger) (*tls.Config, error) {
	switch {
	case f.TLSCert != "":
		files := &certificate{cert: f.TLSCert, key: f.TLSKey, log: log}
		first, err := files.load()
		if err != nil {
			return nil, err
		}
		if leaf := first.Leaf; now().After(leaf.NotAfter) || now().Before(leaf.NotBefore) {
			return nil, fmt.Errorf("tls-cert: the certificate in %s holds from %s to %s: renew it, or set the clock",
				f.TLSCert, leaf.NotBefore.Format(time.DateOnly), leaf.NotAfter.Format(time.DateOnly))
		}
		return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: files.get}, nil
	case len(f.ACMEDomain) > 0:
		manager := &autocert.Manager{
			Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(filepath.Join(folder, "acme")),
			HostPolicy: autocert.HostWhitelist(f.ACMEDomain...), Email: f.ACMEEmail,
			Client: &acme.Client{DirectoryURL: cmp.Or(f.ACMEDirectory, acme.LetsEncryptURL), HTTPClient: egress.Direct(time.Minute), UserAgent: "predate"},
		}
		config := manager.TLSConfig()
		config.MinVersion = tls.VersionTLS12
		return config, nil
	}
	return nil, nil
}

// certificate is that of two files, read again as soon as one of them was replaced.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu   sync.Mutex
	seen [2]stamp // of the files that were last tried
	held *tls.Certificate
}

// stamp is by what a file that was replaced is known.
type stamp struct {
	written time.Time
	size    int64
}

// load reads the files for the first time.
func (c *certificate) load() (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, err := c.stamps()
	if err != nil {
		return nil, err
	}
	held, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return nil, fmt.Errorf("tls-cert %s with tls-key %s: %w: name a certificate and the private key that it was made for", c.cert, c.key, err)
	}
	c.seen, c.held = now, &held
	return c.held, nil
}

// get gives the newest certificate that can be read. While a renewal has written one
// of the files only, and when they are gone or damaged, it is the one of before.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, err := c.stamps()
	if err != nil || now == c.seen {
		return c.held, nil
	}
	c.seen = now
	fresh, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		c.log.Warn("the new certificate cannot be used: the one of before is", "file", c.cert, "error", err)
		return c.held, nil
	}
	c.held = &fresh
	c.log.Info("the certificate was renewed", "file", c.cert, "until", fresh.Leaf.NotAfter)
	return c.held, nil
}

func (c *certificate) stamps() (all [2]stamp, err error) {
	for i, path := range []string{c.cert, c.key} {
		var info fs.FileInfo
		if info, err = os.Stat(path); err != nil {
			return all, fmt.Errorf("tls-cert, tls-key: %w: name files that this process may read", err)
		}
		all[i] = stamp{info.ModTime(), info.Size()}
	}
	return all, nil
}
