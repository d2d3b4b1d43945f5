package desk_test

import (
	"context"
	"testing"
	"time"

	"predate"
	"predate/internal/desk"
	"predate/internal/store"
)

// slowDoor holds whoever passes it until it is opened.
type slowDoor struct {
	reached, opened chan struct{}
}

func (d slowDoor) Admit(context.Context, store.Tx, predate.AccountID, string, predate.Secret) error {
	close(d.reached)
	<-d.opened
	return nil
}

// An order that comes in while its account is erased is erased with it.
func TestAnOrderThatComesInDuringAnErasure(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		door := slowDoor{make(chan struct{}), make(chan struct{})}
		o.Door = door
		placed, erased := make(chan predate.Order, 1), make(chan error, 1)
		go func() {
			order, err := o.Place(o.ctx, o.placing())
			if err != nil {
				t.Error(err)
			}
			placed <- order
		}()
		<-door.reached
		go func() {
			by := o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "contrat terminé"})
			_, done, err := by.EraseAccount(o.ctx, o.account.ID)
			if !done && err == nil {
				t.Error("the erasure is not done")
			}
			erased <- err
		}()
		select {
		case err := <-erased:
			t.Errorf("the erasure did not wait for the order: %v", err)
			erased <- err
		case <-time.After(300 * time.Millisecond):
		}
		close(door.opened)
		order := <-placed
		if err := <-erased; err != nil {
			t.Fatal(err)
		}
		if gone := must[desk.Opened](t)(o.Open(o.ctx, order.ID)); gone.Order.Erased.IsZero() {
			t.Error("an order of an erased account is left whole")
		}
	})
}

// An account that is closed takes nothing any more from a caller who was known before.
func TestAClosedAccountTakesNothing(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		known := o.placing()
		by := o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "contrat terminé"})
		if _, done, err := by.EraseAccount(o.ctx, o.account.ID); err != nil || !done {
			t.Fatalf("done %v: %v", done, err)
		}
		_, err := o.Place(o.ctx, known)
		refused(t, err, predate.CodeForbidden, "closed")
		_, _, err = o.CreateEndpoint(o.ctx, predate.Endpoint{Account: o.account.ID, URL: "https://essai.example/"})
		refused(t, err, predate.CodeForbidden, "closed")
		// What came in all the same, as where the account was opened meanwhile, is erased
		// when it is asked again.
		o.tx(func(ctx context.Context, tx store.Tx) error {
			account, err := store.AccountByID(ctx, tx, o.account.ID)
			if err != nil {
				return err
			}
			account.Disabled = false
			return store.UpdateAccount(ctx, tx, &account)
		})
		order := o.place(known)
		if orders, done, err := by.EraseAccount(o.ctx, o.account.ID); err != nil || !done || orders != 1 {
			t.Errorf("%d orders, done %v: %v", orders, done, err)
		}
		if gone := must[desk.Opened](t)(o.Open(o.ctx, order.ID)); gone.Order.Erased.IsZero() {
			t.Error("an order of an erased account is left whole")
		}
	})
}
