package webhook_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"predate"
	"predate/internal/delivering/webhook"
)

const (
	noJitter = 0.5 // the middle of the spread
	attempts = 13  // that the schedule has
)

func TestSchedule(t *testing.T) {
	refused := predate.Attempt{Error: "Connexion refusée"}
	day := 24 * time.Hour
	want := []time.Duration{
		0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour,
		14 * time.Hour, 20 * time.Hour, day, day, day, day,
	}
	for made, wait := range want {
		if delay, verdict := webhook.Next(made, refused, noJitter); delay != wait || verdict != webhook.Retry {
			t.Errorf("after %d attempts: %s in %s, want retry in %s", made, verdict, delay, wait)
		}
	}
	if delay, verdict := webhook.Next(attempts, refused, noJitter); delay != 0 || verdict != webhook.GiveUp {
		t.Errorf("after %d attempts: %s in %s, want to give up", attempts, verdict, delay)
	}
}

func TestNextHeedsTheAnswer(t *testing.T) {
	for _, c := range []struct {
		name    string
		made    int
		last    predate.Attempt
		delay   time.Duration
		verdict webhook.Verdict
	}{
		{"taken", 1, predate.Attempt{Status: 204}, 0, webhook.Delivered},
		{"taken at the last", 13, predate.Attempt{Status: 200}, 0, webhook.Delivered},
		{"gone", 1, predate.Attempt{Status: 410, Error: "Le récepteur a répondu 410 (Gone)"}, 0, webhook.Disable},
		{"gone at the last", 13, predate.Attempt{Status: 410, Error: "Le récepteur a répondu 410 (Gone)"}, 0, webhook.Disable},
		{"refused", 1, predate.Attempt{Status: 400, Error: "x"}, 5 * time.Second, webhook.Retry},
		{"redirected", 1, predate.Attempt{Status: 302, Error: "x"}, 5 * time.Second, webhook.Retry},
		{"too many", 1, predate.Attempt{Status: 429, Error: "x"}, time.Minute, webhook.Retry},
		{"fell over", 1, predate.Attempt{Status: 500, Error: "x"}, time.Minute, webhook.Retry},
		{"no answer", 1, predate.Attempt{Error: "Aucune réponse dans le délai imparti"}, time.Minute, webhook.Retry},
		{"no connection", 1, predate.Attempt{Error: "Connexion impossible dans le délai imparti"}, time.Minute, webhook.Retry},
		{"fell over later", 3, predate.Attempt{Status: 503, Error: "x"}, 30 * time.Minute, webhook.Retry},
		{"wants no more of it", 1, predate.Attempt{Status: 422, Error: "x", Control: predate.ControlStop}, 0, webhook.GiveUp},
		{"wants no more at all", 1, predate.Attempt{Status: 503, Error: "x", Control: predate.ControlDisable}, 0, webhook.Disable},
		{"takes it, and no more of it", 1, predate.Attempt{Status: 200, Control: predate.ControlStop}, 0, webhook.Delivered},
		{"asks for more", 1, predate.Attempt{Status: 503, Error: "x", RetryAfter: time.Hour}, time.Hour, webhook.Retry},
		{"asks for less", 4, predate.Attempt{Status: 503, Error: "x", RetryAfter: time.Hour}, 2 * time.Hour, webhook.Retry},
		{"asks for too much", 1, predate.Attempt{Status: 429, Error: "x", RetryAfter: 48 * time.Hour}, 24 * time.Hour, webhook.Retry},
	} {
		t.Run(c.name, func(t *testing.T) {
			delay, verdict := webhook.Next(c.made, c.last, noJitter)
			if delay != c.delay || verdict != c.verdict {
				t.Errorf("%s in %s, want %s in %s", verdict, delay, c.verdict, c.delay)
			}
		})
	}
}

func TestJitterStaysWithinAFifth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := rapid.IntRange(0, attempts-1).Draw(t, "made")
		failed := predate.Attempt{Error: "x", RetryAfter: time.Duration(rapid.Int64Range(0, int64(30*time.Hour)).Draw(t, "retry after"))}
		if rapid.Bool().Draw(t, "overloaded") {
			failed.Status = 503
		}
		middle, _ := webhook.Next(made, predate.Attempt{Error: "x"}, noJitter)
		got, verdict := webhook.Next(made, failed, rapid.Float64Range(0, 0.999999).Draw(t, "jitter"))
		if verdict != webhook.Retry {
			t.Fatalf("verdict %s", verdict)
		}
		asked := min(failed.RetryAfter, 24*time.Hour)
		if got < asked || got < middle*8/10-1 || failed.Status == 503 && got < time.Minute {
			t.Fatalf("waits %s: too short for %s, asked %s", got, middle, asked)
		}
		if got > max(middle*12/10+1, asked, time.Minute) {
			t.Fatalf("waits %s: too long for %s, asked %s", got, middle, asked)
		}
	})
}

// The addresses in a body are good for thirty days: the schedule ends before,
// even when every wait is at its longest.
func TestScheduleEndsBeforeTheAddressesDo(t *testing.T) {
	total := time.Duration(0)
	for made := range attempts {
		delay, _ := webhook.Next(made, predate.Attempt{Status: 503, Error: "x", RetryAfter: 24 * time.Hour}, 0.999)
		total += delay
	}
	if total > 29*24*time.Hour {
		t.Errorf("the schedule may last %s", total)
	}
}

// The schedule as it is published, walked by the clock of a delivery that
// always fails: thirteen attempts over 147 hours and a half, and five seconds.
func TestTheScheduleWalkedIsTheOneWritten(t *testing.T) {
	at, made := time.Duration(0), 0
	var walked []string
	for {
		walked = append(walked, at.String())
		made++
		delay, verdict := webhook.Next(made, predate.Attempt{Error: "Connexion refusée"}, noJitter)
		if verdict == webhook.GiveUp {
			break
		}
		at += delay
	}
	want := "0s 5s 5m5s 35m5s 2h35m5s 7h35m5s 17h35m5s 31h35m5s 51h35m5s 75h35m5s 99h35m5s 123h35m5s 147h35m5s"
	if got := strings.Join(walked, " "); got != want {
		t.Errorf("attempts at %s, want %s", got, want)
	}
}
