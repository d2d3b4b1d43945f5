package connector

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"predate"
	"predate/internal/collecting/recipe"
)

// open makes a session and sends nothing: what cannot go well, for want of a
// setting or of a possible identifier, ends here.
func (c *Collector) open(origin *url.URL, recipe *recipe.Recipe, request Request) (*session, error) {
	s := &session{
		recipe: recipe, origin: origin, request: request, options: c.options,
		stage: predate.StageResolve, asked: map[string]time.Time{}, delays: map[string]time.Duration{},
	}
	s.hosts = c.reachable(origin, recipe)
	if len(request.Username) > 2 { // a letter or two would mask half of every text
		s.forget(request.Username)
	}
	s.forget(request.Password.Reveal())
	var err error
	s.developed = c.bound(origin) != ""
	if s.given, err = s.givenVars(s.developed); err != nil {
		return nil, s.fail(predate.UnsupportedExtranet, "%w", err)
	}
	if p := recipe.Credentials.Username; p != nil && !p.MatchString(request.Username) {
		s.stage = predate.StageLogin
		return nil, s.fail(predate.BadCredentials, "the identifier is none of this extranet's")
	}
	client := *c.client(s.hosts)
	client.CheckRedirect = s.redirect(client.CheckRedirect)
	s.client = &client
	return s, nil
}

// reachable lists the hosts of a run. In development the hosts that stand for
// the order's stand for all: no simulated collection reaches a real name.
func (c *Collector) reachable(origin *url.URL, recipe *recipe.Recipe) []string {
	hosts := []string{origin.Host}
	if c.bound(origin) != "" {
		for host, id := range c.options.DevHosts {
			if owner, _, _ := strings.Cut(id, "."); owner == recipe.ID && host != origin.Host && strings.Contains(host, ":") {
				hosts = append(hosts, host)
			}
		}
	} else {
		for _, host := range recipe.Hosts {
			if !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
	}
	slices.Sort(hosts[1:])
	return hosts
}

// givenVars are the variables that no page gives: the hosts, the parts of the
// address, the settings of the installation.
func (s *session) givenVars(folded bool) (recipe.Vars, error) {
	given := recipe.Vars{"origin": {Text: s.origin.String(), From: recipe.ByUs}, "host": {Text: s.origin.Host, From: recipe.ByUs}}
	for name, host := range s.recipe.Hosts {
		switch {
		case folded:
			given[name] = recipe.Variable{Text: s.stands(name), From: recipe.ByUs}
		case !strings.HasPrefix(host, "*"):
			given[name] = recipe.Variable{Text: "https://" + host, From: recipe.ByUs}
		}
	}
	for _, name := range s.recipe.Settings {
		text := s.options.Settings[name]
		if text == "" {
			return nil, fmt.Errorf("the setting %s of the installation is missing", name)
		}
		s.forget(text)
		given["setting."+name] = recipe.Variable{Text: text, From: recipe.BySite}
	}
	if s.recipe.Address == nil {
		return given, nil
	}
	u, err := url.Parse(strings.TrimSpace(s.request.URL))
	if err != nil {
		return nil, errors.New("the address cannot be read")
	}
	found := s.recipe.Address.FindStringSubmatch(strings.ToLower(u.Host) + u.EscapedPath())
	if found == nil {
		return nil, fmt.Errorf("the address is not of the form %s", s.recipe.Address)
	}
	for i, name := range s.recipe.Address.SubexpNames() {
		if name != "" {
			given[name] = recipe.Variable{Text: found[i], From: recipe.BySite}
		}
	}
	return given, nil
}

// stands gives the development host that stands for one of the recipe's: that which
// is bound to it by name, else the order's own.
func (s *session) stands(name string) string {
	for _, host := range slices.Sorted(maps.Keys(s.options.DevHosts)) {
		if s.options.DevHosts[host] == s.recipe.ID+"."+name {
			return s.origin.Scheme + "://" + host
		}
	}
	return s.origin.String()
}

// newJar forgets every cookie: a new login begins as a new visitor.
func (s *session) newJar() {
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil { // documented as never happening
		return
	}
	s.client.Jar = jar
}

// NoPause does not wait: a simulated site needs no consideration.
func NoPause(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// wait is the Pause of real life.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// advised adds to the failure of an unknown host which family its landing page
// looks like. Nothing of the order is sent: one GET of a page that is public.
func (c *Collector) advised(ctx context.Context, err error, address string) error {
	var failure *predate.Failure
	if !c.options.Probe || !errors.As(err, &failure) || failure.Code != predate.UnsupportedExtranet {
		return err
	}
	if family, found := c.Probe(ctx, address); found {
		failure.Err = fmt.Errorf("%w; its landing page looks like %s", failure.Err, family.ID)
	}
	return failure
}

// Probe says which family the landing page of an address looks like. It sends
// no credential; what it says is for an operator to confirm.
func (c *Collector) Probe(ctx context.Context, address string) (recipe.Family, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "https" || u.User != nil || u.Host == "" {
		return recipe.Family{}, false
	}
	u.RawQuery, u.Fragment = "", ""
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return recipe.Family{}, false
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := c.client([]string{u.Host}).Do(req)
	if err != nil {
		return recipe.Family{}, false
	}
	defer func() { _ = resp.Body.Close() }()
	p, err := readPage(resp, resp.Body, "")
	if err != nil {
		return recipe.Family{}, false
	}
	recipes := c.atWork()
	for i := range recipes {
		if recognise(ctx, p, func(*recipe.Class) bool { return true }, recipes[i].Probe) != nil {
			return recipes[i].Family(), true
		}
	}
	return recipe.Family{}, false
}
