package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"predate"
)

// body is what a route takes: its form, and what is read of it.
type body struct {
	form    form
	members shape
}

type form int

const (
	nothing     form = iota // a body is not looked at
	jsonSmall               // application/json
	jsonLarge               // the same, with documents inside
	jsonOrFiles             // the same, or multipart/form-data
)

// check refuses a form of body that the route does not take. An absent content
// type passes for JSON.
func (f form) check(r *http.Request) error {
	if f == nothing {
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
	case media == "multipart/form-data" && f == jsonOrFiles:
		return nil
	}
	return errMediaType
}

func isMultipart(r *http.Request) bool {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return media == "multipart/form-data"
}

// incoming is a body as it is read: no longer than a limit, and, from a size
// on, with a seat among the few that are read at once. The seat is given back
// when the request ends.
type incoming struct {
	limited io.Reader
	free    int64 // bytes that need no seat
	seat    func() error
}

// incoming opens the body of a request. One that says beforehand that it is too
// large is not read at all.
func (s *Server) incoming(r *http.Request, limit int64) (*incoming, error) {
	if r.ContentLength > limit {
		return nil, errBodyTooLarge
	}
	in := &incoming{limited: http.MaxBytesReader(nil, r.Body, limit), free: s.Limits.Body, seat: func() error { return s.seat(r) }}
	if r.ContentLength > in.free {
		return in, in.sit()
	}
	return in, nil
}

// Read reads on. A body that breaks off cannot be decoded.
func (in *incoming) Read(p []byte) (int, error) {
	n, err := in.limited.Read(p)
	if in.free -= int64(n); in.free < 0 && in.seat != nil {
		if err := in.sit(); err != nil {
			return 0, err
		}
	}
	var tooLarge *http.MaxBytesError
	if err == nil || errors.Is(err, io.EOF) || errors.As(err, &tooLarge) {
		return n, err
	}
	return n, fmt.Errorf("%w: %w", errUndecodable, err)
}

func (in *incoming) sit() error {
	take := in.seat
	in.seat = nil
	return take()
}

// seat takes one of the seats for large bodies, which go round by account. It
// waits a while for its turn; then the caller comes again.
func (s *Server) seat(r *http.Request) error {
	call := callOf(r)
	ctx, cancel := context.WithTimeout(r.Context(), s.Limits.SeatWait)
	defer cancel()
	leave, err := s.large.Take(ctx, string(call.caller.Account.ID))
	if err != nil {
		return fmt.Errorf("%w: %w", errCrowded, err)
	}
	call.until(leave)
	return nil
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
func (s *Server) readObject(r *http.Request) (reader, error) {
	in, err := s.readOptionalObject(r)
	if err == nil && in.empty {
		err = errUndecodable
	}
	return in, err
}

// readOptionalObject reads a body that may be left out.
func (s *Server) readOptionalObject(r *http.Request) (reader, error) {
	call, limit, into := callOf(r), s.Limits.Body, (*spool)(nil)
	takes := call.route.takes
	if takes.form != jsonSmall {
		limit, into = s.Limits.LargeBody, s.spoolOf(call)
	}
	body, err := s.incoming(r, limit)
	if err != nil {
		return reader{}, err
	}
	sum := sha256.New()
	in, err := readerOf(io.TeeReader(body, sum), takes.members, into)
	in.hash = hashOf(r, sum.Sum(nil))
	return in, err
}
