package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"predate"
)

// maxGroup is how many transactions share one commit at most.
const maxGroup = 64

// group gathers the transactions of many callers into few commits: one
// goroutine takes whatever waits and runs it in one transaction.
type group struct {
	db    *DB
	wait  chan *groupItem
	quit  chan struct{}
	ended chan struct{}

	mu     sync.RWMutex // guards closed against a send that it would lose
	closed bool
}

// groupItem is one caller's transaction.
type groupItem struct {
	ctx   context.Context
	fn    func(context.Context, Tx) error
	taken atomic.Bool // by the group or, giving up, by its caller
	err   error
	done  chan struct{} // closed once err says how it ended
}

func newGroup(db *DB, size int) *group {
	g := &group{db: db, wait: make(chan *groupItem, size), quit: make(chan struct{}), ended: make(chan struct{})}
	go g.run()
	return g
}

func (g *group) do(ctx context.Context, fn func(context.Context, Tx) error) error {
	item := &groupItem{ctx: context.WithoutCancel(ctx), fn: fn, done: make(chan struct{})}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.enter(item); err != nil {
		return err
	}
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

// enter puts the item in the line, or refuses when the line is too long.
func (g *group) enter(item *groupItem) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return errClosed
	}
	select {
	case g.wait <- item:
		return nil
	default:
		return &predate.Error{
			Code: predate.CodeUnavailable, Message: "The service is overloaded, try again later",
			RetryAfter: 1, Err: predate.ErrBusy,
		}
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
	for {
		select {
		case item := <-g.wait:
			g.commit(g.take(item))
		case <-g.quit:
			// Nobody can enter any more: what still waits is served, then over.
			for {
				select {
				case item := <-g.wait:
					g.commit(g.take(item))
				default:
					return
				}
			}
		}
	}
}

// take gathers what waits now behind the first item.
func (g *group) take(first *groupItem) []*groupItem {
	var items []*groupItem
	for item := first; ; {
		if item.taken.CompareAndSwap(false, true) {
			items = append(items, item)
		}
		if len(items) == maxGroup {
			return items
		}
		select {
		case item = <-g.wait:
		default:
			return items
		}
	}
}

// commit runs the items in one transaction. An item that fails is undone by
// its savepoint and the others go on; when the transaction itself fails, each
// item is run again alone, so that one cannot take the others down.
func (g *group) commit(items []*groupItem) {
	if len(items) == 0 {
		return
	}
	if len(items) == 1 || g.together(items) != nil {
		for _, item := range items {
			item.err = g.db.InTx(item.ctx, item.safely)
		}
	}
	for _, item := range items {
		close(item.done)
	}
}

func (g *group) together(items []*groupItem) error {
	return g.db.once(context.Background(), false, func(ctx context.Context, tx Tx) error {
		late := tx.(*lateTx)
		for _, item := range items {
			if err := item.within(ctx, late); err != nil {
				return err
			}
			g.db.noteDamage(item.err)
		}
		return nil
	})
}

// within runs the item between a savepoint and its release. The error is the
// transaction's; the item's own is kept in item.err.
func (item *groupItem) within(ctx context.Context, tx *lateTx) error {
	if _, err := tx.Exec(ctx, "SAVEPOINT item"); err != nil {
		return err
	}
	late, then := len(tx.late), len(tx.then)
	if item.err = item.safely(item.ctx, tx); item.err == nil {
		_, err := tx.Exec(ctx, "RELEASE item")
		return err
	}
	if errors.Is(item.err, predate.ErrBusy) {
		return item.err // the database's trouble, not the item's
	}
	tx.late, tx.then = tx.late[:late], tx.then[:then]
	if _, err := tx.Exec(ctx, "ROLLBACK TO item"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "RELEASE item")
	return err
}

// safely turns a panic of the caller's function, which would otherwise stop
// the goroutine that serves everybody, into an error of that caller.
func (item *groupItem) safely(ctx context.Context, tx Tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a grouped transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return item.fn(ctx, tx)
}
