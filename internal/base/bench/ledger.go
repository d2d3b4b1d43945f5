package bench

import (
	"sync"
	"time"
)

// Arrival is a webhook that a receiver took.
type Arrival struct {
	// Key tells one delivery from all others, however often it is sent.
	Key string
	// Order and Sequence say which event of which order it is; a sequence of zero
	// stands in no order.
	Order    string
	Sequence int
	At       time.Time
}

// Ledger is the account of the webhooks that are expected and of those that
// arrive, which they may do before it is known that they are expected. Its
// methods may be called at the same time.
type Ledger struct {
	mu       sync.Mutex
	expected map[string]time.Time // since when
	arrived  map[string]time.Time
	latest   map[string]int // sequence, by order
	waiting  map[string]chan struct{}
	tally    Tally
	first    time.Time // arrival
	last     time.Time
	lags     []time.Duration
}

// Tally is what became of the webhooks that were expected.
type Tally struct {
	Expected   int `json:"expected"`
	Arrived    int `json:"arrived"`
	Lost       int `json:"lost"`
	Doubled    int `json:"doubled"`
	OutOfOrder int `json:"out_of_order"`
}

// NewLedger makes an empty account.
func NewLedger() *Ledger {
	return &Ledger{expected: map[string]time.Time{}, arrived: map[string]time.Time{}, latest: map[string]int{}, waiting: map[string]chan struct{}{}}
}

// Expect enters a webhook and the time from which its lag counts. The channel is
// closed once it has arrived.
func (l *Ledger) Expect(key string, since time.Time) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	came := make(chan struct{})
	if _, known := l.expected[key]; known {
		if again, waits := l.waiting[key]; waits {
			return again
		}
		close(came)
		return came
	}
	l.expected[key] = since
	l.tally.Expected++
	if at, here := l.arrived[key]; here {
		l.settle(key, at)
		close(came)
		return came
	}
	l.waiting[key] = came
	return came
}

// Arrive enters a webhook that was taken.
func (l *Ledger) Arrive(a Arrival) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, again := l.arrived[a.Key]; again {
		l.tally.Doubled++
		return
	}
	l.arrived[a.Key] = a.At
	if a.Sequence > 0 {
		if a.Sequence < l.latest[a.Order] {
			l.tally.OutOfOrder++
		}
		l.latest[a.Order] = max(l.latest[a.Order], a.Sequence)
	}
	if _, known := l.expected[a.Key]; known {
		l.settle(a.Key, a.At)
	}
	if came, waits := l.waiting[a.Key]; waits {
		delete(l.waiting, a.Key)
		close(came)
	}
}

func (l *Ledger) settle(key string, at time.Time) {
	l.tally.Arrived++
	l.lags = append(l.lags, at.Sub(l.expected[key]))
	if l.first.IsZero() || at.Before(l.first) {
		l.first = at
	}
	if at.After(l.last) {
		l.last = at
	}
}

// Pending gives the channels of the webhooks that have not arrived, each closed
// once its webhook has.
func (l *Ledger) Pending() []<-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]<-chan struct{}, 0, len(l.waiting))
	for _, came := range l.waiting {
		all = append(all, came)
	}
	return all
}

// Withdraw takes back what is expected and has not arrived: the measurement ends
// before it is due.
func (l *Ledger) Withdraw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tally.Expected = l.tally.Arrived
}

// Close ends the account: what has not arrived is lost. Lags are those of what
// arrived, Spread is the time between the first and the last arrival.
func (l *Ledger) Close() (tally Tally, lags []time.Duration, spread time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	tally = l.tally
	tally.Lost = tally.Expected - tally.Arrived
	return tally, append([]time.Duration(nil), l.lags...), l.last.Sub(l.first)
}
