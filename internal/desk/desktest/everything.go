package desktest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io"

	"predate/internal/store"
)

// Everything is a digest of every row of an SQLite database: it changes with
// whatever changes there.
func (d *Desk) Everything() string {
	d.t.Helper()
	sum := sha256.New()
	err := d.DB.View(d.t.Context(), func(ctx context.Context, tx store.Tx) error {
		native, ok := tx.Native().(*sql.Tx)
		if !ok {
			return fmt.Errorf("a transaction of SQLite is a %T", tx.Native())
		}
		sum.Reset()
		tables, err := column(ctx, native, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
		for _, table := range tables {
			if err == nil {
				err = digest(ctx, native, table, sum)
			}
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func column(ctx context.Context, tx *sql.Tx, query string) (all []string, err error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// digest writes all rows of a table.
func digest(ctx context.Context, tx *sql.Tx, table string, to io.Writer) error {
	rows, err := tx.QueryContext(ctx, `SELECT * FROM "`+table+`"`)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	row, into := make([]any, len(names)), make([]any, len(names))
	for i := range row {
		into[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		fmt.Fprintf(to, "%s %v\n", table, row)
	}
	return rows.Err()
}
