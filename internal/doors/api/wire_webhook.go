package api

import (
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

type endpointsWire struct {
	Webhooks []endpointWire `json:"webhooks"`
}

type endpointWire struct {
	ID             string   `json:"id"`
	URL            string   `json:"url"`
	TestMode       bool     `json:"test_mode"`
	Events         []string `json:"events"`
	Content        string   `json:"content"`
	Details        bool     `json:"details"`
	MaxRate        *int     `json:"max_rate"`
	Signature      string   `json:"signature"`
	PublicKey      *string  `json:"public_key"`
	Enabled        bool     `json:"enabled"`
	DisabledReason *string  `json:"disabled_reason"`
	Created        string   `json:"created"`
	// Secret is shown when it is made, and never again.
	Secret string `json:"secret,omitempty"`
	// Health is told where one endpoint is read.
	Health *healthWire `json:"health,omitempty"`
}

// healthWire says how the latest attempts went, and warns of what will come of
// it.
type healthWire struct {
	Status      string  `json:"status"`
	Failures    int     `json:"failures"`
	Since       *string `json:"failing_since"`
	LastSuccess *string `json:"last_success"`
	LastFailure *string `json:"last_failure"`
	LastError   *string `json:"last_error"`
	PausedUntil *string `json:"paused_until"`
	DisabledAt  *string `json:"disabled_at"`
}

type statsWire struct {
	Since      string        `json:"since"`
	Deliveries deliveryCount `json:"deliveries"`
	Attempts   attemptCount  `json:"attempts"`
	DurationMS durations     `json:"duration_ms"`
}

type deliveryCount struct {
	Pending   int `json:"pending"`
	Delivered int `json:"delivered"`
	GivenUp   int `json:"given_up"`
}

type attemptCount struct {
	Succeeded int `json:"succeeded"`
	Failed    int `json:"failed"`
}

type durations struct {
	Median int64 `json:"p50"`
	Slow   int64 `json:"p99"`
}

type deletedWire struct {
	ID string `json:"id"`
}

type rotatedWire struct {
	ID        string `json:"id"`
	Secret    string `json:"secret,omitempty"`
	PublicKey string `json:"public_key,omitempty"`
	// PreviousUntil is when the former key stops signing beside it.
	PreviousUntil string `json:"previous_secret_until"`
}

type recoveredWire struct {
	Recovered int `json:"recovered"`
}

type deliveriesWire struct {
	Deliveries []deliveryWire `json:"deliveries"`
	Next       *string        `json:"next"`
}

type deliveryWire struct {
	ID       string        `json:"id"`
	Event    string        `json:"event"`
	OrderID  string        `json:"orderid"`
	Sequence int           `json:"sequence"`
	Status   string        `json:"status"`
	Created  string        `json:"created"`
	Next     *string       `json:"next_attempt"`
	Ended    *string       `json:"ended"`
	Attempts []attemptWire `json:"attempts"`
	// Kind and Request are told where one delivery is read.
	Kind    string       `json:"kind,omitempty"`
	Request *requestWire `json:"request,omitempty"`
}

// requestWire is what every attempt of a delivery sends. Body is its beginning where it
// is long, and null where what it carried is no longer kept.
type requestWire struct {
	URL       string  `json:"url"`
	Body      *string `json:"body"`
	Bytes     int64   `json:"bytes"`
	SHA256    string  `json:"sha256,omitempty"`
	Truncated bool    `json:"truncated"`
}

type attemptWire struct {
	Number     int     `json:"number"`
	At         string  `json:"at"`
	DurationMS int64   `json:"duration_ms"`
	HTTPStatus *int    `json:"http_status"`
	Error      *string `json:"error"`
	Answer     string  `json:"answer"`
	RetryAfter int64   `json:"retry_after,omitempty"`
	Control    string  `json:"control,omitempty"`
	// Headers are those that were sent, by their names in small letters; told where one
	// delivery is read.
	Headers map[string]string `json:"headers,omitempty"`
}

func toEndpoint(e predate.Endpoint, secret predate.Secret) endpointWire {
	chosen := e.Events
	if len(chosen) == 0 {
		chosen = predate.States()
	}
	events := []string{}
	for _, state := range chosen {
		events = append(events, string(state))
	}
	wire := endpointWire{
		ID: string(e.ID), URL: e.URL, TestMode: e.Test, Events: events, Content: "inline", Details: e.Details, Signature: string(e.Signature),
		PublicKey: textOrNull(e.PublicKey), Enabled: e.Enabled, DisabledReason: textOrNull(e.DisabledReason),
		Created: httpDate(e.Created), Secret: secret.Reveal(),
	}
	if e.Link {
		wire.Content = "link"
	}
	if e.MaxRate > 0 {
		wire.MaxRate = &e.MaxRate
	}
	return wire
}

func toWatched(w desk.Watched, now time.Time) endpointWire {
	wire, h := toEndpoint(w.Endpoint, ""), w.Health
	health := healthWire{
		Status: string(w.Standing(now)), Failures: h.Failures, Since: dateOrNull(h.Since), LastSuccess: dateOrNull(h.LastSuccess),
		LastFailure: dateOrNull(h.LastFailure), LastError: textOrNull(h.LastError),
	}
	switch w.Standing(now) {
	case desk.StandsPaused:
		health.PausedUntil, health.DisabledAt = dateOrNull(h.Parked), dateOrNull(webhook.DeadAt(h))
	case desk.StandsFailing:
		health.DisabledAt = dateOrNull(webhook.DeadAt(h))
	}
	wire.Health = &health
	return wire
}

func toStats(s predate.DeliveryStats, since time.Time) statsWire {
	return statsWire{
		Since: httpDate(since), Deliveries: deliveryCount{s.Pending, s.Delivered, s.GivenUp},
		Attempts: attemptCount{s.Succeeded, s.Failed}, DurationMS: durations{s.Median.Milliseconds(), s.Slow.Milliseconds()},
	}
}

func toDelivery(d desk.Sent) deliveryWire {
	wire := deliveryWire{
		ID: string(d.ID), Event: string(d.Event), OrderID: string(d.Order), Sequence: d.Seq, Status: string(d.Status),
		Created: httpDate(d.Created), Next: dateOrNull(d.Next), Ended: dateOrNull(d.Ended), Attempts: []attemptWire{},
	}
	for _, a := range d.Made {
		one := attemptWire{
			Number: a.Number, At: httpDate(a.At), DurationMS: a.Duration.Milliseconds(), Error: textOrNull(a.Error),
			Answer: a.Answer, RetryAfter: int64(a.RetryAfter.Seconds()), Control: string(a.Control),
		}
		if a.Status != 0 {
			one.HTTPStatus = &a.Status
		}
		wire.Attempts = append(wire.Attempts, one)
	}
	return wire
}
