package predate

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal of the API.
type Error struct {
	Status    int               // of HTTP
	Code      string            // machine-readable, such as order_not_found; empty when the answer is not the API's
	Message   string            // for people
	RequestID string            // quote it when you ask for help
	Fields    map[string]string // under invalid_request: what is wrong with each field, such as owners[0].lastname
	// RetryAfter is how long the server asks to wait; 0 when it does not.
	RetryAfter time.Duration

	retryAfterGiven bool
}

// Error says all that the server said.
func (e *Error) Error() string {
	return fmt.Sprintf("predate: %d %s: %s (request %s)", e.Status, e.Code, e.Message, e.RequestID)
}

// Temporary reports whether the same request may succeed later.
func (e *Error) Temporary() bool {
	switch e.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return e.Code == "idempotency_in_progress" || e.Code == "body_too_slow"
}

func refusal(response *http.Response, body []byte) error {
	e := &Error{Status: response.StatusCode, Code: response.Header.Get("predate-error"), RequestID: response.Header.Get("Request-Id")}
	var envelope struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &envelope) == nil {
		e.Message = envelope.Message
	}
	if e.Message == "" {
		e.Message = http.StatusText(e.Status)
	}
	if e.Code == "invalid_request" {
		e.Fields = fieldsOf(e.Message)
	}
	after := response.Header.Get("Retry-After")
	if seconds, err := strconv.ParseInt(after, 10, 32); err == nil && seconds >= 0 {
		e.RetryAfter, e.retryAfterGiven = time.Duration(seconds)*time.Second, true
	} else if at, err := http.ParseTime(after); err == nil {
		e.RetryAfter, e.retryAfterGiven = max(0, time.Until(at)), true
	}
	return e
}

// fieldsOf reads «Invalid request: zipcode: must be five digits; city: is required».
func fieldsOf(message string) map[string]string {
	fields := map[string]string{}
	_, list, _ := strings.Cut(message, ": ")
	for _, one := range strings.Split(list, "; ") {
		if name, what, ok := strings.Cut(one, ": "); ok {
			fields[name] = what
		}
	}
	return fields
}
