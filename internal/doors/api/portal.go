package api

import (
	"net/http"
	"net/url"
	"time"

	"predate/internal/delivering/link"
)

// How long the address of a portal holds, in minutes.
const (
	portalMinutes     = 60
	portalMinutesMost = 24 * 60
)

// portalWire is the address of an account's portal.
type portalWire struct {
	URL     string `json:"url"`
	Expires string `json:"expires"`
}

// portalLink answers POST /account/portal with an address that the client's support opens.
func (s *Server) portalLink(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	minutes, frame, scope := portalMinutes, in.line("frame", maxURL), link.ScopeLive
	if in.given("minutes") {
		minutes = in.number("minutes", 1, portalMinutesMost)
	}
	if frame != "" && !isOrigin(frame) {
		in.fail("frame", "must be the origin of a site, like https://app.example.fr")
	}
	caller := callOf(r).caller
	if in.flag("test_mode") || caller.Key.Test {
		scope = link.ScopeTest
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	if caller.Key.Test && in.given("test_mode") && !in.flag("test_mode") {
		return nil, errTestEndpoint
	}
	expires := s.Now().Add(time.Duration(minutes) * time.Minute)
	return portalWire{URL: s.Links.Portal(caller.Account, scope, frame, expires), Expires: httpDate(expires)}, nil
}

// isOrigin reports whether a text is the https origin of a site (RFC 6454, section 7),
// and nothing that a policy would read otherwise.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && text == "https://"+u.Host && isHost(u.Host)
}

// isHost reports whether a text has letters, digits, dots, hyphens and a port alone.
func isHost(text string) bool {
	for _, r := range text {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '.' && r != '-' && r != ':' {
			return false
		}
	}
	return true
}
