//go:build prove

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/base/prooftest"
	"predate/internal/commands/serving"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// The orders that a proof of size loads, unless the environment variable names another
// number, and the events of each.
const (
	ordersLoaded   = 1_000_000
	ordersVariable = "PREDATE_PROOFS_ORDERS"
	eventsEach     = 5
	fewOrders      = 1000
)

// TestProveAMillionOrders loads a database with orders that are done, and asks that what
// clients, operators and the sweep do takes at most twice as long as with a thousand.
func TestProveAMillionOrders(t *testing.T) {
	many := ordersLoaded
	if given := os.Getenv(ordersVariable); given != "" {
		var err error
		if many, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	proof := prooftest.Begin(t, "a million orders, five million events", "sqlite")
	proof.Orders, proof.Events = many, many*eventsEach
	small, large := newLoaded(t, fewOrders), newLoaded(t, many)
	t.Logf("%d orders: %d bytes an order", many, large.size(t)/int64(many))
	for _, one := range largeOperations() {
		took := [2][]time.Duration{}
		for range 31 { // in turns, so that what else the machine does meets both alike
			for i, l := range []*loaded{small, large} {
				began := time.Now()
				if err := one.do(t.Context(), l); err != nil {
					t.Fatalf("%s: %v", one.name, err)
				}
				took[i] = append(took[i], time.Since(began))
			}
		}
		few, lots := medianOf(took[0]), medianOf(took[1])
		t.Logf("%-34s %10s with %d orders, %10s with %d: %.2f times", one.name, few, fewOrders, lots, many, float64(lots)/float64(few))
		if lots > 2*max(few, time.Millisecond) {
			t.Errorf("%s takes %s with %d orders, and %s with %d", one.name, few, fewOrders, lots, many)
		}
	}
}

func medianOf(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// loaded is a front door whose one account has so many orders that are done.
type loaded struct {
	*placing
	orders int
}

type largeOperation struct {
	name string
	do   func(context.Context, *loaded) error
}

func largeOperations() []largeOperation {
	get := func(path string) func(context.Context, *loaded) error {
		return func(ctx context.Context, l *loaded) error {
			return l.get(ctx, strings.ReplaceAll(path, "{middle}", strconv.Itoa(l.orders*eventsEach/2)))
		}
	}
	look := func(look desk.QueueLook) func(context.Context, *loaded) error {
		return func(ctx context.Context, l *loaded) error {
			_, err := l.house.Desk.LookAtQueue(ctx, look)
			return err
		}
	}
	return []largeOperation{
		{"an order placed", func(ctx context.Context, l *loaded) error { return l.post(ctx) }},
		{"the first page of orders", get("/order/")},
		{"a page of orders by state", get("/order/?state=waiting")},
		{"orders of an external id", get("/order/?external_id=lot-77")},
		{"a page of the feed", get("/order/events?after={middle}")},
		{"the queue of what to decide", look(desk.QueueLook{})},
		{"the queue of what is done", look(desk.QueueLook{QueueFilter: store.QueueFilter{Section: predate.QueueDone}})},
		{"a search of what one order has", look(desk.QueueLook{Search: "n00000000"})},
		{"a search of what all have", look(desk.QueueLook{Search: "Lyon"})},
		{"the sweep", func(ctx context.Context, l *loaded) error { return l.house.Pipeline.Sweep(ctx) }},
	}
}

func (p *placing) get(ctx context.Context, path string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.server.URL+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("X-Auth-Key", p.key.Reveal())
	request.Header.Set("Authorization", "Bearer "+p.token.Reveal())
	response, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: status %d: %s, %w", path, response.StatusCode, body, err)
	}
	return nil
}

// size is that of the database's files.
func (l *loaded) size(t *testing.T) (all int64) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(l.data, "predate.db*"))
	if err != nil || len(files) == 0 {
		t.Fatal("there is no database", err)
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		all += info.Size()
	}
	return all
}

// loadedAtOnce is how many orders one transaction loads.
const loadedAtOnce = 20_000

