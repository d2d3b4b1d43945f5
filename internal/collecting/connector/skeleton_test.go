package connector_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/connector/connectortest"
)

// elsewise answers one path of a site in another way.
type elsewise struct {
	http.Handler
	path, media, body string
}

// ServeHTTP answers.
func (e elsewise) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != e.path {
		e.Handler.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", e.media)
	fmt.Fprint(w, e.body)
}

// TestASiteThatChangedIsShown: whoever mends a recipe sees how the page is built, and
// nothing of what it says of a person.
func TestASiteThatChangedIsShown(t *testing.T) {
	for name, tc := range map[string]struct {
		path, media, body string
		want              string
	}{
		"a page": {
			"/chezmoi", "text/html; charset=utf-8",
			`<html><head><title>Espace client 2</title><script>var jeton = "a81f0c3d9e7b4a6580f1c2d3e4f5a6b7"</script></head><body>` +
				`<h1>Bonjour Mme ` + connectortest.Username + `</h1><h2>Dossier de Zoé Vassorelle-Grandin</h2><table><tr><th>M. Tartempion</th><th>Solde</th></tr></table>` +
				`<input id="lot-vassorelle-12" name="dossierGrandin" placeholder="Réf. de Mme Grandin" aria-label="Lots de Zoé"><a class="doc" href="/grandin/pieces/A7f3K9q?zoe=1">x</a><p>Solde : 1 234,56 €, tél. 06 12 34 56 78</p>` +
				`<form id="recherche" method="post" action="/cherche?cle=abc"><label for="q">Rechercher</label><input name="q" value="secret"><button>Aller</button></form>` +
				`<a class="doc" href="/pieces/48213?jeton=xyz">Relevé de M. Tartempion</a><a href="mailto:tartempion@example.org">x</a></body></html>`,
			`<html>
 <head>
  <title>
   Espace client 0
 <body>
  <h1>
   Bonjour Mme …
  <h2>
   Dossier de …
  <table>
   <tbody>
    <tr>
     <th>
      M. …
     <th>
      Solde
  <input id="lot-…-00" name="dossier…" placeholder="…. de Mme …" aria-label="Lots de …">
  <a class="doc" href="/…/pieces/…?…=…">
   …
  <p>
   …
  <form id="recherche" method="post" action="/cherche?cle=…">
   <label for="q">
    Rechercher
   <input name="q">
   <button>
    Aller
  <a class="doc" href="/pieces/00000?jeton=…">
   …
  <a href="…">
   …
`,
		},
		"data": {
			"/classeurs", "application/json", `{"dossiers":[{"Lot de Mme Grandin":1,"proprietaire":"Tartempion","solde":1234.56,"actif":true},{"autre":1}],"suite":null}`,
			"dossiers:\n [2]\n  Lot de Mme …:\n   number\n  actif:\n   true\n  proprietaire:\n   text\n  solde:\n   number\nsuite:\n <nil>\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			run := visitLittle(t, elsewise{connectortest.NewLittle(), tc.path, tc.media, tc.body}, littleRecipes(t), nil)
			failure := run.Failure()
			if failure == nil || failure.Code != predate.SiteChanged {
				t.Fatalf("%v", run.Err)
			}
			head, page, _ := strings.Cut(failure.Page, "\n\n")
			if page != tc.want {
				t.Errorf("the page is\n%s\nwant\n%s", page, tc.want)
			}
			if !strings.HasPrefix(head, "GET https://") || !strings.Contains(head, tc.path+"\n200 ") {
				t.Errorf("the head is %q", head)
			}
		})
	}
}

// TestABoundlessPage: what is kept of a page has a bound.
func TestABoundlessPage(t *testing.T) {
	body := "<html><body>" + strings.Repeat(`<p class="très">x</p>`, 100_000) + "</body></html>"
	run := visitLittle(t, elsewise{connectortest.NewLittle(), "/chezmoi", "text/html; charset=utf-8", body}, littleRecipes(t), nil)
	if failure := run.Failure(); failure == nil || len(failure.Page) < 10<<10 || len(failure.Page) > 40<<10 {
		t.Errorf("%v", run.Err)
	}
}
