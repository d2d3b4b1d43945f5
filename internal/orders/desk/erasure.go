package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// EraseOrder stops an order and erases everything that names a person or a building:
// its address, sellers, papers, statements, thread and deliveries, and the words of
// acts on it. It keeps the fact that the order existed, and who erased it, when and
// why. Files that another order has too remain with that order. Erasing an erased order
// changes nothing.
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

// erasedAtOnce is the maximum number of orders of an account that one request erases.
const erasedAtOnce = 500

// EraseAccount closes an account, erases its orders, and then what names it: e-mail,
// keys and endpoints. An account of very many orders takes several calls: EraseAccount
// then returns the number of orders that it erased, and false.
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

// toErase returns some orders of an account that are not erased yet.
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

// shutOut closes an account, so that it can place no more orders. It waits for orders
// that are being placed, so that they are erased too.
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

// hold locks an account and its orders until the transaction ends.
func hold(ctx context.Context, tx store.Tx, id predate.AccountID) error {
	if err := store.HoldOrders(ctx, tx, id); err != nil {
		return err
	}
	return store.HoldAccount(ctx, tx, id)
}

// errOrdersLeft: the account has an order that is not erased.
var errOrdersLeft = errors.New("the account has orders")

// eraseAccount erases what names an account without orders. It returns errOrdersLeft if
// there is an order, for example because somebody reopened the account meanwhile.
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

// Erased is an erased order with the acts on it, which are kept.
type Erased struct {
	predate.Order
	Acts []store.AuditEntry
}

// LatestErased returns the orders that were erased last.
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
