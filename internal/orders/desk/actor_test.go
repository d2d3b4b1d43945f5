package desk_test

import (
	"context"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// What an operator does to an endpoint is recorded in the transaction of its effect,
// and what is asked twice under one id is done once.
func TestWhatOperatorsDoToEndpointsIsRecorded(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		endpoint := o.callback(predate.Endpoint{})
		as := func(act string) *desk.Desk { return o.By(desk.Actor{Name: "A. Dupin", Operator: "opr_1", Act: act}) }
		turn := desk.Rotation{Account: o.account.ID, Endpoint: endpoint, Grace: time.Hour}
		must[desk.Rotated](t)(as("aud_once").RotateSecret(o.ctx, turn))
		_, err := as("aud_once").RotateSecret(o.ctx, turn)
		refused(t, err, predate.CodeConflict, "C’est déjà fait.")
		off := false
		if w := must[desk.Watched](t)(as("").ChangeEndpoint(o.ctx, o.account.ID, endpoint, desk.EndpointChange{Enabled: &off})); w.Standing(o.Now()) != desk.StandsDisabled {
			t.Errorf("a stopped endpoint stands %s", w.Standing(o.Now()))
		}
		on := true
		must[desk.Watched](t)(o.ChangeEndpoint(o.ctx, o.account.ID, endpoint, desk.EndpointChange{Enabled: &on})) // the client himself
		var acts []store.AuditEntry
		var secrets [][]byte
		o.tx(func(ctx context.Context, tx store.Tx) error {
			if acts, err = store.AuditOfAccount(ctx, tx, o.account.ID, 10); err == nil {
				secrets, err = store.SecretsOf(ctx, tx, endpoint, o.Now())
			}
			return err
		})
		done := map[string]string{}
		for _, act := range acts {
			done[act.Act] = act.Who + act.Operator + act.Detail
		}
		by := "A. Dupinopr_1" + string(endpoint)
		if len(acts) != 2 || done["endpoint.rotated"] != by || done["endpoint.paused"] != by {
			t.Errorf("recorded: %v", acts)
		}
		if len(secrets) != 2 {
			t.Errorf("%d secrets sign, want the new one and the one before", len(secrets))
		}
	})
}

// Deliveries are found over all accounts: those given up, those of an order, those
// to an endpoint, page by page.
func TestDeliveriesAreFoundOverAllAccounts(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		endpoint := o.callback(predate.Endpoint{})
		first, second := o.place(o.placing()), o.place(o.placing())
		gone := o.sent(endpoint)
		if len(gone) != 2 {
			t.Fatalf("%d deliveries", len(gone))
		}
		for _, one := range gone {
			if one.Order == first.ID {
				if err := o.GiveUp(o.ctx, one.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		newest := must[[]desk.Posted](t)(o.DeliveriesTo(o.ctx, desk.DeliveryLook{Endpoint: endpoint, Limit: 1}))
		for name, c := range map[string]struct {
			look desk.DeliveryLook
			want int
		}{
			"given up":           {desk.DeliveryLook{}, 1},
			"pending":            {desk.DeliveryLook{Status: predate.DeliveryPending}, 1},
			"of an order":        {desk.DeliveryLook{Order: second.ID}, 1},
			"of it, given up":    {desk.DeliveryLook{Order: second.ID, Status: predate.DeliveryGivenUp}, 0},
			"to an endpoint":     {desk.DeliveryLook{Endpoint: endpoint}, 2},
			"all is too many":    {desk.DeliveryLook{Status: predate.DeliveryDelivered}, 1},
			"the page behind":    {desk.DeliveryLook{Endpoint: endpoint, After: newest[0].ID}, 1},
			"to another address": {desk.DeliveryLook{Endpoint: "whe_other"}, 0},
		} {
			found := must[[]desk.Posted](t)(o.DeliveriesTo(o.ctx, c.look))
			if len(found) != c.want {
				t.Errorf("%s: %d deliveries, want %d", name, len(found), c.want)
			}
		}
		sent, contents, err := o.AnyDelivery(o.ctx, gone[0].ID)
		if err != nil || sent.Event.ID != contents.Event.ID || sent.Endpoint.ID != endpoint {
			t.Errorf("delivery %+v: %v", sent, err)
		}
	})
}
