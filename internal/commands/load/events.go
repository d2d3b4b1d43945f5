package load

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"predate"
	"predate/internal/base/bench"
	"predate/internal/commands/remote"
	"predate/internal/commands/terminal"
)

// benchFeed follows the feed of events of the account: it tells which orders are done,
// and which events there must be a webhook of.
type benchFeed struct {
	mu      sync.Mutex
	begun   map[predate.OrderID]time.Time
	ends    map[predate.OrderID]benchEnd
	waiters map[predate.OrderID]chan struct{}
	events  map[predate.OrderID][]int // sequences
}

// benchEnd is where an order has come to.
type benchEnd struct {
	state predate.State
	at    time.Time
}

// follow reads the feed from now on, until the context ends.
func (t *benchTarget) follow(ctx context.Context) error {
	client := t.client
	client.Http = &http.Client{Transport: client.Http.Transport, Timeout: remote.ClientTimeout}
	var page remote.FeedPage
	if err := client.Call(ctx, http.MethodGet, "/order/events?after="+remote.Latest, nil, &page); err != nil {
		return err
	}
	t.feed = &benchFeed{
		begun: map[predate.OrderID]time.Time{}, ends: map[predate.OrderID]benchEnd{},
		waiters: map[predate.OrderID]chan struct{}{}, events: map[predate.OrderID][]int{},
	}
	go t.feed.read(ctx, client, page.Next, t.run.c.Now)
	return nil
}

// read takes page after page. What fails is asked for again: the feed has no gaps.
func (f *benchFeed) read(ctx context.Context, client remote.Client, after int64, now func() time.Time) {
	for ctx.Err() == nil {
		query := url.Values{"after": {strconv.FormatInt(after, 10)}, "limit": {"100"}, "wait": {"20"}, "content": {"link"}}
		var page remote.FeedPage
		if err := client.Again(ctx, http.MethodGet, "/order/events?"+query.Encode(), nil, &page); err != nil {
			terminal.Sleep(ctx, 200*time.Millisecond)
			continue
		}
		after = page.Next
		f.take(page.Events, now())
	}
}

func (f *benchFeed) take(events []remote.FedEvent, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, event := range events {
		if event.Simulated {
			continue
		}
		f.events[event.OrderID] = append(f.events[event.OrderID], event.Sequence)
		if event.Status != predate.Done && event.Status != predate.Waiting {
			continue
		}
		f.ends[event.OrderID] = benchEnd{event.Status, at}
		if ended, waits := f.waiters[event.OrderID]; waits {
			delete(f.waiters, event.OrderID)
			close(ended)
		}
	}
}

// wait waits until an order is done, or waits for somebody.
func (f *benchFeed) wait(ctx context.Context, id predate.OrderID) (benchEnd, error) {
	f.mu.Lock()
	end, known := f.ends[id]
	if known {
		f.mu.Unlock()
		return end, nil
	}
	ended := make(chan struct{})
	f.waiters[id] = ended
	f.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, doneWithin)
	defer cancel()
	select {
	case <-ended:
	case <-limited.Done():
		if ctx.Err() != nil {
			return benchEnd{}, ctx.Err()
		}
		return benchEnd{}, fmt.Errorf("an order is not done after %s", doneWithin)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ends[id], nil
}

// began notes when an order was sent whose way to done is measured.
func (f *benchFeed) began(id predate.OrderID, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.begun[id] = at
}

// between tells how long those took that were done in a stretch of time.
func (f *benchFeed) between(from, to time.Time) (all []time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, began := range f.begun {
		if end, known := f.ends[id]; known && end.state == predate.Done && !end.at.Before(from) && !end.at.After(to) {
			all = append(all, end.at.Sub(began))
		}
	}
	return all
}

// done reports whether an order is done.
func (f *benchFeed) done(id predate.OrderID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ends[id].state == predate.Done
}

// sequences gives the events of an order so far.
func (f *benchFeed) sequences(id predate.OrderID) []int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]int(nil), f.events[id]...)
}

