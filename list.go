package predate

import "time"

// Cursor is a place in a list that runs from the newest to the oldest: the
// last row already seen. The zero Cursor is the beginning.
type Cursor struct {
	Created time.Time
	ID      string
}

// OrderFilter chooses orders. A zero field chooses all.
type OrderFilter struct {
	Account    AccountID
	State      State
	ExternalID string
	TestMode   *bool
	// After goes on where an earlier list ended.
	After Cursor
	// Limit is how many at most; zero means 100.
	Limit int
}

// DeliveryFilter chooses deliveries. A zero member chooses all; one of the first
// three is set, so that an index finds them.
type DeliveryFilter struct {
	Endpoint EndpointID
	Order    OrderID
	Status   DeliveryStatus
	After    Cursor
	Limit    int
}

// FeedRange is a part of an account's feed.
type FeedRange struct {
	Account  AccountID
	After    int64 // position
	Limit    int   // zero means 100
	TestOnly bool  // the events of tests alone
}

// TimeRange is a stretch of time, its end left out; a zero Until never comes.
type TimeRange struct{ Since, Until time.Time }

// DeliveryStats sums up what was sent to an endpoint since an instant.
type DeliveryStats struct {
	Pending, Delivered, GivenUp int // deliveries by status
	Succeeded, Failed           int // attempts
	// Median and Slow are the durations that half and 99 of 100 attempts keep
	// within; zero without attempts.
	Median, Slow time.Duration
}

// KeptAnswer is the answer that was given to a request with an idempotency key,
// kept so that the same request is answered the same way.
type KeptAnswer struct {
	Account     AccountID
	Route       string // method and path pattern
	Key         string // as the client sent it
	RequestHash Hash
	Status      int // HTTP status of the answer
	Body        []byte
	Created     time.Time
	Order       OrderID // that the answer tells of
}
