package recipe

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"predate"
)

// checker walks a recipe in the order of a run and collects what is wrong.
type checker struct {
	recipe  *Recipe
	defined map[string]bool
	links   map[string]bool // variables that may begin a URL
	loops   []string        // names of the items of the enclosing loops
	pages   map[string]bool
	secret  bool // username and password may be used
	errs    []error
}

func (c *checker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// check says everything that is wrong with a recipe that could be decoded.
func (r *Recipe) check() error {
	c := &checker{
		recipe: r, pages: map[string]bool{},
		defined: map[string]bool{"origin": true, "host": true}, links: map[string]bool{"origin": true},
	}
	c.head()
	c.hosts()
	c.given()
	for i, cl := range r.Classify {
		c.class(fmt.Sprintf("classify[%d]", i), cl)
	}
	for i, mark := range r.Probe {
		if c.conditions(fmt.Sprintf("probe[%d]", i), mark); mark.Page != "" || mark.Failure != "" || !tellsByContent(mark) {
			c.fail("probe[%d]: a mark is something in a page, and no kind of page", i)
		}
	}
	c.headers("http.headers", r.HTTP.Headers)
	c.secret = true
	c.steps("login", r.Login)
	c.secret = false
	c.step("logged_in", r.LoggedIn)
	if r.LoggedIn.Require == nil && !c.tells(r.LoggedIn) {
		c.fail("logged_in: require is missing, or a page that shows it by its content: a login needs a positive proof")
	}
	if r.HTTP.Auth != nil {
		c.headers("http.auth.headers", r.HTTP.Auth.Headers)
	}
	c.steps("renew", r.Renew)
	c.variants(r.Variants)
	c.reading()
	c.steps("logout", r.Logout)
	for _, page := range r.LoginPages {
		c.known("login_pages", page)
	}
	return errors.Join(c.errs...)
}

// reading checks what comes between the login and the logout.
func (c *checker) reading() {
	r := c.recipe
	if r.Accounts != nil {
		c.loop("accounts", *r.Accounts, "account")
	}
	c.siblings("list", r.List, "document")
	c.categories(r.Categories)
	c.download(r.Download)
	if r.Deposit != nil {
		c.deposit(*r.Deposit)
	}
}

func (c *checker) head() {
	r := c.recipe
	if r.ID == "" || r.Title == "" || r.Version < 1 {
		c.fail("id, title and version (from 1) are needed")
	}
	if r.Engine > engine {
		c.fail("engine: %d is asked for, this one is %d", r.Engine, engine)
	}
	if len(r.Match)+len(r.Probe) == 0 || len(r.Classify) == 0 || len(r.Login) == 0 || len(r.List) == 0 {
		c.fail("match (or probe), classify, login and list are needed")
	}
	if _, err := time.Parse(time.DateOnly, r.Verified.On); err != nil || r.Verified.Against == "" {
		c.fail("verified: on (a day) and against are needed: a recipe ages")
	}
	if len(r.Logout) == 0 && r.HTTP.Auth == nil && len(r.Settings) == 0 {
		c.fail("logout: a session of cookies is left by a logout")
	}
	for _, cl := range c.recipe.Classes() {
		if cl.Page != "" {
			c.pages[cl.Page] = true
		}
	}
}

// hosts refuses what would let a run reach anybody.
func (c *checker) hosts() {
	host := regexp.MustCompile(`^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$`)
	wide := regexp.MustCompile(`^\*\.(amazonaws|cloudfront|azure|windows|googleapis|herokuapp|co|com|gouv)\.[a-z]+$`)
	names := slices.Clone(c.recipe.Match)
	for name, h := range c.recipe.Hosts {
		names = append(names, h)
		if !strings.HasPrefix(h, "*") {
			c.defined[name], c.links[name] = true, true
		}
	}
	for _, name := range names {
		if !host.MatchString(name) || wide.MatchString(name) {
			c.fail("match, hosts: %q is not a host name of one house", name)
		}
	}
	if a := c.recipe.HTTP.Auth; a != nil {
		for _, to := range a.To {
			if !c.links[to] && to != "origin" && !c.extracts(to) {
				c.fail("http: auth goes to %q, which is no host of the recipe", to)
			}
		}
	}
}

// extracts says whether the login finds a host by itself.
func (c *checker) extracts(name string) bool {
	return slices.ContainsFunc(c.recipe.Login, func(s Step) bool { return s.Extract[name].Link })
}

func (c *checker) given() {
	for _, name := range c.recipe.Settings {
		c.defined["setting."+name] = true
	}
	if c.recipe.Address == nil {
		return
	}
	for _, name := range c.recipe.Address.SubexpNames() {
		if name != "" {
			c.defined[name] = true
		}
	}
}

func (c *checker) class(where string, cl Class) {
	if (cl.Page == "") == (cl.Failure == "") {
		c.fail("%s: a class is a page or a failure: %q, %q", where, cl.Page, cl.Failure)
	}
	if cl.Failure != "" && !knownFailure(cl.Failure) {
		c.fail("%s: unknown failure %q", where, cl.Failure)
	}
	refusal := cl.Failure == predate.BadCredentials || cl.Failure == predate.AccountLocked
	if refusal && cl.Text == nil && cl.JQ == nil && cl.Message == nil && cl.Location == nil && cl.Path == nil {
		c.fail("%s: %s is proven by the site's own words: text, jq, location, path or message", where, cl.Failure)
	}
	c.conditions(where, cl)
}

func (c *checker) conditions(where string, cl Class) {
	if len(cl.Status) == 0 && cl.Type == "" && cl.Path == nil && cl.Location == nil && !tellsByContent(cl) {
		c.fail("%s: %s%s has no condition", where, cl.Page, cl.Failure)
	}
	if cl.Message != nil {
		c.source(where+".message", *cl.Message, false)
	}
}

func tellsByContent(cl Class) bool { return cl.Text != nil || cl.CSS != nil || cl.JQ != nil }

// tells says whether every page that a step expects is one that only somebody
// who is logged in is shown.
func (c *checker) tells(s Step) bool {
	for _, page := range s.Expect {
		for _, cl := range c.recipe.Classes() {
			if cl.Page == page && cl.CSS == nil {
				return false
			}
		}
	}
	return len(s.Expect) > 0
}

// knownFailure lists what a page can tell; the other codes are the
// interpreter's own conclusions.
func knownFailure(code predate.FailureCode) bool {
	return slices.Contains([]predate.FailureCode{
		predate.BadCredentials, predate.AccountLocked, predate.PasswordExpired, predate.ActionRequired,
		predate.SecondFactor, predate.Captcha, predate.Blocked, predate.SiteUnavailable, predate.RateLimited,
		predate.SessionLost, predate.AccessRestricted, predate.DownloadFailed, predate.DepositFailed,
	}, code)
}

func (c *checker) known(where, page string) {
	if !c.pages[page] {
		c.fail("%s: no class gives the page %q", where, page)
	}
}
