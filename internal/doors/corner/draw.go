package corner

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed pages assets
var files embed.FS

// assetSet is the style, the script and the mark. Their addresses hold a hash of all
// of them, so that browsers may keep them.
type assetSet struct {
	version string
	kinds   map[string]string // by name
	content map[string][]byte
}

func loadAssets() (assetSet, error) {
	s := assetSet{kinds: map[string]string{"corner.css": "text/css; charset=utf-8", "corner.js": "text/javascript; charset=utf-8", "mark.svg": "image/svg+xml"}, content: map[string][]byte{}}
	sum := sha256.New()
	for _, name := range []string{"corner.css", "corner.js", "mark.svg"} {
		content, err := files.ReadFile("assets/" + name)
		if err != nil {
			return s, fmt.Errorf("load the corner's assets: %w", err)
		}
		s.content[name] = content
		sum.Write(content)
	}
	const bytesOfName = 6
	s.version = hex.EncodeToString(sum.Sum(nil)[:bytesOfName])
	return s, nil
}

// address is where an asset is fetched.
func (s assetSet) address(name string) string { return "/corner/assets/" + s.version + "/" + name }

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

// pageSet is the two pages: the list, and why there is none.
type pageSet struct{ list, gone *template.Template }

func loadPages(assets assetSet) (pageSet, error) {
	helpers := template.FuncMap{"asset": assets.address}
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
