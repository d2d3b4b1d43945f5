package connector

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/collecting/recipe"
)

// session is one logged-in connection to one extranet.
type session struct {
	recipe *recipe.Recipe
	client *http.Client
	origin *url.URL
	hosts  []string    // that may be reached
	given  recipe.Vars // what the address and the installation gave

	developed bool // the host of the order is bound as one of development
	request   Request
	options   Options

	vars      recipe.Vars // and what the pages gave since the login
	latest    *page       // of those expected; a form is sent from it
	seen      *page       // the last, also one that nobody expected
	stage     predate.Stage
	at        string // the step that was done last, as the recipe has it
	secrets   []string
	requests  int
	asked     map[string]time.Time     // when a host was last asked
	delays    map[string]time.Duration // between two requests to a host that asked for patience
	waits     int                      // that it got
	acting    bool                     // what is sent changes something at the site
	logins    int
	sent      bool      // the password left since the last login began
	entered   bool      // the site accepted a login: there is something to leave
	loggedIn  bool      // and knows us by our name
	fresh     bool      // it was renewed, and nothing was answered since
	stale     bool      // what was listed is worth nothing since the last login
	accounts  []Account // that the login opens
	chosen    []int     // those of the order
	places    []place   // where the accounts of the order begin
	handed    handed
	held      map[string]bool // documents that need not be fetched
	spoilt    int64           // bytes of archives that were kept in part
	inARow    int             // documents, one after the other, that could not be had
	leftOut   []LeftOut
	tellsLeft bool     // a rehearsal wants to know
	ready     []string // for what each step before a file was done last
}

// answer is a page that a step expected, and its kind.
type answer struct {
	*page
	kind string
}

// errStale says that the session was opened again and that the listing must be
// made anew.
var errStale = errors.New("the session was opened again: what was listed is worth nothing")

// do sends one step and judges its answer. When the site has forgotten us
// since the login, the session goes on or is opened again, and the step is
// repeated. The scope holds the variables of the loops around it.
func (s *session) do(ctx context.Context, st *recipe.Step, scope recipe.Vars) (answer, error) {
	for try := 1; ; try++ {
		a, err := s.once(ctx, st, scope)
		if down(err) && try < maxTries { // reading again costs nothing and changes nothing
			if err := s.options.Pause(ctx, retryDelay); err != nil {
				return answer{}, s.transportFailure(err)
			}
			continue
		}
		if !s.lost(err) || s.spent() {
			s.fresh = s.fresh && err != nil
			return a, err
		}
		if err := s.reopen(ctx); err != nil {
			return answer{}, err
		}
	}
}

// spent says that nothing is left to try against a lost session: it was just
// renewed, or cannot be, and a second login was made.
func (s *session) spent() bool {
	return s.logins > 1 && (s.fresh || len(s.recipe.Renew) == 0)
}

// reopen goes on without the password where the recipe knows how and that was
// not done a moment ago; else it logs in again. That a renewal fails is no
// failure: there is the login.
func (s *session) reopen(ctx context.Context) error {
	if !s.fresh && len(s.recipe.Renew) > 0 && s.steps(ctx, s.recipe.Renew, nil) == nil {
		s.fresh = true
		return nil
	}
	if s.logins > 1 {
		return s.fail(predate.SessionLost, "the session was lost again")
	}
	if err := s.again(ctx); err != nil {
		return err
	}
	if s.stale {
		return errStale
	}
	return nil
}

// lost says whether a failure is the end of a session that had begun.
func (s *session) lost(err error) bool {
	return failureCode(err) == predate.SessionLost && s.loggedIn
}

// again opens the session a second time. A password that was good a moment ago
// and is refused now means that the account was locked meanwhile.
func (s *session) again(ctx context.Context) error {
	stage := s.stage
	defer func() { s.stage = stage }()
	s.logout(ctx) // the site may think that the session lives
	err := s.login(ctx)
	s.stale = err == nil && s.recipe.ListAgain && stage != predate.StageLogin
	return recode(err, predate.BadCredentials, predate.AccountLocked)
}

