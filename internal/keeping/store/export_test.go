package store

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"predate"
)

// withheld are the tables that name an order and are not given to its person, each with
// why.
func withheld() map[string]string {
	return map[string]string{
		"credentials":        "sealed passwords: no export holds one",
		"relays":             "what an extranet asks at this minute, with a sealed answer",
		"replays":            "copies of answers on the order, for requests that are sent again",
		"claims":             "which operator has the order open now",
		"corners":            "how often the address of the client’s page was changed",
		"queue_rows":         "words of the order’s own row, to find it by",
		"queue_words":        "words of the order’s own row, to find it by",
		"changes":            "how often the order changed",
		"sandbox_orders":     "what a test was asked to come to: tests are about nobody",
		"look_confirmations": "which operator taught something in the order",
	}
}

// withheldColumns are the columns that no person is given: names of rows, ids of
// operators and of the client’s account, the digest of a decision that is given itself,
// the proof of a sender, and the trace of a request, which is drawn by chance.
func withheldColumns() []string {
	return strings.Fields("order_id run account operator version seq position event delivery act id endpoint signature said trace")
}

// TestACanaryOfEachColumn: what any column says of an order is in its export, and nothing
// of another's.
func TestACanaryOfEachColumn(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var sung []string
	err = db.InTx(t.Context(), func(ctx context.Context, tx Tx) error {
		if _, err := tx.Exec(ctx, "PRAGMA defer_foreign_keys = ON"); err != nil {
			return err
		}
		if err := InsertAccount(ctx, tx, &predate.Account{ID: "acc_1", Email: "etude@example.fr"}); err != nil {
			return err
		}
		for i, order := range []string{"ABC234", "XYZ789"} {
			for _, one := range exporting() {
				songs, err := sing(ctx, tx, one, order, int64(i+1))
				if err != nil {
					return err
				}
				if i == 0 {
					sung = append(sung, songs...)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var all OrderExport
	err = db.View(t.Context(), func(ctx context.Context, tx Tx) error {
		all, err = ExportOrder(ctx, tx, "ABC234")
		return err
	})
	written, wrong := json.Marshal(all)
	if err != nil || wrong != nil || len(sung) < 90 {
		t.Fatalf("%d canaries: %v, %v", len(sung), err, wrong)
	}
	for _, song := range sung {
		if !strings.Contains(string(written), song) {
			t.Errorf("%q is not in the export", song)
		}
	}
	if strings.Contains(string(written), "XYZ789") {
		t.Errorf("another’s order is in the export: %s", written)
	}
}

// sing writes a row of a table that has a canary in each column of words, and gives the
// canaries that its person must be given.
func sing(ctx context.Context, tx Tx, one exported, order string, number int64) (songs []string, err error) {
	keys := map[string]any{
		"order_id": order, "run": "run_" + order, "event": "evt_" + order, "delivery": "dlv_" + order, "account": "acc_1", "document": number,
		"orders.id": order, "runs.id": "run_" + order, "events.id": "evt_" + order, "deliveries.id": "dlv_" + order, "documents.id": number, "duplicate_of": 0,
	}
	type column struct{ name, kind string }
	scan := func(row Row) (c column, err error) { return c, row.Scan(&c.name, &c.kind) }
	columns, err := collect(ctx, tx, scan, "SELECT name, type FROM pragma_table_info('"+one.table+"')")
	if err != nil {
		return nil, err
	}
	var names, places []string
	var values []any
	for i, c := range columns {
		value, is := keys[one.table+"."+c.name]
		if !is {
			value, is = keys[c.name]
		}
		switch song := "canari " + order + " " + one.table + "." + c.name; {
		case is:
		case c.kind == "TEXT":
			value = song
			if slices.Contains(strings.Fields(one.columns), c.name) {
				songs = append(songs, song)
			}
		case c.kind == "BOOLEAN":
			value = false
		default:
			value = number
		}
		names, places, values = append(names, c.name), append(places, fmt.Sprintf("$%d", i+1)), append(values, value)
	}
	_, err = tx.Exec(ctx, "INSERT INTO "+one.table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(places, ", ")+")", values...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", one.table, err)
	}
	return songs, nil
}

// Whatever table or column comes to hold something of an order, its person is given it,
// or somebody has said why not.
func TestEveryColumnIsExported(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	names := columnNames()
	texts := func(query string, args ...any) (all []string) {
		err := db.View(t.Context(), func(ctx context.Context, tx Tx) error {
			scan := func(row Row) (name string, err error) { return name, row.Scan(&name) }
			all, err = collect(ctx, tx, scan, query, args...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	given := map[string]exported{}
	for _, one := range exporting() {
		given[one.table] = one
		for _, column := range strings.Fields(one.columns) {
			if names[column] == "" {
				t.Errorf("%s.%s has no French name", one.table, column)
			}
		}
		for _, column := range texts("SELECT name FROM pragma_table_info('" + one.table + "')") {
			if !slices.Contains(strings.Fields(one.columns), column) && !slices.Contains(withheldColumns(), column) {
				t.Errorf("%s.%s: is the person given it, or why not?", one.table, column)
			}
		}
	}
	for _, table := range texts("SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c" +
		" WHERE m.type = 'table' AND c.name IN ('order_id', 'run', 'delivery', 'document') ORDER BY m.name") {
		_, is := given[table]
		if _, isNot := withheld()[table]; is == isNot {
			t.Errorf("%s: is the person given it (%v), or why not?", table, is)
		}
	}
}
