package connector

import (
	"context"
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// from takes a text out of the page; "" when it is not there.
func (s *source) from(ctx context.Context, p *page) (variable, error) {
	var root *goquery.Selection
	if p.document != nil {
		root = p.document.Selection
	}
	return s.within(ctx, p, root)
}

// within takes a text out of a part of the page.
func (s *source) within(ctx context.Context, p *page, part *goquery.Selection) (variable, error) {
	text, err := s.raw(ctx, p, part)
	if err != nil {
		return variable{}, err
	}
	if s.Regex != nil {
		found := s.Regex.FindStringSubmatch(text)
		if found == nil {
			return variable{"", bySite}, nil
		}
		text = strings.TrimSpace(found[1])
	}
	if s.Clean != nil && text != "" {
		if text, err = s.Clean.scalar(ctx, text); err != nil {
			return variable{}, err
		}
	}
	if !s.Link || text == "" {
		return variable{text, bySite}, nil
	}
	u, err := p.resolve(text)
	if err != nil {
		return variable{}, err
	}
	return variable{u.String(), siteLink}, nil
}

func (s *source) raw(ctx context.Context, p *page, part *goquery.Selection) (string, error) {
	switch {
	case s.JQ != nil:
		if !p.isJSON {
			return "", nil
		}
		return s.JQ.scalar(ctx, p.data)
	case s.CSS != nil || s.Attr != "" || s.Up != nil:
		return s.node(part), nil
	case s.Header != "":
		return strings.TrimSpace(p.header.Get(s.Header)), nil
	case s.Cookie != "":
		return p.cookie[s.Cookie], nil
	}
	return string(p.body), nil
}

// node takes the text, or an attribute, of the first node that is meant.
func (s *source) node(part *goquery.Selection) string {
	if part == nil {
		return ""
	}
	node := part
	if s.Up != nil {
		node = node.ClosestMatcher(s.Up.Selector)
	}
	if s.CSS != nil {
		node = node.FindMatcher(s.CSS.Selector).First()
	}
	if s.Attr != "" {
		return strings.TrimSpace(node.AttrOr(s.Attr, ""))
	}
	var text strings.Builder
	for _, one := range node.Nodes {
		writeText(&text, one)
	}
	return squeeze(text.String())
}

// writeText writes the text of a node, with a space where a line is broken.
func writeText(text *strings.Builder, node *html.Node) {
	switch {
	case node.Type == html.TextNode:
		text.WriteString(node.Data)
	case node.Type == html.ElementNode && node.DataAtom == atom.Br:
		text.WriteByte(' ')
	}
	for child := range node.ChildNodes() {
		writeText(text, child)
	}
}

// read makes an object of each node of a page. The names of the fields that
// are links come with it, for what a page links to is trusted otherwise than
// what it says.
func (r *rows) read(ctx context.Context, p *page) ([]any, error) {
	if p.document == nil {
		return nil, fmt.Errorf("rows of a page that is not HTML: %s", describe(p))
	}
	var items []any
	var failed error
	p.document.FindMatcher(r.CSS.Selector).EachWithBreak(func(_ int, node *goquery.Selection) bool {
		item := make(map[string]any, len(r.Fields))
		for name, from := range r.Fields {
			v, err := from.within(ctx, p, node)
			if err == nil && v.text == "" && !from.Optional {
				err = fmt.Errorf("a row has no %s: %s", name, describe(p))
			}
			if err != nil {
				failed = err
				return false
			}
			item[name] = v.text
		}
		items = append(items, item)
		return true
	})
	return items, failed
}

// links says which members of the items are links.
func (r *rows) links(name string) bool { return r != nil && r.Fields[name].Link }
