package predate

import (
	"errors"
	"fmt"
)

// ErrorCode is the kind of an Error. It decides how the caller should react.
type ErrorCode string

const (
	// CodeInvalid: the request is wrong and the caller must correct it.
	CodeInvalid ErrorCode = "invalid_request"
	// CodeNotFound: the thing does not exist, or belongs to another account.
	CodeNotFound ErrorCode = "not_found"
	// CodeConflict: the request is valid but the state of the order forbids it.
	CodeConflict ErrorCode = "conflict"
	// CodeForbidden: the caller is authenticated but not allowed to do this.
	CodeForbidden ErrorCode = "forbidden"
	// CodeUnauthorized: the caller must authenticate again.
	CodeUnauthorized ErrorCode = "unauthorized"
	// CodeTooLarge: the request is too large.
	CodeTooLarge ErrorCode = "too_large"
	// CodeUnprocessable: an idempotency key was used again with a different body.
	CodeUnprocessable ErrorCode = "idempotency_mismatch"
	// CodeTooMany: the caller must slow down; see Error.RetryAfter.
	CodeTooMany ErrorCode = "rate_limited"
	// CodeUnavailable: the server is overloaded; the caller should try again later.
	CodeUnavailable ErrorCode = "unavailable"
)

// Error is a refusal with a sentence that may be shown to the client of the API.
// Err, if set, is the cause; it is for the logs only.
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

// Error returns the sentence and, for the logs, the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Refuse returns an Error with a formatted sentence and no cause.
func Refuse(code ErrorCode, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// The errors of the store. The store's engine files, and no others, translate the
// errors of the database drivers into these.
var (
	// ErrNotFound: the row does not exist.
	ErrNotFound = errors.New("not found")
	// ErrExists: a unique value is taken. The caller generates another id or
	// reports the conflict.
	ErrExists = errors.New("already exists")
	// ErrStale: the row changed since it was read. The caller reads it again and
	// decides again.
	ErrStale = errors.New("changed meanwhile")
	// ErrBusy: the database cannot serve the request now. The caller tries again.
	ErrBusy = errors.New("database busy")
	// ErrAway: the storage of files cannot be reached. The caller tries again.
	ErrAway = errors.New("the place of papers is away")
	// ErrDamaged: stored data is lost or corrupt. Only a backup can restore it; it
	// is never reported as ErrNotFound.
	ErrDamaged = errors.New("damaged or lost")
)
