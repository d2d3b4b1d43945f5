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
}

// Endpoint is a callback URL of an account.
type Endpoint struct {
	ID      EndpointID
	Account AccountID
	URL     string
	Events  []State // which it wants; empty means all five
	Enabled bool
	// DisabledReason says in French why it is off; empty when it is on.
	DisabledReason string
	Created        time.Time
	Version        int
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
	Status   DeliveryStatus
	Attempts int // made so far
	Created  time.Time
	Next     time.Time // when the next attempt is due; zero when none is
	Ended    time.Time // when it was delivered or given up
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
}

// Succeeded says whether the receiver took the event: any 2xx.
func (a Attempt) Succeeded() bool { return a.Error == "" && a.Status >= 200 && a.Status < 300 }
