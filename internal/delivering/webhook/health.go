package webhook

import (
	"net/http"
	"time"

	"predate"
)

// When an endpoint is parked, and when it is disabled.
const (
	// ParkAfter is the number of consecutive failures after which it is parked.
	ParkAfter = 5
	// firstPark doubles with every further failure up to longestPark: after each
	// parking one attempt probes whether the receiver is back.
	firstPark   = 30 * time.Second
	longestPark = 5 * time.Minute
	// DeadAfter and DeadFailures must both pass without a success before it is
	// switched off.
	DeadAfter    = 5 * 24 * time.Hour
	DeadFailures = 20
	// freshness is the interval within which successes of a healthy endpoint are not written.
	freshness = time.Minute
)

// After returns an endpoint's health after an attempt, and whether the change must be
// stored. Parking drops nothing: due deliveries wait without being attempted.
func After(h predate.Health, a predate.Attempt, now time.Time) (next predate.Health, changed bool) {
	if a.Succeeded() {
		if h.Failures == 0 && h.Parked.IsZero() && now.Sub(h.LastSuccess) < freshness {
			return h, false
		}
		return predate.Health{Endpoint: h.Endpoint, LastSuccess: now, LastFailure: h.LastFailure, LastError: h.LastError}, true
	}
	h.Failures++
	if h.Failures == 1 {
		h.Since = now
	}
	h.LastFailure, h.LastError, h.Parked = now, a.Error, time.Time{}
	if h.Failures >= ParkAfter {
		h.Parked = now.Add(parking(h.Failures))
	}
	// If a receiver asks for time, all deliveries to it wait, not only this one.
	if a.RetryAfter > 0 && (a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable) {
		if asked := now.Add(min(a.RetryAfter, longestRetryAfter)); asked.After(h.Parked) {
			h.Parked = asked
		}
	}
	return h, true
}

func parking(failures int) time.Duration {
	doublings := min(failures-ParkAfter, 10)
	return min(firstPark<<doublings, longestPark)
}

// Dead reports whether an endpoint has failed for so long that it must be
// disabled.
func Dead(h predate.Health, now time.Time) bool {
	return h.Failures >= DeadFailures && !now.Before(DeadAt(h))
}

// DeadAt returns when an endpoint that keeps failing may be disabled; zero if it is
// not failing.
func DeadAt(h predate.Health) time.Time {
	if h.Failures == 0 {
		return time.Time{}
	}
	return h.Since.Add(DeadAfter)
}
