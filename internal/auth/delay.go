package auth

import (
	"math"
	"time"

	"predate"
)

// After a few wrong passwords each further one costs twice the wait of the one
// before, up to a quarter of an hour: guessing becomes hopeless, yet nobody is
// ever locked out for good.
const (
	freeFailures = 5
	firstDelay   = time.Second
	longestDelay = 15 * time.Minute
	forgetAfter  = 24 * time.Hour
)

// delayAfter is how long after the n-th failure in a row the next try waits.
func delayAfter(failures int) time.Duration {
	if failures < freeFailures {
		return 0
	}
	doublings := failures - freeFailures
	if doublings > 20 {
		return longestDelay
	}
	return min(firstDelay<<doublings, longestDelay)
}

// remaining is how much of that wait is left at now; zero means go ahead.
func remaining(failures int, last, now time.Time) time.Duration {
	return max(0, last.Add(delayAfter(failures)).Sub(now))
}

// tooSoon refuses a try that comes before its time.
func tooSoon(wait time.Duration) *predate.Error {
	return &predate.Error{
		Code: predate.CodeTooMany, Message: "Too many failed authentications",
		RetryAfter: int(math.Ceil(wait.Seconds())),
	}
}
