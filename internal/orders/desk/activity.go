package desk

import (
	"context"
	"errors"

	"predate"
	"predate/internal/keeping/store"
)

// activities returns the activities of orders.
func (d *Desk) activities(ctx context.Context, tx store.Tx, orders []predate.OrderID) (map[predate.OrderID]predate.Activity, error) {
	facts, err := store.QueueFacts(ctx, tx, orders)
	if err != nil {
		return nil, err
	}
	runs := make([]predate.RunID, 0, len(facts))
	for _, id := range orders {
		if f, known := facts[id]; known {
			runs = append(runs, f.Run.ID)
		}
	}
	jobs, err := d.Queue.Jobs(ctx, tx, runs)
	if err != nil {
		return nil, err
	}
	all := make(map[predate.OrderID]predate.Activity, len(facts))
	for id, f := range facts {
		all[id] = f.Activity(jobs[f.Run.ID], d.now())
	}
	return all, nil
}

// complete adds to a view its activity, and until when its credentials are kept.
func (d *Desk) complete(ctx context.Context, tx store.Tx, v *View) error {
	about, err := d.activities(ctx, tx, []predate.OrderID{v.Order.ID})
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
