package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"predate"
)

// lined makes a group that nobody serves, whose line and whose head each have so many
// items that wait.
func lined(t *testing.T, inLine, ahead int) *group {
	t.Helper()
	g := &group{ahead: make(chan *groupItem, 1000), line: make(chan *groupItem, 1000)}
	for i := range inLine + ahead {
		item := &groupItem{ctx: context.Background()}
		if i >= inLine {
			item.owner = "acc_1"
		}
		if err := g.enter(t.Context(), item); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// kinds counts the items of a group: of the line, and of those ahead.
func kinds(items []*groupItem) string {
	ahead := 0
	for _, one := range items {
		if one.owner != "" {
			ahead++
		}
	}
	return fmt.Sprintf("%d+%d", len(items)-ahead, ahead)
}

// Some orders pass what else waits, then no more, however many there are: what was passed
// goes first then.
func TestOrdersPassForAMoment(t *testing.T) {
	t.Parallel()
	g := lined(t, 70, 300)
	var got []string
	for range 6 {
		got = append(got, kinds(g.take(<-g.ahead)))
	}
	if want := []string{"0+64", "63+1", "0+64", "7+57", "0+64", "0+50"}; !slices.Equal(got, want) {
		t.Errorf("groups %q, want %q", got, want)
	}
	g, got = lined(t, 3, 0), nil
	for range 6 {
		for range 5 { // come in before the next group
			if err := g.enter(t.Context(), &groupItem{owner: "acc_1"}); err != nil {
				t.Fatal(err)
			}
		}
		got = append(got, kinds(g.take(<-g.ahead)))
	}
	if want := []string{"0+5", "0+5", "0+5", "0+5", "3+5", "0+5"}; !slices.Equal(got, want) {
		t.Errorf("small groups %q, want %q", got, want)
	}
}

// Whoever finds the line full is refused, and nobody is for what waits in the other.
func TestEachLineHasItsRoom(t *testing.T) {
	t.Parallel()
	g := lined(t, 1000, 10)
	if err := g.enter(t.Context(), &groupItem{owner: "acc_1"}); err != nil {
		t.Error(err)
	}
	if err := g.enter(t.Context(), &groupItem{}); !errors.Is(err, predate.ErrBusy) {
		t.Errorf("a full line: %v", err)
	}
}

// When the database is closed, both lines are served to their ends.
func TestBothLinesAreServedAtTheEnd(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db, err := Open(ctx, t.TempDir()+"/own.db", Options{})
	if err != nil {
		t.Fatal(err)
	}
	held, let := make(chan struct{}), make(chan struct{})
	served := make(chan error, 21)
	go func() {
		served <- db.InTx(ctx, func(context.Context, Tx) error { close(held); <-let; return nil })
	}()
	<-held
	for i := range 20 {
		run := db.Grouped
		if i%2 == 0 {
			run = func(ctx context.Context, fn func(context.Context, Tx) error) error {
				return db.GroupedBy(ctx, "acc_1", fn)
			}
		}
		go func() {
			served <- run(ctx, func(ctx context.Context, tx Tx) error {
				_, err := tx.Exec(ctx, "SELECT $1", i)
				return err
			})
		}()
	}
	time.Sleep(50 * time.Millisecond) // until they wait
	closed := make(chan struct{})
	go func() { db.group.close(); close(closed) }()
	close(let)
	for range cap(served) {
		if err := <-served; err != nil {
			t.Error(err)
		}
	}
	<-closed
	db.Close()
}
