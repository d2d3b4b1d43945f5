package recipe

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

func (c *checker) givenName(where, name string) {
	if name != "" {
		c.template(where+" given", Template{[]part{{name: name}}}, false)
	}
}

func (c *checker) steps(where string, list []Step) {
	for i, s := range list {
		c.givenName(where, s.Given)
		s.When, s.Given = nil, "" // what only a list of steps may say
		if where == "download.prepare" {
			s.Once = nil
		}
		c.step(fmt.Sprintf("%s[%d]", where, i), s)
	}
}

func (c *checker) step(where string, s Step) {
	c.shape(where, s)
	if s.When != nil || s.Given != "" || s.Once != nil {
		c.fail("%s: when and given go with the steps of a list, once_per with those of download.prepare", where)
	}
	if len(s.Expect) == 0 {
		c.fail("%s: expect is missing: an unknown page is never a good one", where)
	}
	c.request(where, s)
	for name, from := range s.Extract {
		c.source(where+".extract."+name, from, false)
		c.defined[name], c.links[name] = true, from.Link
	}
}

// shape checks that a step is one request.
func (c *checker) shape(where string, s Step) {
	if one(s.Get != nil, s.Post != nil, s.Submit != nil) != 1 {
		c.fail("%s: one of get, post and submit", where)
	}
	if s.Get != nil && (s.Form != nil || s.JSON != nil) || s.JSON != nil && (s.Form != nil || s.Submit != nil) {
		c.fail("%s: a form with post or submit, or a JSON body with post", where)
	}
	if s.Files != nil && (s.Files.Field == "" || (s.JSON != nil) != (s.Files.Each != nil) || s.Get != nil) {
		c.fail("%s: files have a field, and each in a JSON body", where)
	}
}

// polls checks how often a step is asked again.
func (c *checker) polls(where string, s Step) {
	if s.Poll == nil {
		return
	}
	if s.Get == nil {
		c.fail("%s.poll: only what is got is asked again: a post may make a second one", where)
	}
	if s.Poll.Every < time.Second || s.Poll.Every > LongestWait || s.Poll.Times < 1 || s.Poll.Times > maxPolls {
		c.fail("%s.poll: every (1s to %v) and times (1 to %d) are needed", where, LongestWait, maxPolls)
	}
}

// one counts what holds.
func one(given ...bool) (n int) {
	for _, holds := range given {
		if holds {
			n++
		}
	}
	return n
}

// request checks what a step sends.
func (c *checker) request(where string, s Step) {
	for _, m := range s.Make {
		if m.Name == "" || (m.Random >= 16) == (m.S256 != nil) || m.Random > 96 {
			c.fail("%s: make has a name, and random (16 to 96 bytes) or s256", where)
		}
		if m.S256 != nil {
			c.template(where+" s256", *m.S256, false)
		}
		c.defined[m.Name] = true
	}
	c.polls(where, s)
	if len(s.Add) > 0 && s.Submit == nil {
		c.fail("%s.add: only a form that is submitted lacks fields", where)
	}
	c.templates(where+".add", s.Add, false)
	for _, page := range s.Expect {
		c.known(where, page)
	}
	for i, cl := range s.Classify {
		c.class(fmt.Sprintf("%s.classify[%d]", where, i), cl)
	}
	for _, t := range []*Template{s.Get, s.Post} {
		if t != nil {
			c.path(where, *t)
		}
	}
	c.headers(where+".headers", s.Headers)
	c.templates(where+".query", s.Query, false)
	c.templates(where+".form", s.Form, c.secret)
	for key, v := range s.JSON {
		c.key(where+".json", key)
		v.templates(func(t Template) { c.inJSON(where+".json."+key, t) })
	}
	if s.Files != nil {
		for key, v := range s.Files.Each {
			v.templates(func(t Template) { c.fileTemplate(where+" "+key, t) })
		}
	}
}

func (c *checker) headers(where string, h map[string]Template) { c.templates(where, h, false) }

