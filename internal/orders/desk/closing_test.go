package desk_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
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

// slowDice holds whoever draws from it, the last of so many times, until it is let go.
type slowDice struct {
	io.Reader
	draws            *atomic.Int32
	reached, goingOn chan struct{}
}

func (d slowDice) Read(p []byte) (int, error) {
	if d.draws.Add(-1) == 0 {
		close(d.reached)
		<-d.goingOn
	}
	return d.Reader.Read(p)
}

// What comes to an order while it is erased is erased with it, or refused.
func TestWhatComesInDuringAnErasure(t *testing.T) {
	paper := func() desk.Upload {
		return desk.Upload{Filename: "Vassorelle.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF Vassorelle"), Origin: predate.FromExtranet, RemoteID: "7"}
	}
	onBothEngines(t, func(t *testing.T, o *office) {
		for name, write := range map[string]func(slow *desk.Desk, order predate.Order) error{
			"a paper of the extranet": func(slow *desk.Desk, order predate.Order) error {
				return slow.Collected(o.ctx, predate.Run{ID: order.Run, Order: order.ID}, paper())
			},
			"a paper of the client": func(slow *desk.Desk, order predate.Order) error {
				_, err := slow.AddDocuments(o.ctx, o.account.ID, order.ID, []desk.Upload{paper()}, nil)
				return err
			},
			"an answer": func(slow *desk.Desk, order predate.Order) error {
				_, err := slow.Answer(o.ctx, o.account.ID, order.ID, predate.Answer{Code: "x", Says: predate.SaysComment, Comment: "étage de Zoé", By: "Zoé Vassorelle"})
				return err
			},
		} {
			order := o.place(o.placing())
			o.tx(func(ctx context.Context, tx store.Tx) error {
				run, err := store.RunByID(ctx, tx, order.Run)
				if err != nil {
					return err
				}
				run.Gaps = []predate.Gap{{Kind: predate.GapAction, Code: "x", Message: "Dites-nous."}}
				return store.UpdateRun(ctx, tx, &run)
			})
			slow, dice := *o.Desk, slowDice{rand.Reader, &atomic.Int32{}, make(chan struct{}), make(chan struct{})}
			dice.draws.Store(1)
			if strings.Contains(name, "paper") {
				dice.draws.Store(2) // the first is for its bytes, before the transaction
			}
			slow.Random = dice
			wrote, erased := make(chan error, 1), make(chan error, 1)
			go func() { wrote <- write(&slow, order) }()
			<-dice.reached
			go func() {
				erased <- o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Why: "demande"}).EraseOrder(o.ctx, order.ID)
			}()
			select {
			case err := <-erased:
				erased <- err
			case <-time.After(200 * time.Millisecond):
			}
			close(dice.goingOn)
			if err := errors.Join(<-wrote, <-erased); err != nil && !errors.Is(err, predate.ErrStale) {
				t.Errorf("%s: %v", name, err)
			}
			after := storetest.Dump(t, o.DB)
			for _, word := range private() {
				if i := strings.Index(after, word); i >= 0 {
					t.Errorf("%s: %q is left: %s", name, word, after[max(0, i-80):min(len(after), i+40)])
				}
			}
		}
	})
}