// accompany follows the feed and opens a receiver of webhooks; stop ends both.
func (r *benchRun) accompany(t *benchTarget) (stop func(), err error) {
	ctx, cancel := context.WithCancel(r.calm())
	if err := t.follow(ctx); err != nil {
		cancel()
		return nil, err
	}
	if err := t.listen(); err != nil {
		cancel()
		return nil, err
	}
	return func() { t.deafen(); cancel() }, nil
}

// lostAfter is how long after it was due a webhook that has not arrived is lost: the
// first attempt and a second have been made by then.
const lostAfter = 30 * time.Second

// settle waits for a webhook of each event of the orders that were placed after so
// many, and ends the account.
func (t *benchTarget) settle(ledger *bench.Ledger, from int) bench.Tally {
	for _, id := range t.since(from) {
		for _, sequence := range t.feed.sequences(id) {
			ledger.Expect(eventKey(string(id), sequence), t.run.c.Now())
		}
	}
	t.patient(ledger.Pending()...)
	if t.run.c.Err() != nil {
		ledger.Withdraw()
	}
	tally, _, _ := ledger.Close()
	return tally
}

// patient waits until all have come, the time is over in which they must, or the
// measurement ends.
func (t *benchTarget) patient(all ...<-chan struct{}) {
	limited, cancel := context.WithTimeout(t.run.c, lostAfter)
	defer cancel()
	for _, came := range all {
		select {
		case <-came:
		case <-limited.Done():
			return
		}
	}
}

// The rows of webhooks.
const (
	RowSmall = "webhooks, small"
	RowDone  = "webhooks, done with its PDF"
)

