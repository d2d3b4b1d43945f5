package recipe

import (
	"maps"
	"slices"
	"strings"
)

// Classes are those whose pages a step may expect.
func (r *Recipe) Classes() []Class {
	all := slices.Clone(r.Classify)
	r.EachStep(func(s *Step) { all = append(all, s.Classify...) })
	return all
}

// Signature writes down how a document is asked for, as far as the listing says:
// what the session adds is the same for all.
func (d *download) Signature(scope Vars) string {
	var b strings.Builder
	write := func(t *Template) {
		if t == nil {
			return
		}
		for _, p := range t.parts {
			text := p.literal
			if p.name != "" {
				text = "{{" + p.name + "}}"
				if v, ok := scope[p.name]; ok {
					text = v.Text
				}
			}
			b.WriteString(text)
		}
		b.WriteByte(0)
	}
	for i := range d.Prepare {
		d.Prepare[i].eachTemplate(write)
	}
	d.Request.eachTemplate(write)
	return b.String()
}

// Carries says whether the step sends a variable.
func (st *Step) Carries(name string) bool {
	found := false
	st.eachTemplate(func(t *Template) {
		found = found || t != nil && slices.ContainsFunc(t.parts, func(p part) bool { return p.name == name })
	})
	return found
}

// eachTemplate calls do for every template of the request, in an order that is
// always the same.
func (st *Step) eachTemplate(do func(*Template)) {
	do(st.Get)
	do(st.Post)
	for _, fields := range []map[string]Template{st.Query, st.Headers, st.Form, st.Add} {
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			t := fields[name]
			if key := keyOf(name); key != nil {
				do(key)
			}
			do(&t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(st.JSON)) {
		if key := keyOf(name); key != nil {
			do(key)
		}
		st.JSON[name].templates(func(t Template) { do(&t) })
	}
}

// EachStep calls do for every step of the recipe.
func (r *Recipe) EachStep(do func(*Step)) {
	groups := [][]Step{r.Login, r.Renew, r.Logout, r.Download.Prepare}
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

func (l *Loop) eachStep(do func(*Step)) {
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

// Covers says whether requests of that path are authenticated: a path on a
// host named by the recipe, and never a link of the site's.
func (a *auth) Covers(path Template) bool {
	if a == nil {
		return false
	}
	head := path.head()
	if head == "" || !slices.Contains(a.To, head) {
		return head == "" && slices.Contains(a.To, "origin")
	}
	return true
}

// Links says which members of the items are links.
func (r *Rows) Links(name string) bool { return r != nil && r.Fields[name].Link }
