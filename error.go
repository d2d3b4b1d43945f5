package predate

import (
	"errors"
	"fmt"
)

// ErrorCode says what kind of refusal an Error is, and so who must react.
type ErrorCode string

const (
	// CodeInvalid: the caller sent something wrong and must mend it.
	CodeInvalid ErrorCode = "invalid_request"
	// CodeNotFound: no such thing, or not the caller's.
	CodeNotFound ErrorCode = "not_found"
	// CodeConflict: right request, wrong moment; the state of the order forbids it.
	CodeConflict ErrorCode = "conflict"
	// CodeForbidden: the caller is known and may not.
	CodeForbidden ErrorCode = "forbidden"
	// CodeUnauthorized: the caller must authenticate again.
	CodeUnauthorized ErrorCode = "unauthorized"
	// CodeTooLarge: the caller must send less.
	CodeTooLarge ErrorCode = "too_large"
	// CodeUnprocessable: the same idempotency key came with another body.
	CodeUnprocessable ErrorCode = "idempotency_mismatch"
	// CodeTooMany: the caller must slow down; see Error.RetryAfter.
	CodeTooMany ErrorCode = "rate_limited"
	// CodeUnavailable: the house is overloaded; the caller tries again later.
	CodeUnavailable ErrorCode = "unavailable"
)

// Error is a refusal with a sentence that may be shown to the client of the
// API. Err, when set, is the cause, for the logs only.
type Error struct {
	Code    ErrorCode
	Message string // a complete sentence without secrets, shown to the client
	// Reason is a stable machine-readable refinement of Code, such as
	// "order_not_found"; empty means the code itself.
	Reason string
	// RetryAfter is in seconds; zero means no advice.
	RetryAfter int
	Err        error
}

// Error gives the sentence and, for the logs, the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Refuse makes an Error whose sentence is formatted; it carries no cause.
func Refuse(code ErrorCode, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// The store speaks with these; every driver's own errors become one of them in
// the engine files and nowhere else.
var (
	// ErrNotFound: the row is not there. The desk answers 404 or moves on.
	ErrNotFound = errors.New("not found")
	// ErrExists: a unique value is taken. The caller draws another id or
	// reports the clash.
	ErrExists = errors.New("already exists")
	// ErrStale: somebody changed the row since it was read. The caller reads
	// again and decides again.
	ErrStale = errors.New("changed meanwhile")
	// ErrBusy: the database could not serve now. The caller tries again.
	ErrBusy = errors.New("database busy")
	// ErrAway: the place of papers cannot be reached now. The caller tries again.
	ErrAway = errors.New("the place of papers is away")
	// ErrDamaged: what the house has kept is lost, or no longer what it was. Only
	// a backup mends it; it is never told as ErrNotFound.
	ErrDamaged = errors.New("damaged or lost")
)
