package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"predate"
)

// Notice is what a body tells. Only the members that the account's contract
// opens are filled by the caller; a body is made from immutable rows, so that
// every attempt of a delivery sends the same bytes.
type Notice struct {
	Event predate.Event
	// Statement is the PDF of a done event; nil for the other kinds.
	Statement *Content
	// Registration is the condominium's number in the national register as the
	// papers write it; empty, or without the register's form, it is left out.
	Registration string
	// SendDocuments says that the contract opens documents[]; it is sent with
	// done only, even when the list is empty.
	SendDocuments bool
	Documents     []Document
}

// Document is a document of the order and the address it can be fetched from.
type Document struct {
	predate.Document
	URL string
}

// Content is bytes that can be read several times: once to sign them, once for
// every time they are sent.
type Content struct {
	Size int64
	Open func(context.Context) (io.ReadCloser, error)
}

// Body is the JSON text of a notice. Its length is known before it is read, and
// it is never whole in memory: a statement flows from its store.
type Body struct {
	before, after []byte
	content       *Content // between the two, in base64; may be nil
}

// The members before and after content, in the order of the contract.
type (
	wireBefore struct {
		Status     predate.State   `json:"status"`
		OrderID    predate.OrderID `json:"orderid"`
		ExternalID string          `json:"external_id"`
	}
	wireAfter struct {
		RegistrationID string          `json:"registration_id,omitempty"`
		Documents      *[]wireDocument `json:"documents,omitempty"`
	}
	wireDocument struct {
		ID        predate.DocumentID `json:"id"`
		DocType   predate.DocType    `json:"doctype"`
		Delivered string             `json:"delivered"`
		Comment   string             `json:"comment"`
		MimeType  string             `json:"mimetype"`
		URL       string             `json:"url"`
	}
)

// NewBody makes the body of a notice. A done event without its statement, or
// another kind with one, is an error of the caller.
func NewBody(n Notice) (*Body, error) {
	done := n.Event.State == predate.Done
	if done != (n.Statement != nil) {
		return nil, fmt.Errorf("body of event %s: a statement goes with %s only, and always", n.Event.ID, predate.Done)
	}
	before, err := members(wireBefore{Status: n.Event.State, OrderID: n.Event.Order, ExternalID: n.Event.ExternalID})
	if err != nil {
		return nil, fmt.Errorf("body of event %s: %w", n.Event.ID, err)
	}
	after := wireAfter{}
	after.RegistrationID, _ = Registration(n.Registration)
	if done && n.SendDocuments {
		after.Documents = wireDocuments(n.Documents)
	}
	rest, err := members(after)
	if err != nil {
		return nil, fmt.Errorf("body of event %s: %w", n.Event.ID, err)
	}
	if len(rest) > 0 {
		rest = append([]byte(","), rest...)
	}
	b := &Body{before: append([]byte("{"), before...), after: append(rest, '}'), content: n.Statement}
	if done {
		b.before = append(b.before, `,"content":"`...)
		b.after = append([]byte(`"`), b.after...)
	}
	return b, nil
}

// members writes a struct as JSON without its braces.
func members(v any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the & of an address stays readable
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(text.Bytes()), []byte("{")), []byte("}")), nil
}

func wireDocuments(documents []Document) *[]wireDocument {
	list := make([]wireDocument, 0, len(documents))
	for _, d := range documents {
		list = append(list, wireDocument{
			ID: d.ID, DocType: d.Type(), Delivered: d.Delivered().String(),
			Comment: d.Comment, MimeType: d.MediaType, URL: d.URL,
		})
	}
	return &list
}

// Size is the length of the body in bytes.
func (b *Body) Size() int64 {
	size := int64(len(b.before) + len(b.after))
	if b.content != nil {
		size += encodedLen(b.content.Size)
	}
	return size
}

// Open gives the body from its beginning. Reading fails with ErrContent when
// the statement cannot be read or is not as long as was said.
func (b *Body) Open(ctx context.Context) (io.ReadCloser, error) {
	if b.content == nil {
		return io.NopCloser(io.MultiReader(bytes.NewReader(b.before), bytes.NewReader(b.after))), nil
	}
	content, err := b.content.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrContent, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{
		io.MultiReader(
			bytes.NewReader(b.before),
			newEncoder(content, b.content.Size),
			bytes.NewReader(b.after),
		),
		content,
	}, nil
}

// ErrContent: the bytes of the statement could not be read. It is our failing:
// the caller tries again without counting an attempt.
var ErrContent = errors.New("the statement cannot be read")

// registrationForm is how the national register numbers condominiums.
var registrationForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{7}$`)

var registrationNoise = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "-", "", ".", "")

// Registration brings a number of the national register of condominiums to its
// form, AA1234567, and says whether it has it.
func Registration(printed string) (string, bool) {
	number := strings.ToUpper(registrationNoise.Replace(printed))
	if !registrationForm.MatchString(number) {
		return "", false
	}
	return number, true
}
