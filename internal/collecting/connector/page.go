package connector

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html/charset"

	"predate/internal/base/egress"
	"predate/internal/collecting/recipe"
)

// page is an answer that was read whole, ready to be recognised.
type page struct {
	status  int
	header  http.Header
	method  string
	url     *url.URL // the final one, after redirects
	media   string
	body    []byte // UTF-8 when it is a text
	charset string // of the bytes that came
	cookie  map[string]string

	document *goquery.Document // nil unless HTML
	data     any               // the decoded JSON
	isJSON   bool
}

// readPage reads an answer up to the limit of a page. A charset that the recipe
// knows goes before what the page says of itself.
func readPage(resp *http.Response, body io.Reader, known string) (*page, error) {
	raw, err := egress.ReadAll(body, maxPageBytes)
	if err != nil {
		return nil, err
	}
	p := &page{status: resp.StatusCode, header: resp.Header, method: resp.Request.Method, url: resp.Request.URL, body: raw, cookie: map[string]string{}}
	p.media = mediaType(resp.Header)
	p.takeCookies(resp)
	switch {
	case isJSON(p.media):
		// What does not decode is no JSON page: it meets no class that asks
		// for JSON, and so becomes an unknown page.
		p.isJSON = decodeJSON(raw, &p.data) == nil
	case strings.Contains(p.media, "html"):
		p.body, p.charset = toUTF8(raw, resp.Header.Get("Content-Type"), known)
		p.document, err = goquery.NewDocumentFromReader(bytes.NewReader(p.body))
		if err != nil {
			return nil, fmt.Errorf("parse page: %w", err)
		}
	}
	return p, nil
}

// takeCookies notes what an answer and the redirects that led to it set, the latest
// last.
func (p *page) takeCookies(resp *http.Response) {
	if before := resp.Request.Response; before != nil && before.Request != nil {
		p.takeCookies(before)
	}
	for _, c := range resp.Cookies() {
		p.cookie[c.Name] = c.Value
	}
}

// isJSON reports whether a media type is JSON or a kind of it.
func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// resolve makes an absolute URL of a reference in the page.
func (p *page) resolve(reference string) (*url.URL, error) {
	base := p.url
	if p.document != nil {
		if href, ok := p.document.Find("base[href]").First().Attr("href"); ok {
			if u, err := p.url.Parse(href); err == nil {
				base = u
			}
		}
	}
	u, err := base.Parse(strings.TrimSpace(reference))
	if err != nil {
		return nil, fmt.Errorf("a link of the page is no URL: %w", withoutURL(err))
	}
	return u, nil
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

// toUTF8 follows the header, then what is known, then the page's own
// declaration, then the bytes.
func toUTF8(raw []byte, contentType, known string) (text []byte, name string) {
	encoding, name, _ := charset.DetermineEncoding(raw, contentType)
	if known != "" && !strings.Contains(strings.ToLower(contentType), "charset=") {
		encoding, name = charset.Lookup(known)
	}
	if known == "" && name == "utf-8" && !utf8.Valid(raw) {
		encoding, name = charset.Lookup("windows-1252") // the page is wrong about itself
	}
	if encoding == nil {
		return raw, "utf-8"
	}
	text, err := encoding.NewDecoder().Bytes(raw)
	if err != nil {
		return raw, "utf-8"
	}
	return text, name
}

// has says whether the page has such a node.
func (p *page) has(node *recipe.Selector) bool {
	return p != nil && p.document != nil && p.document.FindMatcher(node.Selector).Length() > 0
}

// meets says whether every condition of the class holds.
func (p *page) meets(ctx context.Context, c *recipe.Class) bool {
	switch {
	case len(c.Status) > 0 && !slices.Contains(c.Status, p.status),
		c.Type != "" && !strings.HasPrefix(p.media, c.Type),
		c.Path != nil && !c.Path.MatchString(p.url.Path),
		c.Location != nil && !c.Location.MatchString(p.header.Get("Location")),
		c.Text != nil && !c.Text.Match(p.body),
		c.CSS != nil && !p.has(c.CSS),
		c.JQ != nil && (!p.isJSON || !c.JQ.Holds(ctx, p.data)):
		return false
	}
	return true
}

// recognise gives the first class that holds and is believed, of several lists in
// order; nil for an unknown page.
func recognise(ctx context.Context, p *page, believed func(*recipe.Class) bool, lists ...[]recipe.Class) *recipe.Class {
	for _, list := range lists {
		for i := range list {
			if p.meets(ctx, &list[i]) && believed(&list[i]) {
				return &list[i]
			}
		}
	}
	return nil
}
