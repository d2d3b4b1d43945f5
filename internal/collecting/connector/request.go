package connector

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"predate/internal/collecting/recipe"
)

// userAgent says honestly who asks, and for whom.
const userAgent = "predate/1 (collecte de documents, mandat du copropriétaire)"

// call is a request in the making.
type call struct {
	method string
	url    *url.URL
	auth   bool // it goes where the recipe authenticates
	body   io.Reader
	media  string
}

// build makes the request of a step.
func (s *session) build(ctx context.Context, st *recipe.Step, scope recipe.Vars) (*http.Request, error) {
	if err := s.make(st.Make); err != nil {
		return nil, err
	}
	find := s.lookup(scope)
	var c call
	var err error
	if st.Submit != nil {
		c, err = s.submit(st, find)
	} else {
		c, err = s.direct(st, find)
	}
	if err != nil {
		return nil, err
	}
	if !s.allowed(c.url) {
		return nil, &outside{c.url.Host}
	}
	req, err := http.NewRequestWithContext(ctx, c.method, c.url.String(), c.body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", withoutURL(err))
	}
	return req, s.headers(req, st, c, find)
}

// errNoLink says that the site gave no link where one was to be followed: it
// lists a file that it does not have.
var errNoLink = errors.New("the site gave no link")

// outside says that a request would leave the hosts of the recipe.
type outside struct{ host string }

// Error names the host alone.
func (o *outside) Error() string { return fmt.Sprintf("host %q is none of this extranet's", o.host) }

// allowed says whether a run may reach a URL: the host of the order and those
// that the recipe names, in the scheme of the order.
func (s *session) allowed(u *url.URL) bool {
	if u.Scheme != s.origin.Scheme || u.User != nil {
		return false
	}
	return slices.ContainsFunc(s.hosts, func(name string) bool { return recipe.HostMatches(name, strings.ToLower(u.Host)) })
}

func (s *session) headers(req *http.Request, st *recipe.Step, c call, find recipe.Lookup) error {
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept-Language", "fr-FR,fr;q=0.9")
	if c.media != "" {
		req.Header.Set("Content-Type", c.media)
	}
	if st == &s.recipe.Download.Request {
		req.Header.Set("Accept-Encoding", "identity") // the size of a file is that of its bytes
	}
	for _, headers := range []map[string]recipe.Template{s.recipe.HTTP.Headers, st.Headers} {
		for name, t := range headers {
			text, err := t.Text(find)
			if err != nil {
				return err
			}
			req.Header.Set(name, text)
		}
	}
	if c.auth {
		for name, t := range s.recipe.HTTP.Auth.Headers {
			if text, err := t.Text(find); err == nil { // before the login there is no token yet
				req.Header.Set(name, text)
			}
		}
	}
	return nil
}

// make gives its variables a value.
func (s *session) make(list []recipe.Made) error {
	for _, m := range list {
		if m.S256 != nil {
			text, err := m.S256.Text(s.lookup(nil))
			if err != nil {
				return err
			}
			sum := sha256.Sum256([]byte(text))
			s.vars[m.Name] = recipe.Variable{Text: base64.RawURLEncoding.EncodeToString(sum[:]), From: recipe.ByUs}
			continue
		}
		raw := make([]byte, m.Random)
		if _, err := io.ReadFull(s.options.Random, raw); err != nil {
			return fmt.Errorf("make %s: %w", m.Name, err)
		}
		text := base64.RawURLEncoding.EncodeToString(raw)
		s.forget(text)
		s.vars[m.Name] = recipe.Variable{Text: text, From: recipe.ByUs}
	}
	return nil
}

// lookup finds a variable in the loops first, then in the session.
func (s *session) lookup(scope recipe.Vars) recipe.Lookup {
	return func(name string) (recipe.Variable, bool) {
		if v, ok := scope[name]; ok {
			return v, true
		}
		v, ok := s.vars[name]
		return v, ok
	}
}

// direct makes the call of a get or a post.
func (s *session) direct(st *recipe.Step, find recipe.Lookup) (call, error) {
	c := call{method: http.MethodGet}
	path := st.Get
	if st.Post != nil {
		c.method, path = http.MethodPost, st.Post
	}
	c.auth = s.recipe.HTTP.Auth.Covers(*path)
	var err error
	if c.url, err = s.target(*path, st.Query, find); err != nil {
		return call{}, err
	}
	c.body, c.media, err = s.body(st, find)
	return c, err
}

// target writes a URL. A path is on the host of the order; a host that the
// recipe names, or a link that the site wrote, may only stand at its head.
func (s *session) target(path recipe.Template, query map[string]recipe.Template, find recipe.Lookup) (*url.URL, error) {
	text, err := path.Render(find, func(v recipe.Variable) string {
		if v.From == recipe.BySite {
			return url.PathEscape(v.Text)
		}
		return v.Text
	})
	if err != nil {
		return nil, err
	}
	if text == "" {
		return nil, errNoLink
	}
	if strings.HasPrefix(text, "/") {
		text = s.origin.String() + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("a path is no URL: %w", withoutURL(err))
	}
	values, err := rendered(query, find)
	if err != nil {
		return nil, err
	}
	if len(values) > 0 {
		u.RawQuery = strings.TrimPrefix(u.RawQuery+"&"+values.Encode(), "&")
	}
	u.Fragment = ""
	return u, nil
}

func rendered(fields map[string]recipe.Template, find recipe.Lookup) (url.Values, error) {
	values := url.Values{}
	for name, t := range fields {
		text, err := t.Text(find)
		if err != nil {
			return nil, err
		}
		key, err := recipe.RenderKey(name, find)
		if err != nil {
			return nil, err
		}
		values.Set(key, text)
	}
	return values, nil
}

func (s *session) body(st *recipe.Step, find recipe.Lookup) (io.Reader, string, error) {
	switch {
	case st.JSON != nil:
		members, err := recipe.RenderMembers(st.JSON, find)
		if err != nil {
			return nil, "", err
		}
		if st.Files != nil {
			if members[st.Files.Field], err = s.filesJSON(st.Files, find); err != nil {
				return nil, "", err
			}
		}
		raw, err := json.Marshal(members)
		if err != nil {
			return nil, "", fmt.Errorf("encode body: %w", err)
		}
		return bytes.NewReader(raw), "application/json", nil
	case st.Form != nil:
		values, err := rendered(st.Form, find)
		if err != nil {
			return nil, "", err
		}
		return strings.NewReader(values.Encode()), formMedia, nil
	}
	return nil, "", nil
}
