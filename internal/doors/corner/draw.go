package corner

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"predate/internal/doors/web"
)

//go:embed pages assets
var files embed.FS

// pageSet is the two pages: the list, and why there is none.
type pageSet struct{ list, gone *template.Template }

func loadPages(assets web.Assets) (pageSet, error) {
	helpers := template.FuncMap{"asset": assets.Address}
	page := func(name string) (*template.Template, error) {
		made, err := template.New("layout.html").Funcs(helpers).ParseFS(files, "pages/layout.html", "pages/"+name)
		if err != nil {
			return nil, fmt.Errorf("load the corner's page %s: %w", name, err)
		}
		return made, nil
	}
	list, err := page("list.html")
	if err != nil {
		return pageSet{}, err
	}
	gone, err := page("gone.html")
	return pageSet{list, gone}, err
}

// draw writes a page, or a part of it, whole or not at all.
func draw(w http.ResponseWriter, status int, page *template.Template, part string, view any) error {
	var drawn bytes.Buffer
	if err := page.ExecuteTemplate(&drawn, part, view); err != nil {
		return fmt.Errorf("draw %s of the corner: %w", part, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(drawn.Bytes()) // who asked is gone
	return nil
}