// login runs the login steps and the proof. Nothing in it is repeated.
func (s *session) login(ctx context.Context) error {
	s.stage, s.sent, s.loggedIn = predate.StageLogin, false, false
	s.logins++
	s.newJar()
	kept := recipe.Vars{}
	if v := s.recipe.Variants; v != nil {
		for name := range v.Choices[0] {
			if choice, ok := s.vars[name]; ok {
				kept[name] = choice
			}
		}
	}
	s.vars, s.latest, s.ready, s.fresh = kept, nil, nil, false
	for name, v := range s.given {
		s.vars[name] = v
	}
	credentials := recipe.Vars{"username": {Text: s.request.Username, From: recipe.BySite}, "password": {Text: s.request.Password.Reveal(), From: recipe.BySite}}
	err := s.steps(ctx, s.recipe.Login, credentials)
	if err == nil {
		_, err = s.once(ctx, &s.recipe.LoggedIn, nil)
	}
	s.loggedIn = err == nil
	return s.unsettle(recode(err, predate.SessionLost, predate.SiteChanged)) // it said yes and does not know us
}

// unsettle marks the failure of a login whose password was sent and whose answer
// nobody understands.
func (s *session) unsettle(err error) error {
	var failure *predate.Failure
	if s.sent && errors.As(err, &failure) && failure.Code == predate.SiteChanged {
		failure.Unsettled = true
	}
	return err
}

// steps sends steps that each change something at the site.
func (s *session) steps(ctx context.Context, steps []recipe.Step, scope recipe.Vars) error {
	defer func(before bool) { s.acting = before }(s.acting)
	s.acting = true
	for i := range steps {
		if !s.applies(&steps[i], scope) {
			continue
		}
		if _, err := s.once(ctx, &steps[i], scope); err != nil {
			return err
		}
		s.entered = s.entered || steps[i].Get == nil
	}
	return nil
}

// applies says whether a step of a list is to be done.
func (s *session) applies(st *recipe.Step, scope recipe.Vars) bool {
	if st.When != nil && !s.latest.has(st.When) {
		return false
	}
	v, ok := s.lookup(scope)(st.Given)
	return st.Given == "" || ok && v.Text != ""
}

// logout leaves politely, even when the run was stopped. That it fails changes
// nothing: the documents are there and the session dies by itself.
func (s *session) logout(ctx context.Context) {
	if !s.entered {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), logoutTime)
	defer cancel()
	s.entered, s.loggedIn = false, false
	_ = s.steps(ctx, s.recipe.Logout, nil)
}

// once sends one step and judges its answer.
func (s *session) once(ctx context.Context, st *recipe.Step, scope recipe.Vars) (answer, error) {
	resp, err := s.patiently(ctx, st, scope)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	p, err := readPage(resp, resp.Body, s.recipe.HTTP.Charset)
	if err != nil {
		return answer{}, s.transportFailure(err)
	}
	return s.judge(ctx, st, p)
}

// unmade says why no request could be made of a step.
func (s *session) unmade(err error) error {
	var away *outside
	switch {
	case errors.As(err, &away):
		return s.ledAway(away)
	case errors.Is(err, errNoLink):
		return &setback{code: predate.DownloadFailed, said: "l’extranet ne donne aucun lien vers le fichier", err: err}
	}
	return s.fail(predate.SiteChanged, "%w", err)
}

// send spends a request.
func (s *session) send(req *http.Request, st *recipe.Step) (*http.Response, error) {
	ctx := req.Context()
	if st.Stop {
		ctx = context.WithValue(ctx, stopKey{}, true)
	}
	if s.requests++; s.requests > maxRequests {
		return nil, s.fail(predate.LimitReached, "more than %d requests", maxRequests)
	}
	if err := s.pace(ctx, req.URL.Host); err != nil {
		return nil, s.transportFailure(err)
	}
	s.sent = s.sent || st.Carries("password")
	resp, err := s.client.Do(req.WithContext(ctx))
	if err != nil {
		failure := s.transportFailure(err)
		failure.Unsettled = s.sent && !s.loggedIn && failure.Code == predate.SiteUnavailable
		return nil, failure
	}
	return resp, nil
}

// pace keeps the distance between the beginnings of two requests to one host.
func (s *session) pace(ctx context.Context, host string) error {
	delay := s.delay(host)
	if last, asked := s.asked[host]; asked {
		delay -= s.options.Now().Sub(last)
	}
	if err := s.options.Pause(ctx, max(0, delay)); err != nil {
		return err
	}
	s.asked[host] = s.options.Now()
	return nil
}

