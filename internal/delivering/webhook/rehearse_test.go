package webhook_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
)

// The official library verifies what a rehearsal sends: the first attempt of a
// forged one must fail there, and the second must pass.
func TestRehearsalsGoWrongOnceAndAsAsked(t *testing.T) {
	for name, c := range map[string]struct {
		rehearsal     predate.Rehearsal
		first, second string // what verifying says; "" for nothing
		sequence      string
	}{
		"nothing":         {predate.Rehearsal{}, "", "", ""},
		"bad signature":   {predate.Rehearsal{Faults: []predate.Fault{predate.FaultBadSignature}}, "no matching signature", "", ""},
		"stale timestamp": {predate.Rehearsal{Faults: []predate.Fault{predate.FaultStaleTimestamp}}, "too old", "", ""},
		"both":            {predate.Rehearsal{Faults: []predate.Fault{predate.FaultStaleTimestamp, predate.FaultBadSignature}}, "too old", "", ""},
		"duplicate":       {predate.Rehearsal{Faults: []predate.Fault{predate.FaultDuplicate}}, "", "", ""},
		"out of order":    {predate.Rehearsal{Faults: []predate.Fault{predate.FaultOutOfOrder}, Passed: 2}, "", "", "2"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newReceiver(t, taken)
			s := rehearsing(t, r, c.rehearsal)
			for attempt, want := range []string{c.first, c.second} {
				s.Delivery.Attempts = attempt
				mustSend(t, r.sender, s)
				got := r.last(t)
				err := official(t, secret()).Verify(got.body, got.header)
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("attempt %d: verifying says %v, want %q", attempt+1, err, want)
				}
				if sequence := got.header.Get("predate-sequence"); sequence != c.sequence || got.header.Get("predate-test") != "true" {
					t.Errorf("attempt %d: sequence %q in %v", attempt+1, sequence, got.header)
				}
			}
		})
	}
	// What is stale is signed as stale: the timestamp alone is wrong.
	r := newReceiver(t, taken)
	mustSend(t, r.sender, rehearsing(t, r, predate.Rehearsal{Faults: []predate.Fault{predate.FaultStaleTimestamp}}))
	if got := r.last(t); official(t, secret()).VerifyIgnoringTimestamp(got.body, got.header) != nil {
		t.Error("a stale timestamp is not the one that was signed")
	}
}

func rehearsing(t *testing.T, r *receiver, rehearsal predate.Rehearsal) webhook.Sending {
	t.Helper()
	s := sending(r.URL, mustBody(t, webhook.Notice{Event: event(predate.Received)}))
	s.Event.Simulated, s.Event.Seq, s.Event.Rehearsal, s.Delivery.Seq = true, 0, rehearsal, 0
	return s
}

func TestWhatFollowsARehearsal(t *testing.T) {
	faults := func(all ...predate.Fault) predate.Rehearsal { return predate.Rehearsal{Faults: all} }
	for _, c := range []struct {
		what      string
		rehearsal predate.Rehearsal
		number    int
		status    int
		verdict   webhook.Verdict // "" leaves it to the schedule
		says      string
	}{
		{"nothing wrong, taken", faults(), 1, 204, "", ""},
		{"nothing wrong, refused", faults(), 1, 400, "", ""},
		{"forged, refused", faults(predate.FaultBadSignature), 1, 401, webhook.Retry, ""},
		{"forged, taken", faults(predate.FaultBadSignature), 1, 204, webhook.GiveUp, "signature fausse"},
		{"forged, then genuine and taken", faults(predate.FaultBadSignature), 2, 204, "", ""},
		{"forged, then genuine and refused", faults(predate.FaultBadSignature), 2, 401, "", ""},
		{"forged, and the receiver fell over", faults(predate.FaultBadSignature), 1, 500, "", ""},
		{"forged, and the receiver is gone", faults(predate.FaultBadSignature), 1, 410, "", ""},
		{"stale, refused", faults(predate.FaultStaleTimestamp), 1, 400, webhook.Retry, ""},
		{"stale, taken", faults(predate.FaultStaleTimestamp), 1, 200, webhook.GiveUp, "vieux d’une heure"},
		{"duplicate, taken", faults(predate.FaultDuplicate), 1, 200, webhook.Retry, ""},
		{"duplicate, taken again", faults(predate.FaultDuplicate), 2, 200, "", ""},
		{"duplicate, refused", faults(predate.FaultDuplicate), 1, 500, "", ""},
		{"forged and duplicate: genuine", faults(predate.FaultDuplicate, predate.FaultBadSignature), 2, 200, webhook.Retry, ""},
		{"forged and duplicate: the duplicate", faults(predate.FaultDuplicate, predate.FaultBadSignature), 3, 200, "", ""},
		{"out of order, taken", faults(predate.FaultOutOfOrder), 1, 200, "", ""},
	} {
		attempt := predate.Attempt{Number: c.number, Status: c.status}
		if !attempt.Succeeded() {
			attempt.Error = http.StatusText(c.status)
		}
		told := attempt.Error
		wait, verdict, rehearsed := webhook.Rehearsed(predate.Event{Rehearsal: c.rehearsal}, &attempt)
		if verdict != c.verdict || rehearsed != (c.verdict != "") || wait > 5*time.Second {
			t.Errorf("%s: %q after %s (%v), want %q", c.what, verdict, wait, rehearsed, c.verdict)
		}
		if c.says == "" && attempt.Error != told || !strings.Contains(attempt.Error, c.says) {
			t.Errorf("%s: the attempt says %q", c.what, attempt.Error)
		}
	}
}
