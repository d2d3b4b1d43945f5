package connector

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html/charset"

	"predate/internal/egress"
)

// page is an answer that was read whole, ready to be recognised.
type page struct {
	status int
	header http.Header
	path   string // of the final URL
	media  string
	body   []byte // UTF-8 when it is a text
	cookie map[string]string

	document *goquery.Document // nil unless HTML
	data     any               // the decoded JSON
	isJSON   bool
}

// readPage reads an answer up to the limit of a page and closes it.
func readPage(resp *http.Response, body io.Reader) (*page, error) {
	raw, err := egress.ReadAll(body, maxPageBytes)
	if err != nil {
		return nil, err
	}
	p := &page{status: resp.StatusCode, header: resp.Header, path: resp.Request.URL.Path, body: raw, cookie: map[string]string{}}
	p.media = mediaType(resp.Header)
	for _, c := range resp.Cookies() {
		p.cookie[c.Name] = c.Value
	}
	switch {
	case p.media == "application/json":
		// What does not decode is no JSON page: it meets no class that asks
		// for JSON, and so becomes an unknown page.
		p.isJSON = decodeJSON(raw, &p.data) == nil
	case strings.Contains(p.media, "html"):
		p.body = toUTF8(raw, resp.Header.Get("Content-Type"))
		p.document, err = goquery.NewDocumentFromReader(bytes.NewReader(p.body))
		if err != nil {
			return nil, fmt.Errorf("parse page: %w", err)
		}
	}
	return p, nil
}

func mediaType(h http.Header) string {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		media, _, _ = strings.Cut(h.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(media))
}

func decodeJSON(raw []byte, into *any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // an identifier must not lose its last digits
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("text after the JSON value")
	}
	return nil
}

// toUTF8 follows the header, then the page's own declaration, then the bytes.
func toUTF8(raw []byte, contentType string) []byte {
	r, err := charset.NewReader(bytes.NewReader(raw), contentType)
	if err != nil {
		return raw
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return raw
	}
	return text
}

// is says whether every condition of the class holds.
func (c *class) is(ctx context.Context, p *page) bool {
	switch {
	case len(c.Status) > 0 && !slices.Contains(c.Status, p.status),
		c.Type != "" && !strings.HasPrefix(p.media, c.Type),
		c.Path != nil && !c.Path.MatchString(p.path),
		c.Text != nil && !c.Text.Match(p.body),
		c.CSS != nil && (p.document == nil || p.document.FindMatcher(c.CSS.Selector).Length() == 0),
		c.JQ != nil && (!p.isJSON || !c.JQ.holds(ctx, p.data)):
		return false
	}
	return true
}

// recognise gives the first class that holds, the step's own first; nil for an
// unknown page.
func recognise(ctx context.Context, p *page, own, common []class) *class {
	for _, list := range [][]class{own, common} {
		for i := range list {
			if list[i].is(ctx, p) {
				return &list[i]
			}
		}
	}
	return nil
}

// from takes a text out of the page; "" when it is not there.
func (s *source) from(ctx context.Context, p *page) (string, error) {
	switch {
	case s.JQ != nil:
		if !p.isJSON {
			return "", nil
		}
		return s.JQ.scalar(ctx, p.data)
	case s.CSS != nil:
		if p.document == nil {
			return "", nil
		}
		node := p.document.FindMatcher(s.CSS.Selector).First()
		if s.Attr != "" {
			return strings.TrimSpace(node.AttrOr(s.Attr, "")), nil
		}
		return strings.TrimSpace(node.Text()), nil
	case s.Header != "":
		return strings.TrimSpace(p.header.Get(s.Header)), nil
	case s.Cookie != "":
		return p.cookie[s.Cookie], nil
	}
	found := s.Regex.FindSubmatch(p.body)
	if found == nil {
		return "", nil
	}
	return strings.TrimSpace(string(found[1])), nil
}
