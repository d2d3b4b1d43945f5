package portal

import (
	"embed"
	"fmt"
	"html/template"

	"predate/internal/doors/web"
)

//go:embed pages assets
var files embed.FS

type pageTemplate = template.Template

// pageSet is the pages.
type pageSet struct{ list, endpoint, delivery, refused *pageTemplate }

func loadPages(assets web.Assets) (pageSet, error) {
	var set pageSet
	for name, to := range map[string]**pageTemplate{"list": &set.list, "endpoint": &set.endpoint, "delivery": &set.delivery, "refused": &set.refused} {
		made, err := template.New("layout.html").Funcs(template.FuncMap{"asset": assets.Address}).ParseFS(files, "pages/layout.html", "pages/"+name+".html")
		if err != nil {
			return set, fmt.Errorf("load the portal's page %s: %w", name, err)
		}
		*to = made
	}
	return set, nil
}
