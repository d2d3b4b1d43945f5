package desk

import (
	"context"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// Simulation is a request for a simulated event.
type Simulation struct {
	State predate.State
	predate.Rehearsal
	// FeedOnly is true if the event is only for readers of the feed: no endpoint is
	// needed, and none receives it.
	FeedOnly bool
	// ByTestKey is true if the request used a test key: live endpoints do not receive
	// the event.
	ByTestKey bool
}

// Simulate sends an event of a test order to the account's endpoints in the same way as
// a real event. The order does not change.
func (d *Desk) Simulate(ctx context.Context, account predate.AccountID, id predate.OrderID, s Simulation) ([]predate.Delivery, error) {
	var deliveries []predate.Delivery
	err := d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := owned(ctx, tx, account, id)
		if err != nil {
			return err
		}
		if !order.TestMode {
			return &predate.Error{Code: predate.CodeConflict, Message: "The order is not in test mode", Reason: "order_not_in_test_mode"}
		}
		event := predate.Event{
			Account: account, Order: id, ExternalID: order.ExternalID, Run: order.Run,
			State: s.State, Simulated: true, TestMode: true, Rehearsal: s.Rehearsal, Created: d.now(),
		}
		if s.Has(predate.FaultOutOfOrder) {
			if event.Rehearsal.Passed = order.Seq - 1; event.Rehearsal.Passed < 1 {
				return &predate.Error{
					Code: predate.CodeConflict, Reason: "nothing_passed",
					Message: "Nothing can come out of order yet: the transaction has had one event only",
				}
			}
		}
		if s.State == predate.Waiting {
			event.Missing = []predate.Gap{specimenGap()}
		}
		if s.FeedOnly {
			return d.record(ctx, tx, &event)
		}
		if deliveries, err = d.announce(ctx, tx, &event, s.ByTestKey); err != nil {
			return err
		}
		if len(deliveries) == 0 {
			return noEndpoint(s.ByTestKey)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("simulate %s of order %s: %w", s.State, id, err)
	}
	return deliveries, nil
}

func noEndpoint(byTestKey bool) error {
	message := "No enabled webhook endpoint is registered: create one with POST /account/webhooks"
	if byTestKey {
		message = "No enabled test endpoint is registered: create one with this key and POST /account/webhooks"
	}
	return &predate.Error{Code: predate.CodeConflict, Reason: "no_endpoint", Message: message}
}

// specimenGap returns the gap of a simulated waiting event.
func specimenGap() predate.Gap {
	return predate.Gap{
		Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes,
		Message: "Il manque le procès-verbal de la dernière assemblée générale.",
	}
}
