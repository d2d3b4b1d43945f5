package predate

import "time"

// Event is the fact that an order changed state, or that a client asked for a
// rehearsal of one. It never changes once it is written.
type Event struct {
	ID         EventID
	Account    AccountID
	Order      OrderID
	ExternalID string
	Run        RunID
	// Seq counts the real events of the order from 1; a simulated one is 0.
	Seq       int
	State     State
	Simulated bool
	TestMode  bool
	Created   time.Time
	// Position numbers the events of the account from 1 without gaps, for the
	// feed; zero until the store has numbered it.
	Position int64
	// Rehearsal is what a simulated event does wrong on purpose.
	Rehearsal Rehearsal
	// Missing is what a waiting event waited for when it happened.
	Missing []Gap
	// Trace is that of what made it happen.
	Trace Trace
}

// Signature is the scheme in which the deliveries to an endpoint are signed,
// by the names of Standard Webhooks.
type Signature string

// The schemes: a secret shared with the receiver, or a key pair of ours whose
// public half it holds.
const (
	HMACSHA256 Signature = "v1"
	Ed25519    Signature = "v1a"
)

// Valid says whether s is a known scheme.
func (s Signature) Valid() bool { return s == HMACSHA256 || s == Ed25519 }

// Endpoint is a callback URL of an account.
type Endpoint struct {
	ID      EndpointID
	Account AccountID
	URL     string
	Test    bool    // hears of tests alone; otherwise it is live
	Events  []State // which it wants; empty means all five
	// Link and Details choose the form of the bodies; see Form.
	Link    bool
	Details bool
	// MaxRate is how many deliveries a second it takes at most; zero sets no
	// limit.
	MaxRate   int
	Signature Signature
	// PublicKey is the current one under Ed25519, whpk_…; empty otherwise.
	PublicKey string
	Enabled   bool
	// DisabledReason says in French why it is off; empty when it is on.
	DisabledReason string
	Created        time.Time
	Version        int
}

// Form is what the body of a delivery tells beside the event itself. It is
// settled when the delivery is made, so that every attempt sends the same.
type Form struct {
	Link         bool // the statement by its address instead of its bytes
	Details      bool // what a waiting event waits for
	Documents    bool // documents[] of done
	Registration bool // the number in the national register
}

// Health is what the latest attempts say of an endpoint.
type Health struct {
	Endpoint EndpointID
	// Failures counts the attempts that failed since the last success, and Since
	// is when the first of them did.
	Failures    int
	Since       time.Time
	LastSuccess time.Time
	LastFailure time.Time
	LastError   string
	// Parked is the instant before which nothing is sent, because the receiver
	// is down or asked for it; zero when it is not parked.
	Parked time.Time
}

// Hears says whether an event reaches the endpoint at all: a test endpoint hears
// of tests alone, a live one of everything but what was done with a test key.
func (e Endpoint) Hears(event Event, byTestKey bool) bool {
	if e.Test {
		return event.TestMode
	}
	return !byTestKey
}

// Wants says whether the endpoint asked for this kind of event.
func (e Endpoint) Wants(s State) bool {
	if len(e.Events) == 0 {
		return true
	}
	for _, chosen := range e.Events {
		if chosen == s {
			return true
		}
	}
	return false
}

// DeliveryStatus is where a delivery stands.
type DeliveryStatus string

// A delivery is pending until an attempt succeeds or the schedule ends.
const (
	DeliveryPending   DeliveryStatus = "pending"
	DeliveryDelivered DeliveryStatus = "delivered"
	DeliveryGivenUp   DeliveryStatus = "given_up"
)

// Delivery is the sending of one event to one endpoint.
type Delivery struct {
	ID       DeliveryID
	Event    EventID
	Endpoint EndpointID
	Account  AccountID
	Order    OrderID
	Seq      int // the event's
	Form     Form
	Status   DeliveryStatus
	Attempts int // made so far
	// Earlier counts those made before it was last opened again: the schedule
	// begins anew there.
	Earlier int
	Created time.Time
	Next    time.Time // when the next attempt is due; zero when none is
	Ended   time.Time // when it was delivered or given up
}

// Attempt is one HTTP POST of a delivery.
type Attempt struct {
	Delivery DeliveryID
	Number   int // from 1
	At       time.Time
	Duration time.Duration
	// Status is the HTTP status; 0 when there was no answer.
	Status int
	// Error says in plain words what went wrong; empty on success.
	Error string
	// Answer is the beginning of the receiver's answer, for its developer.
	Answer string
	// RetryAfter is what the receiver asked for; zero when it did not.
	RetryAfter time.Duration
	// Control is what the receiver ordered by the header predate-control.
	Control Control
	// Signature is what the header webhook-signature bore; empty where it was not kept.
	Signature string
	// Trace is what the header traceparent bore; empty where there was none.
	Trace Trace
}

// Control is an order of a receiver about what it is sent.
type Control string

// The orders.
const (
	// ControlStop: this delivery is not to be sent again.
	ControlStop Control = "stop"
	// ControlDisable: the endpoint is to be switched off, as by 410.
	ControlDisable Control = "disable"
)

// Succeeded says whether the receiver took the event: any 2xx.
func (a Attempt) Succeeded() bool { return a.Error == "" && a.Status >= 200 && a.Status < 300 }
