package desk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

func TestIdempotencyKey(t *testing.T) {
	o := open(t)
	p := o.placing()
	p.Replay = &desk.Replay{
		Account: o.account.ID, Route: "POST /order/", Key: "k1", RequestHash: "h1",
		Answer: func(order predate.Order) (int, []byte, error) { return 200, []byte(order.ID), nil },
	}
	order := o.place(p)
	if _, err := o.Place(o.ctx, p); !errors.Is(err, desk.ErrReplayed) {
		t.Errorf("second use of the key: %v", err)
	}
	found := must[predate.KeptAnswer](t)(o.Replayed(o.ctx, o.account.ID, "POST /order/", "k1"))
	if found.Status != 200 || string(found.Body) != string(order.ID) || found.RequestHash != "h1" {
		t.Errorf("kept answer: %+v", found)
	}
	if orders := must[[]desk.Listed](t)(o.List(o.ctx, predate.OrderFilter{Account: o.account.ID})); len(orders) != 1 {
		t.Errorf("%d orders from one key", len(orders))
	}
}

func TestAFailedTransactionLeavesNothing(t *testing.T) {
	o := open(t)
	p := o.placing()
	p.Replay = &desk.Replay{
		Account: o.account.ID, Route: "r", Key: "k",
		Answer: func(predate.Order) (int, []byte, error) { return 0, nil, errors.New("no answer") },
	}
	if _, err := o.Place(o.ctx, p); err == nil {
		t.Fatal("an order without an answer was placed")
	}
	if orders := must[[]desk.Listed](t)(o.List(o.ctx, predate.OrderFilter{Account: o.account.ID})); len(orders) != 0 {
		t.Errorf("%d orders are left", len(orders))
	}
	if feed := must[[]predate.Event](t)(o.Feed(o.ctx, predate.FeedRange{Account: o.account.ID, Limit: 10})); len(feed) != 0 {
		t.Errorf("%d events are left", len(feed))
	}
}

func TestAnotherAccountsOrderIsNotFound(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	other := o.open("autre@example.fr")
	_, viewed := o.View(o.ctx, other.ID, order.ID)
	_, cancelled := o.Cancel(o.ctx, other.ID, order.ID)
	_, events := o.Events(o.ctx, other.ID, order.ID)
	_, simulated := o.Simulate(o.ctx, other.ID, order.ID, desk.Simulation{State: predate.Done})
	_, refreshed := o.Refresh(o.ctx, desk.Refreshing{Account: other.ID, Order: order.ID, Method: predate.MethodUpload})
	_, added := o.AddDocuments(o.ctx, other.ID, order.ID, nil, nil)
	for _, err := range []error{viewed, cancelled, events, simulated, refreshed, added} {
		refused(t, err, predate.CodeNotFound, "Order not found")
	}
	if _, unknown := o.View(o.ctx, other.ID, "ZZZZZZ"); unknown == nil || errors.Unwrap(unknown).Error() != errors.Unwrap(viewed).Error() {
		t.Errorf("a foreign order (%v) and an unknown one (%v) differ", viewed, unknown)
	}
}

func upload(name, content string) desk.Upload {
	return desk.Upload{Filename: name, MediaType: "application/pdf", Content: strings.NewReader(content), Origin: predate.FromClient}
}

func TestDocumentsOfAnOrder(t *testing.T) {
	o := open(t)
	p := o.placing()
	p.Order.Method, p.Credentials = predate.MethodUpload, desk.Credentials{}
	p.Documents = []desk.Upload{upload("pv.pdf", "one"), upload("pv.pdf", "two"), upload("copie.pdf", "one")}
	order := o.place(p)
	var names []string
	for _, document := range must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID)).Documents {
		names = append(names, document.Filename)
		stored := must[io.ReadSeekCloser](t)(o.Blobs.Open(o.ctx, document.Hash))
		if content := must[[]byte](t)(io.ReadAll(stored)); int64(len(content)) != document.Size {
			t.Errorf("%s: %d bytes, want %d", document.Filename, len(content), document.Size)
		}
		_ = stored.Close()
	}
	if diff := cmp.Diff([]string{"pv (2).pdf", "pv.pdf"}, sorted(names)); diff != "" {
		t.Error(diff)
	}
	o.to(order, predate.DossierLacking)
	if _, err := o.AddDocuments(o.ctx, o.account.ID, order.ID, []desk.Upload{upload("annexe.pdf", "three")}, nil); err != nil {
		t.Fatal(err)
	}
	if run := o.runOf(order); run.Read {
		t.Error("a new document leaves the reading as it was")
	}
	o.to(order, predate.DossierComplete, predate.StatementReady)
	_, err := o.AddDocuments(o.ctx, o.account.ID, order.ID, []desk.Upload{upload("late.pdf", "four")}, nil)
	refused(t, err, predate.CodeConflict, "refresh")
}

func sorted(names []string) []string {
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			if names[j] < names[i] {
				names[i], names[j] = names[j], names[i]
			}
		}
	}
	return names
}

