package console

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/collecting/recipe"
	"predate/internal/collecting/warden"
	"predate/internal/reading/wording"
)

func recipeRoutes() []route {
	return []route{
		{http.MethodGet, "/admin/recipes", predate.RoleLead, (*Console).recipesPage},
		{http.MethodPost, "/admin/recipes/pause", predate.RoleLead, (*Console).pauseRecipe},
		{http.MethodPost, "/admin/recipes/resume", predate.RoleLead, (*Console).resumeRecipe},
		{http.MethodGet, "/admin/alarms", predate.RoleLead, (*Console).alarmsPage},
		{http.MethodPost, "/admin/alarms", predate.RoleLead, (*Console).closeAlarm},
	}
}

// recipesView is how recipes fare.
type recipesView struct {
	adminHead
	Recipes []recipeView
}

type recipeView struct {
	ID        string
	Version   int
	AtWork    bool
	Hash      string // of its file; empty for one that is at work no longer
	File      string // of the folder of recipes; empty for a built-in one
	Replaces  string // the built-in recipe whose place it takes
	State     state
	Paused    bool
	Why       string // it is paused
	Verified  string // when it last collected everything
	Successes int
	Held      int
	Failures  []failureView
}

type failureView struct {
	Name, Advice, Last string
	Page               string // how the page was built; empty where it is not kept
	Count              int
}

// wardenAct is what the visitor does at the warden's, with his reason.
func (v *visit) wardenAct() warden.Act {
	return warden.Act{By: v.who.Name, Why: strings.TrimSpace(v.PostFormValue("why")), Operator: v.who.ID}
}

func (c *Console) recipesPage(v *visit) (answer, error) {
	done := map[string]string{"paused": "La recette est en pause : ses commandes attendent."}[v.URL.Query().Get("done")]
	if n, err := strconv.Atoi(v.URL.Query().Get("released")); err == nil && n >= 0 {
		done = "La recette reprend ; " + number(n, "commande est collectée", "commandes sont collectées") + " de nouveau."
	}
	return c.recipes(v, done, nil)
}

// recipes draws how recipes fare, with what was done or refused above it.
func (c *Console) recipes(v *visit, done string, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleLead, done, refused)
	if err != nil {
		return nil, err
	}
	report, err := c.Recipes.Warden.Report(v.Context())
	if err != nil {
		return nil, err
	}
	view := recipesView{adminHead: head}
	known := map[predate.RecipeVersion]bool{}
	atWork := map[predate.RecipeVersion]recipe.Family{}
	for _, family := range c.Recipes.AtWork() {
		atWork[family.Of()] = family
	}
	for _, h := range report.Recipes {
		known[h.RecipeVersion] = true
		view.Recipes = append(view.Recipes, c.recipeView(h, atWork))
	}
	for one := range atWork {
		if !known[one] {
			view.Recipes = append(view.Recipes, c.recipeView(warden.Health{RecipeVersion: one}, atWork))
		}
	}
	slices.SortStableFunc(view.Recipes, func(a, b recipeView) int {
		return cmp.Or(compareFlags(b.Paused, a.Paused), compareFlags(b.AtWork, a.AtWork), strings.Compare(a.ID, b.ID), cmp.Compare(a.Version, b.Version))
	})
	return withStatus{status, page{name: "admin-recipes", title: "Recettes", view: view}}, nil
}

