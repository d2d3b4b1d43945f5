package main

import (
	"bytes"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"predate/internal/commands/serving"
	"predate/internal/statement/cachet/cachettest"
)

// Every setting that nothing can be done with ends the start with one sentence that
// names the setting and what to do, before anything is made.
func TestWrongSettingsRefuseToStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cert, key := issued(t, folder, 1, time.Hour)
	_, other := issued(t, mkdir(t, folder, "other"), 2, time.Hour)
	late, lateKey := issued(t, mkdir(t, folder, "late"), 3, -time.Hour)
	junk := filepath.Join(folder, "junk.pem")
	if err := os.WriteFile(junk, []byte("junk"), 0o600); err != nil {
		t.Fatal(err)
	}
	authority, sealKey := cachettest.New(t), cachettest.Key(t)
	seal := authority.Write("seal.p12", authority.PKCS12(sealKey, authority.Sign(sealKey, func(*x509.Certificate) {}), "m"))
	ended := authority.Write("ended.p12", authority.PKCS12(sealKey, authority.Sign(sealKey, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Hour) }), "m"))
	endpoint, _ := bucketDown(t)
	forbidding := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	t.Cleanup(forbidding.Close)
	closed := strings.TrimPrefix(forbidding.URL, "http://")
	postgres := []string{"--database", "postgres://nobody@127.0.0.1:1/none"}
	for _, wrong := range []struct {
		want string
		args []string
	}{
		{`public-url "predate": want an absolute URL`, []string{"--public-url", "predate"}},
		{`public-url "ftp://x": want an absolute URL`, []string{"--public-url", "ftp://x"}},
		{"public-url is needed when the server listens on every address", []string{"--listen", ":8080"}},
		{"public-url is needed with PostgreSQL", postgres},
		{"look at --database", append([]string{"--public-url", "https://p.example.fr"}, postgres...)},
		{`listen "8080": want host:port`, []string{"--listen", "8080"}},
		{`admin-listen "here": want host:port`, []string{"--admin-listen", "here"}},
		{`admin-url "console": want a URL`, []string{"--admin-url", "console"}},
		{`trusted-proxies: "everybody" is neither`, []string{"--trusted-proxies", "everybody"}},
		{`memory-limit: "much" is no size`, []string{"--memory-limit", "much"}},
		{`disk-reserve: "little" is no size`, []string{"--disk-reserve", "little"}},
		{"reference-date", []string{"--reference-date", "demain"}},
		{`otlp-endpoint "collector:4318": want an absolute URL`, []string{"--otlp-endpoint", "collector:4318"}},
		{`otlp-endpoint "https://c.example.fr": want an absolute URL`, []string{"--otlp-endpoint", "https://key:secret@c.example.fr?key=secret"}},
		{"name the collector with --otlp-endpoint", []string{"--otlp-headers", "key=secret"}},
		{"otlp-headers: want NAME=VALUE", []string{"--otlp-endpoint", "http://127.0.0.1:1", "--otlp-headers", "secret"}},
		{"trace-share 2: want a share between 0 and 1", []string{"--trace-share", "2"}},
		{"trace-share NaN: want a share", []string{"--trace-share", "NaN"}},
		{"workers: it cannot be less than nothing", []string{"--workers=-1"}},
		{"token-life: it cannot be less than nothing", []string{"--token-life=-1h"}},
		{"there is no recipe", []string{"--extranet-hosts", "extranet.example.fr=none"}},
		{"--browser-host needs", []string{"--browser-host", "extranet.example.fr"}},
		{"--s3-endpoint and --s3-bucket are needed together", []string{"--s3-bucket", "papers"}},
		{"look at --s3-endpoint", []string{"--s3-endpoint", "127.0.0.1:1", "--s3-bucket", "papers", "--s3-insecure"}},
		{"look at --s3-endpoint", []string{"--s3-endpoint", closed, "--s3-bucket", "papers", "--s3-insecure"}},
		{`there is no bucket "none"`, []string{"--s3-endpoint", endpoint, "--s3-bucket", "none", "--s3-insecure", "--s3-access-key", "a", "--s3-secret-key", "b"}},
		{"--tls-cert and --tls-key are needed together", []string{"--tls-cert", cert}},
		{"exclude each other", []string{"--tls-cert", cert, "--tls-key", key, "--acme-domain", "p.example.fr"}},
		{"need --acme-domain", []string{"--acme-email", "a@example.fr"}},
		{"no certificate is to be had", []string{"--acme-domain", "localhost"}},
		{"name files that this process may read", []string{"--tls-cert", filepath.Join(folder, "none"), "--tls-key", key}},
		{"name a certificate and the private key", []string{"--tls-cert", cert, "--tls-key", other}},
		{"name a certificate and the private key", []string{"--tls-cert", junk, "--tls-key", key}},
		{"renew it, or set the clock", []string{"--tls-cert", late, "--tls-key", lateKey}},
		{"need --seal-certificate", []string{"--seal-timestamp-url", "https://stamps.example.fr"}},
		{"seal-certificate: open", []string{"--seal-certificate", filepath.Join(folder, "none")}},
		{"neither PKCS #12 nor PEM", []string{"--seal-certificate", junk}},
		{"the password does not open it", []string{"--seal-certificate", seal, "--seal-password", "autre"}},
		{"have it renewed", []string{"--seal-certificate", ended, "--seal-password", "m"}},
		{`seal-timestamp-url "stamps": want an absolute URL`, []string{"--seal-certificate", seal, "--seal-password", "m", "--seal-timestamp-url", "stamps"}},
		{"name an authority that is reached over https", []string{"--seal-certificate", seal, "--seal-password", "m", "--seal-timestamp-url", "http://stamps.example.fr"}},
	} {
		f := &fort{t: t, temp: t.TempDir()}
		data := filepath.Join(t.TempDir(), "data")
		command := f.command(append([]string{"serve", "--data", data}, wrong.args...)...)
		var said bytes.Buffer
		command.Stdout, command.Stderr = &said, &said
		_ = command.Run() // its status says it
		status := command.ProcessState.ExitCode()
		if status != 1 || !strings.Contains(said.String(), wrong.want) || strings.Count(said.String(), "predate: ") != 1 {
			t.Errorf("%q: status %d, %s, want %q", wrong.args, status, said.String(), wrong.want)
		}
		_, err := os.Stat(data)
		opened := strings.HasPrefix(wrong.want, "look at ") || strings.Contains(wrong.want, "no bucket") || strings.Contains(wrong.want, "over https") // only trying tells
		if err == nil && !opened {
			t.Errorf("%q leaves its data folder behind", wrong.args)
		}
	}
}

func mkdir(t *testing.T, path ...string) string {
	t.Helper()
	folder := filepath.Join(path...)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Tokens name the issuer that was set, and else the public URL; the address is the
// certificate's where nothing else says it.
func TestHowTheServerNamesItself(t *testing.T) {
	for _, one := range []struct {
		want  string
		flags serving.ServerFlags
	}{
		{"http://127.0.0.1:8080", serving.ServerFlags{}},
		{"https://127.0.0.1:8080", serving.ServerFlags{TLSFlags: serving.TLSFlags{TLSCert: "c", TLSKey: "k"}}},
		{"https://a.example.fr", serving.ServerFlags{TLSFlags: serving.TLSFlags{ACMEDomain: []string{"a.example.fr"}}}},
		{"https://b.example.fr", serving.ServerFlags{PublicURL: "https://b.example.fr", TLSFlags: serving.TLSFlags{ACMEDomain: []string{"a.example.fr"}}}},
	} {
		one.flags.Listen = "127.0.0.1:8080"
		if got, err := one.flags.Base(); err != nil || got != one.want {
			t.Errorf("%q %v, want %q", got, err, one.want)
		}
	}
}
