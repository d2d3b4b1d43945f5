package seats_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"predate/internal/base/seats"
)

// room is a pool with those who sit in it.
type room struct {
	*seats.Pool
	t *testing.T

	mu    sync.Mutex
	sat   []string
	leave []func()
}

// comes lets each of the names ask for a seat, one after the other.
func (r *room) comes(names ...string) {
	for _, name := range names {
		go func() {
			up, err := r.Take(r.t.Context(), name)
			if err != nil {
				return // the test is over
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			r.sat, r.leave = append(r.sat, name), append(r.leave, up)
		}()
		synctest.Wait()
	}
}

// goes lets whoever has sat longest leave.
func (r *room) goes() {
	r.mu.Lock()
	up := r.leave[0]
	r.leave = r.leave[1:]
	r.mu.Unlock()
	up()
	up() // again changes nothing
	synctest.Wait()
}

// has holds who was seated so far to what is wanted.
func (r *room) has(want ...string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.sat, want) {
		r.t.Errorf("seated %v, want %v", r.sat, want)
	}
}

// Whoever asks for many waits behind itself alone: seats go round by holder.
func TestSeatsGoRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{Pool: seats.New(seats.Options{Seats: 2}), t: t}
		r.comes("a", "a", "a", "a", "a", "a", "b", "b", "c")
		for range 7 {
			r.goes()
		}
		r.has("a", "a", "b", "a", "c", "b", "a", "a", "a")
	})
}

// A newcomer sits at once beside one that has every seat, up to an equal share.
func TestExtraSeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{Pool: seats.New(seats.Options{Seats: 2, Extra: 2}), t: t}
		r.comes("a", "a", "a", "b", "b", "b", "c")
		r.has("a", "a", "b", "c")
		for range 3 { // a, a and b get up; c keeps its seat
			r.goes()
		}
		r.has("a", "a", "b", "c", "a", "b")
	})
}

// One holder has no more than its share, however many seats are free, and keeps
// no longer a line than it may.
func TestOneHoldersShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{Pool: seats.New(seats.Options{Seats: 4, Each: 2, Line: 1}), t: t}
		r.comes("a", "a", "a")
		r.has("a", "a")
		if _, err := r.Take(t.Context(), "a"); !errors.Is(err, seats.ErrFull) {
			t.Errorf("have %v, want that the line is full", err)
		}
		r.comes("b", "b", "c")
		r.has("a", "a", "b", "b")
		r.goes()
		r.has("a", "a", "b", "b", "c")
	})
}

// Whoever gives up leaves nothing behind.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := seats.New(seats.Options{Seats: 1})
		leave, err := p.Take(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Take(ctx, "b"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("have %v, want the context's error", err)
		}
		leave()
		leave, err = p.Take(t.Context(), "c")
		if err != nil {
			t.Fatal(err)
		}
		leave()
	})
}

// Under many hands there are never more seats taken than there are.
func TestManyHands(t *testing.T) {
	p := seats.New(seats.Options{Seats: 3, Extra: 2, Each: 3})
	var inside, most, turns atomic.Int64
	var wait sync.WaitGroup
	for h := range 40 {
		wait.Go(func() {
			for range 50 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(h%7+1)*time.Millisecond)
				leave, err := p.Take(ctx, fmt.Sprint(h%5))
				cancel()
				if err != nil {
					continue
				}
				n := inside.Add(1)
				for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
				}
				turns.Add(1)
				inside.Add(-1)
				leave()
			}
		})
	}
	wait.Wait()
	if most.Load() > 5 || turns.Load() == 0 {
		t.Errorf("%d at once in %d turns, want 5 at most", most.Load(), turns.Load())
	}
}

// While one holder's pieces follow one another, a flood of another's has no
// more than its share: what is free between two pieces is kept.
func TestAFloodBesideOnesWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const seatsThere, piece, gap = 4, 200 * time.Millisecond, 20 * time.Millisecond
		p := seats.New(seats.Options{Seats: seatsThere, Extra: seatsThere, Linger: 300 * time.Millisecond})
		var running, most atomic.Int64
		work := func(name string, during func()) {
			leave, err := p.Take(t.Context(), name)
			if err != nil {
				return // the test is over
			}
			during()
			leave()
		}
		for range 100 {
			go work("flood", func() {
				most.Store(max(most.Load(), running.Add(1)))
				time.Sleep(piece)
				running.Add(-1)
			})
		}
		synctest.Wait()
		if running.Load() != seatsThere || !p.Waits("flood") {
			t.Errorf("alone the flood has %d seats, want %d, and more of it waits", running.Load(), seatsThere)
		}
		work("one", func() { time.Sleep(piece) }) // the flood's first pieces end
		most.Store(0)
		began := time.Now()
		for range 4 {
			time.Sleep(gap)
			work("one", func() { time.Sleep(piece) })
		}
		if took := time.Since(began); took != 4*(piece+gap) {
			t.Errorf("beside a flood four pieces take %s, alone %s", took, 4*(piece+gap))
		}
		if p.Waits("one") || most.Load() > seatsThere/2 {
			t.Errorf("beside another's work the flood had %d of %d seats", most.Load(), seatsThere)
		}
		time.Sleep(time.Second)
		if running.Load() != seatsThere {
			t.Errorf("alone again the flood has %d seats, want %d", running.Load(), seatsThere)
		}
		time.Sleep(100 * piece) // the flood ends
	})
}
