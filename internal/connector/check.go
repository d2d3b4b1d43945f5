package connector

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"predate"
)

// checker walks a recipe in the order of a run and collects what is wrong.
type checker struct {
	recipe  *Recipe
	defined map[string]bool
	loops   []string // names of the items of the enclosing loops
	pages   map[string]bool
	secret  bool // username and password may be used
	errs    []error
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// check says everything that is wrong with a recipe that could be decoded.
func (r *Recipe) check() error {
	c := &checker{recipe: r, defined: map[string]bool{"origin": true, "host": true}, pages: map[string]bool{}}
	c.head()
	for _, cl := range r.Classify {
		c.class(cl)
	}
	c.headers(r.HTTP.Headers)
	c.secret = true
	for i := range r.Login {
		c.step(fmt.Sprintf("login[%d]", i), r.Login[i])
	}
	c.secret = false
	c.step("logged_in", r.LoggedIn)
	if r.LoggedIn.Require == nil {
		c.fail("logged_in: require is missing: a login needs a positive proof")
	}
	c.variants(r.Variants)
	c.loop("list", r.List)
	c.categories(r.Categories)
	c.loops = nil
	c.download(r.Download)
	for i := range r.Logout {
		c.step(fmt.Sprintf("logout[%d]", i), r.Logout[i])
	}
	for _, page := range r.LoginPages {
		c.known("login_pages", page)
	}
	return errors.Join(c.errs...)
}

func (c *checker) head() {
	r := c.recipe
	if r.ID == "" || r.Title == "" || r.Version < 1 {
		c.fail("id, title and version (from 1) are needed")
	}
	host := regexp.MustCompile(`^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$`)
	for _, name := range r.Match {
		if !host.MatchString(name) {
			c.fail("match: %q is not a host name", name)
		}
	}
	if len(r.Match) == 0 || len(r.Classify) == 0 || len(r.Login) == 0 {
		c.fail("match, classify and login are needed")
	}
	for _, cl := range c.allClasses() {
		if cl.Page != "" {
			c.pages[cl.Page] = true
		}
	}
}

func (c *checker) allClasses() []class {
	all := slices.Clone(c.recipe.Classify)
	for _, s := range c.recipe.Login {
		all = append(all, s.Classify...)
	}
	return append(all, c.recipe.LoggedIn.Classify...)
}

func (c *checker) class(cl class) {
	if (cl.Page == "") == (cl.Failure == "") {
		c.fail("classify: a class is a page or a failure: %q, %q", cl.Page, cl.Failure)
	}
	if cl.Failure != "" && !knownFailure(cl.Failure) {
		c.fail("classify: unknown failure %q", cl.Failure)
	}
	if len(cl.Status) == 0 && cl.Type == "" && cl.Path == nil && cl.Text == nil && cl.CSS == nil && cl.JQ == nil {
		c.fail("classify: %s%s has no condition", cl.Page, cl.Failure)
	}
	if cl.Message != nil {
		c.source("message of "+cl.Page+string(cl.Failure), *cl.Message)
	}
}

// knownFailure lists what a page can tell; the other codes are the
// interpreter's own conclusions.
func knownFailure(code predate.FailureCode) bool {
	return slices.Contains([]predate.FailureCode{
		predate.BadCredentials, predate.AccountLocked, predate.PasswordExpired, predate.ActionRequired,
		predate.SecondFactor, predate.Captcha, predate.Blocked, predate.SiteUnavailable, predate.RateLimited,
		predate.SessionLost, predate.AccessRestricted,
	}, code)
}

func (c *checker) step(where string, s step) {
	if (s.Get == nil) == (s.Post == nil) {
		c.fail("%s: one of get and post", where)
		return
	}
	if s.Get != nil && (s.Form != nil || s.JSON != nil) || s.Form != nil && s.JSON != nil {
		c.fail("%s: a form or a JSON body, with post only", where)
	}
	if len(s.Expect) == 0 {
		c.fail("%s: expect is missing: an unknown page is never a good one", where)
	}
	for _, page := range s.Expect {
		c.known(where, page)
	}
	for _, cl := range s.Classify {
		c.class(cl)
	}
	for _, t := range []*template{s.Get, s.Post} {
		if t != nil {
			c.path(where, *t)
		}
	}
	c.headers(s.Headers)
	c.templates(where, s.Query, false)
	c.templates(where, s.Form, c.secret)
	for key, v := range s.JSON {
		if v.text != nil {
			c.template(where+" "+key, *v.text, c.secret)
		}
	}
	for name, from := range s.Extract {
		c.source(where+" "+name, from)
		c.defined[name] = true
	}
}

func (c *checker) known(where, page string) {
	if !c.pages[page] {
		c.fail("%s: no class gives the page %q", where, page)
	}
}

func (c *checker) headers(h map[string]template) { c.templates("headers", h, false) }

func (c *checker) templates(where string, m map[string]template, secret bool) {
	for key, t := range m {
		c.template(where+" "+key, t, secret)
	}
}

// path refuses a request that could leave the host of the order.
func (c *checker) path(where string, t template) {
	if len(t.parts) == 0 || !strings.HasPrefix(t.parts[0].literal, "/") && t.parts[0].name == "" || strings.HasPrefix(t.parts[0].literal, "//") {
		c.fail("%s: a path begins with one slash", where)
	}
	c.template(where, t, false)
}

func (c *checker) template(where string, t template, secret bool) {
	for _, p := range t.parts {
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

func (c *checker) source(where string, s source) {
	n := 0
	for _, given := range []bool{s.JQ != nil, s.CSS != nil, s.Header != "", s.Cookie != "", s.Regex != nil} {
		if given {
			n++
		}
	}
	if n != 1 {
		c.fail("%s: exactly one of jq, css, header, cookie, regex", where)
	}
	if s.Attr != "" && s.CSS == nil {
		c.fail("%s: attr goes with css", where)
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

func (c *checker) loop(where string, l loop) {
	if l.Pages != nil {
		if l.Pages.Total == nil {
			c.fail("%s: pages needs total", where)
		}
		c.defined["page"] = true
	}
	c.step(where+".request", l.Request)
	delete(c.defined, "page")
	if l.Each == nil || l.As == "" {
		c.fail("%s: each and as are needed", where)
	}
	if (l.Then == nil) == (l.Document == nil) {
		c.fail("%s: one of then and document", where)
		return
	}
	c.loops = append(c.loops, l.As)
	if l.Then != nil {
		c.loop(where+".then", *l.Then)
		return
	}
	d := l.Document
	if d.ID == nil || d.Title == nil || d.Category == nil || d.Date == nil || d.Filename == nil {
		c.fail("%s: a document has id, title, category, date, filename", where)
		return
	}
	c.template(where+" category", *d.Category, false)
}

func (c *checker) categories(list []category) {
	for i, entry := range list {
		if entry.Category == nil && entry.Title == nil || entry.Space == "" && entry.Hint == 0 {
			c.fail("categories[%d]: a pattern, and a space or a hint", i)
		}
		if entry.Hint != 0 && !entry.Hint.Valid() {
			c.fail("categories[%d]: hint %d is not one of 1 to 10", i, entry.Hint)
		}
		if entry.Space != "" && !slices.Contains([]string{SpaceOwner, SpaceBuilding, SpaceCouncil}, entry.Space) {
			c.fail("categories[%d]: unknown space %q", i, entry.Space)
		}
	}
}

func (c *checker) download(d download) {
	if d.Get == nil || len(d.Types) == 0 {
		c.fail("download: get and types are needed")
		return
	}
	c.loops = []string{"document"}
	c.path("download", *d.Get)
	c.loops = nil
}
