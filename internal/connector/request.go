package connector

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// build makes the request of a step.
func (s *session) build(ctx context.Context, st *step, scope vars) (*http.Request, error) {
	method, path := http.MethodGet, st.Get
	if st.Post != nil {
		method, path = http.MethodPost, st.Post
	}
	target, err := s.target(*path, st.Query, scope)
	if err != nil {
		return nil, err
	}
	body, contentType, err := s.body(st, scope)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, fmt.Errorf("make request: %w", withoutURL(err))
	}
	req.Header.Set("User-Agent", userAgent)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	for _, headers := range []map[string]template{s.recipe.HTTP.Headers, st.Headers} {
		for name, t := range headers {
			text, err := t.render(s.lookup(scope), plain)
			if err != nil {
				return nil, err
			}
			req.Header.Set(name, text)
		}
	}
	return req, nil
}

// userAgent says honestly who asks, and for whom.
const userAgent = "predate/1 (collecte de documents, mandat du copropriétaire)"

// lookup finds a variable in the loops first, then in the session.
func (s *session) lookup(scope vars) func(string) (variable, bool) {
	return func(name string) (variable, bool) {
		if v, ok := scope[name]; ok {
			return v, true
		}
		v, ok := s.vars[name]
		return v, ok
	}
}

func plain(v variable) string { return v.text }

// target writes a URL on the host of the order; no template can leave it.
func (s *session) target(path template, query map[string]template, scope vars) (string, error) {
	text, err := path.render(s.lookup(scope), func(v variable) string {
		if v.ours {
			return v.text
		}
		return url.PathEscape(v.text)
	})
	if err != nil {
		return "", err
	}
	values := url.Values{}
	for name, t := range query {
		v, err := t.render(s.lookup(scope), plain)
		if err != nil {
			return "", err
		}
		values.Set(name, v)
	}
	u, err := url.Parse(s.origin.String() + text)
	if err != nil || u.Host != s.origin.Host || u.Scheme != s.origin.Scheme || u.User != nil {
		return "", fmt.Errorf("path %q leaves the site", text)
	}
	if len(values) > 0 {
		u.RawQuery = values.Encode()
	}
	return u.String(), nil
}

func (s *session) body(st *step, scope vars) (io.Reader, string, error) {
	switch {
	case st.JSON != nil:
		members := make(map[string]any, len(st.JSON))
		for name, v := range st.JSON {
			members[name] = v.literal
			if v.text != nil {
				text, err := v.text.render(s.lookup(scope), plain)
				if err != nil {
					return nil, "", err
				}
				members[name] = text
			}
		}
		raw, err := json.Marshal(members)
		if err != nil {
			return nil, "", fmt.Errorf("encode body: %w", err)
		}
		return bytes.NewReader(raw), "application/json", nil
	case st.Form != nil:
		values := url.Values{}
		for name, t := range st.Form {
			text, err := t.render(s.lookup(scope), plain)
			if err != nil {
				return nil, "", err
			}
			values.Set(name, text)
		}
		return strings.NewReader(values.Encode()), "application/x-www-form-urlencoded", nil
	}
	return nil, "", nil
}
