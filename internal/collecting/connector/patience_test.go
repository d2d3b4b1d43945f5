package connector_test

import (
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
)

// busy answers a path with a status and a Retry-After so many times, and then
// lets the site answer.
func busy(l *connectortest.Little, path string, status, seconds, times int) {
	l.Instead[path] = func(w http.ResponseWriter, r *http.Request) {
		if times--; times >= 0 {
			if seconds > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(seconds))
			}
			http.Error(w, "un instant", status)
			return
		}
		answer := l.Instead[path]
		delete(l.Instead, path)
		l.ServeHTTP(w, r)
		l.Instead[path] = answer
	}
}

// TestAShortWaitIsWaitedInPlace: a site that asks for a little time in the middle
// of a run gets it, and the run goes on more slowly; one that asks for more, or
// again and again, ends it.
func TestAShortWaitIsWaitedInPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		path                   string
		status, seconds, times int
		code                   predate.FailureCode // empty for a run that ends well
		waits                  int
	}{
		"a listing":               {"GET /classeurs/B", 429, 7, 1, "", 1},
		"a listing, overloaded":   {"GET /classeurs", 503, 60, 2, "", 2},
		"a file":                  {"GET /pieces/annexes", 429, 7, 3, "", 3},
		"a file, overloaded":      {"GET /pieces/pv", 503, 7, 1, "", 1},
		"the page of the form":    {"GET /entree", 429, 7, 1, "", 1},
		"the proof":               {"GET /chezmoi", 503, 7, 1, "", 1},
		"where the login leads":   {"GET /accueil", 503, 7, 1, "", 1},
		"too often":               {"GET /pieces/annexes", 429, 7, 99, predate.RateLimited, 5},
		"for too long":            {"GET /pieces/annexes", 429, 61, 1, predate.RateLimited, 0},
		"without saying how long": {"GET /pieces/annexes", 429, 0, 1, predate.RateLimited, 0},
		"the password":            {"POST /entree", 429, 7, 1, predate.RateLimited, 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := connectortest.NewLittle()
			busy(l, tc.path, tc.status, tc.seconds, tc.times)
			slowed := 0
			run := visitLittle(t, l, littleRecipes(t), func(r *connectortest.Run) {
				r.Request = connector.Request{Slowed: func() { slowed++ }}
			})
			if failure := run.Failure(); (failure == nil) != (tc.code == "") || failure != nil && failure.Code != tc.code {
				t.Fatalf("%v, want %q", run.Err, tc.code)
			}
			if tc.code == "" && run.N != 2 {
				t.Errorf("kept %d", run.N)
			}
			wait := time.Duration(tc.seconds) * time.Second
			waited := 0
			for _, pause := range run.Pauses {
				if pause == wait && wait > 0 {
					waited++
				}
			}
			if waited != tc.waits || slowed != tc.waits {
				t.Errorf("waited %d times, slowed %d, want %d: %v", waited, slowed, tc.waits, run.Pauses)
			}
			if run.PasswordsSent() != 1 {
				t.Errorf("the password was sent %d times", run.PasswordsSent())
			}
			if tc.waits > 0 && tc.code == "" && !slices.Contains(run.Pauses, 400*time.Millisecond<<(tc.waits-1)) {
				t.Errorf("the pace stays as it was: %v", run.Pauses)
			}
		})
	}
}
