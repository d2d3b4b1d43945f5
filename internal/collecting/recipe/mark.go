package recipe

import "fmt"

// At says where the step stands in its recipe: "login[1], line 23".
func (s *Step) At() string { return s.at }

// mark notes at each step where it stands in its file, for who mends the recipe.
func (r *Recipe) mark(where lines) {
	at := func(s *Step, path string) {
		if s != nil && s.at == "" { // an alias stands where its anchor does
			s.at = path
			if line := where.line(path); line > 0 {
				s.at += fmt.Sprintf(", line %d", line)
			}
		}
	}
	list := func(steps []Step, path string) {
		for i := range steps {
			at(&steps[i], fmt.Sprintf("%s[%d]", path, i))
		}
	}
	list(r.Login, "login")
	list(r.Renew, "renew")
	list(r.Logout, "logout")
	list(r.Download.Prepare, "download.prepare")
	at(&r.LoggedIn, "logged_in")
	at(&r.Download.Request, "download.request")
	if r.Variants != nil {
		at(&r.Variants.Probe, "variants.probe")
	}
	if r.Deposit != nil {
		list(r.Deposit.Steps, "deposit.steps")
		r.Deposit.Made.mark("deposit.made", at)
	}
	if r.Accounts != nil {
		r.Accounts.mark("accounts", at)
	}
	for i := range r.List {
		r.List[i].mark(fmt.Sprintf("list[%d]", i), at)
	}
}

func (l *Loop) mark(path string, at func(*Step, string)) {
	at(l.Request, path+".request")
	if l.Pages != nil {
		at(l.Pages.Then, path+".pages.request")
	}
	for i := range l.Then {
		l.Then[i].mark(fmt.Sprintf("%s.then[%d]", path, i), at)
	}
}
