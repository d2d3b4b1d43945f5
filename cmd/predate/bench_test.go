package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"predate"
	"predate/internal/commands/demo"
	"predate/internal/commands/readers"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/keeping/store"
	"predate/internal/orders/auth"
)

// BenchmarkPlaceOrder measures POST /order/ through the whole front door on
// SQLite with synchronous=FULL, with and without group commit, side by side in
// one run. The workers are not started: what is measured is the taking in.
func BenchmarkPlaceOrder(b *testing.B) {
	for _, connections := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("connections=%d", connections), func(b *testing.B) {
			grouped := newPlacing(b, store.Options{}, serving.TraceFlags{})
			alone := newPlacing(b, store.Options{Ungrouped: true}, serving.TraceFlags{})
			b.ResetTimer()
			var with, without time.Duration
			// Alternating in slices shares the machine's moods between the two.
			for done := 0; done < b.N; {
				slice := min(max(connections*4, 32), b.N-done)
				with += grouped.place(b, connections, slice)
				without += alone.place(b, connections, slice)
				done += slice
			}
			b.ReportMetric(float64(b.N)/with.Seconds(), "orders/s")
			b.ReportMetric(float64(b.N)/without.Seconds(), "ungrouped-orders/s")
			b.ReportMetric(without.Seconds()/with.Seconds(), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkTracedPlaceOrder measures what it costs to take in an order whose trace goes to
// a collector on this machine, beside one whose trace goes nowhere.
func BenchmarkTracedPlaceOrder(b *testing.B) {
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	b.Cleanup(collector.Close)
	untold := newPlacing(b, store.Options{}, serving.TraceFlags{})
	told := newPlacing(b, store.Options{}, serving.TraceFlags{OTLPEndpoint: collector.URL, TraceShare: 1})
	const connections = 8
	b.ResetTimer()
	var with, without time.Duration
	for done := 0; done < b.N; {
		slice := min(32, b.N-done)
		with += told.place(b, connections, slice)
		without += untold.place(b, connections, slice)
		done += slice
	}
	b.ReportMetric(float64(b.N)/with.Seconds(), "traced-orders/s")
	b.ReportMetric(float64(b.N)/without.Seconds(), "orders/s")
	b.ReportMetric(with.Seconds()/without.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkIntake measures what the processor does for an order, of the client that sends
// it too, with group commit, whatever else the machine does meanwhile.
func BenchmarkIntake(b *testing.B) {
	for _, connections := range []int{8, 64} {
		b.Run(fmt.Sprintf("connections=%d", connections), func(b *testing.B) {
			door := newPlacing(b, store.Options{}, serving.TraceFlags{})
			door.place(b, connections, 100)
			b.ResetTimer()
			before := worked(b)
			door.place(b, connections, b.N)
			b.ReportMetric(float64((worked(b)-before).Microseconds())/float64(b.N), "cpu-µs/order")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkFirstPage measures what the processor does for the first page of an account's
// orders, of the client that asks for it too: orders under way, and orders that are done.
func BenchmarkFirstPage(b *testing.B) {
	for _, state := range []predate.State{predate.Confirmed, predate.Done} {
		b.Run("state="+string(state), func(b *testing.B) {
			const connections = 8
			door := newPlacing(b, store.Options{}, serving.TraceFlags{})
			door.place(b, connections, 100)
			err := door.house.DB.InTx(b.Context(), func(ctx context.Context, tx store.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE orders SET state = $1", state)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			before := worked(b)
			door.each(b, connections, b.N, func(ctx context.Context) error { return door.ask(ctx, http.MethodGet, "") })
			b.ReportMetric(float64((worked(b)-before).Microseconds())/float64(b.N), "cpu-µs/page")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// worked is the time for which processors have worked for this process.
func worked(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// placing is a front door with an account, ready to take orders.
type placing struct {
	server *httptest.Server
	client *http.Client
	key    predate.Secret
	token  predate.Secret
	house  *serving.House
	data   string
	count  atomic.Int64
}

func newPlacing(b testing.TB, options store.Options, traces serving.TraceFlags) *placing {
	b.Helper()
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: b.TempDir(), Dev: true, Store: options}, ReaderFlags: readers.ReaderFlags{Tesseract: "none"}, TraceFlags: traces,
		Listen: "127.0.0.1:8080", TokenLife: time.Hour, RateLimit: 1 << 20,
	}
	h, err := serving.Build(b.Context(), flags, meansOf(slog.New(slog.DiscardHandler)))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(h.Close)
	p := &placing{server: httptest.NewServer(h.Front), house: h, data: flags.Data}
	b.Cleanup(p.server.Close)
	p.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	_, keys, err := h.Auth.CreateAccount(b.Context(), auth.NewAccount{Email: "banc@example.fr", Kind: predate.Premium, Password: demo.Password})
	if err != nil {
		b.Fatal(err)
	}
	p.key = keys.Live
	client := remote.Client{Base: p.server.URL, Http: p.client, Key: keys.Live, Email: "banc@example.fr", Password: demo.Password}
	if err := client.Authenticate(b.Context()); err != nil {
		b.Fatal(err)
	}
	p.token = client.Token
	return p
}

const benchOrder = `{"address":"1 rue des Essais","city":"Lyon","zipcode":"69003","owners":[{"firstname":"Hélène","lastname":"Vassorelle"}],
"invoice":{"address":"1 rue des Essais","city":"Lyon","zipcode":"69003","lastname":"Vassorelle"},"method":"extranet",
"syndic":{"name":"Cabinet Essai","username":"A123456","password":"secret","url":"https://essai.crypto-extranet.com/"},"external_id":"%d"}`

// place sends n orders over a number of connections and returns the time that all of them took.
func (p *placing) place(b *testing.B, connections, n int) time.Duration {
	b.Helper()
	return p.each(b, connections, n, p.post)
}

// post sends an order.
func (p *placing) post(ctx context.Context) error {
	return p.ask(ctx, http.MethodPost, fmt.Sprintf(benchOrder, p.count.Add(1)))
}

// each calls ask n times over a number of connections and returns the time that all calls took.
func (p *placing) each(b *testing.B, connections, n int, ask func(context.Context) error) time.Duration {
	b.Helper()
	work := make(chan int, n)
	for i := range n {
		work <- i
	}
	close(work)
	var group sync.WaitGroup
	began := time.Now()
	for range connections {
		group.Go(func() {
			for range work {
				if err := ask(b.Context()); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	return time.Since(began)
}

// ask makes a request for the account's orders.
func (p *placing) ask(ctx context.Context, method, body string) error {
	request, err := http.NewRequestWithContext(ctx, method, p.server.URL+"/order/", strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Auth-Key", p.key.Reveal())
	request.Header.Set("Authorization", "Bearer "+p.token.Reveal())
	response, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d: %s, %w", response.StatusCode, answer, err)
	}
	return nil
}