// stopKey marks a request whose redirect is its answer.
type stopKey struct{}

const maxRedirects = 5

// redirect follows inside the hosts of the recipe only. What authenticates us
// is taken off before another host.
func (s *session) redirect(next func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		switch {
		case req.Context().Value(stopKey{}) != nil:
			return http.ErrUseLastResponse
		case !s.allowed(req.URL):
			return &outside{req.URL.Host}
		case next == nil && len(via) > maxRedirects:
			return fmt.Errorf("more than %d redirects", maxRedirects)
		}
		if a := s.recipe.HTTP.Auth; a != nil && req.URL.Host != via[0].URL.Host {
			for name := range a.Headers {
				req.Header.Del(name)
			}
		}
		if next == nil {
			return nil
		}
		return next(req, via)
	}
}

// judge says what a page is, and takes from it what the step asks for.
func (s *session) judge(ctx context.Context, st *recipe.Step, p *page) (answer, error) {
	s.seen = p
	kind := s.recognise(ctx, st, p)
	defer s.trace(p, kind) // last, when the secrets of the page are known
	if kind == nil {
		return answer{}, s.fail(predate.SiteChanged, "unknown page: %s", describe(p))
	}
	if kind.Failure != "" {
		return answer{}, s.pageFailure(ctx, kind, p)
	}
	if !slices.Contains(st.Expect, kind.Page) {
		if s.loggedIn && slices.Contains(s.recipe.LoginPages, kind.Page) {
			return answer{}, s.fail(predate.SessionLost, "login page: %s", describe(p))
		}
		return answer{}, s.fail(predate.SiteChanged, "page %s where %s was expected: %s", kind.Page, strings.Join(st.Expect, " or "), describe(p))
	}
	if st.Require != nil && (!p.isJSON || !st.Require.Holds(ctx, p.data)) {
		return answer{}, s.fail(predate.SiteChanged, "%s does not hold: %s", st.Require, describe(p))
	}
	if p.document != nil {
		s.latest = p
	}
	return answer{p, kind.Page}, s.extract(ctx, st, p)
}

// recognise gives the class of a page; nil for an unknown one. In the answer to
// a login that meets nothing good, the words of a refusal are looked for.
func (s *session) recognise(ctx context.Context, st *recipe.Step, p *page) *recipe.Class {
	lists := [][]recipe.Class{st.Classify, s.recipe.Shared().Classify, s.recipe.Classify}
	kind := recognise(ctx, p, func(c *recipe.Class) bool { return s.proven(ctx, c, p) }, lists...)
	good := kind != nil && (kind.Failure != "" || slices.Contains(st.Expect, kind.Page))
	if good || !s.sent || s.loggedIn {
		return kind
	}
	if said := s.refused(p); said != "" {
		return &recipe.Class{Failure: predate.BadCredentials, Said: said}
	}
	return kind
}

func (s *session) pageFailure(ctx context.Context, kind *recipe.Class, p *page) *predate.Failure {
	failure := s.fail(kind.Failure, "%s", describe(p))
	failure.RetryAfter = retryAfter(p.header, s.options.Now())
	failure.Message = s.message(kind.Said)
	if kind.Message != nil {
		v, err := p.take(ctx, kind.Message)
		if err == nil { // a message that cannot be read is no message
			failure.Message = s.message(v.Text)
		}
	}
	return failure
}

// describe says what a page looked like without repeating any of it.
func describe(p *page) string {
	return fmt.Sprintf("status %d, %s, %d bytes, at %s", p.status, p.media, len(p.body), p.url.Path)
}

func (s *session) extract(ctx context.Context, st *recipe.Step, p *page) error {
	for name, from := range st.Extract {
		v, err := p.take(ctx, &from)
		if err != nil {
			return s.fail(predate.SiteChanged, "%s: %w", name, err)
		}
		if v.Text == "" && !from.Optional {
			return s.fail(predate.SiteChanged, "%s is not in the page: %s", name, describe(p))
		}
		if from.Secret {
			s.forget(v.Text)
		}
		s.vars[name] = v
	}
	return nil
}
