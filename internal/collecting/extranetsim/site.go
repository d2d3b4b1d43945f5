package extranetsim

import (
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Site is a simulated extranet. It is an http.Handler, safe for concurrent
// use. It answers for all the hosts of its family: the paths tell them apart.
type Site struct {
	options  Options
	family   family
	own      answering // what the family adds
	accounts []account
	mux      *http.ServeMux

	mu       sync.Mutex
	trouble  Trouble
	shapes   []Shape
	requests int
	logins   int
	refusals int // in a row
	sessions map[string]*session
	serial   int             // of the tokens given out
	lost     bool            // a session was ended once
	once     map[Trouble]int // times that a trouble struck
	faults   map[string]int  // times that a request was seen, for the random faults
	deposits []Deposit
}

// session is what the site remembers of a visitor.
type session struct {
	inside   bool   // logged in
	requests int    // made since
	life     int    // requests made with the same token
	flash    string // a sentence for the next page
}

// New makes a site of a dossier: a folder that holds extranet.json and files/,
// and may hold order.json.
func New(source fs.FS, o Options) (*Site, error) {
	f, ok := o.Family.find()
	if !ok {
		return nil, fmt.Errorf("no simulated family %q", o.Family)
	}
	if o.After == 0 {
		o.After = 3
	}
	if o.PageSize == 0 {
		o.PageSize = f.pageSize
	}
	s := &Site{
		options: o, family: f, mux: http.NewServeMux(), trouble: o.Trouble, shapes: slices.Clone(o.Shapes),
		sessions: map[string]*session{}, once: map[Trouble]int{}, faults: map[string]int{},
	}
	if err := s.check(o.Trouble, o.Shapes); err != nil {
		return nil, err
	}
	var err error
	if s.accounts, err = readAccounts(source, o); err != nil {
		return nil, err
	}
	s.own = f.of(s)
	s.own.routes()
	return s, nil
}

// check refuses what the family cannot have: a test of it would prove nothing.
func (s *Site) check(t Trouble, shapes []Shape) error {
	if t != "" && !s.family.id.Has(t) {
		return fmt.Errorf("family %s cannot have the trouble %q", s.family.id, t)
	}
	for _, shape := range shapes {
		if !s.family.id.Takes(shape) {
			return fmt.Errorf("family %s cannot have the shape %q", s.family.id, shape)
		}
	}
	return nil
}

// SetTrouble changes the trouble of a site that runs; the empty one ends it.
func (s *Site) SetTrouble(t Trouble) error {
	if err := s.check(t, nil); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = t
	return nil
}

// SetShapes changes the shapes of a site that runs. The layout of paths and the
// accounts stay those that it began with.
func (s *Site) SetShapes(shapes ...Shape) error {
	if err := s.check("", shapes); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shapes = slices.Clone(shapes)
	return nil
}

// Logins says how many times somebody logged in or tried to.
func (s *Site) Logins() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logins
}

// Requests says how many requests came.
func (s *Site) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// Open says how many sessions were not closed by a logout; none in a family
// that has no logout, or no sessions.
func (s *Site) Open() int {
	if s.family.sessionless {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, session := range s.sessions {
		if session.inside {
			n++
		}
	}
	return n
}

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests++
	first := s.requests == 1
	s.mu.Unlock()
	if !s.wait(r, first) {
		return
	}
	switch {
	case s.has(Maintenance):
		w.Header().Set("Retry-After", "900")
		page(w, http.StatusServiceUnavailable, maintenancePage)
	case s.has(MaintenancePage):
		page(w, http.StatusOK, maintenancePage)
	case s.options.Faults > 0 && s.faulty(w, r):
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// wait is the slowness of the site; false when the client went away.
func (s *Site) wait(r *http.Request, first bool) bool {
	if s.options.Delay <= 0 || s.shaped(SlowStart) && !first {
		return true
	}
	timer := time.NewTimer(s.options.Delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// has says whether one of the troubles is the site's.
func (s *Site) has(troubles ...Trouble) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(troubles, s.trouble)
}

// shaped says whether the site has the shape.
func (s *Site) shaped(shape Shape) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.shapes, shape)
}

// struck counts the times that the trouble struck: it gives true the first
// time only.
func (s *Site) struck(t Trouble) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once[t]++
	return s.once[t] == 1
}

// get and post route a path to a handler for those who are logged in; open
// ones are for everybody.
func (s *Site) get(path string, h http.HandlerFunc)  { s.mux.HandleFunc("GET "+path, s.inside(h)) }
func (s *Site) post(path string, h http.HandlerFunc) { s.mux.HandleFunc("POST "+path, s.inside(h)) }
func (s *Site) open(pattern string, h http.HandlerFunc) {
	s.mux.HandleFunc(pattern, h)
}

// origin gives the origin of a host of the family. To a visitor who came by
// another name, such as 127.0.0.1:8090, one name stands for all of them.
func (s *Site) origin(r *http.Request, host int) string {
	if slices.Contains(s.family.hosts, r.Host) {
		return "https://" + s.family.hosts[host]
	}
	scheme := "http"
	if r.TLS != nil || r.URL.Scheme == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
