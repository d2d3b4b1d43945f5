package guide

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
	"strings"
)

//go:embed forms assets
var files embed.FS

const assetPath = "/docs/assets/"

// assetSet is the styles, the scripts and the mark. Their addresses hold a hash of all of
// them, so that browsers may keep them.
type assetSet struct {
	version string
	answers map[string]answer // by name
}

// assetKinds are the media types of the assets. One that is packed is kept so.
func assetKinds() map[string]string {
	const script = "text/javascript; charset=utf-8"
	return map[string]string{
		"frame.css": "text/css; charset=utf-8", "guide.css": "text/css; charset=utf-8", "guide.js": script, "reference.js": script, "redoc.standalone.js": script,
		"redoc.LICENSE.txt": "text/plain; charset=utf-8", "mark.svg": "image/svg+xml",
	}
}

func loadAssets() (assetSet, error) {
	s := assetSet{answers: map[string]answer{}}
	sums := make([]string, 0, len(assetKinds()))
	for name, kind := range assetKinds() {
		one, err := loadAsset(name, kind)
		if err != nil {
			return s, fmt.Errorf("load the guide's %s: %w", name, err)
		}
		s.answers[name] = one
		sums = append(sums, name+one.tag)
	}
	slices.Sort(sums)
	const lettersOfVersion = 12
	s.version = strings.Trim(tagOf([]byte(strings.Join(sums, "\n"))), `"`)[:lettersOfVersion]
	return s, nil
}

func loadAsset(name, kind string) (answer, error) {
	one := answer{kind: kind, lasting: true}
	packed, err := files.ReadFile("assets/" + name + ".gz")
	if err != nil {
		if one.body, err = files.ReadFile("assets/" + name); err != nil {
			return one, err
		}
		return one.finished(gzip.NewWriter(nil))
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return one, err
	}
	if one.body, err = io.ReadAll(unpacked); err != nil {
		return one, err
	}
	one.packed, one.tag = packed, tagOf(packed)
	return one, nil
}

func (s assetSet) address(name string) string { return assetPath + s.version + "/" + name }

func (s assetSet) serve(w http.ResponseWriter, r *http.Request) {
	version, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, assetPath), "/")
	found, ok := s.answers[name]
	if !ok || version != s.version {
		http.NotFound(w, r)
		return
	}
	found.write(w, r)
}

// templates are the forms of pages.
type templates struct{ all *template.Template }

func loadTemplates(assets assetSet) (templates, error) {
	made, err := template.New("").Funcs(template.FuncMap{"asset": assets.address}).ParseFS(files, "forms/*.html")
	return templates{made}, err
}

// frame is what a page is drawn from.
type frame struct {
	page
	Lang, Other string // this language, and the other one
	Here        string // the page's address beside the others of its language
	Words       map[string]string
	Contents    []page // without the table of contents
	Before      *page
	After       *page
	Query       string
	Found       []section
}

// frame is a page of a book without anything on it.
func (b book) frame() frame {
	f := frame{Lang: b.lang, Words: b.words, Contents: b.pages[1:]}
	for _, other := range Languages() {
		if other != b.lang {
			f.Other = other
		}
	}
	return f
}

func (t templates) draw(name string, f frame) ([]byte, error) {
	var drawn bytes.Buffer
	err := t.all.ExecuteTemplate(&drawn, name+".html", f)
	return drawn.Bytes(), err
}

// print draws the pages of a book, each with its Markdown, and its index.
func (g *Guide) print(b book) error {
	root := "/docs/" + b.lang + "/"
	for i, p := range b.pages {
		f := b.frame()
		f.page, f.Here = p, p.Name
		if i > 1 {
			f.Before = &b.pages[i-1]
		}
		if i+1 < len(b.pages) {
			f.After = &b.pages[i+1]
		}
		if err := g.put(root, f); err != nil {
			return err
		}
	}
	for _, p := range b.codes {
		f := b.frame()
		f.page, f.Here = p, "errors"
		if err := g.put(root, f); err != nil {
			return err
		}
	}
	index, err := b.index()
	g.answers[root+"search.json"] = answer{kind: "application/json", body: index}
	return err
}

// put draws a page, and puts it with its Markdown under its address.
func (g *Guide) put(root string, f frame) error {
	drawn, err := g.forms.draw("page", f)
	if err != nil {
		return err
	}
	source := f.Name
	if source == "" {
		source = "index"
	}
	g.answers[root+f.Name] = answer{kind: pageKind, body: drawn}
	g.answers[root+source+".md"] = answer{kind: "text/markdown; charset=utf-8", body: []byte(f.Markdown)}
	return nil
}

func tagOf(body []byte) string {
	const bytesOfTag = 12
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:bytesOfTag]) + `"`
}
