// Package api is the REST front door.
//
// It owns the wire: the paths of the contract (routes.go, one table), the
// names and forms of what is received and answered (wire.go, placing.go …),
// how a body is read without being held (json.go, sieve.go, form.go, spool.go),
// the envelope (respond.go), the statuses and exact sentences of refusals
// (errors.go), idempotency keys, rate limits, and the record of each request.
//
// It refuses to decide: what may become of an order is the desk's business,
// who calls is that of auth. It refuses to know how documents are read or sent
// and never speaks to the store. Handlers are short: decode, ask the desk,
// encode.
package api
