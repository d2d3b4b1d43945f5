//go:build prove

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"predate/internal/collecting/extranetsim"
)

// Extranets answer late, and some of their answers never end: the orders that they
// hold up are done, and those of others go on beside.
func TestProveSlowExtranets(t *testing.T) {
	f, proof := proven(t, "slow extranets, with answers that never end")
	site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{Family: "xnet"})
	if err != nil {
		t.Fatal(err)
	}
	a := f.account("a@example.com")
	f.start("--reference-date", extranetsim.ReferenceDate().String())
	c := newProofClient(a.login(), proof)
	var mu sync.Mutex
	stalls := 0
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		late, stalled := c.chance(time.Second), stalls < 3 && c.dice.IntN(12) == 0
		if stalled {
			stalls++
		}
		mu.Unlock()
		if stalled {
			<-r.Context().Done() // the client gives up
			return
		}
		time.Sleep(late)
		site.ServeHTTP(w, r)
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(f.kill) // before the extranet, which waits for its visitors
	const orders = 6
	for n := range orders {
		order := sampleTestOrder(t)
		if n%2 == 0 {
			order["test_mode"] = false
			order["syndic"] = map[string]any{"name": "Cabinet Essai", "username": fmt.Sprint("vassorelle", n), "password": "x", "url": slow.URL + "/"}
		}
		c.orders(n, order)
	}
	c.judge(0)
	mu.Lock()
	defer mu.Unlock()
	if proof.Runs = stalls; stalls == 0 {
		t.Error("no answer was without an end: that proves nothing")
	}
}
