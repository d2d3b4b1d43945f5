package guide

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/text/language"
)

// Options is all that the guide needs from the house.
type Options struct {
	// Base is the public address of the installation, without a slash at its end: the
	// commands of the pages name it.
	Base string
	// Refusals are the codes that the API answers.
	Refusals []Refusal
}

// Refusal is a code of the API, in the header predate-error.
type Refusal struct {
	Code   string
	Status int // of HTTP
}

// Guide answers who reads the documentation. It is safe for concurrent use.
type Guide struct {
	books   map[string]book // by language
	assets  assetSet
	answers map[string]answer // by path: all that does not depend on who asks
	forms   templates
}

// New makes every page. An error is a fault of a page, which a test finds.
func New(o Options) (*Guide, error) {
	g := &Guide{books: map[string]book{}, answers: map[string]answer{}}
	var err error
	if g.assets, err = loadAssets(); err != nil {
		return nil, err
	}
	if g.forms, err = loadTemplates(g.assets); err != nil {
		return nil, err
	}
	for _, lang := range Languages() {
		if g.books[lang], err = newBook(o, lang); err != nil {
			return nil, fmt.Errorf("make the guide in %s: %w", lang, err)
		}
		if err := g.print(g.books[lang]); err != nil {
			return nil, fmt.Errorf("print the guide in %s: %w", lang, err)
		}
	}
	g.answers["/llms.txt"] = words(listForMachines(o.Base, g.books["en"]))
	g.answers["/llms-full.txt"] = words(wholeForMachines(g.books["en"]))
	reference, err := g.forms.draw("reference", g.books["en"].frame())
	if err != nil {
		return nil, err
	}
	g.answers["/docs/reference"] = answer{kind: pageKind, body: reference, policy: referencePolicy}
	zip := gzip.NewWriter(nil)
	for path, made := range g.answers {
		if g.answers[path], err = made.finished(zip); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Languages lists the languages of the guide. Who wants none of them reads the first.
func Languages() []string { return []string{"en", "fr"} }

// Serves reports whether a path of the public address is a guide's.
func Serves(path string) bool {
	return path == "/docs" || strings.HasPrefix(path, "/docs/") || path == "/llms.txt" || path == "/llms-full.txt"
}

const searchPath = "/search"

// ServeHTTP answers any request for a path that the guide serves.
func (g *Guide) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed", http.StatusMethodNotAllowed)
		return
	}
	path := r.URL.Path
	if trimmed := strings.TrimSuffix(path, "/"); g.books[strings.TrimPrefix(trimmed, "/docs/")].lang != "" {
		path = trimmed + "/" // one page, with a slash or without
	}
	found, ok := g.answers[path]
	switch {
	case ok:
		found.write(w, r)
	case strings.HasPrefix(path, assetPath):
		g.assets.serve(w, r)
	case strings.HasSuffix(path, searchPath):
		g.search(w, r)
	default:
		g.direct(w, r)
	}
}

// direct leads who named no language to the page in his own, and tells who asks for
// what is not there.
func (g *Guide) direct(w http.ResponseWriter, r *http.Request) {
	lang := preferred(r)
	page := strings.Trim(strings.TrimPrefix(r.URL.Path, "/docs"), "/")
	to := "/docs/" + lang + "/" + page
	w.Header().Add("Vary", "Accept-Language")
	if _, ok := g.answers[to]; ok {
		w.Header().Set("Cache-Control", "private, max-age=300")
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	for _, other := range Languages() {
		if strings.HasPrefix(page, other+"/") {
			lang = other
		}
	}
	body, err := g.forms.draw("missing", g.books[lang].frame())
	if err != nil {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	answer{kind: pageKind, body: body, status: http.StatusNotFound}.write(w, r)
}

// preferred chooses a language as the browser asks for it.
func preferred(r *http.Request) string {
	var known []language.Tag
	for _, lang := range Languages() {
		known = append(known, language.Make(lang))
	}
	wanted, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return Languages()[0]
	}
	_, i, sure := language.NewMatcher(known).Match(wanted...)
	if sure == language.No {
		i = 0
	}
	return Languages()[i]
}
