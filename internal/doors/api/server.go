package api

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/base/trace"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
	"predate/internal/statement/bundle"
)

// Options is all that the front door needs from the house.
type Options struct {
	Desk   *desk.Desk
	Auth   *auth.Authority
	Links  *link.Signer
	Bodies Bodies
	Now    func() time.Time
	Random io.Reader
	Logger *slog.Logger
	// HTTPHosts are the hosts whose extranet may be named by an http address:
	// the allow-list of a development machine, empty in production.
	HTTPHosts []string
	Limits    Limits
	// Spool is the folder where the files of requests lie until they are stored;
	// the system's own when empty. Nothing in it outlives its request.
	Spool string
	// Ready says why the house cannot serve now; nil means that it always can.
	Ready func(context.Context) error
	// TrustedProxies are the networks of the proxies whose X-Forwarded-For is
	// believed; without any it is not looked at.
	TrustedProxies []netip.Prefix
	// Corner is the client's page, under /corner/; nil for none. The front door paces
	// who visits it and what he sends, and records it.
	Corner http.Handler
	// Portal is where a client's support looks after its webhooks, under /portal/, in the
	// same way; nil for none.
	Portal http.Handler
	// Pages makes the one PDF of an order's papers; nil makes none.
	Pages bundle.Engine
	// Guide is the documentation for who builds on the API; nil for none.
	Guide Pages
	// Observe is told of every answer, for metrics; it may be nil.
	Observe func(route string, status int, took time.Duration)
	// Trace tells each request as a span, in the trace that the request names; nil tells
	// none and passes the trace on.
	Trace *trace.Tracer
}

// Bodies makes what a webhook sends, for the feed to show the same; the
// pipeline does.
type Bodies interface {
	// Body gives predate.ErrNotFound when the statement is no longer kept.
	Body(ctx context.Context, c desk.Contents) (*webhook.Body, error)
	// SpecimenStatement gives the hash of the PDF that a rehearsed done bears.
	SpecimenStatement(ctx context.Context) (predate.Statement, predate.Hash, error)
}

// Limits bounds what a caller may send. A zero member takes its default.
type Limits struct {
	PerSecond int   // requests per API key; 50
	Burst     int   // requests at once per API key; 100
	Visits    int   // verifications per second and network address; 5, and four times as many at once
	Body      int64 // bytes of a small JSON body; 1 MiB
	LargeBody int64 // bytes of a JSON body with documents; 96 MiB
	Files     int64 // bytes of a multipart body; 512 MiB
	File      int64 // bytes of one document; 50 MiB
	Documents int   // documents in one request; 100
	// Large is how many bodies above Body are held in memory at once, half of
	// them one account's at most; 4.
	Large    int
	SeatWait time.Duration // how long a large body waits for its turn; 15 s
	Stall    time.Duration // the stretch of time in which a body must make progress; 10 s
	Polls    int           // requests of an account that wait for events at once; 20
}

func (l Limits) withDefaults() Limits {
	const mebi = 1 << 20
	for _, one := range []struct {
		limit    *int64
		standard int64
	}{{&l.Body, mebi}, {&l.LargeBody, 96 * mebi}, {&l.Files, 512 * mebi}, {&l.File, desk.MaxFile}} {
		if *one.limit == 0 {
			*one.limit = one.standard
		}
	}
	for _, one := range []struct {
		limit    *int
		standard int
	}{{&l.PerSecond, 50}, {&l.Burst, 100}, {&l.Visits, 5}, {&l.Documents, 100}, {&l.Large, 4}, {&l.Polls, 20}} {
		if *one.limit == 0 {
			*one.limit = one.standard
		}
	}
	for _, one := range []struct {
		limit    *time.Duration
		standard time.Duration
	}{{&l.SeatWait, 15 * time.Second}, {&l.Stall, 10 * time.Second}} {
		if *one.limit == 0 {
			*one.limit = one.standard
		}
	}
	return l
}

// Server answers the requests of the contract. It may be used by any number of
// goroutines.
type Server struct {
	Options
	mux     *http.ServeMux
	limiter *limiter
	visits  *limiter
	running *running
	large   *seats.Pool
	packs   *seats.Pool
	polls   *polls
	// reference is made when it is first asked for.
	reference func() (reference, error)
	full      atomic.Int64 // until when the disk counts as full, in microseconds
}

// packsAtOnce is how many PDFs of papers are made at once; each takes a core and some
// hundred megabytes.
const packsAtOnce = 2

