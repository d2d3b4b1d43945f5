package portal

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed pages assets
var files embed.FS

type pageTemplate = template.Template

// assetSet is the style and the mark. Their addresses hold a hash of both, so that
// browsers may keep them.
type assetSet struct {
	version string
	kinds   map[string]string // by name
	content map[string][]byte
}

func loadAssets() (assetSet, error) {
	s := assetSet{kinds: map[string]string{"portal.css": "text/css; charset=utf-8", "mark.svg": "image/svg+xml"}, content: map[string][]byte{}}
	sum := sha256.New()
	for _, name := range []string{"portal.css", "mark.svg"} {
		content, err := files.ReadFile("assets/" + name)
		if err != nil {
			return s, fmt.Errorf("load the portal's assets: %w", err)
		}
		s.content[name] = content
		sum.Write(content)
	}
	const bytesOfName = 6
	s.version = hex.EncodeToString(sum.Sum(nil)[:bytesOfName])
	return s, nil
}

// address is where an asset is fetched.
func (s assetSet) address(name string) string { return "/portal/assets/" + s.version + "/" + name }

func (s assetSet) serve(w http.ResponseWriter, r *http.Request) {
	content, ok := s.content[r.PathValue("name")]
	if !ok || r.PathValue("version") != s.version {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", s.kinds[r.PathValue("name")])
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(content) // who asked is gone
}

// pageSet is the pages.
type pageSet struct{ list, endpoint, delivery, refused *pageTemplate }

func loadPages(assets assetSet) (pageSet, error) {
	var set pageSet
	for name, to := range map[string]**pageTemplate{"list": &set.list, "endpoint": &set.endpoint, "delivery": &set.delivery, "refused": &set.refused} {
		made, err := template.New("layout.html").Funcs(template.FuncMap{"asset": assets.address}).ParseFS(files, "pages/layout.html", "pages/"+name+".html")
		if err != nil {
			return set, fmt.Errorf("load the portal's page %s: %w", name, err)
		}
		*to = made
	}
	return set, nil
}
