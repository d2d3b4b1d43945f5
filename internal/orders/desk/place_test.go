package desk_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/orders/desk"
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
	endpoint, secret, err := o.CreateEndpoint(o.ctx, predate.Endpoint{Account: o.account.ID, URL: "https://client.example/hook"})
	if err != nil || !strings.HasPrefix(secret.Reveal(), "whsec_") {
		t.Fatalf("endpoint %v, secret %q, %v", endpoint, secret.Reveal(), err)
	}
	order := o.place(o.placing())
	o.to(order, predate.DossierLacking, predate.DossierComplete, predate.StatementReady)
	want := []predate.State{predate.Confirmed, predate.Waiting, predate.Received, predate.Done}
	if diff := cmp.Diff(want, o.states(order.ID)); diff != "" {
		t.Error(diff)
	}
	deliveries, err := o.Deliveries(o.ctx, o.account.ID, predate.DeliveryFilter{Endpoint: endpoint.ID})
	if err != nil || len(deliveries) != 4 {
		t.Fatalf("%d deliveries, %v", len(deliveries), err)
	}
	feed := must[[]predate.Event](t)(o.Feed(o.ctx, predate.FeedRange{Account: o.account.ID, Limit: 10}))
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

// What is written later has greater identifiers, whatever chance says: the rows of a moment
// are neighbours in the indexes.
func TestIdentifiersSortByTime(t *testing.T) {
	o := open(t)
	var before predate.Order
	for i := range 20 {
		order := o.place(o.placing())
		if i > 0 && (order.Run <= before.Run || len(order.Run) != len(before.Run)) {
			t.Errorf("run %s after %s", order.Run, before.Run)
		}
		before = order
		o.clock.Pass(time.Millisecond)
	}
}