// compareFlags puts what is not before what is.
func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func (c *Console) recipeView(h warden.Health, atWork map[predate.RecipeVersion]recipe.Family) recipeView {
	family, works := atWork[h.RecipeVersion]
	r := recipeView{
		ID: h.ID, Version: h.Version, AtWork: works, Hash: family.Hash, File: family.File, Paused: !h.Paused.IsZero(),
		Verified: c.ago(h.Verified), Successes: h.Successes, Held: h.Held, State: state{"good", "en service"},
	}
	if family.Replaces > 0 {
		r.Replaces = predate.RecipeVersion{ID: h.ID, Version: family.Replaces}.String()
	}
	switch {
	case r.Paused:
		r.State = state{"bad", "en pause depuis le " + c.moment(h.Paused)}
		r.Why = "predate : le site a changé, deux fois de suite."
		if h.PausedBy != "" {
			r.Why = h.PausedBy + " : " + h.PausedWhy
		}
	case !r.AtWork:
		r.State = state{"none", "remplacée"}
	}
	for _, f := range h.Failures {
		r.Failures = append(r.Failures, failureView{
			Name: wording.Short(predate.Cause(f.Code)), Advice: wording.Advice(f.Code), Last: c.ago(f.Last), Page: f.Page, Count: f.Count,
		})
	}
	return r
}

// ago writes how long ago something was; "" for never.
func (c *Console) ago(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return "il y a " + shortAge(c.Now().Sub(at))
}

func (c *Console) pauseRecipe(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	version, err := strconv.Atoi(v.PostFormValue("version"))
	paused := predate.RecipeVersion{ID: v.PostFormValue("recipe"), Version: version}
	if err != nil || !slices.ContainsFunc(c.Recipes.AtWork(), func(f recipe.Family) bool { return f.Of() == paused }) {
		return c.recipes(v, "", predate.Refuse(predate.CodeConflict, "Seule une recette en service se met en pause."))
	}
	if err := c.Recipes.Warden.Pause(v.Context(), paused, v.wardenAct()); err != nil {
		return c.recipes(v, "", err)
	}
	return redirect("/admin/recipes?done=paused"), nil
}

func (c *Console) resumeRecipe(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	released, err := c.Recipes.Resume(v.Context(), v.PostFormValue("recipe"), v.wardenAct())
	if err != nil {
		return c.recipes(v, "", err)
	}
	return redirect("/admin/recipes?" + url.Values{"released": {strconv.Itoa(released)}}.Encode()), nil
}

// alarmsView is what operators must know of.
type alarmsView struct {
	adminHead
	Alarms []alarmView
}

type alarmView struct {
	Kind, Subject, Name, Detail, Since, Last string
	Account                                  bool // the subject is an account
	Count                                    int
}

// alarmName is a kind of alarm in French.
func alarmName(kind string) string {
	said := map[string]string{
		warden.AlarmRecipePaused: "recette en pause", warden.AlarmHostBlocked: "extranet qui nous refuse", warden.AlarmLedAway: "extranet qui mène ailleurs",
		warden.AlarmLoginsRefused: "mots de passe refusés", "file_lost": "fichier perdu ou abîmé", "database_damaged": "base de données abîmée",
	}[kind]
	return cmp.Or(said, kind)
}

func (c *Console) alarmsPage(v *visit) (answer, error) {
	return c.alarms(v, map[string]string{"closed": "L’alarme est close."}[v.URL.Query().Get("done")], nil)
}

// alarms draws the open alarms, with what was done or refused above them.
func (c *Console) alarms(v *visit, done string, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleLead, done, refused)
	if err != nil {
		return nil, err
	}
	report, err := c.Recipes.Warden.Report(v.Context())
	if err != nil {
		return nil, err
	}
	view := alarmsView{adminHead: head}
	for _, a := range report.Alarms {
		view.Alarms = append(view.Alarms, alarmView{
			Kind: a.Kind, Subject: a.Subject, Name: alarmName(a.Kind), Detail: a.Detail, Since: c.moment(a.Since), Last: c.ago(a.Last), Count: a.Count,
			Account: a.Kind == warden.AlarmLoginsRefused,
		})
	}
	return withStatus{status, page{name: "admin-alarms", title: "Alarmes", view: view}}, nil
}

func (c *Console) closeAlarm(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	if err := c.Recipes.Warden.Close(v.Context(), v.PostFormValue("kind"), v.PostFormValue("subject"), v.wardenAct()); err != nil {
		return c.alarms(v, "", err)
	}
	return redirect("/admin/alarms?done=closed"), nil
}
