package connector

import (
	"net/http"
	"net/url"

	"predate"
	"predate/internal/collecting/author"
	"predate/internal/collecting/recipe"
)

// Exchange is one answer of a site, as a person who mends a recipe wants to
// see it. Nothing in it repeats a secret of the session.
type Exchange struct {
	Stage  predate.Stage
	Method string
	URL    string // values of the query masked
	Status int
	Media  string
	Size   int
	Kind   string // the page or the failure that it was taken for; "" when unknown
	Leads  string // where a redirect that was not followed leads; values masked
	Body   []byte // of a page
}

// trace shows an answer to whoever asked for it.
func (s *session) trace(p *page, kind *recipe.Class) {
	if s.options.Trace == nil {
		return
	}
	e := Exchange{Stage: s.stage, Method: p.method, URL: s.maskedURL(p.url), Status: p.status, Media: p.media, Size: len(p.body)}
	if kind != nil {
		e.Kind = kind.Page + string(kind.Failure)
	}
	if u, err := p.url.Parse(p.header.Get("Location")); err == nil && p.header.Get("Location") != "" {
		e.Leads = s.maskedURL(u)
	}
	e.Body = []byte(s.scrub(string(p.body)))
	s.options.Trace(e)
}

// traceFile shows that a file came; its bytes are nobody's but the order's.
func (s *session) traceFile(resp *http.Response, media string) {
	if s.options.Trace != nil {
		s.options.Trace(Exchange{
			Stage: s.stage, Method: resp.Request.Method, URL: s.maskedURL(resp.Request.URL),
			Status: resp.StatusCode, Media: media, Kind: "file",
		})
	}
}

// maskedURL shows where an answer came from: a query may hold a token, so its
// values are not shown.
func (s *session) maskedURL(u *url.URL) string {
	shown := u.Scheme + "://" + u.Host + u.EscapedPath()
	if values := author.MaskedValues(u.RawQuery); values != "" {
		shown += "?" + values
	}
	if values := author.MaskedValues(u.Fragment); values != "" {
		shown += "#" + values
	}
	return s.scrub(shown)
}
