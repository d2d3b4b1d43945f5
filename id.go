package predate

import (
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// Identifiers are opaque to everything except the code that makes them. OrderID is
// short because people read it aloud; DocumentID is an integer because the contract
// requires it.
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

// OrderAlphabet omits the letters and digits that people confuse with others: I, L, O,
// U, 0 and 1.
const OrderAlphabet = "ABCDEFGHJKMNPQRSTVWXYZ23456789"

const orderIDLength = 6

// NewOrderID returns a random order id. It may already be taken, so the caller must
// retry its insertion.
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

// ParseOrderID parses an order id in upper or lower case. It returns ErrNotFound for a
// text that cannot be one, since such a text identifies no order.
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

// NewID returns a random 128-bit identifier with a prefix such as "evt_".
func NewID(prefix string, random io.Reader) (string, error) {
	var raw [16]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return "", fmt.Errorf("draw %s id: %w", prefix, err)
	}
	return prefix + idEncoding.EncodeToString(raw[:]), nil
}

// NewDocumentID returns a random positive 52-bit integer. It may already be taken, so
// the caller must retry its insertion.
func NewDocumentID(random io.Reader) (DocumentID, error) {
	var raw [8]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return 0, fmt.Errorf("draw document id: %w", err)
	}
	return DocumentID(binary.BigEndian.Uint64(raw[:])>>12 | 1), nil
}
