package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"predate"
)

// maxGroup is the maximum number of transactions that share one commit.
const maxGroup = 64

// mostPassed is how many new orders, and the rest of their group, pass others that wait. A
// commit costs much the same however few rows it has, so that the work of workers, whom no
// client waits for, costs the orders least when it is done together.
const mostPassed = 16

// group combines the transactions of many callers into few commits: one goroutine
// takes all waiting items and runs them in one transaction.
type group struct {
	db    *DB
	ahead chan *groupItem // of GroupedBy
	line  chan *groupItem // all others
	// passed is how many have been taken since the last group that had some of the line.
	passed int
	quit   chan struct{}
	ended  chan struct{}

	mu     sync.RWMutex // guards closed, so that no item is sent after closing
	closed bool
}

// groupItem is one caller's transaction.
type groupItem struct {
	ctx     context.Context
	owner   string
	patient bool // waits for room in its line
	fn      func(context.Context, Tx) error
	taken   atomic.Bool // set by the group or, when giving up, by the caller
	err     error
	done    chan struct{} // closed once err says how it ended
}

// newGroup starts a group, or returns nil if the options disable grouping.
func newGroup(db *DB, o Options) *group {
	if o.Ungrouped {
		return nil
	}
	g := &group{db: db, ahead: make(chan *groupItem, o.GroupQueue), line: make(chan *groupItem, o.GroupQueue), quit: make(chan struct{}), ended: make(chan struct{})}
	go g.run()
	return g
}

// do enters the item and waits for how it ends, unless the context ends before its turn.
func (g *group) do(ctx context.Context, item *groupItem) error {
	item.ctx, item.done = context.WithoutCancel(ctx), make(chan struct{})
	if err := g.enter(ctx, item); err != nil {
		return err
	}
	return item.wait(ctx)
}

// wait waits for how the item ended, or takes it back while its turn has not come.
func (item *groupItem) wait(ctx context.Context) error {
	select {
	case <-item.done:
		return item.err
	case <-ctx.Done():
	}
	if item.taken.CompareAndSwap(false, true) {
		return ctx.Err()
	}
	<-item.done
	return item.err
}

// enter appends the item to its line. If the line is full, the item waits for room if it is
// patient, and gets an error otherwise.
func (g *group) enter(ctx context.Context, item *groupItem) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	line := g.line
	if item.owner != "" {
		line = g.ahead
	}
	select {
	case line <- item:
		return nil
	default:
	}
	if !item.patient {
		return &predate.Error{
			Code: predate.CodeUnavailable, Message: "The service is overloaded, try again later",
			RetryAfter: 1, Err: predate.ErrBusy,
		}
	}
	select { // the line moves until it is closed, which waits for who is here
	case line <- item:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errClosed = errors.New("database closed")

func (g *group) close() {
	g.mu.Lock()
	was := g.closed
	g.closed = true
	g.mu.Unlock()
	if !was {
		close(g.quit)
	}
	<-g.ended
}

func (g *group) run() {
	defer close(g.ended)
	for item := g.next(); item != nil; item = g.next() {
		g.commit(g.take(item))
	}
}

// next waits for the first item of a group; nil once the group is closed and all are served.
func (g *group) next() *groupItem {
	select {
	case item := <-g.ahead:
		return item
	default:
	}
	select {
	case item := <-g.ahead:
		return item
	case item := <-g.line:
		g.passed = mostPassed
		return item
	case <-g.quit: // no item can be added any more
	}
	select {
	case item := <-g.ahead:
		return item
	case item := <-g.line:
		return item
	default:
		return nil
	}
}

// take returns the first item and all that wait behind it now: those of the line only when
// they have been passed often enough, but then before those that could pass them again.
func (g *group) take(first *groupItem) []*groupItem {
	items := first.claim(nil)
	if g.passed >= mostPassed {
		g.passed = 0
		return waiting(waiting(items, g.line), g.ahead)
	}
	items = waiting(items, g.ahead)
	g.passed += len(items)
	return items
}

// waiting appends the items that wait in a line now, as far as they fit in a group. Who has
// given up is left out.
func waiting(items []*groupItem, line <-chan *groupItem) []*groupItem {
	for len(items) < maxGroup {
		select {
		case item := <-line:
			items = item.claim(items)
		default:
			return items
		}
	}
	return items
}

func (item *groupItem) claim(items []*groupItem) []*groupItem {
	if item.taken.CompareAndSwap(false, true) {
		items = append(items, item)
	}
	return items
}

// maxSpoilt is how many items may abort a group before each of the others is run alone.
const maxSpoilt = 3

// commit runs the items in one transaction. An item that fails before it has written
// anything has no effect on the others. An item that fails later aborts the transaction:
// it is run alone, and the others together again. If the commit itself fails, each item
// is run alone, so that one cannot make the others fail.
func (g *group) commit(items []*groupItem) {
	slices.SortStableFunc(items, func(a, b *groupItem) int { return strings.Compare(a.owner, b.owner) })
	together, alone := items, []*groupItem(nil)
	for len(together) > 1 {
		spoilt, err := g.together(together)
		if errors.Is(err, errUnanswered) {
			for _, item := range together {
				item.err = err
			}
			break
		}
		if err == nil {
			break
		}
		if spoilt == nil || len(alone) == maxSpoilt {
			alone, together = append(alone, together...), nil
			break
		}
		alone = append(alone, spoilt)
		together = slices.DeleteFunc(slices.Clone(together), func(one *groupItem) bool { return one == spoilt })
	}
	if len(together) == 1 {
		alone = append(alone, together...)
	}
	for _, item := range alone {
		item.err = g.db.InTx(item.ctx, item.safely)
	}
	for _, item := range items {
		close(item.done)
	}
	runtime.Gosched() // who is answered goes on first: the more come back in time for the next group
}

// together runs the items in one transaction and returns the one that aborted it, if any.
func (g *group) together(items []*groupItem) (spoilt *groupItem, err error) {
	err = g.db.once(context.Background(), false, func(ctx context.Context, tx Tx) error {
		late := tx.(*lateTx)
		for _, item := range items {
			before := late.mark()
			item.err = item.safely(item.ctx, tx)
			g.db.noteDamage(item.err)
			if item.err == nil {
				continue
			}
			if errors.Is(item.err, predate.ErrBusy) {
				return item.err // an error of the database, not of the item
			}
			if !late.undo(before) {
				spoilt = item
				return item.err
			}
		}
		return nil
	})
	return spoilt, err
}

// safely returns a panic of the caller's function as an error of that caller. The
// panic would otherwise end the goroutine that serves all callers.
func (item *groupItem) safely(ctx context.Context, tx Tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a grouped transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return item.fn(ctx, tx)
}
