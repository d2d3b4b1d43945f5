package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// EraseOrder stops an order and erases what names a person or a building: its address,
// its sellers, its papers and statements, its thread, its deliveries, the words of acts
// on it. What stays is that there was an order, and who erased it, when and why. The
// bytes of files that another order holds too stay with it. An order that is erased
// already stays so.
func (d *Desk) EraseOrder(ctx context.Context, id predate.OrderID) error {
	if err := (Decision{By: d.actor.Name, Why: d.actor.Why}).check(); err != nil {
		return err
	}
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		if !order.Erase(d.now()) {
			return nil
		}
		if err := store.UpdateOrder(ctx, tx, &order); err != nil {
			return err
		}
		if err := d.settle(ctx, tx, order.Run, ""); err != nil {
			return err
		}
		if err := store.EraseOrder(ctx, tx, id, d.now()); err != nil {
			return err
		}
		store.Changed(tx, id, predate.ChangedReview)
		return d.note(ctx, tx, deed{what: "order.erased", account: order.Account, order: id})
	})
	if err != nil {
		return fmt.Errorf("erase order %s: %w", id, err)
	}
	return d.dropErased(ctx)
}

// erasedAtOnce is how many orders of an account are erased in one request.
const erasedAtOnce = 500

// EraseAccount shuts an account out, erases its orders, and then what names it: its
// e-mail, keys and endpoints. An account of very many orders is not done at once: it
// then returns how many were erased and false, and is asked again.
func (d *Desk) EraseAccount(ctx context.Context, id predate.AccountID) (orders int, done bool, err error) {
	if err := (Decision{By: d.actor.Name, Why: d.actor.Why}).check(); err != nil {
		return 0, false, err
	}
	each := d.actor
	each.Act = "" // an act of its own for each order
	one := d.By(each)
	if err := d.shutOut(ctx, id); err != nil {
		return 0, false, fmt.Errorf("erase account %s: %w", id, err)
	}
	for orders < erasedAtOnce {
		left, err := d.toErase(ctx, id)
		if err != nil {
			return orders, false, err
		}
		if len(left) == 0 {
			err := d.eraseAccount(ctx, id)
			if errors.Is(err, errOrdersLeft) {
				continue
			}
			return orders, err == nil, err
		}
		for _, order := range left {
			if err := one.EraseOrder(ctx, order); err != nil {
				return orders, false, err
			}
			orders++
		}
	}
	return orders, false, nil
}

// toErase lists some orders of an account that are not erased yet.
func (d *Desk) toErase(ctx context.Context, id predate.AccountID) ([]predate.OrderID, error) {
	const some = 50
	var left []predate.OrderID
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		left, err = store.OrdersToErase(ctx, tx, id, some)
		return err
	})
	return left, err
}

// shutOut closes an account, so that no order comes in any more. It waits for those
// that are coming in: they are there to be erased.
func (d *Desk) shutOut(ctx context.Context, id predate.AccountID) error {
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := hold(ctx, tx, id); err != nil {
			return err
		}
		account, err := store.AccountByID(ctx, tx, id)
		if err != nil || account.Disabled {
			return err
		}
		account.Disabled = true
		account.Tokens++
		return store.UpdateAccount(ctx, tx, &account)
	})
}

// hold keeps an account and its orders as they are until the transaction ends.
func hold(ctx context.Context, tx store.Tx, id predate.AccountID) error {
	if err := store.HoldOrders(ctx, tx, id); err != nil {
		return err
	}
	return store.HoldAccount(ctx, tx, id)
}

// errOrdersLeft: an order of the account is not erased.
var errOrdersLeft = errors.New("the account has orders")

// eraseAccount erases what names an account that has no orders any more; errOrdersLeft
// where it has one, as when somebody opened the account again meanwhile.
func (d *Desk) eraseAccount(ctx context.Context, id predate.AccountID) error {
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := hold(ctx, tx, id); err != nil {
			return err
		}
		account, err := store.AccountByID(ctx, tx, id)
		if err != nil {
			return err
		}
		left, err := store.OrdersToErase(ctx, tx, id, 1)
		if err == nil && len(left) > 0 {
			err = errOrdersLeft
		}
		if err != nil || !account.Erased.IsZero() {
			return err
		}
		endpoints, err := store.EndpointsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		for _, endpoint := range endpoints {
			if err := store.DeleteEndpoint(ctx, tx, endpoint.ID); err != nil {
				return err
			}
		}
		if err := store.RevokeAPIKeysOf(ctx, tx, id, d.now()); err != nil {
			return err
		}
		if err := store.VoidPasswordResets(ctx, tx, id, d.now()); err != nil {
			return err
		}
		if err := store.SetLoginFailures(ctx, tx, account.Email, 0, d.now()); err != nil {
			return err
		}
		account = predate.Account{
			ID: id, Email: string(id) + "@erased.invalid", Kind: account.Kind, Disabled: true, Tokens: account.Tokens + 1, Created: account.Created, Erased: d.now(),
		}
		if err := store.UpdateAccount(ctx, tx, &account); err != nil {
			return err
		}
		return d.note(ctx, tx, deed{what: "account.erased", account: id})
	})
	if err != nil {
		return fmt.Errorf("erase account %s: %w", id, err)
	}
	return nil
}

// Erased is an order that was erased, with the acts that stay.
type Erased struct {
	predate.Order
	Acts []store.AuditEntry
}

// LatestErased lists the orders that were erased last.
func (d *Desk) LatestErased(ctx context.Context, most int) ([]Erased, error) {
	var all []Erased
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		orders, err := store.ErasedOrders(ctx, tx, most)
		if err != nil {
			return err
		}
		all = nil
		for _, order := range orders {
			acts, err := store.AuditOf(ctx, tx, order.ID)
			if err != nil {
				return err
			}
			all = append(all, Erased{order, acts})
		}
		return nil
	})
	return all, err
}