// newLoaded makes a front door and copies its first order, as rows, with keys that lie as
// far apart as drawn ones do and instants of the last weeks.
func newLoaded(t *testing.T, orders int) *loaded {
	t.Helper()
	l := &loaded{placing: newPlacing(t, store.Options{}, serving.TraceFlags{}), orders: orders}
	if err := l.post(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := l.house.Desk.Sweep(t.Context()); err != nil { // which gives it its row of the queue
		t.Fatal(err)
	}
	for from := 0; from < orders; from += loadedAtOnce {
		err := l.house.DB.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
			return l.copy(ctx, tx, from, min(from+loadedAtOnce, orders))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	err := l.house.DB.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE event_positions SET last = last + $1", orders*eventsEach)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// copiedTable says which columns of a copy differ from the row that is copied. n.i is the
// number of the order, n.k that of the event, :key what its keys end in.
type copiedTable struct {
	name  string
	each  int
	where string
	fresh map[string]string
}

func copiedTables() []copiedTable {
	const at = "created - (1000000 - n.i) * 2000000"
	return []copiedTable{
		{"orders", 1, "o.external_id = '1'", map[string]string{
			"id": "'P'||:key", "external_id": "'lot-'||n.i", "run": "'run_'||:key", "state": "'done'", "pending": "0", "created": at, "updated": at,
		}},
		{"runs", 1, "o.number = 1 AND o.id NOT LIKE 'run\\_________' ESCAPE '\\'", map[string]string{
			"id": "'run_'||:key", "order_id": "'P'||:key", "created": at, "ended": at, "collected": "1", "read_done": "1",
		}},
		{"events", eventsEach, "o.seq = 1 AND o.position = 1", map[string]string{
			"id": "'evt_'||:key||n.k", "order_id": "'P'||:key", "run": "'run_'||:key", "external_id": "'lot-'||n.i", "seq": "n.k",
			"position": "1 + n.i * 5 + n.k", "created": at,
		}},
		{"queue_rows", 1, "o.order_id NOT LIKE 'P________'", map[string]string{
			"order_id": "'P'||:key", "section": "'done'", "since": "since - (1000000 - n.i) * 2000000", "words": "'lyon n'||:key",
		}},
		{"queue_words", 1, "o.word = 'lyon' AND o.order_id NOT LIKE 'P________'", map[string]string{"order_id": "'P'||:key", "word": "'n'||:key"}},
		{"queue_words", 1, "o.word = 'lyon' AND o.order_id NOT LIKE 'P________'", map[string]string{"order_id": "'P'||:key"}},
	}
}

func (l *loaded) copy(ctx context.Context, tx store.Tx, from, to int) error {
	for _, table := range copiedTables() {
		columns, err := columnsOf(ctx, tx, table.name)
		if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for i, column := range columns {
			values[i] = "o." + column
			if fresh, differs := table.fresh[column]; differs {
				fresh = strings.ReplaceAll(fresh, ":key", "printf('%08x', (n.i * 2654435761) & 4294967295)")
				values[i] = strings.NewReplacer("created -", "o.created -", "since -", "o.since -").Replace(fresh)
			}
		}
		query := "WITH RECURSIVE n(i, k) AS (SELECT $1, 1 UNION ALL SELECT CASE WHEN k = $3 THEN i + 1 ELSE i END, CASE WHEN k = $3 THEN 1 ELSE k + 1 END" +
			" FROM n WHERE i < $2 - 1 OR k < $3)" +
			" INSERT INTO " + table.name + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") +
			" FROM n JOIN (SELECT * FROM " + table.name + " o WHERE " + table.where + " LIMIT 1) o"
		if count, err := tx.Exec(ctx, query, from, to, table.each); err != nil || count != int64((to-from)*table.each) {
			return fmt.Errorf("copied %d rows of %s: %w", count, table.name, err)
		}
	}
	return nil
}

func columnsOf(ctx context.Context, tx store.Tx, table string) (columns []string, err error) {
	rows, err := tx.Query(ctx, "SELECT name FROM pragma_table_info($1)", table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		columns = append(columns, one)
	}
	return columns, rows.Err()
}
