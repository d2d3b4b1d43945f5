// Package webhook tells a client of an event: it makes the body that the
// contract prescribes, signs it by Standard Webhooks 1.0, posts it, and says
// what came of it and what should happen next.
//
// It owns the wire names of a webhook (payload.go), the signature, the headers,
// the words in which a failed attempt is explained to the receiver's developer,
// and the schedule of attempts.
//
// It refuses to choose the endpoints of an event, to know the store or the
// queue, to wait, and to judge addresses: its client is egress's.
package webhook
