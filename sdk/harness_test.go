package sdk

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// password opens every account here.
const password = "correct horse battery"

// service is the real server, what stands before it, and one account.
type service struct {
	binary, data, base, faults, vectors string
	email, key                          string
	env                                 []string // how a suite finds it all
}

// transcript takes the output of a process while others read it.
type transcript struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write appends.
func (b *transcript) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

// String gives all that was written.
func (b *transcript) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// serve builds the server, starts it in a folder of its own and opens an account.
func serve(t *testing.T) *service {
	t.Helper()
	s := &service{binary: filepath.Join(t.TempDir(), "predate")}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", s.binary, "../cmd/predate")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	data, listen := filepath.Join(t.TempDir(), "data"), freeAddress(t)
	s.base = "http://" + listen
	server := exec.Command(s.binary, "serve", "--dev", "--data", data, "--listen", listen)
	server.Env = append(os.Environ(), "PREDATE_ADMIN_LISTEN="+freeAddress(t))
	output := &transcript{}
	server.Stdout, server.Stderr = output, output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
		if t.Failed() {
			t.Logf("the server said:\n%s", regexp.MustCompile(`(?m)^.*level=INFO.*\n`).ReplaceAllString(output.String(), ""))
		}
	})
	for end := time.Now().Add(60 * time.Second); !strings.Contains(output.String(), "ready"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the server is not ready:\n%s", output)
		}
	}
	s.data, s.faults, s.vectors = data, faults(t, s.base), vectors(t)
	return s
}

// as opens an account, so that one suite sees nothing of another.
func (s *service) as(t *testing.T, name string) *service {
	t.Helper()
	mine := *s
	mine.email = name + "@quatre-vents.example"
	created, err := exec.Command(s.binary, "account", "create", "--data", s.data, "--dev", "--json", "--kind", "premium", "--email", mine.email, "--password", password).Output()
	if err != nil {
		t.Fatalf("account create: %v", err)
	}
	var opened struct {
		Test string `json:"test_api_key"`
	}
	if err := json.Unmarshal(created, &opened); err != nil {
		t.Fatal(err)
	}
	mine.key = opened.Test
	mine.env = []string{
		"PREDATE_URL=" + s.base, "PREDATE_API_KEY=" + mine.key, "PREDATE_EMAIL=" + mine.email, "PREDATE_PASSWORD=" + password,
		"PREDATE_FAULTS=" + s.faults, "PREDATE_VECTORS=" + s.vectors,
	}
	return &mine
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// suite runs the tests of one language in its directory.
func (s *service) suite(t *testing.T, dir string, command ...string) string {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Fatalf("%s is not installed: make test installs it", command[0])
	}
	process := exec.CommandContext(t.Context(), command[0], command[1:]...)
	process.Dir = dir
	process.Env = append(os.Environ(), s.env...)
	process.Env = append(process.Env, "PYTHONDONTWRITEBYTECODE=1", "GOWORK=off", "GOFLAGS=")
	began := time.Now()
	output, err := process.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %v\n%s", command, err, output)
	}
	t.Logf("%s: %v", command[0], string(output))
	t.Logf("%s took %v", dir, time.Since(began).Round(time.Millisecond))
	return string(output)
}

// TestSuites runs the suite of every library against the real server. What
// needs a download is among the proofs.
func TestSuites(t *testing.T) {
	s := serve(t)
	t.Run("go", func(t *testing.T) {
		t.Parallel()
		s := s.as(t, "go")
		s.suite(t, "go", "go", "test", "-count=1", "./...")
	})
	t.Run("python", func(t *testing.T) {
		t.Parallel()
		s := s.as(t, "python")
		s.suite(t, "python", "python3", "-m", "unittest", "discover", "-s", "tests")
		s.firstOrder(t, "python")
	})
	t.Run("php", func(t *testing.T) {
		t.Parallel()
		s := s.as(t, "php")
		s.suite(t, "php", "php", "tests/run.php")
		s.firstOrder(t, "php")
	})
	t.Run("typescript", func(t *testing.T) {
		t.Parallel()
		s := s.as(t, "typescript")
		bundle := filepath.Join(t.TempDir(), "suite.mjs")
		s.suite(t, "typescript", "go", "run", "github.com/evanw/esbuild/cmd/esbuild@v0.28.2", "test/suite.ts", "--bundle", "--platform=node", "--format=esm", "--log-level=warning", "--outfile="+bundle)
		s.suite(t, "typescript", "node", "--test", bundle)
	})
}
