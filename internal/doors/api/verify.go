package api

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
)

//go:embed verify.html
var verifyPage string

// verificationWire is what a program is told of a statement's code.
type verificationWire struct {
	Code     predate.Code `json:"code"`
	Issued   string       `json:"issued"`
	Current  bool         `json:"current"`
	Replaced *string      `json:"replaced"`
}

// verify answers GET /verify/{code}: whether a statement with this code was
// issued, when, and whether a newer one replaced it. It tells nothing else, and
// that to anyone. People get a page, programs the envelope.
func (s *Server) verify(r *http.Request) (any, error) {
	v, err := s.verification(r)
	if wantsPage(r) {
		return newPage(v, err)
	}
	if err != nil {
		return nil, err
	}
	told := verificationWire{Code: v.Code, Issued: predate.DateOf(v.Issued).String(), Current: v.Replaced.IsZero()}
	if !told.Current {
		on := predate.DateOf(v.Replaced).String()
		told.Replaced = &on
	}
	return told, nil
}

func (s *Server) verification(r *http.Request) (desk.Verification, error) {
	code, err := predate.ParseCode(r.PathValue("code"))
	if err != nil {
		return desk.Verification{}, desk.UnknownCode()
	}
	return s.Desk.Verify(r.Context(), code)
}

// wantsPage says whether a person's browser asks.
func wantsPage(r *http.Request) bool {
	return strings.Contains(strings.ToLower(r.Header.Get("Accept")), "text/html")
}

// page is a payload for people.
type page struct {
	status int
	body   []byte
}

// newPage sets the page of a verification, or that of an unknown code; any other
// failure stays one.
func newPage(v desk.Verification, err error) (any, error) {
	status := http.StatusOK
	if err != nil {
		if status = refusalOf(err).status; status != http.StatusNotFound {
			return nil, err
		}
	}
	said := struct {
		Known            bool
		Code             predate.Code
		Issued, Replaced string
	}{Known: err == nil, Code: v.Code}
	if said.Known {
		said.Issued = wording.DayInWords(predate.DateOf(v.Issued))
		if !v.Replaced.IsZero() {
			said.Replaced = wording.DayInWords(predate.DateOf(v.Replaced))
		}
	}
	form, err := template.New("verify").Parse(verifyPage)
	if err != nil {
		return nil, fmt.Errorf("read the page of verifications: %w", err)
	}
	var body bytes.Buffer
	if err := form.Execute(&body, said); err != nil {
		return nil, fmt.Errorf("set the page of a verification: %w", err)
	}
	return page{status, body.Bytes()}, nil
}

func (p page) write(_ *Server, w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(p.body)))
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Vary", "Accept")
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body) // the caller is gone: nobody is left to tell
}
