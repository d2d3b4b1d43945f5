package lookstest

import (
	"embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed templates/*.tmpl
var templates embed.FS

// HTML fills the template of a look with one part of a paper. A look that has
// several style sheets, as « cartes-nuit », is its template and the sheet's,
// which gives words, figures and frame.
func HTML(d *Dossier, name string, s Style, p Part) (string, error) {
	files := []string{"templates/" + name + ".tmpl"}
	if base, _, sheets := strings.Cut(name, "-"); sheets {
		files = []string{"templates/" + base + ".tmpl", files[0]}
	}
	t, err := template.New(name).Funcs(functions(d)).Funcs(cardFunctions(d)).Funcs(houseFunctions(d)).ParseFS(templates, files...)
	if err != nil {
		return "", fmt.Errorf("read look %s: %w", name, err)
	}
	var out strings.Builder
	if err := t.ExecuteTemplate(&out, "paper", newView(d, p, s)); err != nil {
		return "", fmt.Errorf("draw %s in look %s: %w", p.Kind, name, err)
	}
	return out.String(), nil
}
