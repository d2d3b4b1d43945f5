//go:build prove

package main

import (
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Another account's work takes at most this many times what it takes alone.
const fairness = 2

// unnoticed is a time that nobody waits for: shorter ones count as this.
const unnoticed = 100 * time.Millisecond

// sharing holds what a flood of one account makes of another's time. Alone and
// behind the flood are measured by turns, as the machine may do other things
// beside; the middle one of the rounds counts.
func sharing(t *testing.T, flood func(on bool), one func() time.Duration) {
	t.Helper()
	const rounds, each = 5, 6
	measure := func(on bool) (half, most time.Duration) {
		flood(on)
		var took []time.Duration
		for range each {
			took = append(took, max(one(), unnoticed))
		}
		slices.Sort(took)
		return took[each/2], took[each-1]
	}
	one() // what is made at the first time is made
	var halves, mosts []float64
	for range rounds {
		half, most := measure(false)
		halfBehind, mostBehind := measure(true)
		t.Logf("alone p50 %s, p99 %s; behind the flood p50 %s, p99 %s", half, most, halfBehind, mostBehind)
		halves = append(halves, float64(halfBehind)/float64(half))
		mosts = append(mosts, float64(mostBehind)/float64(most))
	}
	slices.Sort(halves)
	slices.Sort(mosts)
	if halves[rounds/2] > fairness || mosts[rounds/2] > fairness {
		t.Errorf("behind the flood p50 is %.1f times and p99 %.1f times what it is alone, want at most %d",
			halves[rounds/2], mosts[rounds/2], fairness)
	}
}

// testOrder is an order whose papers come from the sample dossier.
func testOrder(username string) map[string]any {
	order := plainOrder()
	order["method"], order["test_mode"] = "extranet", true
	order["syndic"] = map[string]any{"name": "n", "username": username, "password": "p", "url": "https://e.example.com"}
	return order
}

func TestProveFairness(t *testing.T) {
	t.Run("orders", func(t *testing.T) {
		a, b := twoAccounts(t)
		for range 60 {
			a.place(testOrder("test-done"))
		}
		sharing(t, func(on bool) {
			args := []string{"account", "disable", "--email", a.email}
			if on {
				args = append(args, "--undo")
			}
			if status, _, complaint := a.run(args...); status != 0 {
				t.Fatal(complaint)
			}
			time.Sleep(time.Second) // what was under way ends, or begins
		}, func() time.Duration {
			began := time.Now()
			b.doneWithin(b.place(testOrder("test-done")), time.Minute)
			return time.Since(began)
		})
	})
	t.Run("webhooks", func(t *testing.T) {
		a, b := twoAccounts(t)
		received := make(chan string, 1000)
		b.call("POST", "/account/webhooks", map[string]any{"url": receiving(t, func(order string) { received <- order })})
		sharing(t, func(on bool) {
			if !on {
				return // what hangs by now is not waited for, or the next round fails too
			}
			for range 2 {
				a.call("POST", "/account/webhooks", map[string]any{"url": receiving(t, func(string) { time.Sleep(15 * time.Second) })})
			}
			for range 20 {
				a.place(plainOrder())
			}
		}, func() time.Duration {
			began := time.Now()
			for id := b.place(plainOrder()); <-received != id; {
			}
			return time.Since(began)
		})
	})
	t.Run("bodies", func(t *testing.T) {
		a, b := twoAccounts(t)
		order := plainOrder()
		order["x"] = strings.Repeat("a", 2<<20)
		large, err := json.Marshal(order)
		if err != nil {
			t.Fatal(err)
		}
		var stalled []net.Conn
		sharing(t, func(on bool) {
			for _, conn := range stalled {
				_ = conn.Close()
			}
			for stalled = nil; on && len(stalled) < 8; {
				conn := a.open("/order/", "application/json", 50_000_000)
				if _, err := conn.Write(large); err != nil {
					t.Fatal(err)
				}
				stalled = append(stalled, conn)
			}
		}, func() time.Duration {
			began := time.Now()
			b.place(large)
			return time.Since(began)
		})
	})
}

// twoAccounts are let in at one server.
func twoAccounts(t *testing.T) (a, b *attacker) {
	t.Helper()
	f := newFort(t)
	a, b = f.account("a@example.com"), f.account("b@example.com")
	f.start("--usernames-a-day", "1000")
	return a.login(), b.login()
}

// doneWithin waits until an order is done.
func (a *attacker) doneWithin(id string, patience time.Duration) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(25 * time.Millisecond) {
		if state := textOf(a.t, a.call("GET", "/order/"+id, nil), "state"); state == "done" {
			return
		}
		if time.Now().After(deadline) {
			a.t.Fatalf("order %s is not done within %s:\n%s", id, patience, a.log)
		}
	}
}

// receiving opens a receiver of webhooks that does something with each order's
// first event before it answers.
func receiving(t *testing.T, do func(order string)) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body struct{ OrderID, Status string }
		if json.NewDecoder(r.Body).Decode(&body) == nil && body.Status == "confirmed" {
			do(body.OrderID)
		}
	})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return "http://" + listener.Addr().String() + "/"
}
