package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/statement/bundle"
)

// packTime bounds the making of one PDF.
const packTime = 3 * time.Minute

// pack answers GET /order/{orderid}/pack: the papers of an order as one ZIP, or as one
// PDF.
func (s *Server) pack(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	q := queryOf(r)
	form := q.oneOf("format", "zip", "pdf")
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	if form == "" {
		form = "zip"
		if prefersPDF(r.Header.Get("Accept")) {
			form = "pdf"
		}
	}
	supplied, err := s.Desk.Supplied(r.Context(), callOf(r).caller.Account.ID, id)
	if err != nil {
		return nil, err
	}
	papers := supplied.Bundle()
	if papers.Empty() {
		return nil, errNoPapers
	}
	p := packAnswer{bundle: papers, order: id, tag: papers.Tag(form == "pdf")}
	if form == "pdf" && r.Method == http.MethodGet && !held(r, quoted(p.tag)) {
		return s.packPDF(r, p)
	}
	p.media = map[string]string{"zip": "application/zip", "pdf": mediaPDF}[form]
	return p, nil
}

// prefersPDF reports whether a caller asks for a PDF, and not for a ZIP before it.
func prefersPDF(accept string) bool {
	for one := range strings.SplitSeq(strings.ToLower(accept), ",") {
		switch media, _, _ := mime.ParseMediaType(one); media {
		case mediaPDF:
			return true
		case "application/zip":
			return false
		}
	}
	return false
}

// packPDF makes the one PDF, a few at once over all accounts.
func (s *Server) packPDF(r *http.Request, p packAnswer) (any, error) {
	if s.Pages == nil {
		return nil, errNotReady
	}
	waiting, cancel := context.WithTimeout(r.Context(), s.Limits.SeatWait)
	defer cancel()
	leave, err := s.packs.Take(waiting, string(callOf(r).caller.Account.ID))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCrowded, err)
	}
	defer leave()
	ctx, end := context.WithTimeout(r.Context(), packTime)
	defer end()
	made, err := p.bundle.PDF(ctx, s.Pages, s.Desk.Blobs.Open, bundle.Limits{})
	if err != nil {
		return nil, err
	}
	p.media, p.pdf = mediaPDF, made.PDF
	if made.Hurried {
		p.tag = "" // another time it may be another
	}
	return p, nil
}

// packAnswer is the papers of an order. A ZIP is written as its papers are read; a PDF is
// made beforehand, but where only its header is wanted.
type packAnswer struct {
	bundle     bundle.Bundle
	order      predate.OrderID
	media, tag string
	pdf        []byte
}

func quoted(tag string) string { return `"` + tag + `"` }

// write sends the papers, unless the caller holds them already.
func (p packAnswer) write(s *Server, w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "private, no-cache")
	vary(w, "Authorization, X-Auth-Key, Accept")
	if p.tag != "" {
		header.Set("ETag", quoted(p.tag))
		if held(r, quoted(p.tag)) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	extension := strings.TrimPrefix(p.media, "application/")
	header.Set("Content-Type", p.media)
	header.Set("Content-Disposition", `attachment; filename="pieces-`+string(p.order)+"."+extension+`"`)
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if p.pdf != nil {
		header.Set("Content-Length", strconv.Itoa(len(p.pdf)))
		w.WriteHeader(http.StatusOK)
		_, _ = io.Copy(w, bytes.NewReader(p.pdf)) // the caller is gone: nobody is left to tell
		return
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	if err := p.bundle.WriteZIP(r.Context(), w, s.Desk.Blobs.Open); err != nil {
		callOf(r).err = err
		// Nothing more can be said: the connection ends before the answer does, and the
		// caller sees it broken.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0))
	}
}
