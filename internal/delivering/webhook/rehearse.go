package webhook

import (
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"predate"
)

// The timing of a rehearsal's faults.
const (
	// staleness is how far back a stale timestamp is: well past Tolerance.
	staleness = time.Hour
	// soon is the wait before what puts a rehearsal right: its developer is
	// waiting.
	soon = time.Second
)

// The sentences for a receiver that took what it had to refuse.
const (
	tookForgery = "Le récepteur a accepté une signature fausse : il ne la vérifie pas"
	tookStale   = "Le récepteur a accepté un horodatage vieux d’une heure : un envoi intercepté pourrait lui être rejoué"
)

// stamp returns the timestamp of an attempt.
func stamp(event predate.Event, attempt predate.Attempt) time.Time {
	if attempt.Number == 1 && event.Rehearsal.Has(predate.FaultStaleTimestamp) {
		return attempt.At.Add(-staleness)
	}
	return attempt.At
}

// spoil makes signatures wrong without changing their form, if the attempt must be
// forged.
func spoil(event predate.Event, attempt predate.Attempt, signatures string) string {
	if attempt.Number != 1 || !event.Rehearsal.Has(predate.FaultBadSignature) {
		return signatures
	}
	all := strings.Fields(signatures)
	for i, one := range all {
		scheme, text, _ := strings.Cut(one, ",")
		raw, err := base64.StdEncoding.DecodeString(text)
		if err == nil && len(raw) > 0 {
			raw[0] ^= 1
		}
		all[i] = scheme + "," + base64.StdEncoding.EncodeToString(raw)
	}
	return strings.Join(all, " ")
}

// Rehearsed returns what follows an attempt of a rehearsal that was faulty on purpose,
// or that must be repeated on purpose. It returns false for every other attempt, which
// Next decides. If a receiver accepted a forgery, the attempt says so and the rehearsal
// ends.
func Rehearsed(event predate.Event, attempt *predate.Attempt) (time.Duration, Verdict, bool) {
	r := event.Rehearsal
	honest := 1 // the first attempt that is not forged
	if r.Forged() {
		honest = 2
	}
	switch {
	case attempt.Number < honest && attempt.Succeeded():
		attempt.Error = tookStale
		if r.Has(predate.FaultBadSignature) {
			attempt.Error = tookForgery
		}
		return 0, GiveUp, true
	case attempt.Number < honest && refused(attempt.Status):
		return soon, Retry, true
	case attempt.Number == honest && attempt.Succeeded() && r.Has(predate.FaultDuplicate):
		return soon, Retry, true
	}
	return 0, "", false
}

// refused reports whether a status refuses the delivery itself.
func refused(status int) bool {
	return status >= 400 && status < 500 && status != http.StatusTooManyRequests && status != http.StatusGone
}
