package auth

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"predate/internal/keeping/store"
)

// Those who come while a lookup runs share the next, which begins after they came.
func TestLookupsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lookups{latest: map[store.Presented]*lookup{}}
		var asked, revoked atomic.Int64
		let := make(chan struct{})
		find := func(ctx context.Context) (store.Recognised, error) {
			asked.Add(1)
			known := store.Recognised{Revoked: revoked.Load() > 0} // what the snapshot shows
			<-let
			return known, ctx.Err()
		}
		var wait sync.WaitGroup
		var refused atomic.Int64
		ask := func(key string) {
			wait.Go(func() {
				known, err := l.do(t.Context(), store.Presented{Token: key}, find)
				if err != nil {
					t.Error(err)
				}
				if known.Revoked {
					refused.Add(1)
				}
			})
			synctest.Wait()
		}
		ask("a")
		revoked.Store(1)
		for range 9 {
			ask("a")
		}
		ask("b")
		if asked.Load() != 2 {
			t.Errorf("asked %d times, want once for each key", asked.Load())
		}
		close(let)
		wait.Wait()
		if asked.Load() != 3 || refused.Load() != 10 {
			t.Errorf("asked %d times, %d refused; want 3, and all 10 that came after the revocation", asked.Load(), refused.Load())
		}
		if len(l.latest) > 0 {
			t.Errorf("%d lookups are kept", len(l.latest))
		}
	})
}

// One who gives up does not end what others share, and one whose lookup fails or panics
// leaves nobody waiting.
func TestALookupOutlivesWhoBeganIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := lookups{latest: map[store.Presented]*lookup{}}
		broken := errors.New("broken")
		first, let := make(chan struct{}), make(chan struct{})
		var wait sync.WaitGroup
		ask := func(ctx context.Context, find func(context.Context) (store.Recognised, error), want error) {
			wait.Go(func() {
				defer func() { _ = recover() }()
				if _, err := l.do(ctx, store.Presented{}, find); !errors.Is(err, want) {
					t.Errorf("have %v, want %v", err, want)
				}
			})
			synctest.Wait()
		}
		ask(t.Context(), func(context.Context) (store.Recognised, error) { <-first; panic("no database") }, nil)
		leaving, leave := context.WithCancel(t.Context())
		ask(leaving, func(ctx context.Context) (store.Recognised, error) { <-let; return store.Recognised{}, ctx.Err() }, nil)
		ask(leaving, nil, context.Canceled)
		ask(t.Context(), nil, nil)
		leave()
		synctest.Wait()
		close(first)
		synctest.Wait()
		ask(t.Context(), func(context.Context) (store.Recognised, error) { return store.Recognised{}, broken }, broken)
		ask(t.Context(), nil, broken)
		close(let)
		wait.Wait()
		if len(l.latest) > 0 {
			t.Errorf("%d lookups are kept", len(l.latest))
		}
	})
}
