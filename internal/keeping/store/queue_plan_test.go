package store_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
)

// manyOrders fills a database with orders, one in ten of which lies in the queue,
// as a year of work leaves them: the words of all, streets and towns that many
// share, owners that few do.
func manyOrders(t testing.TB, db *store.DB, orders int) {
	t.Helper()
	const section = "CASE WHEN i % 10 > 0 THEN 'done' WHEN i % 20 = 0 THEN 'decide' WHEN i % 50 = 10 THEN 'stopped' WHEN i % 50 = 30 THEN 'waiting' ELSE 'working' END"
	// A number as two letters and more, so that words differ from their beginning.
	const name = "CHR(97 + i % 26) || CHR(97 + i / 26 % 26) || CHR(97 + i / 676 % 26) || CAST(i AS TEXT)"
	const all = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT "
	id := "'O' || CAST(i AS TEXT)"
	word := func(what, where string) string {
		return "INSERT INTO queue_words (order_id, word) " + all + id + ", " + what + " FROM n WHERE " + where
	}
	queries := []string{
		"INSERT INTO orders (id, account, external_id, street, additional, city, zipcode, owners, invoice_address, invoice_city, invoice_zipcode," +
			" invoice_lastname, method, syndic_name, syndic_url, lots, comment, all_due_paid, test_mode, state, seq, version, pending, refreshed," +
			" cancelled, run, created, updated) " + all + id + ", 'acc_1', 'ext-' || CAST(i AS TEXT), '1 rue de la Paix', '', 'Lyon', '69003'," +
			` '[{"firstname":"Zoé","lastname":"` + "' || " + name + " || '" + `"}]', '', '', '', '', 'extranet', 'Cabinet Essai', '', '', '', $2, $2,` +
			" CASE WHEN i % 10 > 0 THEN 'done' ELSE 'received' END, 1, 1, $2, $2, 0, 'r', i, i FROM n",
		"INSERT INTO queue_rows (order_id, form, section, since, cause, again, reasons, account, test_mode, words, changes) " + all + id +
			", 1, " + section + ", CAST(i AS BIGINT) * 1000000, 'cause' || CAST(i % 30 AS TEXT), 0, 1, 'acc_1', $2, " +
			"'cabinet rue o' || CAST(i AS TEXT) || ' ' || " + name + " || CASE i % 3 WHEN 0 THEN ' lyon 69003' WHEN 1 THEN ' marseille' ELSE '' END ||" +
			" CASE i % 7 WHEN 0 THEN ' zoe' ELSE '' END, 1 FROM n",
		word("'rue'", "i > 0"), word("'lyon'", "i % 3 = 0"), word("'marseille'", "i % 3 = 1"), word("'cabinet'", "i > 0"),
		word("'69003'", "i % 3 = 0"), word("'zoe'", "i % 7 = 0"), word(name, "i > 0"), word("'o' || CAST(i AS TEXT)", "i > 0"),
	}
	err := db.InTx(t.Context(), func(ctx context.Context, tx store.Tx) error {
		account := predate.Account{ID: "acc_1", Email: "etude@example.fr", Kind: predate.Premium, Created: time.Unix(1, 0)}
		if err := store.InsertAccount(ctx, tx, &account); err != nil {
			return err
		}
		for _, query := range queries {
			args := []any{orders, false}
			if !strings.Contains(query, "$2") {
				args = args[:1]
			}
			if db.Engine() == store.SQLite {
				query = strings.ReplaceAll(query, "CHR(", "CHAR(")
			}
			if _, err := tx.Exec(ctx, query, args...); err != nil {
				return fmt.Errorf("%s: %w", query[:60], err)
			}
		}
		if db.Engine() == store.Postgres {
			_, err := tx.Exec(ctx, "ANALYZE queue_rows, queue_words, orders, accounts")
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// looks are what operators ask of the queue.
func queueLooks() map[string]store.QueueFilter {
	return map[string]store.QueueFilter{
		"first page":          {Section: predate.QueueDecide, Limit: 51},
		"a page in the midst": {Section: predate.QueueDecide, Limit: 51, After: store.QueueCursor{Since: time.Unix(9000, 0), Order: "O9000"}},
		"free orders":         {Section: predate.QueueDecide, Limit: 51, Without: []predate.OrderID{"O20", "O40"}},
		"done today":          {Section: predate.QueueDone, From: time.Unix(19_900, 0), Limit: 51},
		"a cause":             {Section: predate.QueueDecide, Cause: "cause10", Limit: 51},
		"a client's":          {Section: predate.QueueDecide, Account: "acc_1", TestMode: new(false), Limit: 51},
		"one order":           {Words: []string{"o1234"}, Limit: 51},
		"one owner":           {Words: []string{"bc", "rue"}, Limit: 51},
		"common words":        {Words: []string{"lyon", "rue"}, Limit: 51},
		"common and nobody":   {Words: []string{"lyon", "marseille"}, Limit: 51},
		"in a section":        {Words: []string{"rue", "zoe"}, Section: predate.QueueDecide, Limit: 51},
		"nothing":             {Words: []string{"xyzzy"}, Limit: 51},
	}
}

// explained is a transaction that explains each statement before it is run.
type explained struct {
	store.Tx
	engine store.Engine
	plans  []string
}

func (e *explained) explain(ctx context.Context, query string, args []any) {
	prefix := "EXPLAIN QUERY PLAN "
	if e.engine == store.Postgres {
		prefix = "EXPLAIN "
	}
	rows, err := e.Tx.Query(ctx, prefix+query, args...)
	if err != nil {
		e.plans = append(e.plans, "cannot be explained: "+err.Error())
		return
	}
	defer rows.Close()
	plan := query + "\n"
	for rows.Next() {
		var line string
		into := []any{&line}
		if e.engine == store.SQLite {
			into = []any{new(int), new(int), new(int), &line}
		}
		if err := rows.Scan(into...); err != nil {
			line = "cannot be read: " + err.Error()
		}
		plan += line + "\n"
	}
	e.plans = append(e.plans, plan)
}

// Query explains and runs.
func (e *explained) Query(ctx context.Context, query string, args ...any) (store.Rows, error) {
	e.explain(ctx, query, args)
	return e.Tx.Query(ctx, query, args...)
}

// QueryRow explains and runs.
func (e *explained) QueryRow(ctx context.Context, query string, args ...any) store.Row {
	e.explain(ctx, query, args)
	return e.Tx.QueryRow(ctx, query, args...)
}

// TestQueuePlans: no look at the queue goes through all orders, on either engine.
func TestQueuePlans(t *testing.T) {
	// A scan of a whole table; one of the fewer rows that a statement gathered first
	// has the name that the statement gives them.
	walk := regexp.MustCompile(`(?m)SCAN (queue_rows|queue_words|o|orders|changes)( |$)|Seq Scan on (queue_rows|queue_words|orders|changes)|cannot be`)
	covered := regexp.MustCompile(`(?m)SCAN queue_rows USING (COVERING )?INDEX queue_rows_since`) // in its order, up to a limit
	both(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url, store.Options{})
		manyOrders(t, db, 20_000)
		plans := func(name string, look func(context.Context, store.Tx) error) {
			for _, plan := range plansOf(t, db, look) {
				if strings.Contains(plan, "FROM queue_rows WHERE 1 = 1 LIMIT 10001") {
					continue // it counts no further
				}
				if walk.MatchString(covered.ReplaceAllString(plan, "")) {
					t.Errorf("%s goes through all:\n%s", name, plan)
				}
			}
		}
		for name, filter := range queueLooks() {
			plans(name, func(ctx context.Context, tx store.Tx) error {
				lines, _, err := store.QueueLines(ctx, tx, filter)
				if empty := name == "nothing" || name == "common and nobody"; err == nil && (len(lines) == 0) != empty {
					t.Errorf("%s: %d rows", name, len(lines))
				}
				return err
			})
		}
		plans("changes", func(ctx context.Context, tx store.Tx) error {
			_, err := store.ChangesAfter(ctx, tx, 10, 100)
			return err
		})
		plans("causes", func(ctx context.Context, tx store.Tx) error {
			_, err := store.QueueCauses(ctx, tx, predate.QueueDecide, time.Time{})
			return err
		})
		causesOfToday(t, db)
		listPlans(t, db)
	})
}

// causesOfToday: the causes of today's done orders are counted among those of today,
// not among all that were ever done, and on SQLite without their rows.
func causesOfToday(t *testing.T, db *store.DB) {
	t.Helper()
	bound := regexp.MustCompile(`COVERING INDEX queue_rows_section \(section=\? AND since>\?|Index Cond: .*since >=`)
	for _, plan := range plansOf(t, db, func(ctx context.Context, tx store.Tx) error {
		_, err := store.QueueCauses(ctx, tx, predate.QueueDone, time.Unix(19_900, 0))
		return err
	}) {
		if !bound.MatchString(plan) {
			t.Errorf("the causes of what is done today are not counted in the index of today:\n%s", plan)
		}
	}
}

// plansOf are the plans of all that a look asks.
func plansOf(t *testing.T, db *store.DB, look func(context.Context, store.Tx) error) []string {
	t.Helper()
	var seen *explained
	err := db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
		seen = &explained{Tx: tx, engine: db.Engine()}
		return look(ctx, seen)
	})
	if err != nil {
		t.Error(err)
	}
	return seen.plans
}

