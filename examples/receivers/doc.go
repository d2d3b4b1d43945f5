// Package receivers holds a small receiver of webhooks in each of four
// languages, for developers to begin with.
//
// It owns the proof that they are right: every one is started as its README
// says and sent what the service really sends, and what a hostile party would.
//
// It refuses to be part of the product: it has nothing but tests, and the
// receivers use nothing but what their language brings.
package receivers
