package connector

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"predate/internal/base/egress"
	"predate/internal/collecting/recipe"
)

// What a run waits for in place, when a site asks for a little time.
const (
	maxWaits = 5 // in one run
	// slowest is the longest distance between two requests to a host that asked
	// for patience.
	slowest = 10 * time.Second
)

// patiently sends a request, and sends it again after the time that the site
// asks for, when that is short: a run that was nearly done would else begin
// again with a login. Each time the host is gone slower at. What changes
// something at the site, as a login does, is never sent again.
func (s *session) patiently(ctx context.Context, st *recipe.Step, scope recipe.Vars) (*http.Response, error) {
	s.at = st.At()
	req, err := s.build(ctx, st, scope)
	for polled := 0; err == nil; {
		var resp *http.Response
		if resp, err = s.send(req, st); err != nil {
			return nil, err
		}
		if st.Poll != nil && resp.StatusCode == http.StatusAccepted && polled < st.Poll.Times {
			polled++
			if req, err = s.unready(ctx, resp, st, scope); err != nil {
				return nil, err
			}
			continue
		}
		wait := s.asksFor(resp)
		if wait == 0 {
			return resp, nil
		}
		if req, err = s.same(ctx, resp, st, scope); req == nil && err == nil {
			return resp, nil
		}
		drop(resp)
		s.slow(resp.Request.URL.Host)
		if err := s.options.Pause(ctx, wait); err != nil {
			return nil, s.transportFailure(err)
		}
	}
	return nil, s.unmade(err)
}

// unready waits for what a site is making, and gives the request that asks for it
// again.
func (s *session) unready(ctx context.Context, resp *http.Response, st *recipe.Step, scope recipe.Vars) (*http.Request, error) {
	wait := retryAfter(resp.Header, s.options.Now())
	if wait == 0 || wait > recipe.LongestWait {
		wait = st.Poll.Every
	}
	drop(resp)
	if err := s.options.Pause(ctx, wait); err != nil {
		return nil, s.transportFailure(err)
	}
	req, err := s.build(ctx, st, scope)
	if err != nil {
		return nil, s.unmade(err)
	}
	return req, nil
}

// asksFor gives how long a site asks us to wait, zero where the answer is to be
// judged as it is.
func (s *session) asksFor(resp *http.Response) time.Duration {
	if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	wait := retryAfter(resp.Header, s.options.Now())
	if wait > recipe.LongestWait || s.waits == maxWaits {
		return 0
	}
	return wait
}

// same makes the request that was answered again: what was asked for last, after
// redirects, or the step anew where it only reads. It gives none where that would
// repeat an act.
func (s *session) same(ctx context.Context, resp *http.Response, st *recipe.Step, scope recipe.Vars) (*http.Request, error) {
	if resp.Request.Method == http.MethodGet {
		req := resp.Request.Clone(ctx) // its own context ended with its answer
		req.Response = nil
		req.Header.Del("Cookie") // the jar adds them
		return req, nil
	}
	if s.acting {
		return nil, nil
	}
	return s.build(ctx, st, scope)
}

// slow doubles the distance between two requests to a host for the rest of the
// run.
func (s *session) slow(host string) {
	s.waits++
	pace, slowed := s.delays[host]
	if !slowed {
		pace = s.recipe.HTTP.Delay
	}
	s.delays[host] = min(2*max(pace, time.Millisecond), max(slowest, s.recipe.HTTP.Delay))
	if s.request.Slowed != nil {
		s.request.Slowed()
	}
}

// delay is the distance between the beginnings of two requests to a host. A
// development host on this machine disturbs nobody, until it asks for patience.
func (s *session) delay(host string) time.Duration {
	delay, slowed := s.delays[host]
	switch {
	case slowed:
		return delay
	case s.developed && loopback(host):
		return 0
	}
	return s.recipe.HTTP.Delay
}

// loopback reports whether a host, with or without its port, is this machine.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && address.Unmap().IsLoopback()
}

// drop reads the rest of an answer that is of no use.
func drop(resp *http.Response) {
	_, _ = egress.ReadAll(resp.Body, maxPageBytes)
	_ = resp.Body.Close()
}
