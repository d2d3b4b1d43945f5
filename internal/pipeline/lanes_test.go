package pipeline

import (
	"context"
	"sync"
	"testing"
	"time"

	"predate"
)

// ticking is a clock that a test moves.
type ticking struct {
	mu sync.Mutex
	at time.Time
}

func (c *ticking) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *ticking) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func TestAStuckReceiverTakesItsLaneAndNoMore(t *testing.T) {
	clock := &ticking{at: time.Unix(1_700_000_000, 0)}
	l := newLanes(2, clock.now)
	stuck, other := predate.Endpoint{ID: "whe_stuck"}, predate.Endpoint{ID: "whe_other"}
	var leave []func()
	for range 2 {
		out, _ := l.enter(context.Background(), stuck)
		leave = append(leave, out)
	}
	began := time.Now()
	if out, wait := l.enter(context.Background(), stuck); out != nil || wait < leastWait {
		t.Errorf("a third entered, or waits %s", wait)
	}
	if time.Since(began) < patience {
		t.Error("a lane of unknown speed is not waited for")
	}
	if out, _ := l.enter(context.Background(), other); out == nil {
		t.Error("another endpoint's lane is full too")
	}
	clock.pass(20 * time.Second)
	for _, out := range leave {
		out()
	}
	for range 2 {
		l.enter(context.Background(), stuck)
	}
	began = time.Now()
	var waits []time.Duration
	for range 100 {
		_, wait := l.enter(context.Background(), stuck)
		waits = append(waits, wait)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("a stuck receiver held a deliverer for %s", took)
	}
	if waits[0] >= waits[9] || waits[99] != longestTurn {
		t.Errorf("those sent away come back all at once, or too late: %v", waits)
	}
}

func TestAnEndpointsPace(t *testing.T) {
	clock := &ticking{at: time.Unix(1_700_000_000, 0)}
	l := newLanes(100, clock.now)
	slow := predate.Endpoint{ID: "whe_slow", MaxRate: 10}
	entered := 0
	for range 300 { // thirty seconds, ten tries a second and more
		for range 3 {
			if out, _ := l.enter(context.Background(), slow); out != nil {
				out()
				entered++
			}
		}
		clock.pass(100 * time.Millisecond)
	}
	if entered < 300 || entered > 300+11 {
		t.Errorf("%d entered in thirty seconds at ten a second", entered)
	}
}

func TestLanesUnderManyHands(t *testing.T) {
	l := newLanes(3, time.Now)
	var mu sync.Mutex
	inside, most := 0, 0
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			for range 20 {
				out, _ := l.enter(context.Background(), predate.Endpoint{ID: "whe_1"})
				if out == nil {
					continue
				}
				mu.Lock()
				inside++
				most = max(most, inside)
				mu.Unlock()
				mu.Lock()
				inside--
				mu.Unlock()
				out()
			}
		})
	}
	wait.Wait()
	if most > 3 || most == 0 {
		t.Errorf("%d at once", most)
	}
}
