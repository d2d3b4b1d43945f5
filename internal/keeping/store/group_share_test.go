package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

var errRefused = errors.New("refused")

// together runs functions as one group, each for an owner, and returns their errors.
// A group that is at work holds them all back until they wait.
func together(t *testing.T, db *store.DB, owners []string, fn func(i int, tx store.Tx) error) []error {
	t.Helper()
	release := occupying(t, db.Grouped)
	defer release()
	errs := make([]error, len(owners))
	var wait, under sync.WaitGroup
	for i, owner := range owners {
		under.Add(1)
		wait.Go(func() {
			under.Done()
			errs[i] = db.GroupedBy(context.Background(), owner, func(_ context.Context, tx store.Tx) error { return fn(i, tx) })
		})
	}
	under.Wait()
	time.Sleep(50 * time.Millisecond) // until all are in the line, of which a store reports nothing
	release()
	wait.Wait()
	return errs
}

// One that is refused before it has written costs the others nothing: they run once.
func TestARefusalLeavesItsGroupAsItIs(t *testing.T) {
	db := storetest.Open(t, storetest.File(t), store.Options{})
	const callers = 40
	var runs atomic.Int64
	var flushed sync.Map
	flush := func(_ context.Context, _ store.Tx, items []any) error {
		for _, item := range items {
			flushed.Store(item, true)
		}
		return nil
	}
	errs := together(t, db, make([]string, callers), func(i int, tx store.Tx) error {
		runs.Add(1)
		tx.Late("work", i, flush)
		if _, err := store.Setting(t.Context(), tx, "nothing"); !errors.Is(err, predate.ErrNotFound) {
			return err
		}
		if i%2 == 0 {
			return errRefused
		}
		return nil
	})
	for i, err := range errs {
		_, done := flushed.Load(i)
		if refused := i%2 == 0; refused != errors.Is(err, errRefused) || refused == done {
			t.Errorf("caller %d: error %v, done %v", i, err, done)
		}
	}
	if runs.Load() != callers {
		t.Errorf("%d runs of %d transactions", runs.Load(), callers)
	}
}

// One that fails after it has written is undone, and the others stand.
func TestAFailureSpoilsNoOther(t *testing.T) {
	for _, failing := range []int{1, 2, 3, 20} {
		db := storetest.Open(t, storetest.File(t), store.Options{})
		errs := together(t, db, make([]string, 30), func(i int, tx store.Tx) error {
			if err := putting(fmt.Sprint(i))(t.Context(), tx); err != nil {
				return err
			}
			if i < failing {
				return errRefused
			}
			return nil
		})
		for i, err := range errs {
			_, missing := got(db, fmt.Sprint(i))
			if failed := i < failing; failed != errors.Is(err, errRefused) || failed != errors.Is(missing, predate.ErrNotFound) {
				t.Errorf("%d fail: caller %d: error %v, its row %v", failing, i, err, missing)
			}
		}
	}
}

func got(db *store.DB, name string) (value []byte, err error) {
	err = db.View(context.Background(), func(ctx context.Context, tx store.Tx) error {
		value, err = store.Setting(ctx, tx, name)
		return err
	})
	return value, err
}

// The owners of a group come one after the other, and what is found out of one is
// found out once.
func TestOwnersOfAGroupComeInOrder(t *testing.T) {
	db := storetest.Open(t, storetest.File(t), store.Options{})
	var owners []string
	for i := range 30 {
		owners = append(owners, "CABAC"[i%5:i%5+1])
	}
	var order []string
	found := map[string]int{}
	errs := together(t, db, owners, func(i int, tx store.Tx) error { // one at a time
		order = append(order, owners[i])
		_, err := tx.Once(owners[i], func() (any, error) { found[owners[i]]++; return i, nil })
		return err
	})
	if err := errors.Join(errs...); err != nil || len(order) != len(owners) {
		t.Fatalf("%d runs: %v", len(order), err)
	}
	if !slices.IsSorted(order) {
		t.Errorf("owners came in the order %v", order)
	}
	for owner, times := range found {
		if times > 1 {
			t.Errorf("of owner %s was found out %d times", owner, times)
		}
	}
}

// What is settled is written at once, with what others put off under its key.
func TestSettle(t *testing.T) {
	db := storetest.Open(t, storetest.File(t), store.Options{})
	flush := func(ctx context.Context, tx store.Tx, items []any) error {
		for _, item := range items {
			if err := putting(item.(string))(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}
	err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		tx.Late("a", "one", flush)
		tx.Late("b", "two", flush)
		tx.Late("a", "three", flush)
		if err := tx.Settle(ctx, "a"); err != nil {
			return err
		}
		for name, want := range map[string]bool{"one": true, "two": false, "three": true} {
			if _, err := store.Setting(ctx, tx, name); (err == nil) != want {
				t.Errorf("%s: %v", name, err)
			}
		}
		return nil
	})
	if _, missing := got(db, "two"); err != nil || missing != nil {
		t.Error(err, missing)
	}
}
