package connector

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"predate"
)

// session is one logged-in connection to one extranet.
type session struct {
	recipe  *Recipe
	client  *http.Client
	origin  *url.URL
	request Request
	options Options

	vars     vars // what the recipe and the pages gave; lives as long as the session
	stage    predate.Stage
	secrets  []string
	requests int
	logins   int
	entered  bool // the site accepted a login: there is something to leave
	loggedIn bool // and knows us by our name
}

// answer is a page that a step expected, and its kind.
type answer struct {
	*page
	kind string
}

// do sends one step and judges its answer. When the site has forgotten us
// since the login, it logs in again, once in a run, and repeats the step, once.
// The scope holds the variables of the loops around the step.
func (s *session) do(ctx context.Context, st *step, scope vars) (answer, error) {
	a, err := s.once(ctx, st, scope)
	if err == nil || !s.lost(err) {
		return a, err
	}
	if err := s.again(ctx); err != nil {
		return answer{}, err
	}
	return s.once(ctx, st, scope)
}

// lost says whether a failure is a session that may be opened again.
func (s *session) lost(err error) bool {
	return failureCode(err) == predate.SessionLost && s.loggedIn && s.logins == 1
}

// again opens the session a second time. A password that was good a moment ago
// and is refused now means that the account was locked meanwhile.
func (s *session) again(ctx context.Context) error {
	stage := s.stage
	defer func() { s.stage = stage }()
	s.logout(ctx) // the site may think that the session lives
	err := s.login(ctx)
	return recode(err, predate.BadCredentials, predate.AccountLocked)
}

// login runs the login steps and the proof. Nothing in it is repeated.
func (s *session) login(ctx context.Context) error {
	s.stage = predate.StageLogin
	s.logins++
	s.newJar()
	credentials := vars{"username": {text: s.request.Username}, "password": {text: s.request.Password.Reveal()}}
	err := s.steps(ctx, s.recipe.Login, credentials)
	if err == nil {
		_, err = s.once(ctx, &s.recipe.LoggedIn, nil)
	}
	s.loggedIn = err == nil
	return recode(err, predate.SessionLost, predate.SiteChanged) // it said yes and does not know us
}

func (s *session) steps(ctx context.Context, steps []step, scope vars) error {
	for i := range steps {
		if _, err := s.once(ctx, &steps[i], scope); err != nil {
			return err
		}
		s.entered = s.entered || steps[i].Post != nil
	}
	return nil
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
func (s *session) once(ctx context.Context, st *step, scope vars) (answer, error) {
	req, err := s.build(ctx, st, scope)
	if err != nil {
		return answer{}, s.fail(predate.SiteChanged, "%w", err)
	}
	resp, err := s.send(ctx, req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	p, err := readPage(resp, resp.Body)
	if err != nil {
		return answer{}, s.transportFailure(err)
	}
	return s.judge(ctx, st, p)
}

// send spends one request of the run.
func (s *session) send(ctx context.Context, req *http.Request) (*http.Response, error) {
	if s.requests++; s.requests > maxRequests {
		return nil, s.fail(predate.LimitReached, "more than %d requests", maxRequests)
	}
	if err := s.options.Pause(ctx, s.recipe.HTTP.Delay); err != nil {
		return nil, s.transportFailure(err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, s.transportFailure(err)
	}
	return resp, nil
}

// judge says what a page is, and takes from it what the step asks for.
func (s *session) judge(ctx context.Context, st *step, p *page) (answer, error) {
	kind := recognise(ctx, p, st.Classify, s.recipe.Classify)
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
	if st.Require != nil && (!p.isJSON || !st.Require.holds(ctx, p.data)) {
		return answer{}, s.fail(predate.SiteChanged, "%s does not hold: %s", st.Require.text, describe(p))
	}
	return answer{p, kind.Page}, s.extract(ctx, st, p)
}

func (s *session) pageFailure(ctx context.Context, kind *class, p *page) *predate.Failure {
	failure := s.fail(kind.Failure, "%s", describe(p))
	failure.RetryAfter = retryAfter(p.header, s.options.Now())
	if kind.Message != nil {
		text, err := kind.Message.from(ctx, p)
		if err == nil { // a message that cannot be read is no message
			failure.Message = s.message(text)
		}
	}
	return failure
}

// describe says what a page looked like without repeating any of it.
func describe(p *page) string {
	return fmt.Sprintf("status %d, %s, %d bytes, at %s", p.status, p.media, len(p.body), p.path)
}

func (s *session) extract(ctx context.Context, st *step, p *page) error {
	for name, from := range st.Extract {
		text, err := from.from(ctx, p)
		if err != nil {
			return s.fail(predate.SiteChanged, "%s: %w", name, err)
		}
		if text == "" && !from.Optional {
			return s.fail(predate.SiteChanged, "%s is not in the page: %s", name, describe(p))
		}
		if from.Secret {
			s.forget(text)
		}
		s.vars[name] = variable{text: text}
	}
	return nil
}
