package desk

import (
	"context"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// changesKept is how long changes can be read: a browser that comes back later
// draws its page again.
const changesKept = 24 * time.Hour

// changesAtOnce is how many changes one reading gives.
const changesAtOnce = 500

// Changes is what changed for operators after a position.
type Changes struct {
	All  []predate.Change // by position; more may follow
	Last int64            // the position that this reading goes up to
	// Lost says that changes after the position asked for are no longer kept:
	// whatever was drawn before may be another now.
	Lost bool
}

// Changes reads what changed after a position, on whichever node it happened. A
// change is written in the transaction of its effect; a position is given once
// that is committed (see store.PlaceChanges), so none is passed over.
func (d *Desk) Changes(ctx context.Context, after int64) (Changes, error) {
	if err := d.placeChanges(ctx); err != nil {
		return Changes{}, fmt.Errorf("read the changes after %d: %w", after, err)
	}
	var c Changes
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		last, pruned, err := store.ChangePositions(ctx, tx)
		if err != nil {
			return err
		}
		c = Changes{Last: last}
		if after < pruned || after > last {
			c.Lost = true // after all there is: the database is another one
			return nil
		}
		if c.All, err = store.ChangesAfter(ctx, tx, after, changesAtOnce); err != nil {
			return err
		}
		if n := len(c.All); n > 0 {
			c.Last = c.All[n-1].Position
		}
		return nil
	})
	if err != nil {
		return Changes{}, fmt.Errorf("read the changes after %d: %w", after, err)
	}
	return c, nil
}

// placeChanges gives positions to what is committed, if anything is, and new orders
// their rows of the queue.
func (d *Desk) placeChanges(ctx context.Context) error {
	for {
		var some bool
		err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
			some, err = store.ChangesUnplaced(ctx, tx)
			return err
		})
		if err != nil || !some {
			return err
		}
		err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
			_, err := store.PlaceChanges(ctx, tx, d.now())
			return err
		})
		if err != nil {
			return err
		}
	}
}
