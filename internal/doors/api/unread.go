package api

import (
	"io"
	"net/http"
	"strings"
	"time"
)

// How far the rest of a refused body is read, so that its sender comes to read
// the refusal: most clients send all of it first, and from a connection that is
// closed meanwhile they learn nothing. Without a known key it is less.
const (
	drainTime    = 10 * time.Second
	drainUnknown = 1 << 20
)

// sentBody is the body of a request as far as it was read.
type sentBody struct {
	io.ReadCloser
	begun, over bool
}

// Read reads on.
func (b *sentBody) Read(p []byte) (int, error) {
	b.begun = true
	n, err := b.ReadCloser.Read(p)
	b.over = b.over || err != nil
	return n, err
}

// watch follows the reading of a request's body.
func (c *call) watch(r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	c.body = &sentBody{ReadCloser: r.Body}
	r.Body = c.body
}

// unread says whether there is something left of the body.
func (c *call) unread() bool { return c.body != nil && !c.body.over }

// hangUp prepares an answer that comes before the body was read: it may be
// written at once, and ends the connection.
func (c *call) hangUp(w http.ResponseWriter) {
	if !c.unread() {
		return
	}
	w.Header().Set("Connection", "close")
	_ = http.NewResponseController(w).EnableFullDuplex() // a test's recorder cannot, and need not
}

// drain sends what was answered and reads on for a while. Who asked first
// whether to send the body has not sent it.
func (s *Server) drain(c *call, w http.ResponseWriter, r *http.Request) {
	if !c.unread() || c.status < http.StatusBadRequest || !c.body.begun && strings.EqualFold(r.Header.Get("Expect"), "100-continue") {
		return
	}
	connection := http.NewResponseController(w)
	if err := connection.Flush(); err != nil {
		return
	}
	most := int64(drainUnknown)
	if c.caller.Key.Hash != "" {
		most = s.Limits.Files
	}
	over := time.AfterFunc(drainTime, func() { _ = connection.SetReadDeadline(time.Unix(1, 0)) })
	defer over.Stop()
	_, _ = io.CopyN(io.Discard, c.body, most) // whatever ends it, nobody waits for it
}
