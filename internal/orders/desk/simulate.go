package desk

import (
	"context"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// Simulation is a rehearsal that was asked for.
type Simulation struct {
	State predate.State
	predate.Rehearsal
	// FeedOnly sends nothing to the endpoints, and needs none: the event is for
	// who listens to the feed.
	FeedOnly bool
	// ByTestKey says that a test key asks: live endpoints do not hear of it.
	ByTestKey bool
}

// Simulate rehearses an event of a test order: the real request goes to the
// account's endpoints by the same road, and the order does not move.
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

// specimenGap is what a rehearsed waiting event waits for.
func specimenGap() predate.Gap {
	return predate.Gap{
		Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes,
		Message: "Il manque le procès-verbal de la dernière assemblée générale.",
	}
}
