package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// facesSite is one of JavaServer Faces: a page is a form that bears the state of its
// view, which a server takes once for each page that it draws; scripts would add which
// link of the form was clicked.
type facesSite struct {
	papers []sitePaper

	mu     sync.Mutex
	state  int  // of the last view that was drawn
	inside bool // the session is logged in
	first  int  // row that the last view shows
}

const facesRows = 8 // of a page of the table

// draw gives a view with a form and its next state.
func (s *facesSite) draw(w http.ResponseWriter, form, body string) {
	s.state++
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!doctype html><title>Extranet</title><body><form id=%q method="post" action="/vue.xhtml"><input type="hidden" name=%q value=%q>`+
		`<input type="hidden" name="javax.faces.ViewState" value="e1s%d">%s</form>`, form, form, form, s.state, body)
}

func (s *facesSite) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method == http.MethodGet {
		s.visit(w, r.URL.Path)
		return
	}
	_ = r.ParseForm()
	if r.PostForm.Get("javax.faces.ViewState") != "e1s"+strconv.Itoa(s.state) {
		http.Error(w, "javax.faces.application.ViewExpiredException", http.StatusInternalServerError)
		return
	}
	switch {
	case r.PostForm.Has("entree"):
		s.enter(w, r)
	case !s.inside:
		s.visit(w, "/entree.xhtml")
	case r.PostForm.Has("pieces:table_first"):
		s.first, _ = strconv.Atoi(r.PostForm.Get("pieces:table_first"))
		s.table(w)
	default:
		s.give(w, r)
	}
}

func (s *facesSite) visit(w http.ResponseWriter, path string) {
	switch {
	case path == "/sortie.xhtml" || !s.inside:
		s.inside = false
		s.draw(w, "entree", `<input name="entree:nom"><input type="password" name="entree:code"><button name="entree:ok">Entrer</button>`)
	default:
		s.first = 0
		s.table(w)
	}
}

func (s *facesSite) enter(w http.ResponseWriter, r *http.Request) {
	if r.PostForm.Get("entree:nom") != siteUser || r.PostForm.Get("entree:code") != siteSecret || !r.PostForm.Has("entree:ok") {
		s.draw(w, "entree", `<span class="ui-messages-error">Identifiant ou mot de passe incorrect.</span><input name="entree:nom"><input type="password" name="entree:code"><button name="entree:ok">Entrer</button>`)
		return
	}
	s.inside, s.first = true, 0
	s.table(w)
}

// table draws a page of the table of papers, with links that only a script follows.
func (s *facesSite) table(w http.ResponseWriter) {
	var b strings.Builder
	b.WriteString(`<a href="/sortie.xhtml">Déconnexion</a><table id="pieces:table">`)
	for i := s.first; i < min(len(s.papers), s.first+facesRows); i++ {
		p := s.papers[i]
		fmt.Fprintf(&b, `<tr class="ui-row"><td>%s</td><td>%s</td><td>%s</td><td><a id="pieces:table:%d:lire" href="#" onclick="mojarra.jsfcljs(this)">Lire</a></td></tr>`,
			html.EscapeString(strings.ReplaceAll(p.Folder, " / ", "/")), strings.Replace(html.EscapeString(p.Title), " ", "<br>", 1), p.Date, i)
	}
	b.WriteString(`</table><span class="ui-paginator-next" id="pieces:table_paginator">Suivant</span>`)
	s.draw(w, "pieces", b.String())
}

// give sends the paper whose link was clicked, of those that the last view shows.
func (s *facesSite) give(w http.ResponseWriter, r *http.Request) {
	for i := s.first; i < min(len(s.papers), s.first+facesRows); i++ {
		if key := fmt.Sprintf("pieces:table:%d:lire", i); r.PostForm.Get(key) == key {
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write(s.papers[i].file)
			return
		}
	}
	s.table(w)
}

// graphSite speaks GraphQL and takes no question that it does not know by its hash. It
// gives the token against forged requests while it redirects, and files in base64 deep
// in its answers.
type graphSite struct{ papers []sitePaper }

// graphQuestions are the operations that it knows, by the hash of their text.
func graphQuestions() map[string]string {
	return map[string]string{"0a4d55a8": "SignIn", "1b1c8f3e": "Me", "2c9e7710": "Documents", "3d02b6ff": "Content", "4e8a9c21": "SignOut"}
}

func (g *graphSite) answer(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		http.SetCookie(w, &http.Cookie{Name: "xsrf", Value: "x-5521", Path: "/"})
		http.Redirect(w, r, "/app", http.StatusFound)
	case "/app":
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><title>App</title><body><div id="racine"></div>`)
	case "/graphql":
		g.ask(w, r)
	default:
		http.NotFound(w, r)
	}
}

