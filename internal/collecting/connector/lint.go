package connector

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
)

// minDelay is the pace below which a recipe is no considerate guest.
const minDelay = 200 * time.Millisecond

// Lint reads one recipe as Load does. The error is everything that is wrong
// with it; the remarks are what could be better, in the order of the file.
func Lint(text []byte) (Recipe, []string, error) {
	r, err := parseRecipe(text)
	if err != nil {
		return Recipe{}, nil, err
	}
	var remarks []string
	remark := func(format string, args ...any) { remarks = append(remarks, fmt.Sprintf(format, args...)) }
	if len(r.Probe) == 0 {
		remark("probe: nothing tells the landing page of an unknown host of this family")
	}
	if r.HTTP.Delay < minDelay {
		remark("http: a delay of %v is short; %v at least is considerate", r.HTTP.Delay, minDelay)
	}
	if len(r.LoginPages) == 0 && slices.ContainsFunc(r.Login, func(s step) bool { return s.Submit != nil }) {
		remark("login_pages: a lost session will show as another site")
	}
	for _, code := range []predate.FailureCode{predate.BadCredentials, predate.AccountLocked} {
		if !r.tells(code) {
			remark("classify: nothing tells %s", code)
		}
	}
	for _, page := range r.unexpected() {
		remark("classify: no step expects the page %s", page)
	}
	return r, remarks, nil
}

// tells says whether a class of the recipe gives the failure.
func (r *Recipe) tells(code predate.FailureCode) bool {
	c := &checker{recipe: r}
	return slices.ContainsFunc(append(c.allClasses(), r.common.Classify...), func(cl class) bool { return cl.Failure == code })
}

// unexpected lists the kinds of page that no step expects and that mean
// nothing else.
func (r *Recipe) unexpected() []string {
	expected := slices.Clone(r.LoginPages)
	if r.Variants != nil {
		expected = append(expected, r.Variants.NotFound)
	}
	r.eachStep(func(s *step) { expected = append(expected, s.Expect...) })
	var left []string
	for _, cl := range r.Classify {
		if cl.Page != "" && !slices.Contains(expected, cl.Page) && !slices.Contains(left, cl.Page) {
			left = append(left, cl.Page)
		}
	}
	return left
}

// eachStep calls do for every step of the recipe.
func (r *Recipe) eachStep(do func(*step)) {
	groups := [][]step{r.Login, r.Renew, r.Logout, r.Download.Prepare}
	if r.Deposit != nil {
		groups = append(groups, r.Deposit.Steps)
		r.Deposit.Made.eachStep(do)
	}
	for _, group := range groups {
		for i := range group {
			do(&group[i])
		}
	}
	do(&r.LoggedIn)
	do(&r.Download.Request)
	if r.Variants != nil {
		do(&r.Variants.Probe)
	}
	if r.Accounts != nil {
		r.Accounts.eachStep(do)
	}
	for i := range r.List {
		r.List[i].eachStep(do)
	}
}

func (l *loop) eachStep(do func(*step)) {
	if l.Request != nil {
		do(l.Request)
	}
	if l.Pages != nil && l.Pages.Then != nil {
		do(l.Pages.Then)
	}
	for i := range l.Then {
		l.Then[i].eachStep(do)
	}
}

// Summary is a recipe for a list of recipes.
type Summary struct {
	Family
	Hosts    []string // that choose it; none when an operator binds each
	Verified string   // a day, and against what
}

// Summary gives the recipe in short.
func (r *Recipe) Summary() Summary {
	return Summary{Family: r.Family(), Hosts: slices.Clone(r.Match), Verified: strings.TrimSpace(r.Verified.On + " " + r.Verified.Against)}
}
