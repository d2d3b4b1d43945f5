package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"predate/internal/commands/serving"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// bucketDown is an S3 server that can be taken away and given back.
func bucketDown(t *testing.T) (endpoint string, down *atomic.Bool) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("papers"); err != nil {
		t.Fatal(err)
	}
	down = &atomic.Bool{}
	inner := gofakes3.New(backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://"), down
}

// When the bucket is away, who needs it is told to come again, others are served, and
// the server is not ready; when it is back, everything is as before.
func TestABucketThatIsAway(t *testing.T) {
	endpoint, down := bucketDown(t)
	f := newFort(t)
	a := f.account("a@example.com")
	f.start("--s3-endpoint", endpoint, "--s3-bucket", "papers", "--s3-insecure", "--s3-access-key", "a", "--s3-secret-key", "b")
	a.login()
	paper := plainOrder()
	paper["documents"] = []any{map[string]any{"filename": "a.pdf", "content": "JVBERi0xLjQgeA=="}}
	down.Store(true)
	got := a.call("POST", "/order/", paper)
	if got.status != 503 || got.header.Get("Retry-After") == "" || !strings.Contains(got.message, "cannot reach its documents") {
		t.Errorf("an order with a paper: %d %s %v", got.status, got.message, got.header)
	}
	a.place(plainOrder())
	a.awaitReady(503)
	if said := f.readinessOf("papers"); said.Ready || said.Error == "" {
		t.Errorf("the papers are %+v", said)
	}
	down.Store(false)
	a.awaitReady(200)
	a.place(paper)
}

// awaitReady waits until the public address says that the server is, or is not, ready.
func (a *attacker) awaitReady(status int) {
	a.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		got := a.call("GET", "/readyz", nil)
		if got.status == status {
			return
		}
		if time.Now().After(deadline) {
			a.t.Fatalf("/readyz answers %d, want %d", got.status, status)
		}
	}
}

// readinessOf is one check of the address for operators.
func (f *fort) readinessOf(name string) serving.Check {
	f.t.Helper()
	response, err := http.Get(f.admin + "/readyz")
	if err != nil {
		f.t.Fatal(err)
	}
	defer response.Body.Close()
	raw, _ := io.ReadAll(response.Body)
	var said struct{ Checks []serving.Check }
	if err := json.Unmarshal(raw, &said); err != nil {
		f.t.Fatalf("%s: %v", raw, err)
	}
	for _, one := range said.Checks {
		if one.Name == name {
			return one
		}
	}
	f.t.Fatalf("no check %s: %s", name, raw)
	return serving.Check{}
}
