package desk_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// TestClaimsInTheQueue: a row says who works on its order, for as long as he does;
// who wants the orders that are free, or the next one, is not given it.
func TestClaimsInTheQueue(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		var orders []predate.OrderID
		for range 3 {
			orders = append(orders, o.toDecide(nil).ID)
			o.clock.Pass(time.Minute)
		}
		look := func(who desk.Decision, free bool) desk.QueuePage {
			return must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, desk.QueueLook{Who: who, Free: free}))
		}
		ids := func(page desk.QueuePage) (all []predate.OrderID) {
			for _, line := range page.Lines {
				all = append(all, line.Order)
			}
			return all
		}
		next := func(after predate.OrderID, who desk.Decision) predate.OrderID {
			return must[predate.OrderID](t)(o.NextToDecide(o.ctx, after, who))
		}
		must[store.Claim](t)(o.ClaimOrder(o.ctx, orders[1], aubrac))
		until := o.clock.Now().Add(45 * time.Second)
		for who, mine := range map[*desk.Decision]bool{&aubrac: true, &durand: false} {
			page := look(*who, false)
			claim := page.Lines[1].Claim
			if !slices.Equal(ids(page), orders) || claim == nil || claim.By != "C. Aubrac" || claim.Mine != mine || page.Lines[0].Claim != nil || !page.ClaimEnds.Equal(until) {
				t.Errorf("%s sees %v, until %v, %+v", who.By, claim, page.ClaimEnds, page.Lines)
			}
		}
		if page := look(durand, true); !slices.Equal(ids(page), []predate.OrderID{orders[0], orders[2]}) || page.Counts[predate.QueueDecide].Count != 2 || !page.ClaimEnds.IsZero() {
			t.Errorf("free of others: %v, counted %+v", ids(page), page.Counts)
		}
		if page := look(aubrac, true); !slices.Equal(ids(page), orders) || page.Counts[predate.QueueDecide].Count != 3 {
			t.Errorf("one's own orders are no others': %v", ids(page))
		}
		if got := []predate.OrderID{next(orders[0], durand), next(orders[0], aubrac), next("", durand)}; !slices.Equal(got, []predate.OrderID{orders[2], orders[1], orders[0]}) {
			t.Errorf("next orders %v", got)
		}
		must[store.Claim](t)(o.ClaimOrder(o.ctx, orders[0], lead))
		must[store.Claim](t)(o.ClaimOrder(o.ctx, orders[2], lead))
		if got := next("", durand); got != "" {
			t.Errorf("where others work on all orders, the next is %q", got)
		}
		o.clock.Pass(46 * time.Second)
		if page := look(durand, true); len(page.Lines) != 3 || page.Lines[1].Claim != nil {
			t.Errorf("claims that ended: %+v", page.Lines)
		}
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
		o.tx(func(ctx context.Context, tx store.Tx) error {
			left, err := store.LivingClaims(ctx, tx, time.Unix(0, 0))
			if len(left) > 0 {
				t.Errorf("claims that ended are kept: %+v", left)
			}
			return err
		})
		must[store.Claim](t)(o.ClaimOrder(o.ctx, orders[0], aubrac))
	})
}
