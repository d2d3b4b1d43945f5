// Package webhook sends an event to a client's endpoint: it makes the body that
// the contract prescribes, signs it by Standard Webhooks 1.0, posts it, and returns
// the result and what should happen next.
//
// It owns the wire names of a webhook (payload.go), the signature, the headers,
// the words in which a failed attempt is explained to the receiver's developer,
// and the schedule of attempts.
//
// It does not choose the endpoints of an event, does not use the store or the
// queue, does not wait, and does not check addresses: its client is egress's.
package webhook
