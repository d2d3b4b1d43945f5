package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

// maxShownBody bounds how much of a body is shown.
const maxShownBody = 64 << 10

// viewDelivery answers GET /account/webhooks/{id}/deliveries/{delivery} with what was
// sent: the body, and the headers of each attempt. The key that signed is never shown.
func (s *Server) viewDelivery(r *http.Request) (any, error) {
	id := predate.DeliveryID(named(r, "delivery"))
	sent, contents, err := s.Desk.DeliveryInFull(r.Context(), callOf(r).caller.Account.ID, endpointID(r), id)
	if err != nil {
		return nil, orElse(err, errNoDelivery)
	}
	wire := toDelivery(sent.Sent)
	wire.Kind = string(sent.Event.State)
	request, err := s.requestOf(r.Context(), contents)
	if err != nil {
		return nil, fmt.Errorf("body of delivery %s: %w", id, err)
	}
	request.URL = sent.Endpoint.URL
	wire.Request = &request
	for i, attempt := range sent.Made {
		wire.Attempts[i].Headers = headersOf(sent.Event, attempt, request.Bytes)
	}
	return wire, nil
}

// headersOf gives the headers that an attempt bore; one that was not kept is left out.
func headersOf(event predate.Event, attempt predate.Attempt, length int64) map[string]string {
	headers := map[string]string{}
	for name, values := range webhook.Headers(event, attempt) {
		if value := strings.Join(values, ", "); value != "" {
			headers[strings.ToLower(name)] = value
		}
	}
	if length > 0 {
		headers["content-length"] = strconv.FormatInt(length, 10)
	}
	return headers
}

// requestOf reads a body and keeps its beginning.
func (s *Server) requestOf(ctx context.Context, contents desk.Contents) (requestWire, error) {
	body, err := s.Bodies.Body(ctx, contents)
	if errors.Is(err, predate.ErrNotFound) {
		return requestWire{}, nil
	}
	if err != nil {
		return requestWire{}, err
	}
	from, err := body.Open(ctx)
	if err != nil {
		return requestWire{}, err
	}
	begin, sum := &strings.Builder{}, sha256.New()
	all := io.TeeReader(from, sum)
	_, err = io.Copy(begin, io.LimitReader(all, maxShownBody))
	if err == nil {
		_, err = io.Copy(io.Discard, all)
	}
	if err = errors.Join(err, from.Close()); err != nil {
		return requestWire{}, err
	}
	shown := whole(begin.String())
	return requestWire{
		Body: &shown, Bytes: body.Size(), SHA256: hex.EncodeToString(sum.Sum(nil)), Truncated: int64(len(shown)) < body.Size(),
	}, nil
}

// whole drops the beginning of a character at the end of a text that was cut.
func whole(text string) string {
	for cut := range utf8.UTFMax {
		if cut > len(text) {
			break
		}
		if r, size := utf8.DecodeLastRuneInString(text[:len(text)-cut]); r != utf8.RuneError || size != 1 {
			return text[:len(text)-cut]
		}
	}
	return text
}
