//go:build prove

package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"predate/internal/collecting/extranetsim"
)

// brittle is a bucket that fails one request in five.
type brittle struct {
	bucket  http.Handler
	struck  atomic.Int64
	falters atomic.Bool

	mu     sync.Mutex
	dice   *rand.Rand
	stalls int // that are left: each lasts until the client gives up
}

// draw tells how a request is to fail, -1 for not at all.
func (b *brittle) draw() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.falters.Load() {
		return -1
	}
	// Out of a hundred requests: a step that reads thirty papers is to come through.
	const all = 100
	drawn := b.dice.IntN(all)
	for fault, share := range []int{8, 6, 2, 2, 1, 1} {
		if drawn -= share; drawn >= 0 {
			continue
		}
		if fault == 4 {
			if b.stalls--; b.stalls < 0 {
				return -1
			}
		}
		b.struck.Add(1)
		return fault
	}
	return -1
}

// ServeHTTP answers, or fails in one of the ways that buckets have.
func (b *brittle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fault := b.draw()
	switch fault {
	case 0:
		w.WriteHeader(http.StatusInternalServerError)
	case 1:
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, `<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`)
	case 2: // half of what is sent to it
		_, _ = io.CopyN(io.Discard, r.Body, r.ContentLength/2)
		panic(http.ErrAbortHandler)
	case 3: // half of its answer; after an upload, none
		b.half(w, r)
	case 4:
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	case 5:
		time.Sleep(3 * time.Second)
		w.WriteHeader(http.StatusGatewayTimeout)
	default:
		b.bucket.ServeHTTP(w, r)
	}
}

func (b *brittle) half(w http.ResponseWriter, r *http.Request) {
	whole := httptest.NewRecorder()
	b.bucket.ServeHTTP(whole, r)
	if whole.Body.Len() > 0 {
		for name, values := range whole.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(whole.Code)
		_, _ = io.Copy(w, bytes.NewReader(whole.Body.Bytes()[:whole.Body.Len()/2]))
	}
	panic(http.ErrAbortHandler)
}

// The bucket of the papers answers 5xx, too late or not at all, and breaks off in
// the middle of what it takes and gives.
func TestProveABrittleBucket(t *testing.T) {
	f, proof := proven(t, "the bucket answers 5xx, late, half or not at all")
	bucket := s3mem.New()
	if err := bucket.CreateBucket("papers"); err != nil {
		t.Fatal(err)
	}
	b := &brittle{bucket: gofakes3.New(bucket).Server(), stalls: 2}
	server := httptest.NewUnstartedServer(b)
	server.Config.ErrorLog = nil
	server.Start()
	t.Cleanup(server.Close)
	a := f.account("a@example.com")
	f.start("--reference-date", extranetsim.ReferenceDate().String(),
		"--s3-endpoint", strings.TrimPrefix(server.URL, "http://"), "--s3-bucket", "papers", "--s3-access-key", "a", "--s3-secret-key", "b", "--s3-insecure")
	t.Cleanup(f.kill) // before the bucket, which waits for its clients
	c := newProofClient(a.login(), proof)
	b.dice = c.dice
	b.falters.Store(true)
	const orders = 8
	for n := range orders {
		c.orders(n, sampleTestOrder(t))
	}
	c.judge(0)
	proof.Runs = int(b.struck.Load())
	if proof.Runs < orders {
		t.Errorf("the bucket failed %d times: that proves nothing", proof.Runs)
	}
	if strings.Contains(f.log.String(), "ALARM") {
		t.Errorf("an alarm is raised:\n%s", f.log)
	}
}
