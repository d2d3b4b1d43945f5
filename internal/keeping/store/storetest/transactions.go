package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// put writes a setting; has says whether it is there.
func put(name string) func(ctx, tx) error {
	return func(c ctx, x tx) error { return PutSetting(c, x, name, []byte("v")) }
}

func has(t *testing.T, db *store.DB, name string) bool {
	t.Helper()
	_, err := try(db, func(c ctx, x tx) ([]byte, error) { return store.Setting(c, x, name) })
	if err != nil && !errors.Is(err, predate.ErrNotFound) {
		t.Error(err)
	}
	return err == nil
}

func rollback(t *testing.T, db *store.DB) {
	err := db.InTx(context.Background(), func(c ctx, x tx) error { return errors.Join(put("error")(c, x), errChanged) })
	wantError(t, err, errChanged)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not come through")
			}
		}()
		_ = db.InTx(context.Background(), func(c ctx, x tx) error { panic(put("panic")(c, x)) })
	}()
	write(t, db, put("good"))
	for name, want := range map[string]bool{"error": false, "panic": false, "good": true} {
		if has(t, db, name) != want {
			t.Errorf("setting %s is there: %v, want %v", name, !want, want)
		}
	}
}

func views(t *testing.T, db *store.DB) {
	if err := db.View(context.Background(), put("view")); err == nil {
		t.Error("a view could write")
	}
	err := db.View(context.Background(), func(c ctx, x tx) error {
		if _, err := store.Setting(c, x, "meanwhile"); !errors.Is(err, predate.ErrNotFound) {
			return fmt.Errorf("before: %w", err)
		}
		write(t, db, put("meanwhile")) // by somebody else
		if _, err := store.Setting(c, x, "meanwhile"); !errors.Is(err, predate.ErrNotFound) {
			return fmt.Errorf("the view changed under its reader: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if !has(t, db, "meanwhile") || has(t, db, "view") {
		t.Error("want the setting that was written, and not the view's")
	}
}

func texts(t *testing.T, db *store.DB) {
	house(t, db)
	e := event("evt_1", 0)
	e.ExternalID = "a\x00b\xffc\u00A0é"
	if _, err := insertEvent(db, e); err != nil {
		t.Fatal(err)
	}
	have := read(t, db, func(c ctx, x tx) (predate.Event, error) { return store.EventByID(c, x, e.ID) })
	if want := "a\uFFFDb\uFFFDc\u00A0é"; have.ExternalID != want {
		t.Errorf("have %q, want %q", have.ExternalID, want)
	}
}

func late(t *testing.T, db *store.DB) {
	var calls []string
	flush := func(c context.Context, x store.Tx, items []any) error {
		calls = append(calls, fmt.Sprint(items...))
		return put(fmt.Sprint(items...))(c, x)
	}
	write(t, db, func(_ ctx, x tx) error {
		x.Late("a", "1", flush)
		x.Late("b", "2", flush)
		x.Late("a", "3", flush)
		if len(calls) > 0 {
			t.Error("flushed too early")
		}
		return nil
	})
	if got := strings.Join(calls, " "); got != "13 2" {
		t.Errorf("flushed %q, want each key once, in order: 13 2", got)
	}
	if !has(t, db, "13") {
		t.Error("what the flush wrote is not there")
	}
	after := 0
	write(t, db, func(_ ctx, x tx) error {
		x.Then(func() {
			after++
			if !has(t, db, "committed") {
				t.Error("what follows the commit came before it")
			}
		})
		return put("committed")(t.Context(), x)
	})
	if after != 1 {
		t.Errorf("what follows the commit came %d times", after)
	}
	err := db.InTx(context.Background(), func(c ctx, x tx) error {
		x.Late("a", "", func(context.Context, store.Tx, []any) error { return errChanged })
		x.Then(func() { t.Error("followed a commit that was none") })
		return put("undone")(c, x)
	})
	wantError(t, err, errChanged)
	if has(t, db, "undone") {
		t.Error("a failed flush did not fail its transaction")
	}
}

// lateInsertions: what one flush inserts waits for what the next does, but is there when the
// next reads or changes rows; a row that is taken fails the transaction, wherever it is found.
func lateInsertions(t *testing.T, db *store.DB) {
	inserting := func(name string) store.Flush {
		return func(c context.Context, x store.Tx, _ []any) error {
			return store.InsertSetting(c, x, name, []byte("1"))
		}
	}
	reading := func(c context.Context, x store.Tx, _ []any) error {
		_, err := store.Setting(c, x, "one")
		return err
	}
	listing := func(c context.Context, x store.Tx, _ []any) error {
		rows, err := x.Query(c, "SELECT name FROM settings WHERE name IN ('one', 'two')")
		if err != nil {
			return err
		}
		defer rows.Close()
		if !rows.Next() {
			t.Error("a flush does not see what the one before inserted")
		}
		return rows.Err()
	}
	changing := func(c context.Context, x store.Tx, _ []any) error {
		return store.ReplaceSetting(c, x, "two", []byte("1"), []byte("2"))
	}
	flushed := func(all ...store.Flush) error {
		return db.InTx(context.Background(), func(_ ctx, x tx) error {
			for i, one := range all {
				x.Late(fmt.Sprint(i), nil, one)
			}
			return nil
		})
	}
	wantError(t, flushed(inserting("one"), reading, inserting("two"), changing, listing, inserting("three")), nil)
	if !has(t, db, "one") || !has(t, db, "two") || !has(t, db, "three") {
		t.Error("what was inserted together is not there")
	}
	for name, all := range map[string][]store.Flush{
		"at the end": {inserting("four"), inserting("one")}, "before reading": {inserting("four"), inserting("one"), reading},
		"before listing": {inserting("four"), inserting("one"), listing}, "before changing": {inserting("four"), inserting("one"), changing},
	} {
		if wantError(t, flushed(all...), predate.ErrExists); has(t, db, "four") {
			t.Errorf("%s: a taken row did not fail the transaction", name)
		}
	}
}

// grouped: of two hundred callers at once every third fails, one panics, and
// each finds its own outcome; what the failed ones put off is never done.
func grouped(t *testing.T, db *store.DB) { share(t, db, db.Grouped) }

// groupedBy is the same for transactions of seven owners.
func groupedBy(t *testing.T, db *store.DB) {
	var count atomic.Int64
	share(t, db, func(c ctx, fn func(ctx, tx) error) error {
		return db.GroupedBy(c, fmt.Sprint(count.Add(1)%7), fn)
	})
}

func share(t *testing.T, db *store.DB, in func(ctx, func(ctx, tx) error) error) {
	const callers = 200
	var flushed, followed atomic.Int64
	flush := func(_ context.Context, _ store.Tx, items []any) error {
		for _, item := range items {
			if item.(int)%3 == 0 {
				t.Errorf("did what caller %d, which failed, had put off", item)
			}
		}
		flushed.Add(int64(len(items)))
		return nil
	}
	var wait sync.WaitGroup
	errs := make([]error, callers)
	for i := range callers {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil { // where transactions are not grouped
					errs[i] = errChanged
				}
			}()
			errs[i] = in(context.Background(), func(c ctx, x tx) error {
				x.Late("work", i, flush)
				x.Then(func() { followed.Add(1) })
				if err := put(fmt.Sprint(i))(c, x); err != nil {
					return err
				}
				if i == 99 {
					panic("ninety-nine")
				}
				if i%3 == 0 {
					return errChanged
				}
				return nil
			})
		})
	}
	wait.Wait()
	for i, err := range errs {
		if failed := i%3 == 0; failed != (err != nil) || has(t, db, fmt.Sprint(i)) == failed {
			t.Errorf("caller %d: error %v, written %v", i, err, has(t, db, fmt.Sprint(i)))
		}
	}
	if want := int64(callers - (callers+2)/3); flushed.Load() != want || followed.Load() != want {
		t.Errorf("did %d of the works put off and %d of those that follow, want %d", flushed.Load(), followed.Load(), want)
	}
}

func groupedCancel(t *testing.T, db *store.DB) {
	c, cancel := context.WithCancel(context.Background())
	cancel()
	err := db.Grouped(c, put("cancelled"))
	wantError(t, err, context.Canceled)
	if has(t, db, "cancelled") {
		t.Error("an ended context wrote")
	}
}

func cancelled(t *testing.T, db *store.DB) {
	c, cancel := context.WithTimeout(context.Background(), time.Minute)
	err := db.InTx(c, func(c ctx, x tx) error {
		if err := put("half")(c, x); err != nil {
			return err
		}
		cancel()
		return put("other half")(c, x)
	})
	wantError(t, err, context.Canceled)
	if has(t, db, "half") {
		t.Error("half a transaction was kept")
	}
	write(t, db, put("after")) // the connection is good again
}
