//go:build prove

package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pebble is the small authority by which the makers of ACME clients try them.
const pebble = "github.com/letsencrypt/pebble/v2/cmd/%s@v2.10.1"

// authority is a running pebble that finds every name on this machine.
type authority struct {
	directory, trusted string // its address; the certificate that it shows
}

// newAuthority builds and starts pebble, which examines a name at a port.
func newAuthority(t *testing.T, port string) authority {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"pebble", "pebble-challtestsrv"} {
		install := exec.Command("go", "install", fmt.Sprintf(pebble, name))
		install.Env = append(os.Environ(), "GOBIN="+folder, "GOFLAGS=")
		if said, err := install.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	cert, key := issued(t, folder, 1, time.Hour)
	listen, manage, names := freePort(t), freePort(t), freePort(t)
	settings := fmt.Sprintf(`{"pebble": {"listenAddress": %q, "managementListenAddress": %q, "certificate": %q, "privateKey": %q, "httpPort": 9, "tlsPort": %s}}`,
		listen, manage, cert, key, port)
	path := filepath.Join(folder, "pebble.json")
	if err := os.WriteFile(path, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []*exec.Cmd{
		exec.Command(filepath.Join(folder, "pebble-challtestsrv"), "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", "", "-management", freePort(t), "-dnsserver", names),
		exec.Command(filepath.Join(folder, "pebble"), "-config", path, "-dnsserver", names),
	} {
		command.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			command.Process.Kill()
			command.Wait()
		})
	}
	waitFor(t, listen)
	return authority{"https://" + listen + "/dir", cert}
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// waitFor waits until something listens at an address.
func waitFor(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			connection.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// TestProveACME: a server that is given nothing but a name obtains its certificate from
// an authority by ACME (RFC 8555) over TLS-ALPN-01 (RFC 8737) at the first connection,
// shows the same one after a restart without asking again, and none for another name.
func TestProveACME(t *testing.T) {
	const name = "predate.example.fr"
	address := freePort(t)
	_, port, _ := net.SplitHostPort(address)
	ca := newAuthority(t, port)
	f := newFort(t)
	var process *exec.Cmd
	start := func(directory string) {
		t.Helper()
		process = f.command("serve", "--data", f.data, "--listen", address, "--admin-listen", freePort(t), "--acme-domain", name, "--acme-directory", directory)
		process.Env = append(process.Env, "SSL_CERT_FILE="+ca.trusted)
		process.Stdout, process.Stderr = f.log, f.log
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, address)
	}
	stop := func() {
		process.Process.Kill()
		process.Wait()
	}
	shown := func(host string) (serial, issuer string, err error) {
		ctx, done := context.WithTimeout(t.Context(), 30*time.Second)
		defer done()
		dialer := tls.Dialer{Config: &tls.Config{ServerName: host, InsecureSkipVerify: true}} // the authority's root is new each time
		connection, err := dialer.DialContext(ctx, "tcp", address)
		if err != nil {
			return "", "", err
		}
		defer connection.Close()
		leaf := connection.(*tls.Conn).ConnectionState().PeerCertificates[0]
		return leaf.SerialNumber.String(), leaf.Issuer.CommonName, leaf.VerifyHostname(host)
	}

	start(ca.directory)
	defer func() { stop() }()
	serial, issuer, err := shown(name)
	if err != nil || !strings.Contains(issuer, "Pebble") {
		t.Fatalf("the certificate is of %q: %v\n%s", issuer, err, f.log)
	}
	if _, _, err := shown("other.example.fr"); err == nil {
		t.Error("a certificate is shown for a name that was not asked for")
	}
	client := http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{ServerName: name, InsecureSkipVerify: true},
		ForceAttemptHTTP2: true,
	}}
	response, err := client.Get("https://" + address + "/account/auth")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.ProtoMajor != 2 {
		t.Errorf("the server speaks %s", response.Proto)
	}

	stop()
	start("https://127.0.0.1:1/dir") // nobody is there to ask
	if again, _, err := shown(name); err != nil || again != serial {
		t.Errorf("after a restart the certificate is %s, want %s: %v\n%s", again, serial, err, f.log)
	}
}
