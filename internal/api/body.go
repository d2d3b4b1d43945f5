package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"predate"
)

// body is what a route takes.
type body int

const (
	nothing     body = iota // a body is not looked at
	jsonSmall               // application/json
	jsonLarge               // the same, with documents inside
	jsonOrFiles             // the same, or multipart/form-data
)

// check refuses a form of body that the route does not take. An absent content
// type passes for JSON.
func (b body) check(r *http.Request) error {
	if b == nothing {
		return nil
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return errMediaType
	}
	given := r.Header.Get("Content-Type")
	if given == "" {
		return nil
	}
	media, parameters, err := mime.ParseMediaType(given)
	if err != nil {
		return errMediaType
	}
	switch {
	case media == "application/json" && (parameters["charset"] == "" || strings.EqualFold(parameters["charset"], "utf-8")):
		return nil
	case media == "multipart/form-data" && b == jsonOrFiles:
		return nil
	}
	return errMediaType
}

func isMultipart(r *http.Request) bool {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return media == "multipart/form-data"
}

// readBody reads a JSON body within the limit of its route. One above the
// small limit takes a seat among the few that memory has room for; the seat is
// given back when the request ends.
func (s *Server) readBody(r *http.Request) ([]byte, error) {
	call, limit := callOf(r), s.Limits.Body
	if call.route.takes != jsonSmall {
		limit = s.Limits.LargeBody
	}
	limited := http.MaxBytesReader(nil, r.Body, limit)
	data, err := io.ReadAll(io.LimitReader(limited, s.Limits.Body))
	if err != nil {
		return nil, readFailure(err)
	}
	if int64(len(data)) < s.Limits.Body {
		return data, nil
	}
	var more [1]byte
	if _, err := io.ReadFull(limited, more[:]); errors.Is(err, io.EOF) {
		return data, nil
	} else if err != nil {
		return nil, readFailure(err)
	}
	if err := s.seat(call); err != nil {
		return nil, err
	}
	rest, err := io.ReadAll(limited)
	if err != nil {
		return nil, readFailure(err)
	}
	return append(append(data, more[0]), rest...), nil
}

// seat takes one of the seats for large bodies; when all are taken the caller
// comes again.
func (s *Server) seat(call *call) error {
	select {
	case s.large <- struct{}{}:
		call.until(func() { <-s.large })
		return nil
	default:
		return errCrowded
	}
}

// readFailure tells a body that is too large from one that broke off.
func readFailure(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", errUndecodable, err)
}

// hashOf identifies a request for its idempotency key: the same method, path
// and content give the same hash.
func hashOf(r *http.Request, content ...[]byte) predate.Hash {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%s %s\n", r.Method, strings.TrimSuffix(r.URL.Path, "/")) // a hash takes everything
	for _, part := range content {
		_, _ = fmt.Fprintf(sum, "%d\n", len(part))
		_, _ = sum.Write(part)
	}
	return predate.Hash(hex.EncodeToString(sum.Sum(nil)))
}

// readObject reads a body that must be one JSON object.
func (s *Server) readObject(r *http.Request) (reader, []byte, error) {
	data, err := s.readBody(r)
	if err != nil {
		return reader{}, nil, err
	}
	in, err := parseObject(data)
	return in, data, err
}

// readOptionalObject reads a body that may be left out.
func (s *Server) readOptionalObject(r *http.Request) (reader, error) {
	data, err := s.readBody(r)
	if err != nil {
		return reader{}, err
	}
	if len(data) == 0 {
		data = []byte("{}")
	}
	return parseObject(data)
}

// maxDepth bounds nesting; the contract's deepest value lies at three.
const maxDepth = 32

// object is a JSON object as it was written: members given twice are noted,
// since which of the two counts would be anybody's guess.
type object struct {
	members map[string]any
	twice   []string
}

// parseObject reads exactly one JSON object in UTF-8; all else is
// errUndecodable.
func parseObject(data []byte) (reader, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return reader{}, errUndecodable
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	value, err := parseValue(decoder, 0)
	if err != nil {
		return reader{}, fmt.Errorf("%w: %w", errUndecodable, err)
	}
	top, ok := value.(object)
	if !ok {
		return reader{}, errUndecodable
	}
	wrong := &problems{}
	in := reader{object: top, wrong: wrong}
	in.noteTwice()
	return in, nil
}

// parseValue reads one value of a text that is known to be valid JSON.
func parseValue(decoder *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxDepth)
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return parseMembers(decoder, depth)
	case json.Delim('['):
		return parseItems(decoder, depth)
	}
	return token, nil
}

func parseMembers(decoder *json.Decoder, depth int) (any, error) {
	o := object{members: map[string]any{}}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, ok := token.(string)
		if !ok {
			return nil, fmt.Errorf("member name %v", token)
		}
		value, err := parseValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		if _, again := o.members[name]; again && len(o.twice) < maxProblems {
			o.twice = append(o.twice, name)
		}
		o.members[name] = value
	}
	_, err := decoder.Token() // the closing brace
	return o, err
}

func parseItems(decoder *json.Decoder, depth int) (any, error) {
	items := []any{}
	for decoder.More() {
		value, err := parseValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		items = append(items, value)
	}
	_, err := decoder.Token() // the closing bracket
	return items, err
}