// listPlans: what a client asks his list for, and there is none of, is found to be
// none by the index of it.
func listPlans(t *testing.T, db *store.DB) {
	t.Helper()
	for name, one := range map[string]struct {
		filter predate.OrderFilter
		index  string
	}{
		"no such state":       {predate.OrderFilter{State: predate.NeedRefresh}, "orders_by_state"},
		"no such state, live": {predate.OrderFilter{State: predate.NeedRefresh, TestMode: new(false)}, "orders_by_state"},
		"no such name":        {predate.OrderFilter{ExternalID: "of nobody"}, "orders_external"},
		"no tests":            {predate.OrderFilter{TestMode: new(true)}, "orders_tests"},
		"further on":          {predate.OrderFilter{State: predate.NeedRefresh, After: predate.Cursor{Created: time.Unix(1, 0), ID: "O9"}}, "orders_by_state"},
	} {
		one.filter.Account = "acc_1"
		plans := plansOf(t, db, func(ctx context.Context, tx store.Tx) error {
			found, err := store.Orders(ctx, tx, one.filter)
			if len(found) > 0 {
				t.Errorf("%s: %d orders", name, len(found))
			}
			return err
		})
		if len(plans) != 1 || !strings.Contains(plans[0], one.index) || strings.Contains(plans[0], "TEMP B-TREE") {
			t.Errorf("%s does not go by %s:\n%s", name, one.index, plans)
		}
	}
}