// New makes the front door.
func New(o Options) *Server {
	o.Limits = o.Limits.withDefaults()
	s := &Server{
		Options: o,
		mux:     http.NewServeMux(),
		limiter: newLimiter(o.Limits.PerSecond, o.Limits.Burst),
		visits:  newLimiter(o.Limits.Visits, 4*o.Limits.Visits),
		running: newRunning(),
		large:   seats.New(seats.Options{Seats: o.Limits.Large, Each: max(o.Limits.Large/2, 1), Line: 2 * o.Limits.Large}),
		packs:   seats.New(seats.Options{Seats: packsAtOnce, Each: 1, Line: 4 * packsAtOnce}),
		polls:   newPolls(o.Limits.Polls),
	}
	s.reference = sync.OnceValues(func() (reference, error) { return referenceFor(s.Links.Public("")) })
	for _, route := range routes() {
		for _, pattern := range route.patterns() {
			s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, route) })
		}
	}
	return s
}

// ServeHTTP answers any request, the unknown ones too, in the envelope.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call, w, r := s.begin(w, r)
	defer s.drain(call, w, r)
	defer s.end(call, r)
	defer s.recover(call, w, r)
	if !canonical(r.URL.Path) {
		s.refuse(w, r, errNoRoute)
		return
	}
	for _, pages := range []visited{signed(cornerPath, s.Corner), signed(portalPath, s.Portal)} {
		if pages.handler != nil && strings.HasPrefix(r.URL.Path, pages.path) {
			s.visit(call, pages, w, r)
			return
		}
	}
	if s.Guide != nil && s.Guide.Serves(r.URL.Path) {
		s.visit(call, s.guide(), w, r)
		return
	}
	if handler, pattern := s.mux.Handler(r); pattern == "" {
		s.refuse(w, r, unmatched(w, r, handler))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// canonical says that a path needs no cleaning. The mux would redirect any
// other one, and a redirect is not an envelope.
func canonical(requested string) bool {
	cleaned := path.Clean(requested)
	if strings.HasSuffix(requested, "/") && cleaned != "/" {
		cleaned += "/"
	}
	return cleaned == requested
}

// unmatched tells an unknown path from a known one under another method, by
// asking the mux's own answer; the latter says which methods are allowed.
func unmatched(w http.ResponseWriter, r *http.Request, handler http.Handler) error {
	asked := &statusOnly{header: http.Header{}}
	handler.ServeHTTP(asked, r)
	if asked.status != http.StatusMethodNotAllowed {
		return errNoRoute
	}
	w.Header().Set("Allow", asked.header.Get("Allow"))
	return errMethod
}

// statusOnly takes an answer's status and header and drops its body.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header { return s.header }

func (s *statusOnly) WriteHeader(status int) { s.status = status }

func (s *statusOnly) Write(b []byte) (int, error) { return len(b), nil }

// serve answers one request of a known route.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, route route) {
	call := callOf(r)
	call.route = route
	if err := s.admit(w, r, route); err != nil {
		s.refuse(w, r, err)
		return
	}
	defer call.release()
	body := s.pace(w, r)
	defer body.end()
	payload, err := route.handle(s, r)
	if err = body.failure(w, err); err != nil {
		s.refuse(w, r, err)
		return
	}
	s.answer(w, r, route, payload)
}

// admit examines the caller, then its pace, what it may see, then the form of
// what it sends.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, route route) error {
	if err := s.examine(w, r, route.who); err != nil {
		return err
	}
	if err := s.confine(r, route); err != nil {
		return err
	}
	return route.takes.form.check(r)
}

func (s *Server) examine(w http.ResponseWriter, r *http.Request, who access) error {
	switch who {
	case anyone:
		return nil
	case visitor, person:
		return s.visits.take(w, s.visitorOf(r), s.Now())
	}
	key := r.Header.Get("X-Auth-Key")
	var caller auth.Caller
	var err error
	if who == keyHolder {
		caller, err = s.Auth.Key(r.Context(), key)
	} else {
		caller, err = s.Auth.Check(r.Context(), key, r.Header.Get("Authorization"))
	}
	callOf(r).caller = caller
	// A known key is counted even when its token is refused.
	if caller.Key.Hash != "" {
		if tooMany := s.limiter.take(w, string(caller.Key.Hash), s.Now()); tooMany != nil {
			return tooMany
		}
	}
	return err
}
