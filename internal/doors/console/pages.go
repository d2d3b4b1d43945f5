package console

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strings"

	"predate/internal/doors/web"
)

//go:embed assets
var assetFiles embed.FS

//go:embed pages
var pageFiles embed.FS

// pageSet is the templates by name. Each page has the layout and the parts
// (part-*.html), and defines "main".
type pageSet map[string]*template.Template

func loadPages(assets web.Assets) (pageSet, error) {
	common, err := template.New("layout.html").Funcs(helpers(assets)).ParseFS(pageFiles, "pages/layout.html", "pages/part-*.html")
	if err != nil {
		return nil, fmt.Errorf("load the console's layout: %w", err)
	}
	names, err := fs.Glob(pageFiles, "pages/*.html")
	if err != nil {
		return nil, fmt.Errorf("list the console's pages: %w", err)
	}
	set := pageSet{}
	for _, name := range names {
		if base := path.Base(name); base == "layout.html" || strings.HasPrefix(base, "part-") {
			continue
		}
		own, err := common.Clone()
		if err == nil {
			own, err = own.ParseFS(pageFiles, name)
		}
		if err != nil {
			return nil, fmt.Errorf("load the console's page %s: %w", name, err)
		}
		set[strings.TrimSuffix(path.Base(name), ".html")] = own
	}
	return set, nil
}

func (s pageSet) draw(w io.Writer, name string, f frame) error {
	own, ok := s[name]
	if !ok {
		return fmt.Errorf("no page %q", name)
	}
	if err := own.ExecuteTemplate(w, "layout.html", f); err != nil {
		return fmt.Errorf("draw page %s: %w", name, err)
	}
	return nil
}

// part draws one part of a page by itself, for a script that puts it in place.
func (s pageSet) part(name, part string, view any) (string, error) {
	own, ok := s[name]
	if !ok {
		return "", fmt.Errorf("no page %q", name)
	}
	var drawn strings.Builder
	if err := own.ExecuteTemplate(&drawn, part, view); err != nil {
		return "", fmt.Errorf("draw part %s of page %s: %w", part, name, err)
	}
	return drawn.String(), nil
}

// helpers are what templates may call.
func helpers(assets web.Assets) template.FuncMap {
	return template.FuncMap{"asset": assets.Address, "number": number}
}
