package predate

import (
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// Identifiers are opaque outside their maker. OrderID is short because people
// read it aloud; DocumentID is a positive integer because the contract says so.
type (
	// OrderID is six characters of OrderAlphabet.
	OrderID string
	// AccountID begins with "acc_".
	AccountID string
	// RunID begins with "run_".
	RunID string
	// EventID begins with "evt_".
	EventID string
	// EndpointID begins with "whe_".
	EndpointID string
	// DeliveryID begins with "dlv_"; it is the webhook-id of every attempt.
	DeliveryID string
	// DocumentID is positive and fits the integers of JavaScript.
	DocumentID int64
	// Hash is the lower-case hexadecimal SHA-256 of a file's bytes.
	Hash string
)

// OrderAlphabet leaves out the letters and digits that are taken for others
// when a person reads them: I, L, O, U, 0 and 1.
const OrderAlphabet = "ABCDEFGHJKMNPQRSTVWXYZ23456789"

const orderIDLength = 6

// NewOrderID draws an order id. It may be taken: insert with retry.
func NewOrderID(random io.Reader) (OrderID, error) {
	id := make([]byte, 0, orderIDLength)
	one := make([]byte, 1)
	for len(id) < orderIDLength {
		if _, err := io.ReadFull(random, one); err != nil {
			return "", fmt.Errorf("draw order id: %w", err)
		}
		// Bytes past the last whole multiple would favour the first letters.
		if int(one[0]) < 256-256%len(OrderAlphabet) {
			id = append(id, OrderAlphabet[int(one[0])%len(OrderAlphabet)])
		}
	}
	return OrderID(id), nil
}

// ParseOrderID reads an id as a client wrote it, in any case. A text that
// cannot be an order id is ErrNotFound: for the client it names no order.
func ParseOrderID(s string) (OrderID, error) {
	s = strings.ToUpper(strings.TrimSpace(s))
	if len(s) != orderIDLength {
		return "", ErrNotFound
	}
	for _, r := range s {
		if !strings.ContainsRune(OrderAlphabet, r) {
			return "", ErrNotFound
		}
	}
	return OrderID(s), nil
}

var idEncoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// NewID draws a 128-bit identifier behind a prefix such as "evt_".
func NewID(prefix string, random io.Reader) (string, error) {
	var raw [16]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return "", fmt.Errorf("draw %s id: %w", prefix, err)
	}
	return prefix + idEncoding.EncodeToString(raw[:]), nil
}

// NewDocumentID draws a positive 52-bit integer. It may be taken: insert with
// retry.
func NewDocumentID(random io.Reader) (DocumentID, error) {
	var raw [8]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return 0, fmt.Errorf("draw document id: %w", err)
	}
	return DocumentID(binary.BigEndian.Uint64(raw[:])>>12 | 1), nil
}
