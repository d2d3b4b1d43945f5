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

// Notice is the content of a body. The caller fills only the members that the
// account's contract includes. A body is made from immutable rows, so that every
// attempt of a delivery sends the same bytes.
type Notice struct {
	Event predate.Event
	// Statement is the PDF of a done event; nil for the other kinds.
	Statement *Content
	// Link is where the PDF can be fetched: it goes in the place of the bytes,
	// when the endpoint chose so or the body would be longer than MaxBody.
	Link *Link
	// Registration is the condominium's number in the national register as the
	// papers write it; empty, or without the register's form, it is left out.
	Registration string
	// SendDocuments says that the contract opens documents[]; it is sent with
	// done only, even when the list is empty.
	SendDocuments bool
	Documents     []Document
	// SendMissing says that the endpoint wants to know what a waiting event
	// waits for; the event tells.
	SendMissing bool
}

// MaxBody is the maximum length of a body in bytes. A statement that would make the
// body longer is sent as a URL.
const MaxBody = 20 << 20

// Link is the URL of a statement, with the hash of its bytes.
type Link struct {
	URL    string
	SHA256 predate.Hash
	// Always says that the endpoint chose it; otherwise it serves where the
	// bytes are too many.
	Always bool
}

// Document is a document of the order with the URL from which it can be fetched.
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

// Body is the JSON text of a notice. Its length is known before it is read, and it is
// never completely in memory: a statement is streamed from its store.
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
		ContentURL     string          `json:"content_url,omitempty"`
		ContentSHA256  predate.Hash    `json:"content_sha256,omitempty"`
		RegistrationID string          `json:"registration_id,omitempty"`
		Documents      *[]wireDocument `json:"documents,omitempty"`
		Missing        *[]wireGap      `json:"missing,omitempty"`
	}
	wireGap struct {
		Kind    predate.GapKind `json:"kind"`
		DocType predate.DocType `json:"doctype,omitempty"`
		Code    string          `json:"code"`
		Message string          `json:"message"`
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

// NewBody returns the body of a notice. It returns an error for a done event without a
// statement, and for another event with one.
func NewBody(n Notice) (*Body, error) {
	done := n.Event.State == predate.Done
	if done != (n.Statement != nil) {
		return nil, fmt.Errorf("body of event %s: a statement goes with %s only, and always", n.Event.ID, predate.Done)
	}
	before, err := members(wireBefore{Status: n.Event.State, OrderID: n.Event.Order, ExternalID: n.Event.ExternalID})
	if err != nil {
		return nil, fmt.Errorf("body of event %s: %w", n.Event.ID, err)
	}
	after := afterContent(n)
	linked := n.Link != nil && done && (n.Link.Always || encodedLen(n.Statement.Size) > MaxBody-roomBeside)
	if linked {
		after.ContentURL, after.ContentSHA256 = n.Link.URL, n.Link.SHA256
	}
	rest, err := members(after)
	if err != nil {
		return nil, fmt.Errorf("body of event %s: %w", n.Event.ID, err)
	}
	if len(rest) > 0 {
		rest = append([]byte(","), rest...)
	}
	b := &Body{before: append([]byte("{"), before...), after: append(rest, '}')}
	if done && !linked {
		b.content = n.Statement
		b.before = append(b.before, `,"content":"`...)
		b.after = append([]byte(`"`), b.after...)
	}
	return b, nil
}

// roomBeside is kept of MaxBody for what stands beside the statement: a
// hundred documents of an order take a tenth of it.
const roomBeside = 1 << 20

func afterContent(n Notice) wireAfter {
	after := wireAfter{}
	after.RegistrationID, _ = Registration(n.Registration)
	if n.Event.State == predate.Done && n.SendDocuments {
		after.Documents = wireDocuments(n.Documents)
	}
	if n.Event.State == predate.Waiting && n.SendMissing {
		missing := make([]wireGap, 0, len(n.Event.Missing))
		for _, gap := range n.Event.Missing {
			missing = append(missing, wireGap{gap.Kind, gap.DocType, gap.Code, gap.Message})
		}
		after.Missing = &missing
	}
	return after
}

// BodyOf returns a body from its bytes, as the feed shows it.
func BodyOf(made []byte) *Body { return &Body{before: made} }

// members returns a struct as JSON without its braces.
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
			Comment: d.Remark(), MimeType: d.MediaType, URL: d.URL,
		})
	}
	return &list
}

// Size returns the length of the body in bytes.
func (b *Body) Size() int64 {
	size := int64(len(b.before) + len(b.after))
	if b.content != nil {
		size += encodedLen(b.content.Size)
	}
	return size
}

// Open returns the body from its beginning. Reading fails with ErrContent when
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

// ErrContent: the bytes of the statement could not be read. The fault is ours, so the
// caller tries again without counting an attempt.
var ErrContent = errors.New("the statement cannot be read")

// registrationForm is how the national register numbers condominiums.
var registrationForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{7}$`)

var registrationNoise = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "-", "", ".", "")

// Registration returns a number of the national register of condominiums in the form
// AA1234567, and reports whether the text is such a number.
func Registration(printed string) (string, bool) {
	number := strings.ToUpper(registrationNoise.Replace(printed))
	if !registrationForm.MatchString(number) {
		return "", false
	}
	return number, true
}
