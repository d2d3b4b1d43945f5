package load

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"predate"
	"predate/internal/base/bench"
	"predate/internal/collecting/extranetsim"
)

// benchOrder makes the body of a test order through the built-in extranet, or by
// upload, with an external identifier of its own.
func (r *benchRun) benchOrder(method predate.Method) (map[string]any, error) {
	sample, err := extranetsim.SampleOrder()
	if err != nil {
		return nil, err
	}
	body := map[string]any{}
	if err := json.Unmarshal(sample, &body); err != nil {
		return nil, fmt.Errorf("read the sample order: %w", err)
	}
	body["method"], body["external_id"], body["test_mode"] = string(method), fmt.Sprintf("bench-%d-%d", r.began.UnixMilli(), r.number.Add(1)), true
	return body, nil
}

// ofItsOwn gives an order an owner that no other order has.
func (r *benchRun) ofItsOwn(body map[string]any) {
	body["owners"] = []map[string]string{{"firstname": "Hélène", "lastname": "Vassorelle-" + inLetters(r.number.Add(1))}}
}

// inLetters writes a number with letters, as names have no digits.
func inLetters(n int64) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	var text strings.Builder
	for first := true; first || n > 0; first = false {
		text.WriteByte(letters[n%int64(len(letters))])
		n /= int64(len(letters))
	}
	return text.String()
}

// place places an order.
func (t *benchTarget) place(body map[string]any) (predate.OrderID, error) {
	var placed struct {
		OrderID predate.OrderID `json:"orderid"`
	}
	if err := t.call(http.MethodPost, "/order/", body, &placed); err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.placed = append(t.placed, placed.OrderID)
	return placed.OrderID, nil
}

// placing is the operation of one order each with its own owner.
func (t *benchTarget) placing(context.Context, int) (bench.Done, error) {
	body, err := t.run.benchOrder(predate.MethodExtranet)
	if err != nil {
		return bench.Done{}, err
	}
	t.run.ofItsOwn(body)
	began := t.run.c.Now()
	_, err = t.place(body)
	return bench.Done{Latency: t.run.c.Now().Sub(began)}, err
}

// The rows of orders, and of what is measured in turns with them.
const (
	RowOrders     = "orders, workers idle"
	RowPocketBase = "PocketBase, records made"
	RowDisk       = "disk, 4 KiB for good"
	// RowPocketBaseAlone is measured while the server and its workers stand still.
	RowPocketBaseAlone = "PocketBase, workers stopped"
)

// orders measures how many orders are taken, in turns with the disk and PocketBase
// where they are asked for.
func (r *benchRun) orders(t *benchTarget) error {
	sides := []bench.Side{{Name: RowOrders, Do: t.placing}}
	if r.Disk {
		disk, err := openBenchDisk(t.folder)
		if err != nil {
			return err
		}
		defer disk.close()
		sides = append(sides, bench.Side{Name: RowDisk, Connections: 1, Do: disk.append})
	}
	other, closing, err := r.rival(RowPocketBase, nil)
	if err != nil {
		return err
	}
	defer closing()
	sides = append(sides, other...)
	for _, connections := range r.Connections {
		if r.c.Err() != nil {
			return nil
		}
		if err := t.renew(); err != nil {
			return err
		}
		r.beside(connections, sides)
	}
	return nil
}

// beside measures some in turns and compares the first with each of the others. It gives
// the first, and how long its turns were together.
func (r *benchRun) beside(connections int, sides []bench.Side) (first bench.Row, long time.Duration) {
	names := make([]string, len(sides))
	for i, side := range sides {
		names[i] = side.Name
	}
	r.say("%s, connections %d", strings.Join(names, " and "), connections)
	for i, sample := range r.driver.Measure(r.c, r.For, connections, sides...) {
		over := connections
		if sides[i].Connections > 0 {
			over = sides[i].Connections
		}
		row := bench.NewRow(names[i], over, sample)
		r.report.Add(row, sample.Causes)
		r.tell(row)
		if i == 0 {
			first, long = row, sample.Elapsed
			continue
		}
		r.report.Compare(first, row)
	}
	return first, long
}

// doneWithin bounds the wait for one order on a machine that has too much to do.
const doneWithin = 10 * time.Minute

// warm has one order done before anything is measured: the first compiles the engine
// of pages and reads the papers of the built-in extranet.
func (r *benchRun) warm(t *benchTarget) error {
	if r.c.Err() != nil {
		return nil
	}
	r.say("one order beforehand, which opens the engine of pages")
	if _, err := t.toDone(r.c, predate.MethodExtranet, nil); err != nil && r.c.Err() == nil {
		return fmt.Errorf("the first order: %w", err)
	}
	return nil
}

