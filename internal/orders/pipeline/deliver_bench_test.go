package pipeline_test

import (
	"context"
	crand "crypto/rand"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
)

// benched is a house that delivers over loopback, with the real queue.
type benched struct {
	b     *testing.B
	desk  *desk.Desk
	url   string
	order map[predate.AccountID]predate.OrderID

	mu      sync.Mutex
	arrived map[string][]time.Time // by path
	all     int
}

// answers says how a receiver answers by the first part of its path.
func (x *benched) answers(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // loopback does not fail
	now := time.Now()
	switch kind, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); kind {
	case "hole":
		<-r.Context().Done() // swallows everything and says nothing
		return
	case "slow":
		time.Sleep(2 * time.Second)
	}
	x.mu.Lock()
	x.arrived[r.URL.Path] = append(x.arrived[r.URL.Path], now)
	x.all++
	x.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

func newBenched(b *testing.B, database string) *benched {
	b.Helper()
	x := &benched{b: b, arrived: map[string][]time.Time{}, order: map[predate.AccountID]predate.OrderID{}}
	server := httptest.NewServer(http.HandlerFunc(x.answers))
	b.Cleanup(server.Close)
	x.url = server.URL
	db := storetest.Open(b, database, store.Options{}, queue.Schema{})
	keys := filepath.Join(b.TempDir(), "keys")
	keeper := x.keeper(keys)
	jobs, err := queue.New(db, queue.Options{Deliverers: 32, Now: time.Now})
	x.must(err)
	x.desk = desk.New(desk.Options{
		DB: db, Queue: jobs, Safe: keeper, Now: time.Now, Random: crand.Reader, CheckCallback: func(string) error { return nil },
	})
	guard := egress.New(egress.Options{DevHosts: []string{server.Listener.Addr().String()}})
	p := pipeline.New(pipeline.Options{
		Desk: x.desk, Sender: webhook.NewSender(guard.Client(egress.Policy{}), time.Now), Now: time.Now, Jitter: rand.Float64,
		Log: slog.New(slog.DiscardHandler),
	})
	jobs.Handle(queue.Handlers{
		Work: func(context.Context, predate.RunID) error { return nil }, Deliver: p.Deliver,
		Sweep: func(context.Context) error { return nil },
	})
	x.must(jobs.Start(b.Context()))
	b.Cleanup(func() {
		stopping, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = jobs.Stop(stopping) // what still hangs in a hole is cut short
	})
	return x
}

func (x *benched) keeper(keys string) *seal.Keeper {
	x.must(seal.Create(keys))
	keeper, err := seal.OpenKeeper(keys)
	x.must(err)
	return keeper
}

func (x *benched) must(err error) {
	if err != nil {
		x.b.Helper()
		x.b.Fatal(err)
	}
}

// client opens an account whose one endpoint has a path, and a test order to
// rehearse events of.
func (x *benched) client(path string) predate.AccountID {
	id := predate.AccountID("acc_" + path)
	account := predate.Account{ID: id, Email: path + "@example.test", Kind: predate.Premium, Created: time.Now()}
	x.must(x.desk.DB.InTx(x.b.Context(), func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, &account) }))
	placed, err := x.desk.Place(x.b.Context(), desk.Placing{Account: account, Order: predate.Order{
		Method: predate.MethodUpload, TestMode: true, Owners: []predate.Owner{{Lastname: "Vassorelle"}},
	}})
	x.must(err)
	_, _, err = x.desk.CreateEndpoint(x.b.Context(), predate.Endpoint{Account: id, URL: x.url + "/" + path})
	x.must(err)
	x.order[id] = placed.ID
	return id
}

// rehearse makes one event of an account, without order among them.
func (x *benched) rehearse(account predate.AccountID) {
	if _, err := x.desk.Simulate(x.b.Context(), account, x.order[account], desk.Simulation{State: predate.Received}); err != nil {
		x.b.Error(err)
	}
}

func (x *benched) taken() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.all
}

func (x *benched) until(count int) {
	for deadline := time.Now().Add(2 * time.Minute); x.taken() < count; {
		if time.Now().After(deadline) {
			x.b.Fatalf("%d of %d deliveries arrived", x.taken(), count)
		}
		time.Sleep(time.Millisecond)
	}
}

func onEngines(b *testing.B, bench func(*testing.B, string)) {
	b.Run("sqlite", func(b *testing.B) { bench(b, filepath.Join(b.TempDir(), "bench.db")) })
	b.Run("postgres", func(b *testing.B) { bench(b, cluster.Database(b)) })
}

// BenchmarkDeliveries sends events that are there already to ten endpoints of
// one receiver, as fast as it goes.
func BenchmarkDeliveries(b *testing.B) {
	onEngines(b, func(b *testing.B, database string) {
		x := newBenched(b, database)
		var accounts []predate.AccountID
		for i := range 10 {
			accounts = append(accounts, x.client("fast/"+strconv.Itoa(i)))
		}
		began := time.Now()
		var wait sync.WaitGroup
		for w := range 8 {
			wait.Go(func() {
				for i := w; i < b.N; i += 8 {
					x.rehearse(accounts[i%len(accounts)])
				}
			})
		}
		wait.Wait()
		x.until(b.N)
		b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "deliveries/s")
	})
}

// BenchmarkFirstAttempt makes 200 events a second for a hundred endpoints, and
// tells how long each takes from its request to its arrival; then again with a
// receiver that swallows everything and a slow one among them.
func BenchmarkFirstAttempt(b *testing.B) {
	for _, kind := range []string{"sound", "troubled"} {
		b.Run(kind, func(b *testing.B) {
			onEngines(b, func(b *testing.B, database string) {
				x := newBenched(b, database)
				var accounts []predate.AccountID
				for i := range 100 {
					path := "fast/" + strconv.Itoa(i)
					if kind == "troubled" && i >= 98 {
						path = []string{"hole/0", "slow/0"}[i-98]
					}
					accounts = append(accounts, x.client(path))
				}
				x.pace(accounts, 200, b.N)
			})
		})
	}
}

// pace makes events at a rate and reports the delays of those to fast
// receivers.
func (x *benched) pace(accounts []predate.AccountID, rate, events int) {
	sent := map[string][]time.Time{}
	var wait sync.WaitGroup
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	fast := 0
	for i := range events {
		<-tick.C
		account := accounts[i%len(accounts)]
		path := "/" + strings.TrimPrefix(string(account), "acc_")
		if strings.HasPrefix(path, "/fast") {
			fast++
		}
		sent[path] = append(sent[path], time.Now())
		wait.Go(func() { x.rehearse(account) })
	}
	wait.Wait()
	delays := x.delays(sent, fast)
	x.b.ReportMetric(float64(delays[len(delays)/2].Microseconds())/1000, "p50-ms")
	x.b.ReportMetric(float64(delays[len(delays)*99/100].Microseconds())/1000, "p99-ms")
}

// delays waits for the fast deliveries, and pairs what was sent to a path with
// what arrived there.
func (x *benched) delays(sent map[string][]time.Time, fast int) (delays []time.Duration) {
	for deadline := time.Now().Add(time.Minute); len(delays) < fast; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			x.b.Fatalf("%d of %d arrived", len(delays), fast)
		}
		delays = nil
		x.mu.Lock()
		for path, at := range sent {
			if arrived := x.arrived[path]; strings.HasPrefix(path, "/fast") {
				for i := range min(len(arrived), len(at)) {
					delays = append(delays, arrived[i].Sub(at[i]))
				}
			}
		}
		x.mu.Unlock()
	}
	slices.Sort(delays)
	return delays
}
