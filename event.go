package predate

import "time"

// Event records that an order changed state, or that a client asked for a simulated
// change of state. An event never changes once it is written.
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
	// Position is the event's number in the feed of its account, from 1 without gaps;
	// zero until the store has assigned it.
	Position int64
	// Rehearsal is what a simulated event does wrong on purpose.
	Rehearsal Rehearsal
	// Missing lists what the order lacked, for an event of state Waiting.
	Missing []Gap
	// Trace is the trace of the operation that caused the event.
	Trace Trace
}

// Signature is the scheme by which deliveries to an endpoint are signed, as named by
// Standard Webhooks.
type Signature string

// The schemes: a secret shared with the receiver, or a key pair whose public key the
// receiver has.
const (
	HMACSHA256 Signature = "v1"
	Ed25519    Signature = "v1a"
)

// Valid reports whether s is a known scheme.
func (s Signature) Valid() bool { return s == HMACSHA256 || s == Ed25519 }

// Endpoint is a callback URL of an account.
type Endpoint struct {
	ID      EndpointID
	Account AccountID
	URL     string
	Test    bool    // receives events of test orders only; otherwise the endpoint is live
	Events  []State // the kinds of events that it subscribed to; empty means all five
	// Link and Details choose the form of the bodies; see Form.
	Link    bool
	Details bool
	// MaxRate is the maximum number of deliveries per second; zero means no
	// limit.
	MaxRate   int
	Signature Signature
	// PublicKey is the current public key, whpk_…, under Ed25519; empty otherwise.
	PublicKey string
	Enabled   bool
	// DisabledReason is a French sentence; empty while the endpoint is enabled.
	DisabledReason string
	Created        time.Time
	Version        int
}

// Form selects what the body of a delivery contains besides the event itself. It is
// fixed when the delivery is created, so that every attempt sends the same bytes.
type Form struct {
	Link         bool // the URL of the statement instead of its bytes
	Details      bool // what a waiting event waits for
	Documents    bool // documents[] of done
	Registration bool // the number in the national register
}

// Health summarises the latest attempts to reach an endpoint.
type Health struct {
	Endpoint EndpointID
	// Failures is the number of failed attempts since the last success. Since is
	// the time of the first of them.
	Failures    int
	Since       time.Time
	LastSuccess time.Time
	LastFailure time.Time
	LastError   string
	// Parked is the instant before which nothing is sent, because the receiver
	// is down or asked for it; zero when it is not parked.
	Parked time.Time
}

// Hears reports whether an event may be sent to the endpoint. A test endpoint receives
// the events of test orders; a live one those of orders not placed with a test key.
func (e Endpoint) Hears(event Event, byTestKey bool) bool {
	if e.Test {
		return event.TestMode
	}
	return !byTestKey
}

// Wants reports whether the endpoint subscribed to events of state s.
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

// DeliveryStatus is the state of a delivery.
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
	// Earlier is the number of attempts made before the delivery was last reopened.
	// The schedule of attempts restarts at that point.
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
	// Error describes in plain words what went wrong; empty on success.
	Error string
	// Answer is the beginning of the receiver's response body, for its developer.
	Answer string
	// RetryAfter is the delay that the receiver asked for; zero if it asked for none.
	RetryAfter time.Duration
	// Control is the instruction in the receiver's header predate-control.
	Control Control
	// Signature is the value of the header webhook-signature; empty if it was not kept.
	Signature string
	// Trace is the value of the header traceparent; empty if there was none.
	Trace Trace
}

// Control is an instruction that a receiver gives in its response.
type Control string

// The instructions.
const (
	// ControlStop: do not send this delivery again.
	ControlStop Control = "stop"
	// ControlDisable: disable the endpoint, as the status 410 does.
	ControlDisable Control = "disable"
)

// Succeeded reports whether the receiver accepted the event with a 2xx status.
func (a Attempt) Succeeded() bool { return a.Error == "" && a.Status >= 200 && a.Status < 300 }
