package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// Assets are the styles, scripts, fonts and marks of a door. Their addresses hold a hash
// of all of them, so that a browser keeps them for ever and scripts that import one
// another are of one build.
type Assets struct {
	prefix  string // of their addresses: "/corner/assets/"
	version string
	files   map[string][]byte // by name
	packed  map[string][]byte // texts, as gzip
}

// LoadAssets reads the folder "assets" of a door's files. The door routes
// "GET prefix{version}/{name}" to Serve.
func LoadAssets(folder fs.FS, prefix string) (Assets, error) {
	set := Assets{prefix: prefix, files: map[string][]byte{}, packed: map[string][]byte{}}
	sum := sha256.New()
	err := fs.WalkDir(folder, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		set.files[path.Base(name)] = content
		if isText(name) {
			if set.packed[path.Base(name)], err = Gzip(content); err != nil {
				return err
			}
		}
		sum.Write(content)
		return nil
	})
	if err != nil {
		return set, fmt.Errorf("load the assets of %s: %w", prefix, err)
	}
	const digits = 12
	set.version = hex.EncodeToString(sum.Sum(nil))[:digits]
	return set, nil
}

// Address returns the address of an asset, for templates; it returns an error if there is
// no asset of that name.
func (s Assets) Address(name string) (string, error) {
	if _, ok := s.files[name]; !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return s.prefix + s.version + "/" + name, nil
}

// Serve answers with an asset, or with 404 if it is of another build: the page that asks
// for it has to be loaded again.
func (s Assets) Serve(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	content, ok := s.files[name]
	if !ok || r.PathValue("version") != s.version {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType(name))
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Vary", "Accept-Encoding")
	if packed, ok := s.packed[name]; ok && TakesGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		content = packed
	}
	_, _ = w.Write(content) // who asked is gone
}

func isText(name string) bool {
	return strings.HasPrefix(contentType(name), "text/") || path.Ext(name) == ".svg"
}

// TakesGzip reports whether a browser takes an answer that is packed by Gzip; all do.
func TakesGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

// Gzip packs content for a browser that takes it.
func Gzip(content []byte) ([]byte, error) {
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
