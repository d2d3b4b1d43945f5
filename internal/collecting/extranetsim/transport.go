package extranetsim

import (
	"io"
	"net/http"
	"strconv"
	"sync"
)

// Transport answers requests by a handler in process: nothing is sent anywhere,
// whatever the host of the URL is. It is safe for concurrent use when the
// handler is.
func Transport(h http.Handler) http.RoundTripper { return inProcess{h} }

type inProcess struct{ handler http.Handler }

// RoundTrip runs the handler and gives its answer as soon as it has a status.
func (t inProcess) RoundTrip(req *http.Request) (*http.Response, error) {
	r := req.Clone(req.Context())
	r.RequestURI = r.URL.RequestURI()
	r.RemoteAddr = "192.0.2.1:1234"
	if r.Host == "" {
		r.Host = r.URL.Host
	}
	if r.Body == nil {
		r.Body = http.NoBody
	}
	reader, writer := io.Pipe()
	w := &pipeWriter{header: http.Header{}, body: writer, started: make(chan struct{}), left: -1}
	go func() {
		defer func() { _ = r.Body.Close() }()
		t.handler.ServeHTTP(w, r)
		w.finish()
	}()
	select {
	case <-w.started:
	case <-req.Context().Done():
		_ = reader.Close()
		return nil, req.Context().Err()
	}
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: reader, ContentLength: -1, Request: req,
	}, nil
}

// pipeWriter is the handler's end of the exchange.
type pipeWriter struct {
	header  http.Header
	body    *io.PipeWriter
	once    sync.Once
	started chan struct{}
	status  int
	sent    http.Header
	left    int64 // of the announced length; below zero when none was
}

// Header gives the header to be sent.
func (w *pipeWriter) Header() http.Header { return w.header }

// WriteHeader sends the header; only the first call counts.
func (w *pipeWriter) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		if n, err := strconv.ParseInt(w.sent.Get("Content-Length"), 10, 64); err == nil {
			w.left = n
		}
		close(w.started)
	})
}

// Write sends bytes as soon as the other end reads them.
func (w *pipeWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	n, err := w.body.Write(p)
	if w.left >= 0 {
		w.left = max(0, w.left-int64(n))
	}
	return n, err
}

// finish ends the body; one that is shorter than announced ends as a broken
// connection does.
func (w *pipeWriter) finish() {
	w.WriteHeader(http.StatusOK)
	if w.left > 0 {
		_ = w.body.CloseWithError(io.ErrUnexpectedEOF) // never fails
		return
	}
	_ = w.body.Close() // never fails
}
