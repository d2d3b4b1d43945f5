package connector_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/author"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
)

// dupont is the site that the tutorial speaks of.
func dupont() http.Handler {
	mux := http.NewServeMux()
	show := func(w http.ResponseWriter, body string) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, "<html><body>"+body+"</body></html>")
	}
	form := `<form id="login" action="/session" method="post"><input type="hidden" name="csrf" value="f00"><input name="user"><input type="password" name="pass"></form>`
	inside := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("sid"); err != nil {
				show(w, form)
				return
			}
			show(w, `<a href="/logout">Quitter</a>`+body)
		}
	}
	mux.HandleFunc("GET /login", func(w http.ResponseWriter, _ *http.Request) { show(w, form) })
	mux.HandleFunc("POST /session", func(w http.ResponseWriter, r *http.Request) {
		if r.PostFormValue("csrf") != "f00" || r.PostFormValue("pass") != connectortest.Password {
			show(w, `<p class="alert">Identifiants incorrects</p>`+form)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "1", Path: "/"})
		http.Redirect(w, r, "/home", http.StatusFound)
	})
	mux.HandleFunc("GET /home", inside("Bonjour"))
	mux.HandleFunc("GET /documents", inside(`<table><tr data-id="1"><td class="title">PV AG 2024</td><td class="folder">Assemblées</td><td class="date">28/03/2024</td><td><a class="download" href="files/1">PDF</a></td></tr>
<tr data-id="2"><td class="title">Notes</td><td class="folder">Conseil syndical</td><td class="date"></td><td><a class="download" href="files/2">PDF</a></td></tr></table>`))
	mux.HandleFunc("GET /files/1", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(paper("pv")) })
	mux.HandleFunc("GET /logout", func(w http.ResponseWriter, _ *http.Request) { show(w, form) })
	return mux
}

// TestTutorial: the recipe that docs/connectors.md teaches is good and works.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile("../../../docs/connectors.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)   ```yaml\n(.*?)   ```").FindSubmatch(page)
	if block == nil {
		t.Fatal("the tutorial has no recipe")
	}
	text := regexp.MustCompile(`(?m)^   `).ReplaceAll(block[1], nil)
	dupontRecipe, _, err := author.Lint(text)
	if err != nil {
		t.Fatal(err)
	}
	all, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		password predate.Secret
		kept     int
		code     predate.FailureCode
	}{{connectortest.Password, 1, ""}, {"faux", 0, predate.BadCredentials}} {
		run := &connectortest.Run{
			Recipes: recipe.Replace(all, dupontRecipe), Transport: extranetsim.Transport(dupont()), URL: "https://extranet.dupont.fr/login",
			Family: []string{"extranet.dupont.fr"}, Password: tc.password,
		}
		if err := run.Collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		code := predate.FailureCode("")
		if failure := run.Failure(); failure != nil {
			code = failure.Code
		}
		if run.N != tc.kept || code != tc.code || strings.Contains(fmt.Sprint(run.Requests), "files/2") {
			t.Errorf("kept %d, %v, %v", run.N, run.Err, run.Requests)
		}
	}
}
