package storetest

import (
	"context"
	"strings"
	"testing"

	"predate/internal/keeping/store"
)

// Dump writes every row of every table as text, for tests that look for what must not
// be there.
func Dump(t testing.TB, db *store.DB) string {
	t.Helper()
	tables := "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
	if db.Engine() == store.SQLite {
		tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
	}
	var all strings.Builder
	for _, table := range column(t, db, tables) {
		row := "CAST(t AS TEXT)"
		if db.Engine() == store.SQLite {
			var columns []string
			for _, column := range column(t, db, "SELECT name FROM pragma_table_info('"+table+"')") {
				columns = append(columns, "COALESCE(CAST("+column+" AS TEXT), '')")
			}
			row = strings.Join(columns, " || ' ' || ")
		}
		for _, line := range column(t, db, "SELECT "+row+" FROM "+table+" t") {
			all.WriteString(table + ": " + line + "\n")
		}
	}
	return all.String()
}

// column reads the one column of a query.
func column(t testing.TB, db *store.DB, query string) (all []string) {
	t.Helper()
	err := db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
		all = nil
		rows, err := tx.Query(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var one string
			if err := rows.Scan(&one); err != nil {
				return err
			}
			all = append(all, one)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return all
}
