package connector

import (
	"context"
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"predate/internal/collecting/recipe"
)

// take takes a text out of the page; "" when it is not there.
func (p *page) take(ctx context.Context, s *recipe.Source) (recipe.Variable, error) {
	var root *goquery.Selection
	if p.document != nil {
		root = p.document.Selection
	}
	return p.within(ctx, s, root)
}

// within takes a text out of a part of the page.
func (p *page) within(ctx context.Context, s *recipe.Source, part *goquery.Selection) (recipe.Variable, error) {
	text, err := p.raw(ctx, s, part)
	if err != nil {
		return recipe.Variable{}, err
	}
	if s.Regex != nil {
		found := s.Regex.FindStringSubmatch(text)
		if found == nil {
			return recipe.Variable{Text: "", From: recipe.BySite}, nil
		}
		text = strings.TrimSpace(found[1])
	}
	if s.Clean != nil && text != "" {
		if text, err = s.Clean.Scalar(ctx, text); err != nil {
			return recipe.Variable{}, err
		}
	}
	if !s.Link || text == "" {
		return recipe.Variable{Text: text, From: recipe.BySite}, nil
	}
	u, err := p.resolve(text)
	if err != nil {
		return recipe.Variable{}, err
	}
	return recipe.Variable{Text: u.String(), From: recipe.SiteLink}, nil
}

func (p *page) raw(ctx context.Context, s *recipe.Source, part *goquery.Selection) (string, error) {
	switch {
	case s.JQ != nil:
		if !p.isJSON {
			return "", nil
		}
		return s.JQ.Scalar(ctx, p.data)
	case s.CSS != nil || s.Attr != "" || s.Up != nil:
		return nodeText(s, part), nil
	case s.Header != "":
		return strings.TrimSpace(p.header.Get(s.Header)), nil
	case s.Cookie != "":
		return p.cookie[s.Cookie], nil
	}
	return string(p.body), nil
}

// nodeText takes the text, or an attribute, of the first node that is meant.
func nodeText(s *recipe.Source, part *goquery.Selection) string {
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
	return recipe.Squeeze(text.String())
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

// rows makes an object of each node of a page. The names of the fields that
// are links come with it, for what a page links to is trusted otherwise than
// what it says.
func (p *page) rows(ctx context.Context, r *recipe.Rows) ([]any, error) {
	if p.document == nil {
		return nil, fmt.Errorf("rows of a page that is not HTML: %s", describe(p))
	}
	var items []any
	var failed error
	p.document.FindMatcher(r.CSS.Selector).EachWithBreak(func(_ int, node *goquery.Selection) bool {
		item := make(map[string]any, len(r.Fields))
		for name, from := range r.Fields {
			v, err := p.within(ctx, &from, node)
			if err == nil && v.Text == "" && !from.Optional {
				err = fmt.Errorf("a row has no %s: %s", name, describe(p))
			}
			if err != nil {
				failed = err
				return false
			}
			item[name] = v.Text
		}
		items = append(items, item)
		return true
	})
	return items, failed
}
