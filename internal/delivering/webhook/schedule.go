package webhook

import (
	"net/http"
	"time"

	"predate"
)

// Verdict is what happens to a delivery after an attempt.
type Verdict string

// The verdicts.
const (
	// Delivered: the receiver accepted it.
	Delivered Verdict = "delivered"
	// Retry: attempt again after the delay.
	Retry Verdict = "retry"
	// GiveUp: the schedule is exhausted, or the receiver wants no more of it.
	GiveUp Verdict = "give_up"
	// Disable: the receiver says that it is gone for good, by 410 or by
	// predate-control; give up and disable the endpoint.
	Disable Verdict = "disable"
)

// waits returns the delay before each attempt, including the first. Their sum is about
// six days, so that a receiver may be down for a long weekend.
func waits() []time.Duration {
	const minute, hour = time.Minute, time.Hour
	return []time.Duration{
		0, 5 * time.Second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour,
		24 * hour, 24 * hour, 24 * hour,
	}
}

const (
	// spread is the jitter in both directions, so that receivers that failed at the same
	// time are not all called at the same time.
	spread = 0.2
	// breath is the minimum delay for an overloaded receiver.
	breath = time.Minute
)

// Next returns what follows the last attempt of a delivery, and after which delay. made is
// the number of attempts so far, jitter a number in [0,1). The delay is never shorter than
// the receiver's Retry-After.
func Next(made int, last predate.Attempt, jitter float64) (time.Duration, Verdict) {
	schedule := waits()
	switch {
	case last.Succeeded():
		return 0, Delivered
	case last.Status == http.StatusGone, last.Control == predate.ControlDisable:
		return 0, Disable
	case made >= len(schedule), last.Control == predate.ControlStop:
		return 0, GiveUp
	}
	delay := time.Duration(float64(schedule[max(made, 0)]) * (1 - spread + 2*spread*jitter))
	if overloaded(last) {
		delay = max(delay, breath)
	}
	return max(delay, min(last.RetryAfter, longestRetryAfter)), Retry
}

func overloaded(a predate.Attempt) bool {
	return a.Status == http.StatusTooManyRequests || a.Status >= 500 || a.Error == noAnswer || a.Error == noConnection
}
