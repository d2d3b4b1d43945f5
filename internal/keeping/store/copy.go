package store

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"predate"
)

// OpenCopy opens an SQLite file to which nobody writes. It does not change the file or
// its folder: neither the schema, nor the mode, nor files beside it.
func OpenCopy(ctx context.Context, path string) (*DB, error) {
	fail := func(err error) (*DB, error) { return nil, fmt.Errorf("open the copy %s: %w", path, liteError(err)) }
	whole, err := filepath.Abs(path)
	if err != nil {
		return fail(err)
	}
	if _, err := os.Stat(whole); err != nil {
		return fail(err)
	}
	query := url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"query_only(1)"}}
	pool, err := openPool((&url.URL{Scheme: "file", OmitHost: true, Path: whole, RawQuery: query.Encode()}).String(), 1)
	if err != nil {
		return fail(err)
	}
	// One connection, which refuses every write, serves as reader and writer.
	db := &DB{name: SQLite, path: whole, options: Options{}.withDefaults(), engine: &sqliteEngine{path: whole, writer: pool, reader: pool}}
	if err := pool.PingContext(ctx); err != nil {
		db.Close()
		return fail(err)
	}
	return db, nil
}

// NeededHashes returns up to limit hashes of files that documents, runs and invoices need,
// sorted, starting after a given hash; an empty hash starts at the beginning.
func NeededHashes(ctx context.Context, tx Tx, after predate.Hash, limit int) ([]predate.Hash, error) {
	all, err := collect(ctx, tx, one[predate.Hash], "SELECT hash FROM documents WHERE hash > $1"+
		" UNION SELECT report_hash FROM runs WHERE report_hash <> '' AND report_hash > $1"+
		" UNION SELECT pdf_hash FROM runs WHERE pdf_hash <> '' AND pdf_hash > $1"+
		" UNION SELECT proof_hash FROM runs WHERE proof_hash <> '' AND proof_hash > $1"+
		" UNION SELECT pdf_hash FROM invoices WHERE pdf_hash <> '' AND pdf_hash > $1 ORDER BY 1 LIMIT $2", after, limit)
	if err != nil {
		return nil, fmt.Errorf("list the bytes that are needed: %w", err)
	}
	return all, nil
}

// Counts is the number of rows of each sort.
type Counts struct {
	Accounts  int `json:"accounts"`
	Orders    int `json:"orders"`
	Documents int `json:"documents"`
	Events    int `json:"events"`
	Owed      int `json:"deliveries_owed"` // deliveries that have not ended
}

// Count counts the rows of a database.
func Count(ctx context.Context, tx Tx) (c Counts, err error) {
	err = tx.QueryRow(ctx, "SELECT (SELECT COUNT(*) FROM accounts), (SELECT COUNT(*) FROM orders), (SELECT COUNT(*) FROM documents),"+
		" (SELECT COUNT(*) FROM events), (SELECT COUNT(*) FROM deliveries WHERE status = 'pending')").
		Scan(&c.Accounts, &c.Orders, &c.Documents, &c.Events, &c.Owed)
	if err != nil {
		return c, fmt.Errorf("count the rows: %w", err)
	}
	return c, nil
}
