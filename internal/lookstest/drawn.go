package lookstest

import (
	"embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed templates/*.tmpl
var templates embed.FS

// HTML fills the template of a look with one part of a paper.
func HTML(d *Dossier, name string, s Style, p Part) (string, error) {
	t, err := template.New(name).Funcs(functions(d)).ParseFS(templates, "templates/"+name+".tmpl")
	if err != nil {
		return "", fmt.Errorf("read look %s: %w", name, err)
	}
	var out strings.Builder
	if err := t.ExecuteTemplate(&out, "paper", newView(d, p, s)); err != nil {
		return "", fmt.Errorf("draw %s in look %s: %w", p.Kind, name, err)
	}
	return out.String(), nil
}