// events measures webhooks: each connection asks for one, waits until it has arrived
// and verifies, and goes on. Small ones are rehearsed events; done is sent again, of an
// order each that is done, so that no statement is made for it.
func (r *benchRun) events(t *benchTarget) error {
	if t.hook == nil {
		return nil
	}
	for _, one := range []struct {
		name, by string
		prepare  func(t *benchTarget, connections int) (asking, error)
	}{
		{RowSmall, byDelivery, (*benchTarget).rehearsing},
		{RowDone, byAttempt, (*benchTarget).resending},
	} {
		for _, connections := range r.Connections {
			if r.c.Err() != nil {
				return nil
			}
			if err := t.renew(); err != nil {
				return err
			}
			ask, err := one.prepare(t, connections)
			if r.c.Err() != nil {
				return nil
			}
			if err == nil {
				err = r.eventsOver(t, bench.Row{Operation: one.name, Connections: connections}, one.by, ask)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// asking asks for one webhook, and tells its key and since when its lag counts.
type asking func(worker int) (key string, since time.Time, err error)

// eventsOver measures one row of webhooks.
func (r *benchRun) eventsOver(t *benchTarget, row bench.Row, by string, ask asking) error {
	r.say("%s, connections %d", row.Operation, row.Connections)
	ledger, before := t.hook.account(by), t.hook.bytes.Load()
	sample := r.driver.Measure(r.c, r.For, row.Connections, bench.Side{Do: func(_ context.Context, worker int) (bench.Done, error) {
		key, since, err := ask(worker)
		if err == nil {
			t.patient(ledger.Expect(key, since))
		}
		return bench.Done{}, err
	}})[0]
	if r.c.Err() != nil {
		ledger.Withdraw()
	}
	var tally bench.Tally
	tally, sample.Latencies, _ = ledger.Close()
	sample.Bytes = t.hook.bytes.Load() - before
	row = bench.NewRow(row.Operation, row.Connections, sample)
	row.Webhooks = &tally
	r.report.Add(row, sample.Causes)
	r.tell(row)
	return t.hook.verdict()
}

// rehearsing asks for small events, of an order each.
func (t *benchTarget) rehearsing(connections int) (asking, error) {
	orders := make([]predate.OrderID, connections)
	for i := range orders {
		body, err := t.run.benchOrder(predate.MethodUpload)
		if err == nil {
			orders[i], err = t.place(body)
		}
		if err != nil {
			return nil, err
		}
	}
	return func(worker int) (string, time.Time, error) {
		since := t.run.c.Now()
		key, err := t.rehearse(orders[worker])
		return key, since, err
	}, nil
}

// rehearse asks for an event and gives the identifier of its delivery to the receiver.
func (t *benchTarget) rehearse(order predate.OrderID) (string, error) {
	var simulated struct {
		Deliveries []struct {
			ID       string             `json:"id"`
			Endpoint predate.EndpointID `json:"endpoint"`
		} `json:"deliveries"`
	}
	err := t.call(http.MethodPost, "/order/test/webhook-events", map[string]any{"orderid": order, "event": predate.Confirmed}, &simulated)
	if err != nil {
		return "", err
	}
	for _, delivery := range simulated.Deliveries {
		if delivery.Endpoint == t.hook.endpoint {
			return delivery.ID, nil
		}
	}
	return "", errors.New("a rehearsed event has no delivery to the receiver")
}

// resending asks for deliveries of done to be sent again, of an order each.
func (t *benchTarget) resending(connections int) (asking, error) {
	if have := len(t.hook.finished()); have < connections {
		t.run.say("%d orders more to be done, whose webhooks are sent again", connections-have)
		if err := t.finish(connections - have); err != nil {
			return nil, err
		}
	}
	deliveries := t.hook.finished()
	if len(deliveries) < connections {
		return nil, fmt.Errorf("only %d of %d orders that are done had a webhook", len(deliveries), connections)
	}
	return func(worker int) (string, time.Time, error) {
		own := &deliveries[worker] // a worker's own
		since, err := t.resend(own.id)
		if err == nil {
			own.attempts++
		}
		return attemptKey(own.id, own.attempts), since, err
	}, nil
}

// finish has so many orders done, some at a time, and waits for their webhooks.
func (t *benchTarget) finish(count int) error {
	const atOnce = 8
	ended := make(chan error, count)
	turns := make(chan struct{}, atOnce)
	for range count {
		go func() {
			turns <- struct{}{}
			_, err := t.toDone(t.run.c, predate.MethodExtranet, nil)
			<-turns
			ended <- err
		}()
	}
	var all error
	for range count {
		all = errors.Join(all, <-ended)
	}
	for deadline := t.run.c.Now().Add(lostAfter); all == nil && t.hook.unsettled(t) && t.run.c.Now().Before(deadline); {
		if !terminal.Sleep(t.run.c, 10*time.Millisecond) {
			break
		}
	}
	return all
}

// resend has a delivery sent again, once the server has noted that it was delivered
// before, and gives when that was asked for.
func (t *benchTarget) resend(delivery string) (since time.Time, err error) {
	path := "/account/webhooks/" + string(t.hook.endpoint) + "/deliveries/" + delivery + "/resend"
	for deadline := t.run.c.Now().Add(lostAfter); ; {
		since = t.run.c.Now()
		err = t.call(http.MethodPost, path, nil, nil)
		refused := (*remote.Refusal)(nil)
		if !errors.As(err, &refused) || refused.Code != "delivery_pending" || since.After(deadline) {
			return since, err
		}
		terminal.Sleep(t.run.calm(), 2*time.Millisecond)
	}
}

// cancel takes back the test orders that are not done, of a running server.
func (r *benchRun) cancel(t *benchTarget) {
	if t.client.Authenticate(r.calm()) != nil {
		return // the account has been told of it by what failed before
	}
	var left []predate.OrderID
	for _, id := range t.since(0) {
		if !t.feed.done(id) {
			left = append(left, id)
		}
	}
	r.say("cancelling %d test orders that are not done", len(left))
	cancelled := 0
	for _, id := range left {
		if t.call(http.MethodPost, "/order/"+string(id)+"/cancel", nil, nil) == nil {
			cancelled++
		}
	}
	r.report.Note("%d test orders stay with the account %s; %d of them were cancelled, the others are done.", t.count(), r.Email, cancelled)
}
