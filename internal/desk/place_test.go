package desk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/desk"
)

func TestPlaceLeavesOrderRunEventAndSealedCredentials(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	if order.State != predate.Confirmed || !order.Pending || order.Refreshed || order.Seq != 1 {
		t.Errorf("placed order: %+v", order)
	}
	c := must[desk.Case](t)(o.Case(o.ctx, order.Run))
	if c.Run.Number != 1 || c.Run.ReferenceDate.String() != "2026-05-18" || c.Run.Collected {
		t.Errorf("first run: %+v", c.Run)
	}
	if strings.Contains(string(c.Credentials), "hunter2") || strings.Contains(string(c.Credentials), "A123456") {
		t.Error("the credentials lie open in the database")
	}
	opened := must[desk.Credentials](t)(desk.OpenCredentials(o.opener.Open, order.ID, c.Credentials))
	if opened.Username.Reveal() != "A123456" || opened.Password.Reveal() != "hunter2" {
		t.Error("the worker cannot open the credentials")
	}
	if _, err := desk.OpenCredentials(o.opener.Open, "ZZZZZZ", c.Credentials); err == nil {
		t.Error("credentials moved to another order were opened")
	}
	if diff := cmp.Diff([]predate.State{predate.Confirmed}, o.states(order.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestATestOrderIsDatedLikeTheSample(t *testing.T) {
	o := open(t)
	p := o.placing()
	p.Order.TestMode = true
	if run := o.runOf(o.place(p)); run.ReferenceDate.String() != "2020-02-02" || !run.Specimen {
		t.Errorf("run of a test order: %+v", run)
	}
}

func TestEveryChangeHasItsEventAndDelivery(t *testing.T) {
	o := open(t)
	endpoint, secret, err := o.CreateEndpoint(o.ctx, o.account.ID, "https://client.example/hook", nil)
	if err != nil || !strings.HasPrefix(secret.Reveal(), "whsec_") {
		t.Fatalf("endpoint %v, secret %q, %v", endpoint, secret.Reveal(), err)
	}
	order := o.place(o.placing())
	o.to(order, predate.DossierLacking, predate.DossierComplete, predate.StatementReady)
	want := []predate.State{predate.Confirmed, predate.Waiting, predate.Received, predate.Done}
	if diff := cmp.Diff(want, o.states(order.ID)); diff != "" {
		t.Error(diff)
	}
	deliveries, _, err := o.Deliveries(o.ctx, o.account.ID, endpoint.ID, 10)
	if err != nil || len(deliveries) != 4 {
		t.Fatalf("%d deliveries, %v", len(deliveries), err)
	}
	feed := must[[]predate.Event](t)(o.Feed(o.ctx, o.account.ID, 0, 10))
	for i, event := range feed {
		if event.Position != int64(i+1) {
			t.Errorf("event %d of the feed stands at %d", i+1, event.Position)
		}
	}
	c := must[desk.Case](t)(o.Case(o.ctx, order.Run))
	if c.Credentials != nil {
		t.Error("a done order kept its credentials")
	}
}

func TestDeliveriesOfAnOrderWaitForOneAnother(t *testing.T) {
	o := open(t)
	endpoint, _, err := o.CreateEndpoint(o.ctx, o.account.ID, "https://client.example/hook", nil)
	if err != nil {
		t.Fatal(err)
	}
	order := o.place(o.placing())
	o.to(order, predate.DossierComplete)
	deliveries, _, err := o.Deliveries(o.ctx, o.account.ID, endpoint.ID, 10)
	if err != nil || len(deliveries) != 2 {
		t.Fatalf("%d deliveries, %v", len(deliveries), err)
	}
	second, first := deliveries[0], deliveries[1]
	if first.Seq > second.Seq {
		first, second = second, first
	}
	if c := must[desk.Consignment](t)(o.Consignment(o.ctx, second.ID)); c.Blocked == nil || c.Claimed {
		t.Errorf("the second delivery does not wait: %+v", c)
	}
	claimed := must[desk.Consignment](t)(o.Consignment(o.ctx, first.ID))
	if !claimed.Claimed || len(claimed.Secrets) != 1 || claimed.Event.State != predate.Confirmed {
		t.Errorf("the first delivery cannot be sent: %+v", claimed)
	}
	if again := must[desk.Consignment](t)(o.Consignment(o.ctx, first.ID)); again.Claimed {
		t.Error("a delivery was claimed twice")
	}
	attempt := predate.Attempt{Delivery: first.ID, Number: 1, At: o.clock.Now(), Status: 204}
	if err := o.Attempted(o.ctx, attempt, desk.Verdict{Delivered: true}); err != nil {
		t.Fatal(err)
	}
	if c := must[desk.Consignment](t)(o.Consignment(o.ctx, second.ID)); !c.Claimed {
		t.Errorf("the second delivery is not released: %+v", c)
	}
	if c := must[desk.Consignment](t)(o.Consignment(o.ctx, first.ID)); c.Claimed {
		t.Error("an ended delivery was claimed")
	}
}

func TestAClaimIsLeftToOthersWhenItsWorkerDies(t *testing.T) {
	o := open(t)
	endpoint, _, err := o.CreateEndpoint(o.ctx, o.account.ID, "https://client.example/hook", nil)
	if err != nil {
		t.Fatal(err)
	}
	o.place(o.placing())
	deliveries, _, err := o.Deliveries(o.ctx, o.account.ID, endpoint.ID, 10)
	if err != nil {
		t.Fatal(err)
	}
	must[desk.Consignment](t)(o.Consignment(o.ctx, deliveries[0].ID))
	o.clock.pass(desk.ClaimLife)
	if c := must[desk.Consignment](t)(o.Consignment(o.ctx, deliveries[0].ID)); !c.Claimed {
		t.Error("a dead worker's delivery is lost")
	}
}
