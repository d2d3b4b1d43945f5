package store

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// staying are the tables that name an order or a run and are not erased with it: they
// hold days, codes and names of operators, or are made again from the order's row.
// Invoices are kept for ten years (code de commerce, art. L123-22).
func staying() []string {
	return []string{"issued", "invoices", "decided", "look_confirmations", "queue_rows", "queue_words", "changes"}
}

// Whatever table comes to hold something of an order, somebody has said what becomes of
// it when the order is erased.
func TestEveryTableKnowsWhatErasureMeans(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var tables []string
	err = db.View(t.Context(), func(ctx context.Context, tx Tx) error {
		scan := func(row Row) (name string, err error) { return name, row.Scan(&name) }
		tables, err = collect(ctx, tx, scan, "SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c"+
			" WHERE m.type = 'table' AND m.name <> 'orders' AND c.name IN ('order_id', 'run', 'delivery', 'document') ORDER BY m.name")
		return err
	})
	if err != nil || len(tables) < 20 {
		t.Fatalf("tables %v: %v", tables, err)
	}
	for _, table := range tables {
		erased := slices.ContainsFunc(erasing(), func(statement string) bool {
			return strings.HasPrefix(statement, "DELETE FROM "+table+" ") || strings.HasPrefix(statement, "UPDATE "+table+" ")
		})
		if erased == slices.Contains(staying(), table) {
			t.Errorf("%s: is it erased with its order (%v), or does it stay? Say so in erasing or staying", table, erased)
		}
	}
}
