package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed assets
var assetFiles embed.FS

// assetSet is the styles, scripts and fonts. Their addresses hold a hash of all of
// them, so that a browser keeps them for ever and scripts that import one another
// are of one build.
type assetSet struct {
	version string
	files   map[string][]byte
	packed  map[string][]byte // texts, as gzip
}

func loadAssets() (assetSet, error) {
	set := assetSet{files: map[string][]byte{}, packed: map[string][]byte{}}
	sum := sha256.New()
	err := fs.WalkDir(assetFiles, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := assetFiles.ReadFile(name)
		if err != nil {
			return err
		}
		set.files[path.Base(name)] = content
		if isText(name) {
			if set.packed[path.Base(name)], err = pack(content); err != nil {
				return err
			}
		}
		sum.Write(content)
		return nil
	})
	if err != nil {
		return set, fmt.Errorf("load the console's assets: %w", err)
	}
	const digits = 12
	set.version = hex.EncodeToString(sum.Sum(nil))[:digits]
	return set, nil
}

// address is where an asset is fetched.
func (s assetSet) address(name string) (string, error) {
	if _, ok := s.files[name]; !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return "/assets/" + s.version + "/" + name, nil
}

// serve answers with an asset. One of another build is fetched anew by its page.
func (s assetSet) serve(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	content, ok := s.files[name]
	if !ok || r.PathValue("version") != s.version {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType(name))
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Vary", "Accept-Encoding")
	if packed, ok := s.packed[name]; ok && takesGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		content = packed
	}
	_, _ = w.Write(content) // who asked is gone
}

func isText(name string) bool {
	return strings.HasPrefix(contentType(name), "text/") || path.Ext(name) == ".svg"
}

// takesGzip reports whether a browser unpacks gzip; all do.
func takesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

func pack(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	to := gzip.NewWriter(&packed)
	if _, err := to.Write(content); err != nil {
		return nil, err
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".svg":
		return "image/svg+xml"
	}
	if t := mime.TypeByExtension(path.Ext(name)); strings.HasPrefix(t, "text/") {
		return t
	}
	return "application/octet-stream"
}
