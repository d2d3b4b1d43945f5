package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// aging is a table whose rows grow old: its key, and the instant that counts.
type aging struct{ table, key, instant string }

// purge deletes up to limit rows whose instant lies before another, the oldest
// first. The names come from this package alone.
func purge(ctx context.Context, tx Tx, a aging, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM "+a.table+" WHERE "+a.key+" IN (SELECT "+a.key+" FROM "+a.table+
		" WHERE "+a.instant+" < $1 ORDER BY "+a.instant+", "+a.key+" LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge %s: %w", a.table, err)
	}
	return int(n), nil
}

// PurgeDeliveries forgets up to limit deliveries that ended before an instant,
// with their attempts, and tells how many deliveries.
func PurgeDeliveries(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	const chosen = " IN (SELECT id FROM deliveries WHERE ended > 0 AND ended < $1 ORDER BY ended, id LIMIT $2)"
	_, err := tx.Exec(ctx, "DELETE FROM attempts WHERE delivery"+chosen, micros(before), limit)
	var n int64
	if err == nil {
		n, err = tx.Exec(ctx, "DELETE FROM deliveries WHERE id"+chosen, micros(before), limit)
	}
	if err != nil {
		return 0, fmt.Errorf("purge deliveries: %w", err)
	}
	return int(n), nil
}

// PurgeEvents forgets up to limit events created before an instant and of
// which no delivery is kept, and tells how many. The account's counter stays:
// positions are never given twice.
func PurgeEvents(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM events WHERE id IN (SELECT id FROM events e WHERE created < $1"+
		" AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event = e.id) ORDER BY created, id LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge events: %w", err)
	}
	return int(n), nil
}

// PurgeLoginFailures forgets up to limit e-mails whose last failure lies
// before an instant, and tells how many.
func PurgeLoginFailures(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"login_failures", "email", "last"}, before, limit)
}

// PurgeSecrets forgets up to limit endpoint secrets whose grace ended before
// an instant, and tells how many.
func PurgeSecrets(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM endpoint_secrets WHERE (endpoint, number) IN"+
		" (SELECT endpoint, number FROM endpoint_secrets WHERE until > 0 AND until < $1 ORDER BY until LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge endpoint secrets: %w", err)
	}
	return int(n), nil
}

// ExpiredDocuments lists up to limit documents collected before an instant
// whose order has been over, done or cancelled, since before it too: the
// addresses that its last webhook carries hold as long. The caller deletes each with
// DeleteDocument, and its bytes when HashInUse says that nothing needs them.
func ExpiredDocuments(ctx context.Context, tx Tx, before time.Time, limit int) ([]predate.Document, error) {
	all, err := collect(ctx, tx, scanDocument, "SELECT "+documentColumns+" FROM documents"+
		" WHERE collected < $1 AND "+restsSince("documents")+
		" ORDER BY collected, id LIMIT $2", micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list expired documents: %w", err)
	}
	return all, nil
}

// restsSince is the condition that the order of a row has rested since before the instant
// $1. It is asked of each row that is old enough: a list of all orders that rest would be
// most that there are.
func restsSince(table string) string {
	return "EXISTS (SELECT 1 FROM orders o WHERE o.id = " + table + ".order_id AND NOT o.pending AND o.updated < $1)"
}

// ExpiredStatements lists up to limit runs that ended before an instant and
// still have files. The caller empties the hashes with UpdateRun.
func ExpiredStatements(ctx context.Context, tx Tx, before time.Time, limit int) ([]predate.Run, error) {
	all, err := collect(ctx, tx, scanRun, "SELECT "+runColumns+" FROM runs"+
		" WHERE ended > 0 AND ended < $1 AND (report_hash <> '' OR pdf_hash <> '' OR proof_hash <> '') ORDER BY ended, id LIMIT $2", micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list expired statements: %w", err)
	}
	return all, nil
}

// OrdersOf lists up to limit orders that need the bytes of a hash.
func OrdersOf(ctx context.Context, tx Tx, hash predate.Hash, limit int) ([]predate.OrderID, error) {
	scan := func(row Row) (id predate.OrderID, err error) { return id, row.Scan(&id) }
	all, err := collect(ctx, tx, scan, "SELECT order_id FROM documents WHERE hash = $1"+
		" UNION SELECT order_id FROM runs WHERE report_hash <> '' AND report_hash = $1"+
		" UNION SELECT order_id FROM runs WHERE pdf_hash <> '' AND pdf_hash = $1"+
		" UNION SELECT order_id FROM runs WHERE proof_hash <> '' AND proof_hash = $1"+
		" UNION SELECT order_id FROM invoices WHERE pdf_hash <> '' AND pdf_hash = $1 ORDER BY order_id LIMIT $2", hash, limit)
	if err != nil {
		return nil, fmt.Errorf("list the orders that need %s: %w", hash, err)
	}
	return all, nil
}

// HashInUse says whether a document, a run or an invoice still needs the bytes of a hash.
func HashInUse(ctx context.Context, tx Tx, hash predate.Hash) (bool, error) {
	var n int
	err := tx.QueryRow(ctx, "SELECT (SELECT COUNT(*) FROM documents WHERE hash = $1)"+
		" + (SELECT COUNT(*) FROM runs WHERE report_hash <> '' AND report_hash = $1)"+
		" + (SELECT COUNT(*) FROM runs WHERE pdf_hash <> '' AND pdf_hash = $1)"+
		" + (SELECT COUNT(*) FROM runs WHERE proof_hash <> '' AND proof_hash = $1)"+
		" + (SELECT COUNT(*) FROM invoices WHERE pdf_hash <> '' AND pdf_hash = $1)", hash).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for uses of %s: %w", hash, err)
	}
	return n > 0, nil
}
