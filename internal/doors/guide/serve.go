package guide

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"

	"predate/internal/doors/web"
)

const (
	pageKind = "text/html; charset=utf-8"
	// contentPolicy lets a page load what this origin serves, and nothing else.
	contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types guide"
	// referencePolicy lets the renderer of the reference, besides, write its own styles
	// into the page and search in a worker of its own. No script of the page itself runs.
	referencePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
		"worker-src blob:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)

// answer is what is told under an address, the same to everybody.
type answer struct {
	kind   string
	body   []byte
	packed []byte // by gzip; nil where that has not been done
	status int    // zero is 200
	policy string // empty is contentPolicy
	tag    string
	// lasting answers never change under their address.
	lasting bool
}

func words(body string) answer { return answer{kind: "text/plain; charset=utf-8", body: []byte(body)} }

// finished adds what is computed once, the packed bytes and the tag, with a packer that
// others have used before.
func (a answer) finished(zip *gzip.Writer) (answer, error) {
	a.tag = tagOf(a.body)
	var packed bytes.Buffer
	zip.Reset(&packed)
	if _, err := zip.Write(a.body); err != nil {
		return a, err
	}
	err := zip.Close()
	a.packed = packed.Bytes()
	return a, err
}

func (a answer) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	policy := a.policy
	if policy == "" {
		policy = contentPolicy
	}
	web.ProtectPage(h, policy)
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Content-Type", a.kind)
	h.Add("Vary", "Accept-Encoding")
	switch {
	case a.status != 0:
		h.Set("Cache-Control", "no-store")
	case a.lasting:
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	default:
		h.Set("Cache-Control", "public, max-age=300")
	}
	if a.tag != "" {
		h.Set("ETag", a.tag)
		if a.status == 0 && strings.Contains(r.Header.Get("If-None-Match"), a.tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body := a.body
	if a.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.packed
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	status := a.status
	if status == 0 {
		status = http.StatusOK
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // who asked is gone
	}
}