func (c *checker) templates(where string, m map[string]Template, secret bool) {
	for key, t := range m {
		c.template(where+"."+key, t, secret)
		c.key(where, key)
	}
}

// key checks the name of a field.
func (c *checker) key(where, name string) {
	if _, err := parseTemplate(name); err != nil {
		c.fail("%s: %w", where, err)
	}
	if key := keyOf(name); key != nil {
		c.template(where, *key, false)
	}
}

// path refuses a request that could leave the hosts of the recipe: it begins
// with a slash, a host, or a link that a page gave.
func (c *checker) path(where string, t Template) {
	c.template(where, t, false)
	if len(t.parts) == 0 {
		c.fail("%s: a path is empty", where)
		return
	}
	for _, p := range t.parts[1:] {
		if c.links[p.name] && p.name != "origin" {
			c.fail("%s: %s may only begin a path", where, p.name)
		}
	}
	first := t.parts[0]
	if first.name != "" {
		if !c.links[first.name] && !c.variant(first.name) {
			c.fail("%s: a path begins with one slash, a host or a link", where)
		}
		return
	}
	if !strings.HasPrefix(first.literal, "/") || strings.HasPrefix(first.literal, "//") {
		c.fail("%s: a path begins with one slash, a host or a link", where)
	}
}

// variant says whether a name is that of a choice, which is a path by itself.
func (c *checker) variant(name string) bool {
	v := c.recipe.Variants
	if v == nil || len(v.Choices) == 0 {
		return false
	}
	for _, choice := range v.Choices {
		if path := choice[name]; !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			return false
		}
	}
	return true
}

func (c *checker) template(where string, t Template, secret bool) {
	for _, p := range t.parts {
		if p.number {
			c.fail("%s: {{%s | number}} stands alone in a JSON body", where, p.name)
		}
		if p.name == "" || c.defined[p.name] {
			continue
		}
		if p.name == "username" || p.name == "password" {
			if !secret {
				c.fail("%s: %s belongs in the body of a login step only", where, p.name)
			}
			continue
		}
		item, _, _ := strings.Cut(p.name, ".")
		if !slices.Contains(c.loops, item) {
			c.fail("%s: nothing defines %s", where, p.name)
		}
	}
}

// inJSON checks a text of a JSON body, which may be a number.
func (c *checker) inJSON(where string, t Template) {
	if t.alone() != "" {
		t = Template{[]part{{name: t.alone()}}}
	}
	c.template(where, t, c.secret)
}

func (c *checker) fileTemplate(where string, t Template) {
	for _, p := range t.parts {
		if p.name != "" && !slices.Contains([]string{"file.name", "file.media", "file.base64"}, p.name) {
			c.fail("%s: nothing defines %s", where, p.name)
		}
	}
}

// source checks where a text is taken from; in a row, an attribute or an
// ancestor of the row will do.
func (c *checker) source(where string, s Source, row bool) {
	node := s.CSS != nil || row && (s.Attr != "" || s.Up != nil)
	if n := one(s.JQ != nil, node, s.Header != "", s.Cookie != ""); n > 1 || n == 0 && s.Regex == nil {
		c.fail("%s: exactly one of jq, css, header, cookie, or a regex on the body", where)
	}
	if (s.Attr != "" || s.Up != nil) && !node {
		c.fail("%s: attr goes with css, up with the rows of a page", where)
	}
	if s.Regex != nil && s.Regex.NumSubexp() != 1 {
		c.fail("%s: the regex has one group", where)
	}
}

func (c *checker) variants(v *variants) {
	if v == nil {
		return
	}
	if len(v.Choices) < 2 {
		c.fail("variants: two choices at least")
	}
	for i, choice := range v.Choices {
		for name := range choice {
			if i > 0 && !c.defined[name] {
				c.fail("variants: %s is not in every choice", name)
			}
			c.defined[name] = true
		}
		if len(choice) != len(v.Choices[0]) {
			c.fail("variants: the choices have different variables")
		}
	}
	c.known("variants", v.NotFound)
	c.step("variants.probe", v.Probe)
}
