//go:build prove

package main

import (
	"cmp"
	"context"
	"encoding/json"
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

// loadedAtOnce is the number of orders that one transaction loads.
const loadedAtOnce = 50_000

// newLoaded returns a server whose account has this number of orders: copies of its first
// one, with keys as far apart as generated ones are, and instants of the last weeks. The
// last thousand are of today, however many there are: what was done today is counted.
func newLoaded(t *testing.T, orders int) *loaded {
	t.Helper()
	l := &loaded{placing: newPlacing(t, store.Options{}, serving.TraceFlags{}), orders: orders}
	if err := l.post(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := l.house.Desk.Sweep(t.Context()); err != nil { // which creates its row of the queue
		t.Fatal(err)
	}
	indexes := l.dropIndexes(t)
	for numbers := range slices.Chunk(byKey(orders), loadedAtOnce) {
		l.inTx(t, func(ctx context.Context, tx store.Tx) error { return l.copy(ctx, tx, numbers) })
	}
	for _, index := range indexes {
		l.inTx(t, execute(index))
	}
	l.inTx(t, execute("PRAGMA cache_size = -2000"))
	l.inTx(t, execute("UPDATE event_positions SET last = last + $1", orders*eventsEach))
	return l
}

func (l *loaded) inTx(t *testing.T, do func(context.Context, store.Tx) error) {
	t.Helper()
	if err := l.house.DB.InTx(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

func execute(query string, args ...any) func(context.Context, store.Tx) error {
	return func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	}
}

// dropIndexes drops the indexes of the copied tables and returns the statements that
// create them again: an index of many rows is built far faster at once than row by row.
func (l *loaded) dropIndexes(t *testing.T) (create []string) {
	t.Helper()
	l.inTx(t, func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.Exec(ctx, "PRAGMA cache_size = -400000"); err != nil { // KiB
			return err
		}
		rows, err := tx.Query(ctx, "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('orders', 'runs', 'events', 'queue_rows', 'queue_words')")
		if err != nil {
			return err
		}
		defer rows.Close()
		var names []string
		for rows.Next() {
			var name, sql string
			if err := rows.Scan(&name, &sql); err != nil {
				return err
			}
			names, create = append(names, name), append(create, sql)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		rows.Close()
		for _, name := range names {
			if _, err := tx.Exec(ctx, "DROP INDEX "+name); err != nil {
				return err
			}
		}
		return nil
	})
	return create
}

// keyOf returns the number that the keys of the order of a number end in.
func keyOf(number int) uint32 { return uint32(number * 2654435761) }

// byKey returns the numbers of orders in the order of their keys, in which rows are
// appended to the tables' own indexes.
func byKey(orders int) []int {
	numbers := make([]int, orders)
	for i := range numbers {
		numbers[i] = i
	}
	slices.SortFunc(numbers, func(a, b int) int { return cmp.Compare(keyOf(a), keyOf(b)) })
	return numbers
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
	const earlier = " - (:orders - n.i) * 2000000 - CASE WHEN n.i < :orders - 1000 THEN 86400000000 ELSE 0 END"
	const at = "created" + earlier
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
			"order_id": "'P'||:key", "section": "'done'", "since": "since" + earlier, "words": "'lyon n'||:key",
		}},
		{"queue_words", 1, "o.word = 'lyon' AND o.order_id NOT LIKE 'P________'", map[string]string{"order_id": "'P'||:key", "word": "'n'||:key"}},
		{"queue_words", 1, "o.word = 'lyon' AND o.order_id NOT LIKE 'P________'", map[string]string{"order_id": "'P'||:key"}},
	}
}

func (l *loaded) copy(ctx context.Context, tx store.Tx, numbers []int) error {
	list, err := json.Marshal(numbers)
	if err != nil {
		return err
	}
	for _, table := range copiedTables() {
		columns, err := columnsOf(ctx, tx, table.name)
		if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for i, column := range columns {
			values[i] = "o." + column
			if fresh, differs := table.fresh[column]; differs {
				values[i] = strings.NewReplacer(":key", "printf('%08x', (n.i * 2654435761) & 4294967295)", ":orders", strconv.Itoa(l.orders),
					"created -", "o.created -", "since -", "o.since -").Replace(fresh)
			}
		}
		query := "WITH RECURSIVE each(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM each WHERE k < $2), n(i, k) AS (SELECT value, k FROM json_each($1) CROSS JOIN each)" +
			" INSERT INTO " + table.name + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") +
			" FROM n CROSS JOIN (SELECT * FROM " + table.name + " o WHERE " + table.where + " LIMIT 1) o"
		if count, err := tx.Exec(ctx, query, string(list), table.each); err != nil || count != int64(len(numbers)*table.each) {
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
