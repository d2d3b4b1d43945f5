package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"syscall"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// refusal is how an error is told to the client: a line of web.Refusals, or what a room
// below refused in its own words.
type refusal struct {
	status  int
	code    string // header predate-error: stable, for programs
	message string
	retry   int // seconds, header Retry-After; 0 for none
}

// The front door's own refusals.
var (
	errNoRoute       = errors.New("no such path")
	errMethod        = errors.New("method not allowed")
	errMediaType     = errors.New("media type not supported")
	errBodyTooLarge  = errors.New("body too large")
	errSlowBody      = errors.New("body too slow")
	errCrowded       = errors.New("too many large bodies at once")
	errUndecodable   = errors.New("body is not one JSON object")
	errUnplaceable   = errors.New("body of an order is not one JSON object")
	errSyndic        = errors.New("syndic missing or invalid")
	errTestKey       = errors.New("test key on a live order")
	errTestEndpoint  = errors.New("live endpoint for a test key")
	errTestAccount   = errors.New("what is live of an account for a test key")
	errNoKey         = errors.New("no such API key")
	errNoReset       = errors.New("no such link for a password")
	errStillRunning  = errors.New("idempotency key in use")
	errOtherBody     = errors.New("idempotency key of another request")
	errNoEndpoint    = errors.New("no such endpoint")
	errNoDelivery    = errors.New("no such delivery")
	errPolls         = errors.New("too many wait for events")
	errNoStatement   = errors.New("no statement yet")
	errNoInvoice     = errors.New("no such invoice")
	errNoProof       = errors.New("no proof apart")
	errNoFile        = errors.New("no such file")
	errNoPapers      = errors.New("no papers yet")
	errRange         = errors.New("range not satisfiable")
	errCondition     = errors.New("precondition failed")
	errNotReady      = errors.New("not ready")
	errInternal      = errors.New("internal error")
	errOrderNotFound = errors.New("no such order")
)

// refusals says which refusal of web.Refusals tells each sentinel: its code, and its sentence
// where the code has several and it is not the first. The first that matches is taken.
func refusals() []struct {
	is         error
	code, says string
} {
	return []struct {
		is         error
		code, says string
	}{
		{errSlowBody, "body_too_slow", ""},
		{auth.ErrKey, "invalid_api_key", ""},
		{auth.ErrToken, "invalid_access_token", ""},
		{auth.ErrKind, "account_kind", ""},
		{auth.ErrIncomplete, "missing_credentials", ""},
		{auth.ErrCredentials, "invalid_credentials", ""},
		{errNoRoute, "unknown_path", ""},
		{errMethod, "method_not_allowed", ""},
		{errMediaType, "unsupported_media_type", ""},
		{errBodyTooLarge, "body_too_large", ""},
		{errCrowded, "unavailable", ""},
		{errUnplaceable, "undecodable_json", ""},
		{errUndecodable, "undecodable_json", ""},
		{errSyndic, "invalid_syndic", ""},
		{desk.ErrNoCredentials, "invalid_syndic", ""},
		{errTestKey, "test_key", ""},
		{errTestEndpoint, "test_key", "A test API key only creates test endpoints: set test_mode to true, or leave it out"},
		{errTestAccount, "test_key", "A test API key changes nothing that live orders depend on: use a live key"},
		{errStillRunning, "idempotency_in_progress", ""},
		{errOtherBody, "idempotency_mismatch", ""},
		{errOrderNotFound, "order_not_found", ""},
		{errNoKey, "key_not_found", ""},
		{errNoReset, "reset_not_found", ""},
		{errNoEndpoint, "webhook_not_found", ""},
		{errNoDelivery, "delivery_not_found", ""},
		{errPolls, "too_many_polls", ""},
		{errNoStatement, "statement_not_ready", ""},
		{errNoInvoice, "invoice_not_found", ""},
		{errNoProof, "proof_not_available", ""},
		{errNoFile, "file_not_found", ""},
		{errNoPapers, "no_papers", ""},
		{errRange, "range_not_satisfiable", ""},
		{errCondition, "precondition_failed", ""},
		{errNotReady, "not_ready", ""},
		{predate.ErrDamaged, "data_damaged", ""},
		{syscall.ENOSPC, "unavailable", "The service is short of space: try again later"},
		{syscall.EDQUOT, "unavailable", "The service is short of space: try again later"},
		{predate.ErrAway, "unavailable", "The service cannot reach its documents: try again in a moment"},
		{predate.ErrBusy, "unavailable", "The service is busy: try again in a moment"},
		{predate.ErrStale, "changed_meanwhile", ""},
		{context.DeadlineExceeded, "unavailable", "The service is busy: try again in a moment"},
		{context.Canceled, "unavailable", "The request was given up"},
	}
}

// refusalOf decides how an error is told. What is not known here is our own
// fault, and its text stays in the logs.
func refusalOf(err error) refusal {
	var wrong *predate.Error
	if errors.As(err, &wrong) {
		if status, ok := web.StatusOf(wrong.Code); ok {
			code := cmp.Or(wrong.Reason, string(wrong.Code))
			return refusal{status, code, wrong.Message, wrong.RetryAfter}
		}
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		err = errBodyTooLarge
	}
	for _, known := range refusals() {
		if errors.Is(err, known.is) {
			told := told(known.code, known.says)
			if known.is == errUnplaceable {
				told.status = http.StatusInternalServerError // the contract, for this one path
			}
			return told
		}
	}
	return told("internal_error", "")
}

// told is a refusal as the table of web has it.
func told(code, says string) refusal {
	s, _ := web.RefusalOf(code, says) // the tests hold every one of refusals to the table
	return refusal{s.Status, code, s.English, s.Retry}
}

// unplaceable tells an undecodable body in the contract's way for a new order.
func unplaceable(err error) error {
	if errors.Is(err, errUndecodable) {
		return errUnplaceable
	}
	return err
}

// orElse tells predate.ErrNotFound in the words of what was looked for.
func orElse(err, missing error) error {
	if errors.Is(err, predate.ErrNotFound) {
		return missing
	}
	return err
}
