package desk

import "time"

// Retention is how long each class of data is kept. Zero or less means for ever, except
// for passwords, which are then kept as long as in DefaultRetention.
type Retention struct {
	Credentials     time.Duration // an extranet's password that waits for its run
	KeptCredentials time.Duration // one that its account has kept for refreshes
	Documents       time.Duration // papers of orders that are over, and the thread with the client
	Statements      time.Duration // issued statements and their figures
	Events          time.Duration // events, deliveries and their attempts
	Audit           time.Duration
	Replays         time.Duration // answers to requests with an idempotency key
	Sessions        time.Duration // of operators and invitations, beyond their last use: a stolen one may be looked for
}

// DefaultRetention keeps the feed as long as its URLs are valid, papers for a month
// after their order is over, and the audit trail for thirteen months.
func DefaultRetention() Retention {
	const day = 24 * time.Hour
	return Retention{
		Credentials: 3 * day, KeptCredentials: 366 * day,
		Documents: 30 * day, Events: 30 * day, Audit: 396 * day, Replays: 30 * day, Sessions: 30 * day,
	}
}

// Life is how long a class of data is kept.
type Life struct {
	Class string        // stable: "papers"
	For   time.Duration // zero keeps it for ever
}

// Lives returns how long the desk keeps each class of data.
func (r Retention) Lives() []Life {
	return []Life{
		{"credentials", r.Credentials},
		{"kept-credentials", r.KeptCredentials},
		{"papers", r.Documents},
		{"statements", r.Statements},
		{"events", r.Events},
		{"audit", r.Audit},
		{"replays", r.Replays},
		{"sessions", r.Sessions},
	}
}
