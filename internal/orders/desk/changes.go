package desk

import (
	"context"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// changesKept is how long changes can be read. A browser that reconnects later reloads its
// page.
const changesKept = 24 * time.Hour

// changesAtOnce is the maximum number of changes that one call returns.
const changesAtOnce = 500

// Changes is the changes after a position, for operators.
type Changes struct {
	All  []predate.Change // by position; more may follow
	Last int64            // the position up to which this call has read
	// Lost is true if some changes after the given position are no longer stored, so that
	// everything shown before may be outdated.
	Lost bool
}

// Changes returns the changes after a position, made by any process. A change is
// written in the transaction of its effect and gets its position after the commit (see
// store.PlaceChanges), so none is missed.
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
			c.Lost = true // the position is beyond the last one: the database is another one
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

// placeChanges assigns positions to committed changes, if there are any, and creates the
// queue rows of new orders.
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
