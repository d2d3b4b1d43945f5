//go:build prove

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"predate/internal/base/prooftest"
)

// proofClient is a client of an installation that meets faults: he places orders,
// asks again until each is acknowledged, and takes what is delivered.
type proofClient struct {
	*attacker
	*receiver
	proof *prooftest.Proof
	dice  *rand.Rand

	mu           sync.Mutex
	acknowledged []string
	placing      sync.WaitGroup
}

// newProofClient has an account that was let in subscribe to events.
func newProofClient(a *attacker, p *prooftest.Proof) *proofClient {
	a.t.Helper()
	c := &proofClient{attacker: a, receiver: newReceiver(), proof: p, dice: prooftest.Dice(a.t)}
	a.t.Cleanup(c.receiver.server.Close)
	got := a.call("POST", "/account/webhooks", map[string]any{"url": c.url()})
	if err := c.trust(textOf(a.t, got, "secret")); err != nil {
		a.t.Fatal(err)
	}
	return c
}

// orders places an order meanwhile, once, however often it takes to be answered.
func (c *proofClient) orders(number int, order map[string]any) {
	client := c.with(c.key)
	client.header = c.header.Clone()
	client.header.Set("Idempotency-Key", fmt.Sprint("order-", number))
	c.placing.Go(func() {
		for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
			got, err := client.try("POST", "/order/", order)
			var payload struct{ OrderID string }
			if err != nil || got.status == http.StatusConflict || got.status >= 500 {
				continue // nothing is known of it, the same is under way, or it is refused for a while
			}
			if got.status != 200 || json.Unmarshal(got.payload, &payload) != nil {
				c.t.Errorf("order %d is answered %d %s", number, got.status, got.message)
				return
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			c.acknowledged = append(c.acknowledged, payload.OrderID)
			return
		}
		c.t.Errorf("order %d is not acknowledged", number)
	})
}

// judge waits until each order that was acknowledged is done, and compares what
// was received with what each must have.
func (c *proofClient) judge(runs int) {
	c.t.Helper()
	c.placing.Wait()
	const most = 5 * time.Minute
	states := []string{"confirmed", "received", "done"}
	tally := prooftest.Tally{Runs: runs, Orders: len(c.acknowledged), Events: len(c.acknowledged) * len(states)}
	deadline := time.Now().Add(most)
	for _, order := range c.acknowledged {
		for len(c.of(order)) < len(states) && time.Now().Before(deadline) {
			time.Sleep(50 * time.Millisecond)
		}
	}
	for _, order := range c.acknowledged {
		var came []string
		last := 0
		for _, one := range c.of(order) {
			if slices.Contains(came, one.status) {
				tally.Doubled++
			}
			if one.sequence != last+1 {
				tally.Disordered++
			}
			came, last = append(came, one.status), one.sequence
		}
		tally.Lost += max(0, len(states)-len(came))
		if !slices.Equal(came, states) || last != len(states) {
			c.t.Errorf("of order %s %v was received, the last numbered %d; the log says of it:\n%s", order, came, last, c.said(order))
		}
	}
	c.judgePlaced()
	if refused := c.complaints(); refused != "" {
		c.t.Errorf("deliveries that do not verify: %s", refused)
	}
	tally.Again = c.again
	c.proof.Tally = tally
	c.t.Logf("%d orders, %d deliveries came again", tally.Orders, tally.Again)
}

// judgePlaced looks that what was placed once is there once.
func (c *proofClient) judgePlaced() {
	c.t.Helper()
	got := c.call("GET", "/order/?limit=100", nil)
	if count := strings.Count(string(got.payload), `"orderid"`); got.status != 200 || count != len(c.acknowledged) {
		c.t.Errorf("%d orders are there, %d were acknowledged: %d %s", count, len(c.acknowledged), got.status, got.message)
	}
}

// said is what the server that answers logged of an order.
func (c *proofClient) said(order string) string {
	var lines []string
	for line := range strings.Lines(c.log.String()) {
		if strings.Contains(line, order) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-15):], "")
}

// chance is a time that the dice choose.
func (c *proofClient) chance(most time.Duration) time.Duration {
	return time.Duration(c.dice.Int64N(int64(most)))
}

// proven begins a proof against one server that does everything, on SQLite.
func proven(t *testing.T, fault string) (*fort, *prooftest.Proof) {
	t.Helper()
	return newFort(t), prooftest.Begin(t, fault, "sqlite")
}
