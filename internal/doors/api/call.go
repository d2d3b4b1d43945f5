package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/doors/web"
	"predate/internal/orders/auth"
)

// call is one request under way, with all that its record will say.
type call struct {
	id       string
	begun    time.Time
	route    route
	caller   auth.Caller
	order    predate.OrderID
	code     string // of the refusal
	err      error
	stack    string // of a panic
	replayed bool
	header   http.Header // of the answer
	held     []func()    // give back what the request holds: files, a seat
	body     *sentBody   // nil without one
	span     trace.Span
	language web.Language // that the caller prefers

	status int
	bytes  int64
}

// until keeps something to be given back when the request ends.
func (c *call) until(giveBack func()) { c.held = append(c.held, giveBack) }

// release gives back what the request held, the last first.
func (c *call) release() {
	for i := len(c.held) - 1; i >= 0; i-- {
		c.held[i]()
	}
}

type callKey struct{}

// callOf gives the request's call.
func callOf(r *http.Request) *call {
	held, ok := r.Context().Value(callKey{}).(*call)
	if !ok {
		return &call{header: http.Header{}}
	}
	return held
}

// begin opens the record of a request.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) (*call, http.ResponseWriter, *http.Request) {
	call := &call{begun: s.Now(), header: w.Header(), language: web.LanguageOf(r.Header.Get("Accept-Language"))}
	id, err := predate.NewID("req_", s.Random)
	call.id, call.err = id, err
	w.Header().Set("Request-Id", id)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	counted := &countingWriter{ResponseWriter: w, call: call}
	call.watch(r)
	ctx := context.WithValue(r.Context(), callKey{}, call)
	if !probed(r.URL.Path) {
		ctx, call.span = s.Trace.Begin(trace.Into(ctx, trace.Read(r.Header)), trace.Answer, "request")
	}
	return call, counted, r.WithContext(ctx)
}

// probed reports whether a path is asked for by machines all the time: no trace is told
// of it.
func probed(path string) bool { return path == "/livez" || path == "/readyz" }

// endSpan says what the request was, in words of ours: nothing of its query, its body or
// its credentials.
func (c *call) endSpan() {
	if c.span == (trace.Span{}) {
		return
	}
	method := c.route.method
	if c.route.path == "" {
		method = "_OTHER" // whatever a stranger may have written
	}
	c.span.Name(c.route.name())
	c.span.Say(trace.Door(method, c.route.template())...)
	c.span.Say(trace.Status(c.status), trace.Order(c.order), trace.Cause(c.code))
	if c.status >= http.StatusInternalServerError && !errors.Is(c.err, errUnplaceable) {
		c.span.Fail()
	}
	c.span.End(nil)
}

// end writes the record: one wide line for each request, without its query,
// its body or any of its credentials.
func (s *Server) end(call *call, r *http.Request) {
	took := s.Now().Sub(call.begun)
	defer call.endSpan()
	if s.Observe != nil {
		s.Observe(call.route.name(), call.status, took)
	}
	record := []slog.Attr{
		slog.String("request", call.id), slog.String("method", knownMethod(r.Method)), slog.String("route", call.route.name()),
		slog.String("path", brief(r.URL.Path)), slog.Int("status", call.status), slog.Int64("bytes", call.bytes),
		slog.Duration("took", took),
	}
	for _, one := range []struct{ name, value string }{
		{"account", string(call.caller.Account.ID)},
		{"key", call.caller.Key.Prefix},
		{"order", string(call.order)},
		{"code", call.code},
		{"stack", call.stack},
	} {
		if one.value != "" {
			record = append(record, slog.String(one.name, one.value))
		}
	}
	if call.replayed {
		record = append(record, slog.Bool("replayed", true))
	}
	if call.err != nil {
		record = append(record, slog.String("error", briefError(call.err)))
	}
	level := slog.LevelInfo
	switch {
	case call.status < http.StatusInternalServerError || errors.Is(call.err, errUnplaceable):
		// The contract's own 500 is the caller's fault and wakes nobody.
	case call.status == http.StatusServiceUnavailable:
		level = slog.LevelWarn
	default:
		level = slog.LevelError
	}
	s.Logger.LogAttrs(r.Context(), level, "request", record...)
}

// knownMethod is a method as it is recorded and counted: one of HTTP's own, or "other"
// for the inventions of whoever sends them, of which there is no end.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}

// briefly is how much of a text a record shows: who sends long ones must not
// fill the log.
const briefly = 500

func brief(text string) string {
	if len(text) <= briefly {
		return text
	}
	return text[:briefly] + "… (" + strconv.Itoa(len(text)) + " bytes)"
}

// briefError keeps both ends of an error: what failed comes first, and why at
// the end.
func briefError(err error) string {
	text := err.Error()
	if len(text) <= 4*briefly {
		return text
	}
	return text[:2*briefly] + " … " + text[len(text)-2*briefly:]
}

// countingWriter notes the status and the size of an answer.
type countingWriter struct {
	http.ResponseWriter
	call *call
}

func (c *countingWriter) WriteHeader(status int) {
	if c.call.status == 0 {
		c.call.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *countingWriter) Write(b []byte) (int, error) {
	if c.call.status == 0 {
		c.call.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(b)
	c.call.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (c *countingWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }
