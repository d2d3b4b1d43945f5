package api

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"mime"
	"net/http"

	"predate"
	"predate/internal/doors/web"
)

//go:embed reset.html
var resetPage string

// resetForm is the page on which the holder of an account chooses a password: the form,
// that it is done, or why it is not.
type resetForm struct {
	Email, Token string
	Wrong        string // what was wrong with what was typed
	Done         bool
	Refused      string // why there is no form
}

const noReset = "Ce lien n’est pas, ou n’est plus valable : il sert une fois, pendant une heure. Demandez-en un autre."

// showReset answers GET /account/reset?token=… with a form; it changes nothing, so that
// who looks at links beforehand does not use them up.
func (s *Server) showReset(r *http.Request) (any, error) {
	return s.resetForm(r, r.URL.Query().Get("token"), "")
}

// resetForm draws the form of a link that holds.
func (s *Server) resetForm(r *http.Request, token, wrong string) (any, error) {
	account, err := s.Auth.ResetOf(r.Context(), predate.Secret(token))
	if err != nil {
		return nil, orElse(err, errNoReset)
	}
	status := http.StatusOK
	if wrong != "" {
		status = http.StatusBadRequest
	}
	return resetForm{Email: account.Email, Token: token, Wrong: wrong}.draw(status)
}

// maxForm bounds the bytes of the form.
const maxForm = 16 << 10

// takeReset answers POST /account/reset, which the form sends.
func (s *Server) takeReset(r *http.Request) (any, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/x-www-form-urlencoded" {
		return nil, errMediaType
	}
	r.Body = http.MaxBytesReader(nil, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, errors.Join(errUndecodable, err)
	}
	token, chosen := r.PostForm.Get("token"), r.PostForm.Get("password")
	if chosen != r.PostForm.Get("again") {
		return s.resetForm(r, token, "Les deux saisies diffèrent.")
	}
	err := s.holder().UseReset(r.Context(), predate.Secret(token), predate.Secret(chosen))
	if wrong := (*predate.Error)(nil); errors.As(err, &wrong) && wrong.Code == predate.CodeInvalid {
		return s.resetForm(r, token, wrong.Message)
	}
	if err != nil {
		return nil, orElse(err, errNoReset)
	}
	return resetForm{Done: true}.draw(http.StatusOK)
}

func (f resetForm) draw(status int) (any, error) {
	form, err := template.New("reset").Parse(resetPage)
	if err != nil {
		return nil, fmt.Errorf("read the page of passwords: %w", err)
	}
	var body bytes.Buffer
	if err := form.Execute(&body, f); err != nil {
		return nil, fmt.Errorf("set the page of passwords: %w", err)
	}
	return personPage{status, body.Bytes()}, nil
}

// personPage is a payload for a person, with a form on it.
type personPage struct {
	status int
	body   []byte
}

// personPolicy lets a page load nothing and send its form back to where it came from.
const personPolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func (p personPage) write(_ *Server, w http.ResponseWriter, _ *http.Request) {
	header := w.Header()
	web.ProtectPage(header, personPolicy)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Referrer-Policy", "no-referrer") // the address holds the token
	header.Set("X-Robots-Tag", "noindex")
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body) // the caller is gone: nobody is left to tell
}

// refusedPage tells a person in French why there is no form.
func refusedPage(told refusal) (any, error) {
	says := "Cela n’a pas abouti de notre fait. Réessayez dans un instant."
	switch told.status {
	case http.StatusNotFound:
		says = noReset
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		says = "Trop de demandes à la fois : réessayez dans un instant."
	case http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
		says = "Ce formulaire n’a pas pu être lu. Ouvrez de nouveau le lien."
	}
	return resetForm{Refused: says}.draw(told.status)
}
