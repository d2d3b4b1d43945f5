package api

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// The least pace of a body: so many bytes in each stretch of Limits.Stall, as
// the slowest of lines can bring, and all of it within a bounded number of them.
const (
	leastBytes    = 32 << 10
	mostStretches = 180
)

// pacedBody is a body that is cut when it comes too slowly: whoever sends it
// holds memory, a connection and maybe a seat.
type pacedBody struct {
	io.ReadCloser
	connection *http.ResponseController
	stretch    time.Duration

	mu      sync.Mutex
	timer   *time.Timer // nil before the first Read
	reading bool
	got     int // in this stretch
	past    int // stretches
	cut     bool
}

// pace holds the body of a request to the least pace. It takes the place of the
// server's own time limit, under which a large body on a slow line never ends.
func (s *Server) pace(w http.ResponseWriter, r *http.Request) *pacedBody {
	body := &pacedBody{ReadCloser: r.Body, connection: http.NewResponseController(w), stretch: s.Limits.Stall}
	r.Body = body
	return body
}

// Read reads, and notes how much.
func (b *pacedBody) Read(into []byte) (int, error) {
	b.begin()
	n, err := b.ReadCloser.Read(into)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reading = false
	b.got += n
	if err != nil {
		b.timer.Stop()
	}
	return n, err
}

func (b *pacedBody) begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reading = true
	if b.timer != nil {
		return
	}
	b.timer = time.AfterFunc(b.stretch, b.look)
	_ = b.connection.SetReadDeadline(time.Time{}) // where there is no connection, as in a test, nothing stalls
}

// look judges a stretch that has passed. While nobody reads, because a seat is
// waited for, nothing can come.
func (b *pacedBody) look() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past++
	if b.reading && b.got < leastBytes || b.past >= mostStretches {
		b.cut = true
		_ = b.connection.SetReadDeadline(time.Unix(1, 0)) // ends the Read that is under way
		return
	}
	b.got = 0
	b.timer.Reset(b.stretch)
}

// end stops the looking.
func (b *pacedBody) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.timer != nil {
		b.timer.Stop()
	}
}

// failure is why a request failed: that its body was cut comes before whatever
// the body then looked like.
func (b *pacedBody) failure(w http.ResponseWriter, err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil || !b.cut {
		return err
	}
	w.Header().Set("Connection", "close")
	return errors.Join(errSlowBody, errors.New(err.Error()))
}
