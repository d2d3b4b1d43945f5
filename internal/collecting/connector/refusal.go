package connector

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"predate"
	"predate/internal/collecting/recipe"
)

// longestRefusal is beyond what a refusal says.
const longestRefusal = 300

// proven says whether a class holds in earnest. That a password is wrong, or an
// account locked, is believed only where the site says so: by its data, by a
// place where it leads, or by words that it did not say before the try. A form
// that comes again proves nothing.
func (s *session) proven(ctx context.Context, c *recipe.Class, p *page) bool {
	if c.Failure != predate.BadCredentials && c.Failure != predate.AccountLocked {
		return true
	}
	before := s.latest
	switch {
	case c.JQ != nil, c.Location != nil,
		c.Path != nil && (before == nil || !c.Path.MatchString(before.url.Path)),
		c.Text != nil && (before == nil || !c.Text.Match(before.body)):
		return true
	case c.Message == nil:
		return false
	}
	said, err := p.take(ctx, c.Message)
	if err != nil || said.Text == "" {
		return false
	}
	if before == nil {
		return true
	}
	then, err := before.take(ctx, c.Message)
	return err != nil || then.Text != said.Text
}

// refused gives the words by which a page refuses the password, as sites of all
// families do; empty where it has none, or had them before the try.
func (s *session) refused(p *page) string {
	var before []string
	if s.latest != nil {
		before = s.latest.refusals(s.recipe.Shared())
	}
	shortest := ""
	for _, said := range p.refusals(s.recipe.Shared()) {
		if !slices.Contains(before, said) && (shortest == "" || len(said) < len(shortest)) {
			shortest = said
		}
	}
	return shortest
}

// refusals are the sentences of a page that refuse a password.
func (p *page) refusals(c *recipe.Common) []string {
	var texts []string
	switch {
	case p.document != nil:
		for _, node := range p.document.Nodes {
			sayings(node, &texts)
		}
	case p.isJSON:
		texts = textsOf(p.data)
	}
	var all []string
	for _, text := range texts {
		for _, said := range sentences(text) {
			if len(said) <= longestRefusal && slices.ContainsFunc(c.Refusals, func(r recipe.Refusal) bool { return r.Says(said) }) {
				all = append(all, said)
			}
		}
	}
	return all
}

// sentences cuts a text behind its full stops.
func sentences(text string) []string {
	var all []string
	for text = recipe.Squeeze(text); text != ""; {
		end := strings.IndexAny(text, ".!?") + 1
		if end == 0 {
			end = len(text)
		}
		if said := strings.TrimSpace(text[:end]); said != "" {
			all = append(all, said)
		}
		text = text[end:]
	}
	return all
}

// textsOf gives every text of a JSON value.
func textsOf(data any) []string {
	var all []string
	switch v := data.(type) {
	case string:
		return []string{v}
	case []any:
		for _, member := range v {
			all = append(all, textsOf(member)...)
		}
	case map[string]any:
		for _, member := range v {
			all = append(all, textsOf(member)...)
		}
	}
	return all
}

// sayings gathers what the paragraphs of a page say, as far as a person sees it:
// the runs of text between two blocks.
func sayings(node *html.Node, all *[]string) {
	var run strings.Builder
	end := func() {
		*all = append(*all, run.String())
		run.Reset()
	}
	for child := range node.ChildNodes() {
		switch {
		case child.Type == html.TextNode || child.Type == html.ElementNode && shown(child) && inline(child):
			run.WriteString(seen(child))
		case child.Type == html.ElementNode && shown(child):
			end()
			sayings(child, all)
		}
	}
	end()
}

// seen is the text of a node that a person sees.
func seen(node *html.Node) string {
	if node.Type == html.TextNode {
		return node.Data
	}
	if node.Type != html.ElementNode || !shown(node) {
		return ""
	}
	var b strings.Builder
	for child := range node.ChildNodes() {
		b.WriteString(seen(child))
	}
	return b.String()
}

// shown says whether a person sees an element, as far as it says itself.
func shown(node *html.Node) bool {
	switch node.Data {
	case "script", "style", "template", "noscript", "head":
		return false
	}
	for _, a := range node.Attr {
		switch a.Key {
		case "hidden":
			return false
		case "aria-hidden":
			if a.Val == "true" {
				return false
			}
		case "style":
			style := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return false
			}
		case "class":
			for _, name := range strings.Fields(a.Val) {
				if slices.Contains([]string{"hidden", "d-none", "hide", "invisible", "is-hidden", "visually-hidden"}, name) {
					return false
				}
			}
		}
	}
	return true
}

// inline says whether an element goes on with the paragraph around it.
func inline(node *html.Node) bool {
	return slices.Contains([]string{
		"a", "abbr", "b", "br", "code", "em", "font", "i", "img", "small", "span", "strong", "sub", "sup", "svg", "u",
	}, node.Data)
}