// BenchmarkQueue looks at a queue of 10,000 orders among 100,000.
func BenchmarkQueue(b *testing.B) {
	for engine, url := range map[string]string{"sqlite": b.TempDir() + "/predate.db", "postgres": cluster.Database(b)} {
		db := storetest.Open(b, url, store.Options{})
		manyOrders(b, db, 100_000)
		look := func(b *testing.B, what func(context.Context, store.Tx) error) {
			for b.Loop() {
				if err := db.View(b.Context(), what); err != nil {
					b.Fatal(err)
				}
			}
		}
		for name, filter := range queueLooks() {
			b.Run(engine+"/"+name, func(b *testing.B) {
				look(b, func(ctx context.Context, tx store.Tx) error {
					_, _, err := store.QueueLines(ctx, tx, filter)
					return err
				})
			})
		}
		b.Run(engine+"/counts", func(b *testing.B) {
			look(b, func(ctx context.Context, tx store.Tx) error {
				_, err := store.CountQueue(ctx, tx, store.QueueFilter{}, time.Unix(99_900, 0))
				return err
			})
		})
		b.Run(engine+"/causes", func(b *testing.B) {
			look(b, func(ctx context.Context, tx store.Tx) error {
				_, err := store.QueueCauses(ctx, tx, predate.QueueDecide, time.Time{})
				return err
			})
		})
	}
}
