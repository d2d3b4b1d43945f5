package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// ErrCornerClosed: the address of a client's page belongs to an earlier generation.
var ErrCornerClosed = errors.New("the corner was closed")

// Corner returns what the client's page of an order shows. It returns ErrCornerClosed if
// the generation is not the current one.
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

// CloseCorner invalidates all addresses of the client's page of an order that were issued
// so far. Addresses issued later are valid.
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
