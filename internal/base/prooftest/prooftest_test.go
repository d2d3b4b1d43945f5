package prooftest_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"predate/internal/base/prooftest"
)

// A proof writes that it began, and what came of it.
func TestALineOfTheTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proofs")
	t.Setenv(prooftest.FileVariable, file)
	t.Setenv(prooftest.SeedVariable, "12")
	t.Run("one", func(t *testing.T) {
		p := prooftest.Begin(t, "a fault", "an engine")
		p.Tally = prooftest.Tally{Runs: 1, Orders: 2, Events: 3, Again: 4}
	})
	t.Run("another", func(t *testing.T) {
		prooftest.Begin(t, "another", "an engine").NotHere("this machine\ncannot")
	})
	said, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `^a fault\tan engine\t0\t0\t0\t0\t0\t0\t0\t0\t12\tdid not end
a fault\tan engine\t1\t2\t3\t0\t4\t0\t0\t\d+\t12\tholds
another\tan engine\t(0\t){8}12\tdid not end
another\tan engine\t(0\t){7}\d+\t12\tnot run here: this machine cannot
$`
	if !regexp.MustCompile(want).Match(said) {
		t.Errorf("%s\nwant %s", said, want)
	}
}

// A wire that is cut breaks what it carries and lets nobody in; one that is held
// keeps what is sent until it is mended.
func TestWire(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "there") }))
	t.Cleanup(server.Close)
	wire := prooftest.Lay(t, "tcp", server.Listener.Addr().String())
	client := &http.Client{}
	ask := func() string {
		response, err := client.Get("http://" + wire.Address())
		if err != nil {
			return "broken"
		}
		defer response.Body.Close()
		said, err := io.ReadAll(response.Body)
		if err != nil {
			return "broken"
		}
		return string(said)
	}
	if got := ask(); got != "there" {
		t.Errorf("whole: %s", got)
	}
	wire.Cut()
	for range 2 {
		if got := ask(); got != "broken" {
			t.Errorf("cut: %s", got)
		}
	}
	wire.Mend()
	if got := ask(); got != "there" {
		t.Errorf("mended: %s", got)
	}
	wire.Hold()
	answer := make(chan string, 1)
	go func() { answer <- ask() }()
	select {
	case got := <-answer:
		t.Errorf("held: %s", got)
	case <-time.After(100 * time.Millisecond):
	}
	wire.Mend()
	if got := <-answer; got != "there" {
		t.Errorf("held and mended: %s", got)
	}
	conn, err := net.Dial("tcp", wire.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	wire.Hold()
	wire.Cut()
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("a connection outlives its wire")
	}
}
