package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// ErrCornerClosed: the client's page of an order is another by now.
var ErrCornerClosed = errors.New("the corner was closed")

// Corner is what the client's page of an order shows, whoever has its address. A page
// of another generation is ErrCornerClosed.
func (d *Desk) Corner(ctx context.Context, id predate.OrderID, generation int) (Checklist, error) {
	c, err := d.ChecklistOf(ctx, id)
	if err == nil && c.Corner != generation {
		err = ErrCornerClosed
	}
	if err != nil {
		return Checklist{}, fmt.Errorf("open the corner of order %s: %w", id, err)
	}
	return c, nil
}

// CloseCorner ends the addresses of the client's page of an order that were given so
// far; those given from now on open it.
func (d *Desk) CloseCorner(ctx context.Context, id predate.OrderID, decision Decision) error {
	if err := decision.check(); err != nil {
		return err
	}
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := store.CloseCorner(ctx, tx, id); err != nil {
			return err
		}
		return d.audit(ctx, tx, order, "corner_closed", decision)
	})
	if err != nil {
		return fmt.Errorf("close the corner of order %s: %w", id, err)
	}
	return nil
}
