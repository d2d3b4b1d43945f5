package author

import (
	"fmt"
	"slices"
	"time"

	"predate"
	"predate/internal/collecting/recipe"
)

// minDelay is the pace below which a recipe is no considerate guest.
const minDelay = 200 * time.Millisecond

// Lint reads one recipe as Load does. The error is everything that is wrong
// with it; the remarks are what could be better, in the order of the file.
func Lint(text []byte) (recipe.Recipe, []string, error) {
	r, err := recipe.Parse(text)
	if err != nil {
		return recipe.Recipe{}, nil, err
	}
	var remarks []string
	remark := func(format string, args ...any) { remarks = append(remarks, fmt.Sprintf(format, args...)) }
	if len(r.Probe) == 0 {
		remark("probe: nothing tells the landing page of an unknown host of this family")
	}
	if r.HTTP.Delay < minDelay {
		remark("http: a delay of %v is short; %v at least is considerate", r.HTTP.Delay, minDelay)
	}
	if len(r.LoginPages) == 0 && slices.ContainsFunc(r.Login, func(s recipe.Step) bool { return s.Submit != nil }) {
		remark("login_pages: a lost session will show as another site")
	}
	for _, code := range []predate.FailureCode{predate.BadCredentials, predate.AccountLocked} {
		if !tells(&r, code) {
			remark("classify: nothing tells %s", code)
		}
	}
	for _, page := range unexpected(&r) {
		remark("classify: no step expects the page %s", page)
	}
	return r, remarks, nil
}

// tells says whether a class of the recipe gives the failure.
func tells(r *recipe.Recipe, code predate.FailureCode) bool {
	return slices.ContainsFunc(append(r.Classes(), r.Shared().Classify...), func(cl recipe.Class) bool { return cl.Failure == code })
}

// unexpected lists the kinds of page that no step expects and that mean
// nothing else.
func unexpected(r *recipe.Recipe) []string {
	expected := slices.Clone(r.LoginPages)
	if r.Variants != nil {
		expected = append(expected, r.Variants.NotFound)
	}
	r.EachStep(func(s *recipe.Step) { expected = append(expected, s.Expect...) })
	var left []string
	for _, cl := range r.Classify {
		if cl.Page != "" && !slices.Contains(expected, cl.Page) && !slices.Contains(left, cl.Page) {
			left = append(left, cl.Page)
		}
	}
	return left
}
