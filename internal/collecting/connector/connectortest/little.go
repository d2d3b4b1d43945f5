package connectortest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"predate"
	"predate/connectors"
	"predate/internal/collecting/author"
	"predate/internal/collecting/recipe"
)

// LittleHost is the host that the recipe of the little site is for.
const LittleHost = "petit.example.fr"

// littleRecipe is for a site with a form, a list in JSON, and links to files.
const littleRecipe = `
id: petit
version: 1
engine: 2
title: "Petit site"
match: [petit.example.fr]
http: {delay: 200ms}
classify:
  - page: form
    status: [200]
    css: "form#entree"
  - page: inside
    status: [200]
    css: "a[href='/sortie']"
  - page: data
    status: [200]
    jq: 'true'
  - failure: session_lost
    status: [401]
login_pages: [form]
login:
  - get: /entree
    expect: [form]
  - submit: "form#entree"
    form: {nom: "{{username}}", cle: "{{password}}"}
    classify:
      - failure: bad_credentials
        css: "p.refus"
        message: {css: "p.refus"}
    expect: [inside]
logged_in: {get: /chezmoi, expect: [inside]}
list:
  - request: {get: /classeurs, expect: [data]}
    each: '.classeurs[]'
    as: classeur
    then:
      - request:
          get: "/classeurs/{{classeur.cote}}"
          expect: [data]
        each: '.pieces[]'
        as: piece
        document: {id: .no, title: .titre, category: "{{classeur.nom}}", date: .jour}
download: {request: {get: "/pieces/{{piece.lien}}"}}
logout: [{get: /sortie, expect: [form]}]
verified: {on: "2026-11-22", against: "le petit site des tests"}
`

// LittleRecipe gives the recipe of a little site with some of its words changed:
// pairs of what stands there and what takes its place.
func LittleRecipe(changes ...string) (string, error) {
	text := littleRecipe
	for i := 0; i+1 < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			return "", fmt.Errorf("the recipe has no %q", changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	return text, nil
}

// LittleRecipes gives the built-in recipes and that of a little site, changed.
func LittleRecipes(changes ...string) ([]recipe.Recipe, error) {
	text, err := LittleRecipe(changes...)
	if err != nil {
		return nil, err
	}
	little, _, err := author.Lint([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, text)
	}
	all, err := recipe.Load(connectors.Files())
	if err != nil {
		return nil, fmt.Errorf("load recipes: %w", err)
	}
	return recipe.Replace(all, little), nil
}

// Little is a small extranet that is none of the families': folders A and B of
// pieces, and what a test puts in the place of some of its answers.
type Little struct {
	Pieces   map[string][]Piece          // by the letter of their folder
	Files    map[string][]byte           // by the link of their piece
	Instead  map[string]http.HandlerFunc // "GET /entree": what answers in the site's place
	Form     string                      // more of the form
	Password predate.Secret              // Password when empty
	Accepts  func(password string) bool  // in the place of Password
}

// Piece is a row of a folder.
type Piece struct {
	No    any    `json:"no"`
	Title string `json:"titre"`
	Day   string `json:"jour"`
	Link  string `json:"lien"`
}

// Row makes one.
func Row(no any, title, day, link string) Piece { return Piece{no, title, day, link} }

// NewLittle gives a little site in good order, with a piece in each folder.
func NewLittle() *Little {
	return &Little{
		Pieces: map[string][]Piece{
			"A": {{1, "PV 2025", "2025-04-10", "pv"}},
			"B": {{2, "Annexes 2025", "2026-02-01", "annexes"}},
		},
		Files:   map[string][]byte{"pv": Paper("pv"), "annexes": Paper("annexes")},
		Instead: map[string]http.HandlerFunc{},
	}
}

// Paper is the smallest file that passes for a PDF, with a text of its own.
func Paper(text string) []byte { return []byte("%PDF-1.4\n" + text + "\n%%EOF\n") }

const littleForm = `<form id="entree" action="/entree" method="post"><label>Nom <input name="nom"></label><label>Clé <input type="password" name="cle"></label>%s<button>Entrer</button></form>`

// HTML answers a page.
func HTML(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "<!doctype html><title>Petit site</title><body>"+body)
}

// JSON answers data.
func JSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// LoginForm is the page with the form.
func (l *Little) LoginForm() string { return fmt.Sprintf(littleForm, l.Form) }

// ServeHTTP answers as the site does.
func (l *Little) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if answer := l.Instead[r.Method+" "+r.URL.Path]; answer != nil {
		answer(w, r)
		return
	}
	_, err := r.Cookie("carte")
	inside := err == nil
	place, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case r.Method == http.MethodPost:
		l.Enter(w, r)
	case !inside || place == "entree" || place == "sortie":
		HTML(w, l.LoginForm())
	case place == "chezmoi" || place == "accueil":
		HTML(w, `Bonjour. <a href="/sortie">Sortir</a>`)
	case place == "classeurs" && name == "":
		JSON(w, map[string]any{"classeurs": []map[string]any{{"cote": "A", "nom": "Assemblées"}, {"cote": "B", "nom": "Comptes"}}})
	case place == "classeurs":
		JSON(w, map[string]any{"pieces": l.Pieces[name]})
	case place == "pieces" && l.Files[name] != nil:
		_, _ = w.Write(l.Files[name])
	default:
		http.NotFound(w, r)
	}
}

// Enter answers a login.
func (l *Little) Enter(w http.ResponseWriter, r *http.Request) {
	right := l.Password
	if right == "" {
		right = Password
	}
	accepts := l.Accepts
	if accepts == nil {
		accepts = func(password string) bool { return password == right.Reveal() }
	}
	if !accepts(r.PostFormValue("cle")) {
		HTML(w, `<p class="refus">Nom ou clé inconnus.</p>`+l.LoginForm())
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "carte", Value: r.PostFormValue("nom"), Path: "/"})
	http.Redirect(w, r, "/accueil", http.StatusSeeOther)
}