func TestAWorkerThatWasOvertakenRecordsNothing(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	stale := o.runOf(order)
	if _, err := o.AddDocuments(o.ctx, o.account.ID, order.ID, []desk.Upload{upload("a.pdf", "a")}, nil); err != nil {
		t.Fatal(err)
	}
	err := o.Record(o.ctx, desk.Progress{Run: stale, Trigger: predate.DossierLacking})
	if !errors.Is(err, predate.ErrStale) {
		t.Errorf("a stale reading was recorded: %v", err)
	}
	if _, err := o.Cancel(o.ctx, o.account.ID, order.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Case(o.ctx, order.Run); !errors.Is(err, desk.ErrSuperseded) {
		t.Errorf("work on a cancelled order goes on: %v", err)
	}
	if states := o.states(order.ID); len(states) != 1 {
		t.Errorf("events %v", states)
	}
}

func TestRefresh(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	request := desk.Refreshing{Account: o.account.ID, Order: order.ID, Method: predate.MethodExtranet}
	_, err := o.Refresh(o.ctx, request)
	refused(t, err, predate.CodeConflict, "The order is being processed")
	o.to(order, predate.DossierComplete, predate.StatementReady)
	if _, err := o.Refresh(o.ctx, request); !errors.Is(err, desk.ErrNoCredentials) {
		t.Errorf("a refresh without credentials: %v", err)
	}
	request.Credentials = desk.Credentials{Username: "A123456", Password: "hunter3"}
	request.AllDuePaid = false
	again := must[predate.Order](t)(o.Refresh(o.ctx, request))
	if again.State != predate.NeedRefresh || !again.Pending || !again.Refreshed || again.Run == order.Run || again.AllDuePaid {
		t.Errorf("refreshed order: %+v", again)
	}
	if run := o.runOf(again); run.Number != 2 || run.Read || run.Collected {
		t.Errorf("second run: %+v", run)
	}
	view := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID))
	if view.Statement == nil || view.Statement.Number != 1 {
		t.Errorf("the first statement is gone: %+v", view.Statement)
	}
}

func TestCancelErasesCredentialsAndSendsNothing(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	for range 2 {
		cancelled := must[predate.Order](t)(o.Cancel(o.ctx, o.account.ID, order.ID))
		if cancelled.Cancelled.IsZero() || cancelled.Pending || cancelled.State != predate.Confirmed {
			t.Errorf("cancelled order: %+v", cancelled)
		}
	}
	o.tx(func(ctx context.Context, tx store.Tx) error {
		if _, err := store.CredentialsOf(ctx, tx, order.ID); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("the credentials are still there: %v", err)
		}
		return nil
	})
}

func TestSimulate(t *testing.T) {
	o := open(t)
	real := o.place(o.placing())
	_, err := o.Simulate(o.ctx, o.account.ID, real.ID, desk.Simulation{State: predate.Done})
	refused(t, err, predate.CodeConflict, "The order is not in test mode")
	p := o.placing()
	p.Order.TestMode = true
	order := o.place(p)
	_, err = o.Simulate(o.ctx, o.account.ID, order.ID, desk.Simulation{State: predate.Done})
	refused(t, err, predate.CodeConflict, "endpoint")
	if _, _, err := o.CreateEndpoint(o.ctx, predate.Endpoint{
		Account: o.account.ID, URL: "https://client.example/hook", Events: []predate.State{predate.Waiting},
	}); err != nil {
		t.Fatal(err)
	}
	for _, state := range predate.States() {
		deliveries := must[[]predate.Delivery](t)(o.Simulate(o.ctx, o.account.ID, order.ID, desk.Simulation{State: state}))
		if len(deliveries) != 1 {
			t.Errorf("%s: %d deliveries", state, len(deliveries))
		}
	}
	view := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID))
	if view.Order.State != predate.Confirmed || view.Order.Seq != 1 {
		t.Errorf("a rehearsal moved the order: %+v", view.Order)
	}
}

func TestOrdersPlacedAtOnceAreAllThere(t *testing.T) {
	o := open(t)
	const many = 40
	var group sync.WaitGroup
	errs := make(chan error, many)
	for i := range many {
		group.Go(func() {
			p := o.placing()
			p.Order.ExternalID = fmt.Sprint(i)
			_, err := o.Place(o.ctx, p)
			errs <- err
		})
	}
	group.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	orders := must[[]desk.Listed](t)(o.List(o.ctx, predate.OrderFilter{Account: o.account.ID, Limit: 100}))
	feed := must[[]predate.Event](t)(o.Feed(o.ctx, predate.FeedRange{Account: o.account.ID, Limit: 100}))
	if len(orders) != many || len(feed) != many {
		t.Fatalf("%d orders and %d events of %d", len(orders), len(feed), many)
	}
	for i, event := range feed {
		if event.Position != int64(i+1) {
			t.Fatalf("event %d stands at %d", i+1, event.Position)
		}
	}
}

func TestSweepErasesExpiredCredentialsAndOldPapers(t *testing.T) {
	o := open(t)
	p := o.placing()
	p.Documents = []desk.Upload{upload("pv.pdf", "one")}
	order := o.place(p)
	hash := must[desk.View](t)(o.View(o.ctx, o.account.ID, order.ID)).Documents[0].Hash
	o.clock.Pass(73 * time.Hour)
	if err := o.Sweep(o.ctx); err != nil {
		t.Fatal(err)
	}
	if c := must[desk.Case](t)(o.Case(o.ctx, order.Run)); c.Credentials != nil {
		t.Error("credentials outlive 72 hours")
	}
	must[int64](t)(o.Blobs.Size(o.ctx, hash))
	must[predate.Order](t)(o.Cancel(o.ctx, o.account.ID, order.ID))
	o.clock.Pass(31 * 24 * time.Hour)
	if err := o.Sweep(o.ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Blobs.Size(o.ctx, hash); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("the papers of a cancelled order are still there: %v", err)
	}
}

func TestSealedCredentialsAreJSONOfTwoSealedFields(t *testing.T) {
	o := open(t)
	c := must[desk.Case](t)(o.Case(o.ctx, o.place(o.placing()).Run))
	var fields map[string][]byte
	if err := json.Unmarshal(c.Credentials, &fields); err != nil || len(fields) != 2 {
		t.Errorf("sealed credentials: %v, %v", fields, err)
	}
}
