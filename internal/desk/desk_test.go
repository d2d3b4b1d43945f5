package desk_test

import (
	"context"
	"crypto/rand"
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
	"predate/internal/blob"
	"predate/internal/desk"
	"predate/internal/queue"
	"predate/internal/seal"
	"predate/internal/store"
)

// office is a desk on real rows, bytes and keys; its queue takes jobs and
// never works them.
type office struct {
	*desk.Desk
	t       *testing.T
	ctx     context.Context
	account predate.Account
	opener  *seal.Opener
	clock   *clock
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func open(t *testing.T) *office {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	db := must[*store.DB](t)(store.Open(ctx, dir+"/predate.db", store.Options{}))
	t.Cleanup(db.Close)
	if err := db.Migrate(ctx, queue.Schema{}); err != nil {
		t.Fatal(err)
	}
	if err := seal.Create(dir + "/keys"); err != nil {
		t.Fatal(err)
	}
	now := &clock{now: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)}
	o := &office{t: t, ctx: ctx, clock: now, opener: must[*seal.Opener](t)(seal.OpenOpener(dir + "/keys"))}
	o.Desk = desk.New(desk.Options{
		DB: db, Queue: must[*queue.Queue](t)(queue.New(db, queue.Options{Now: now.Now})),
		Blobs:       must[*blob.Dir](t)(blob.OpenDir(dir + "/blobs")),
		Credentials: must[*seal.Sealer](t)(seal.OpenSealer(dir + "/keys")),
		Safe:        must[*seal.Keeper](t)(seal.OpenKeeper(dir + "/keys")),
		Now:         now.Now, Random: rand.Reader,
		CheckCallback: func(url string) error {
			if strings.HasPrefix(url, "https://") {
				return nil
			}
			return errors.New("want https")
		},
		SampleDate: predate.Date{Year: 2020, Month: 2, Day: 2},
	})
	o.account = o.open("etude@example.fr")
	return o
}

func (o *office) open(email string) predate.Account {
	o.t.Helper()
	account := predate.Account{ID: predate.AccountID("acc_" + email), Email: email, Kind: predate.Premium, SendDocuments: true, Created: o.clock.Now()}
	o.tx(func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &account) })
	return account
}

func (o *office) tx(fn func(context.Context, store.Tx) error) {
	o.t.Helper()
	if err := o.DB.InTx(o.ctx, fn); err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) placing() desk.Placing {
	return desk.Placing{
		Account: o.account,
		Order: predate.Order{
			ExternalID: "client-7", Method: predate.MethodExtranet, AllDuePaid: true,
			Property: predate.Address{Street: "1 rue des Essais", City: "Lyon", Zipcode: "69003"},
			Owners:   []predate.Owner{{Lastname: "Vassorelle"}},
			Syndic:   predate.Syndic{Name: "Cabinet Essai", URL: "https://essai.crypto-extranet.com/"},
		},
		Credentials: desk.Credentials{Username: "A123456", Password: "hunter2"},
	}
}

func (o *office) place(p desk.Placing) predate.Order {
	o.t.Helper()
	return must[predate.Order](o.t)(o.Place(o.ctx, p))
}

func (o *office) runOf(order predate.Order) predate.Run {
	o.t.Helper()
	return must[desk.Case](o.t)(o.Case(o.ctx, order.Run)).Run
}

// to drives an order's current run to an outcome as the pipeline would.
func (o *office) to(order predate.Order, triggers ...predate.Trigger) {
	o.t.Helper()
	for _, trigger := range triggers {
		err := o.Record(o.ctx, desk.Progress{
			Run: o.runOf(order), Trigger: trigger, Erase: trigger == predate.StatementReady,
			Change: func(r *predate.Run) {
				if trigger == predate.StatementReady {
					r.PDFHash, r.Issued, r.Ended = "ab", o.clock.Now(), o.clock.Now()
				}
			},
		})
		if err != nil {
			o.t.Fatal(err)
		}
	}
}

func (o *office) states(order predate.OrderID) []predate.State {
	o.t.Helper()
	var states []predate.State
	for i, event := range must[[]predate.Event](o.t)(o.Events(o.ctx, o.account.ID, order)) {
		states = append(states, event.State)
		if event.Seq != i+1 {
			o.t.Errorf("event %d bears sequence %d", i+1, event.Seq)
		}
	}
	return states
}

func refused(t *testing.T, err error, code predate.ErrorCode, message string) {
	t.Helper()
	var refusal *predate.Error
	if !errors.As(err, &refusal) || refusal.Code != code || !strings.Contains(refusal.Message, message) {
		t.Errorf("got %v, want %s with %q", err, code, message)
	}
}

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
	found := must[store.Replay](t)(o.Replayed(o.ctx, o.account.ID, "POST /order/", "k1"))
	if found.Status != 200 || string(found.Body) != string(order.ID) || found.RequestHash != "h1" {
		t.Errorf("kept answer: %+v", found)
	}
	if orders := must[[]predate.Order](t)(o.List(o.ctx, store.OrderFilter{Account: o.account.ID})); len(orders) != 1 {
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
	if orders := must[[]predate.Order](t)(o.List(o.ctx, store.OrderFilter{Account: o.account.ID})); len(orders) != 0 {
		t.Errorf("%d orders are left", len(orders))
	}
	if feed := must[[]predate.Event](t)(o.Feed(o.ctx, o.account.ID, 0, 10)); len(feed) != 0 {
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
	_, simulated := o.Simulate(o.ctx, other.ID, order.ID, predate.Done)
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
	_, err := o.Simulate(o.ctx, o.account.ID, real.ID, predate.Done)
	refused(t, err, predate.CodeConflict, "The order is not in test mode")
	p := o.placing()
	p.Order.TestMode = true
	order := o.place(p)
	_, err = o.Simulate(o.ctx, o.account.ID, order.ID, predate.Done)
	refused(t, err, predate.CodeConflict, "endpoint")
	if _, _, err := o.CreateEndpoint(o.ctx, o.account.ID, "https://client.example/hook", []predate.State{predate.Waiting}); err != nil {
		t.Fatal(err)
	}
	for _, state := range predate.States() {
		deliveries := must[[]predate.Delivery](t)(o.Simulate(o.ctx, o.account.ID, order.ID, state))
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
	orders := must[[]predate.Order](t)(o.List(o.ctx, store.OrderFilter{Account: o.account.ID, Limit: 100}))
	feed := must[[]predate.Event](t)(o.Feed(o.ctx, o.account.ID, 0, 100))
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
	o.clock.pass(73 * time.Hour)
	if err := o.Sweep(o.ctx, desk.DefaultRetention()); err != nil {
		t.Fatal(err)
	}
	if c := must[desk.Case](t)(o.Case(o.ctx, order.Run)); c.Credentials != nil {
		t.Error("credentials outlive 72 hours")
	}
	must[int64](t)(o.Blobs.Size(o.ctx, hash))
	must[predate.Order](t)(o.Cancel(o.ctx, o.account.ID, order.ID))
	o.clock.pass(31 * 24 * time.Hour)
	if err := o.Sweep(o.ctx, desk.DefaultRetention()); err != nil {
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