// graphAsk is what it is asked.
type graphAsk struct {
	OperationName string `json:"operationName"`
	Query         string `json:"query"`
	Variables     struct {
		Login, Code string
		First, ID   int
		After       *string
	} `json:"variables"`
	Extensions struct {
		PersistedQuery struct {
			Version    int    `json:"version"`
			SHA256Hash string `json:"sha256Hash"`
		} `json:"persistedQuery"`
	} `json:"extensions"`
}

func graphRefuse(w http.ResponseWriter, code, message string) {
	siteJSON(w, http.StatusOK, map[string]any{"errors": []any{map[string]any{"message": message, "extensions": map[string]any{"code": code}}}})
}

func (g *graphSite) ask(w http.ResponseWriter, r *http.Request) {
	var q graphAsk
	known := json.NewDecoder(r.Body).Decode(&q) == nil && q.Query == "" && q.Extensions.PersistedQuery.Version == 1 &&
		graphQuestions()[q.Extensions.PersistedQuery.SHA256Hash] == q.OperationName
	cookie, err := r.Cookie("sid")
	switch {
	case !known || r.Header.Get("X-Xsrf") != "x-5521":
		graphRefuse(w, "PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")
	case q.OperationName == "SignIn" && (q.Variables.Login != siteUser || q.Variables.Code != siteSecret):
		graphRefuse(w, "BAD_CREDENTIALS", "Identifiant ou mot de passe incorrect.")
	case q.OperationName == "SignIn":
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "s-9", Path: "/", HttpOnly: true})
		siteJSON(w, http.StatusOK, map[string]any{"data": map[string]any{"signIn": map[string]any{"ok": true}}})
	case err != nil || cookie.Value != "s-9":
		graphRefuse(w, "UNAUTHENTICATED", "no session")
	case q.OperationName == "Me":
		siteJSON(w, http.StatusOK, map[string]any{"data": map[string]any{"me": map[string]any{"id": 12}}})
	case q.OperationName == "Documents":
		g.documents(w, q)
	case q.OperationName == "Content":
		g.content(w, q.Variables.ID)
	default:
		siteJSON(w, http.StatusOK, map[string]any{"data": map[string]any{"signOut": true}})
	}
}

// documents gives a part of the list, after a cursor.
func (g *graphSite) documents(w http.ResponseWriter, q graphAsk) {
	from := 0
	if q.Variables.After != nil {
		from, _ = strconv.Atoi(strings.TrimPrefix(*q.Variables.After, "c"))
	}
	to := min(len(g.papers), from+q.Variables.First)
	siteJSON(w, http.StatusOK, map[string]any{"data": map[string]any{"documents": map[string]any{
		"nodes": g.papers[from:to], "pageInfo": map[string]any{"hasNextPage": to < len(g.papers), "endCursor": "c" + strconv.Itoa(to)},
	}}})
}

func (g *graphSite) content(w http.ResponseWriter, id int) {
	if id < 1 || id > len(g.papers) {
		graphRefuse(w, "NOT_FOUND", "no document")
		return
	}
	w.Header().Set("Content-Type", "application/graphql-response+json")
	_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{"document": map[string]any{
		"title": "x", "versions": []any{map[string]any{"mime": "application/pdf", "content": base64.StdEncoding.EncodeToString(g.papers[id-1].file)}},
	}}})
}