// toDone places an order and waits until it is done.
func (t *benchTarget) toDone(ctx context.Context, method predate.Method, papers []map[string]any) (bench.Done, error) {
	body, err := t.run.benchOrder(method)
	if err != nil {
		return bench.Done{}, err
	}
	if papers != nil {
		body["documents"] = papers
	}
	began := t.run.c.Now()
	var id predate.OrderID
	err = t.patiently(func() (err error) { id, err = t.place(body); return err })
	if err != nil {
		return bench.Done{}, err
	}
	end, err := t.feed.wait(ctx, id)
	switch {
	case err != nil:
		return bench.Done{}, err
	case end.state != predate.Done:
		return bench.Done{}, fmt.Errorf("an order is %s instead of done", end.state)
	}
	return bench.Done{Latency: end.at.Sub(began)}, nil
}

// The rows of orders that are worked on.
const (
	RowKnown = "order to done, papers known"
	RowNew   = "order to done, new papers"
	RowFlood = "orders, workers at work"
	RowAside = "done meanwhile"
)

// worked measures how many orders are done and how long each takes, with so many
// under way: through the built-in extranet, whose papers were read before, and with
// papers that nobody has read.
func (r *benchRun) worked(t *benchTarget) error {
	for _, one := range []struct {
		name string
		do   bench.Operation
	}{
		{RowKnown, func(ctx context.Context, _ int) (bench.Done, error) {
			return t.toDone(ctx, predate.MethodExtranet, nil)
		}},
		{RowNew, func(ctx context.Context, _ int) (bench.Done, error) {
			return t.toDone(ctx, predate.MethodUpload, r.inline())
		}},
	} {
		for _, connections := range r.Connections {
			if r.c.Err() != nil {
				return nil
			}
			if err := r.workedOver(t, one.name, connections, one.do); err != nil {
				return err
			}
		}
	}
	return nil
}

// workedOver measures one row of orders to done, and whether each of their events came
// once and in order.
func (r *benchRun) workedOver(t *benchTarget, name string, connections int, do bench.Operation) error {
	if err := t.renew(); err != nil {
		return err
	}
	r.say("%s, connections %d", name, connections)
	ledger := t.hook.account(byOrder)
	from := t.count()
	sample := r.driver.Measure(r.c, r.For, connections, bench.Side{Name: name, Do: do})[0]
	row := bench.NewRow(name, connections, sample)
	if ledger != nil {
		tally := t.settle(ledger, from)
		row.Webhooks = &tally
	}
	r.report.Add(row, sample.Causes)
	r.tellPutOff(name, connections)
	if row.Number > 0 {
		r.report.Note("%s, connections %d: %.1f orders done a minute.", name, connections, 60*row.PerSecond)
	}
	r.tell(row)
	return nil
}

func (t *benchTarget) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.placed)
}

// since gives the orders placed after so many.
func (t *benchTarget) since(from int) []predate.OrderID {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]predate.OrderID(nil), t.placed[from:]...)
}

// flood measures how many orders are taken while workers are at work on those taken
// before, and how many are done meanwhile. A PocketBase that is asked for has the machine
// for itself in its turns: the server stands still then, with its workers.
func (r *benchRun) flood(t *benchTarget) error {
	other, closing, err := r.rival(RowPocketBaseAlone, t.still)
	if err != nil {
		return err
	}
	defer closing()
	sides := append([]bench.Side{{Name: RowFlood, Do: t.timed}}, other...)
	for _, connections := range r.Connections {
		if r.c.Err() != nil {
			return nil
		}
		if err := t.renew(); err != nil {
			return err
		}
		from := r.c.Now()
		row, worked := r.beside(connections, sides)
		done := bench.Sample{Elapsed: worked, Latencies: t.feed.between(from, r.c.Now())}
		r.say("    %d orders done meanwhile", len(done.Latencies))
		if row.Number > 0 {
			aside := bench.NewRow(RowAside, connections, done)
			r.report.Rows = append(r.report.Rows, aside)
			r.report.Note("%s, connections %d: %.1f orders done a minute meanwhile; how long they took is told of those alone that were done in time.", RowFlood, connections, 60*aside.PerSecond)
		}
	}
	return nil
}

// timed is placing, with the time from which the order's way to done counts.
func (t *benchTarget) timed(context.Context, int) (bench.Done, error) {
	body, err := t.run.benchOrder(predate.MethodExtranet)
	if err != nil {
		return bench.Done{}, err
	}
	began := t.run.c.Now()
	id, err := t.place(body)
	if err == nil {
		t.feed.began(id, began)
	}
	return bench.Done{Latency: t.run.c.Now().Sub(began)}, err
}
