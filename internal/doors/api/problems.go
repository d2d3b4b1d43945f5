package api

import (
	"errors"
	"strings"

	"predate"
	"predate/internal/doors/web"
)

// problems gathers everything wrong with a request, to say it at once.
type problems struct {
	all []fieldProblem
	// stop is one that leaves no room for others; it alone is told.
	stop error
}

// fieldProblem is what is wrong with one field: its path in the body, or the name of a
// parameter or a header.
type fieldProblem struct{ field, reason string }

// maxProblems bounds the message; a body of a million errors gets a short one.
const maxProblems = 20

func (p *problems) add(field, reason string) {
	if len(p.all) < maxProblems {
		p.all = append(p.all, fieldProblem{field, reason})
	}
}

// err is nil when nothing was wrong.
func (p *problems) err() error {
	if p.stop != nil {
		return p.stop
	}
	if len(p.all) == 0 {
		return nil
	}
	said := make([]string, 0, len(p.all))
	for _, one := range p.all {
		said = append(said, one.field+": "+one.reason)
	}
	return about(predate.Refuse(predate.CodeInvalid, "%s%s", invalidPrefix, strings.Join(said, "; ")), p.all)
}

// invalid refuses a request for one field.
func invalid(field, reason string) error {
	p := problems{}
	p.add(field, reason)
	return p.err()
}

// fieldsError is a refusal that knows which fields it is about.
type fieldsError struct {
	error
	fields []fieldProblem
}

// Unwrap gives the refusal.
func (e *fieldsError) Unwrap() error { return e.error }

// about says which fields a refusal is about.
func about(err error, fields []fieldProblem) error {
	if len(fields) == 0 {
		return err
	}
	return &fieldsError{err, fields}
}

// invalidPrefix begins the message of a refusal that names fields.
const invalidPrefix = "Invalid request: "

// fieldsOf lists the fields that a refusal is about. Rooms below name one in their
// sentence.
func fieldsOf(err error, message string) []fieldProblem {
	var known *fieldsError
	if errors.As(err, &known) {
		return known.fields
	}
	rest, named := strings.CutPrefix(message, invalidPrefix)
	field, reason, found := strings.Cut(rest, ": ")
	if !named || !found {
		return nil
	}
	return []fieldProblem{{field, reason}}
}

// worded is a refusal in the language of its reader.
type worded struct {
	message, title string
	language       web.Language
	fields         []fieldWire
}

// fieldWire is one refused field, for programs and people.
type fieldWire struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// inWords says a refusal in the language that its reader prefers, as far as it may.
func inWords(told refusal, title string, fields []fieldProblem, language web.Language) worded {
	w := worded{}
	w.title, _ = web.In(language, title, web.Titles())
	french := make([]string, 0, len(fields))
	for _, one := range fields {
		said, in := web.In(language, one.reason, web.Reasons())
		w.fields = append(w.fields, fieldWire{one.field, web.CodeOf(one.reason, web.Reasons(), "invalid"), said})
		if in == web.French {
			french = append(french, one.field+"\u00a0: "+said)
		}
	}
	w.message, w.language = web.In(language, told.message, web.Refusals())
	if len(fields) > 0 && len(french) == len(fields) && strings.HasPrefix(told.message, invalidPrefix) {
		w.message, w.language = "Demande invalide\u00a0: "+strings.Join(french, "\u202f; "), web.French
	}
	return w
}
