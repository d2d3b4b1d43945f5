package desk_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/base/clocktest"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/pgtest"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
)

// office is a desk on real rows, bytes and keys; its queue takes jobs and
// never works them.
type office struct {
	*desk.Desk
	t       *testing.T
	ctx     context.Context
	account predate.Account
	keys    string
	opener  *seal.Opener
	clock   *clocktest.Clock
	pile    *pile
	warden  *warden.Warden
}

// pile is the queue, and counts what was enqueued.
type pile struct {
	*queue.Queue
	mu      sync.Mutex
	deliver map[predate.DeliveryID]int
}

// Deliver counts a job and enqueues it.
func (p *pile) Deliver(ctx context.Context, tx store.Tx, d predate.Delivery, at time.Time) error {
	p.mu.Lock()
	p.deliver[d.ID]++
	p.mu.Unlock()
	return p.Queue.Deliver(ctx, tx, d, at)
}

// all returns the number of jobs that each delivery had so far.
func (p *pile) all() map[predate.DeliveryID]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.deliver)
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

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

// onBothEngines runs a test on an office of each engine.
func onBothEngines(t *testing.T, test func(*testing.T, *office)) {
	t.Run("SQLite", func(t *testing.T) { test(t, open(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, openOn(t, storetest.Database(t, &cluster, queue.Schema{}))) })
}

func open(t *testing.T) *office {
	t.Helper()
	return openOn(t, storetest.File(t, queue.Schema{}))
}

func openOn(t *testing.T, database string) *office {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	db := must[*store.DB](t)(store.Open(ctx, database, store.Options{}))
	t.Cleanup(db.Close)
	if err := db.Migrate(ctx, queue.Schema{}); err != nil {
		t.Fatal(err)
	}
	if err := seal.Create(dir + "/keys"); err != nil {
		t.Fatal(err)
	}
	now := clocktest.At(time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC))
	o := &office{t: t, ctx: ctx, clock: now, keys: dir + "/keys", opener: must[*seal.Opener](t)(seal.OpenOpener(dir + "/keys"))}
	o.pile = &pile{Queue: must[*queue.Queue](t)(queue.New(db, queue.Options{Now: now.Now})), deliver: map[predate.DeliveryID]int{}}
	door := must[*warden.Warden](t)(warden.New(warden.Options{DB: db, Key: "a key", Now: now.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)}))
	o.Desk = desk.New(desk.Options{
		DB: db, Queue: o.pile, Door: door,
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
	o.warden = door
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
		erase := desk.KeepCredentials
		if trigger == predate.StatementReady {
			erase = desk.EraseUnlessKept
		}
		err := o.Record(o.ctx, desk.Progress{
			Run: o.runOf(order), Trigger: trigger, Erase: erase,
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
