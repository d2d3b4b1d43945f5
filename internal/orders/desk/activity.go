package desk

import (
	"context"
	"errors"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// activities returns the activities of orders. An order that is over is idle by its own
// row; for the others it reads the runs, and the jobs of the runs that may have one.
func (d *Desk) activities(ctx context.Context, tx store.Tx, orders []predate.Order) (map[predate.OrderID]predate.Activity, error) {
	now := d.now()
	all := make(map[predate.OrderID]predate.Activity, len(orders))
	var open []predate.Order
	for _, order := range orders {
		if over := (predate.QueueFacts{Order: order}).Activity(predate.Job{}, now); over.Code == predate.ActivityIdle {
			all[order.ID] = over
		} else {
			open = append(open, order)
		}
	}
	facts, err := store.QueueFacts(ctx, tx, open)
	if err != nil {
		return nil, err
	}
	return all, d.underWay(ctx, tx, facts, now, all)
}

// underWay adds what orders are about that are not over.
func (d *Desk) underWay(ctx context.Context, tx store.Tx, facts map[predate.OrderID]predate.QueueFacts, now time.Time,
	all map[predate.OrderID]predate.Activity,
) error {
	var runs []predate.RunID
	for _, f := range facts {
		if f.Working() {
			runs = append(runs, f.Run.ID)
		}
	}
	jobs, err := d.Queue.Jobs(ctx, tx, runs)
	if err != nil {
		return err
	}
	for id, f := range facts {
		all[id] = f.Activity(jobs[f.Run.ID], now)
	}
	return nil
}

// complete adds to a view its activity, and until when its credentials are kept.
func (d *Desk) complete(ctx context.Context, tx store.Tx, v *View) error {
	about, err := d.activities(ctx, tx, []predate.Order{v.Order})
	if err != nil {
		return err
	}
	v.Activity = about[v.Order.ID]
	v.CredentialsUntil, err = store.CredentialsUntil(ctx, tx, v.Order.ID)
	if errors.Is(err, predate.ErrNotFound) {
		return nil
	}
	return err
}
