package api

import (
	"context"
	"errors"
	"net/http"
	"syscall"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// refusal is how an error is told to the client. This file is the only one
// with statuses; its sentences are in both languages in web.Refusals.
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

// refusals says how each sentinel is told. The first that matches is taken.
func refusals() []struct {
	is error
	refusal
} {
	return []struct {
		is error
		refusal
	}{
		{errSlowBody, refusal{408, "body_too_slow", "The request body comes too slowly: send it again", 0}},
		{auth.ErrKey, refusal{400, "invalid_api_key", "Invalid API key", 0}},
		{auth.ErrToken, refusal{401, "invalid_access_token", "Invalid or expired access token", 0}},
		{auth.ErrKind, refusal{403, "account_kind", "A Premium or Syndic account is required", 0}},
		{auth.ErrIncomplete, refusal{400, "missing_credentials", "Missing e-mail or password", 0}},
		{auth.ErrCredentials, refusal{401, "invalid_credentials", "Invalid credentials", 0}},

		{errNoRoute, refusal{404, "unknown_path", "Not found", 0}},
		{errMethod, refusal{405, "method_not_allowed", "Method not allowed", 0}},
		{errMediaType, refusal{415, "unsupported_media_type", "Unsupported content type", 0}},
		{errBodyTooLarge, refusal{413, "body_too_large", "The request body is too large", 0}},
		{errCrowded, refusal{503, "unavailable", "Too many large requests at once: try again in a moment", 5}},
		// The contract answers 500 here, for this one path.
		{errUnplaceable, refusal{500, "undecodable_json", "Failed to decode JSON object", 0}},
		{errUndecodable, refusal{400, "undecodable_json", "Failed to decode JSON object", 0}},
		{errSyndic, refusal{400, "invalid_syndic", "Missing or invalid syndic information for method 'extranet'", 0}},
		{desk.ErrNoCredentials, refusal{400, "invalid_syndic", "Missing or invalid syndic information for method 'extranet'", 0}},
		{errTestKey, refusal{403, "test_key", "A test API key only creates test orders: set test_mode to true", 0}},
		{errTestEndpoint, refusal{403, "test_key", "A test API key only creates test endpoints: set test_mode to true, or leave it out", 0}},
		{errTestAccount, refusal{403, "test_key", "A test API key changes nothing that live orders depend on: use a live key", 0}},
		{errStillRunning, refusal{409, "idempotency_in_progress", "A request with this Idempotency-Key is still running", 0}},
		{errOtherBody, refusal{422, "idempotency_mismatch", "This Idempotency-Key was used for another request", 0}},

		{errOrderNotFound, refusal{404, "order_not_found", "Order not found", 0}},
		{errNoKey, refusal{404, "key_not_found", "API key not found", 0}},
		{errNoReset, refusal{404, "reset_not_found", "The link is wrong, was used or has expired", 0}},
		{errNoEndpoint, refusal{404, "webhook_not_found", "Webhook endpoint not found", 0}},
		{errNoDelivery, refusal{404, "delivery_not_found", "Delivery not found", 0}},
		{errPolls, refusal{429, "too_many_polls", "Too many requests of the account wait for events at once", 1}},
		{errNoStatement, refusal{404, "statement_not_ready", "The statement is not available", 0}},
		{errNoInvoice, refusal{404, "invoice_not_found", "Invoice not found", 0}},
		{errNoProof, refusal{404, "proof_not_available", "The proof is not available: this statement holds it itself", 0}},
		{errNoFile, refusal{404, "file_not_found", "File not found: the address is wrong or has expired", 0}},
		{errNoPapers, refusal{404, "no_papers", "The order has no papers yet", 0}},
		{errRange, refusal{416, "range_not_satisfiable", "Range not satisfiable", 0}},
		{errCondition, refusal{412, "precondition_failed", "Precondition failed", 0}},
		{errNotReady, refusal{503, "not_ready", "Not ready", 5}},

		{predate.ErrDamaged, refusal{500, "data_damaged", "This is damaged or lost on our side: the operators have been called, and a backup will be restored", 0}},
		{syscall.ENOSPC, refusal{503, "unavailable", "The service is short of space: try again later", 60}},
		{syscall.EDQUOT, refusal{503, "unavailable", "The service is short of space: try again later", 60}},
		{predate.ErrAway, refusal{503, "unavailable", "The service cannot reach its documents: try again in a moment", 5}},
		{predate.ErrBusy, refusal{503, "unavailable", "The service is busy: try again in a moment", 1}},
		{predate.ErrStale, refusal{409, "changed_meanwhile", "The order changed meanwhile: try again", 0}},
		{context.DeadlineExceeded, refusal{503, "unavailable", "The service is busy: try again in a moment", 1}},
		{context.Canceled, refusal{503, "unavailable", "The request was given up", 0}},
	}
}

// refusalOf decides how an error is told. What is not known here is our own
// fault, and its text stays in the logs.
func refusalOf(err error) refusal {
	var wrong *predate.Error
	if errors.As(err, &wrong) {
		if status, ok := web.StatusOf(wrong.Code); ok {
			code := wrong.Reason
			if code == "" {
				code = string(wrong.Code)
			}
			return refusal{status, code, wrong.Message, wrong.RetryAfter}
		}
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		err = errBodyTooLarge
	}
	for _, known := range refusals() {
		if errors.Is(err, known.is) {
			return known.refusal
		}
	}
	return refusal{500, "internal_error", "Internal error", 0}
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
