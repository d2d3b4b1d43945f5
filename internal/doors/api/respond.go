package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"

	"predate/internal/doors/web"
)

// envelope is the contract's form of every answer.
type envelope struct {
	Message string `json:"message"`
	Payload any    `json:"payload"`
	Success bool   `json:"success"`
}

// writer is a payload that writes its own answer: a file, a replay, a document
// that another standard defines.
type writer interface {
	write(s *Server, w http.ResponseWriter, r *http.Request)
}

// answer writes a success.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, route route, payload any) {
	if own, ok := payload.(writer); ok {
		own.write(s, w, r)
		return
	}
	body, err := encode(envelope{Message: callOf(r).done(), Payload: payload, Success: true})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	speak(w, callOf(r).language)
	if route.method == http.MethodGet && route.who == member && unchanged(w, r, body) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writeJSON(w, http.StatusOK, body)
}

// unchanged tags a reading and says whether the caller holds it already.
func unchanged(w http.ResponseWriter, r *http.Request, body []byte) bool {
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, no-cache")
	vary(w, "Authorization, X-Auth-Key")
	return held(r, tag)
}

// held reports whether the caller holds what has a tag already.
func held(r *http.Request, tag string) bool {
	for _, one := range strings.Split(r.Header.Get("If-None-Match"), ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

// vary adds to what an answer depends on.
func vary(w http.ResponseWriter, names string) {
	if before := w.Header().Get("Vary"); before != "" {
		names = before + ", " + names
	}
	w.Header().Set("Vary", names)
}

// speak says in which language an answer speaks to people, and that it could be another.
func speak(w http.ResponseWriter, language web.Language) {
	w.Header().Set("Content-Language", string(language))
	vary(w, "Accept-Language")
}

// done is the message of a success.
func (c *call) done() string {
	said, _ := web.In(c.language, c.route.done, web.Successes())
	return said
}

func encode(value any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return body.Bytes(), nil
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // the caller is gone: nobody is left to tell
}

// problem is the error form of RFC 9457, for callers that ask for it.
type problem struct {
	Type     string      `json:"type"`
	Title    string      `json:"title"`
	Status   int         `json:"status"`
	Detail   string      `json:"detail"`
	Code     string      `json:"code"`
	Instance string      `json:"instance"`
	DocURL   string      `json:"doc_url"`
	Errors   []fieldWire `json:"errors,omitempty"`
}

// errorsPage says what each code means and what to do about it.
const errorsPage = "/docs/errors"

// refuse writes an error, in the envelope unless the caller asked for another
// form, and keeps it for the record of the request.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	call, told := callOf(r), refusalOf(err)
	call.code, call.err = told.code, err
	s.noteFull(err)
	call.hangUp(w)
	said := inWords(told, http.StatusText(told.status), fieldsOf(err, told.message), call.language)
	header := w.Header()
	header.Set("predate-error", told.code)
	header.Set("Cache-Control", "no-store")
	header.Del("ETag")
	header.Del("Content-Disposition")
	header.Del("Vary")
	vary(w, "Accept")
	speak(w, said.language)
	if told.retry > 0 {
		header.Set("Retry-After", strconv.Itoa(told.retry))
	}
	if told.status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	if call.route.who == person {
		if payload, err := refusedPage(told); err == nil {
			s.answer(w, r, call.route, payload)
			return
		}
	}
	if !wantsProblem(r) {
		body, _ := encode(envelope{Message: said.message}) // two strings always encode
		writeJSON(w, told.status, body)
		return
	}
	body, _ := encode(problem{
		Type: "about:blank", Title: said.title, Status: told.status, Detail: said.message, Code: told.code,
		Instance: "urn:request:" + call.id, DocURL: s.Links.Public(errorsPage) + "#" + told.code, Errors: said.fields,
	})
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Content-Type", "application/problem+json")
	w.WriteHeader(told.status)
	_, _ = w.Write(body)
}

// wantsProblem says whether the caller asked for problem details by name.
func wantsProblem(r *http.Request) bool {
	for _, accept := range r.Header.Values("Accept") {
		if strings.Contains(strings.ToLower(accept), "application/problem+json") {
			return true
		}
	}
	return false
}

// recover turns a panic into an answer, when none has begun, and into a record
// always.
func (s *Server) recover(call *call, w http.ResponseWriter, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	call.err = fmt.Errorf("panic: %v", cause)
	call.stack = string(debug.Stack())
	if call.status == 0 {
		s.refuse(w, r, errors.Join(errInternal, call.err))
	}
}
