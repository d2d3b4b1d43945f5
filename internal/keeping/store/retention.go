package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// aging is a table from which old rows are deleted: its key, and the column of the age.
type aging struct{ table, key, instant string }

// purge deletes up to limit rows whose instant is before another, oldest
// first. The names of a come from this package only, so they need no escaping.
func purge(ctx context.Context, tx Tx, a aging, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM "+a.table+" WHERE "+a.key+" IN (SELECT "+a.key+" FROM "+a.table+
		" WHERE "+a.instant+" < $1 ORDER BY "+a.instant+", "+a.key+" LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge %s: %w", a.table, err)
	}
	return int(n), nil
}

// PurgeDeliveries deletes up to limit deliveries that ended before an instant, with
// their attempts, and returns the number of deliveries. One that is opened again meanwhile
// remains: PostgreSQL examines a changed row again, but not the list of those chosen.
func PurgeDeliveries(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	const over = "ended > 0 AND ended < $1"
	const chosen = " IN (SELECT id FROM deliveries WHERE " + over + " ORDER BY ended, id LIMIT $2)"
	_, err := tx.Exec(ctx, "DELETE FROM attempts WHERE delivery"+chosen, micros(before), limit)
	var n int64
	if err == nil {
		n, err = tx.Exec(ctx, "DELETE FROM deliveries WHERE "+over+" AND id"+chosen, micros(before), limit)
	}
	if err != nil {
		return 0, fmt.Errorf("purge deliveries: %w", err)
	}
	return int(n), nil
}

// PurgeEvents deletes up to limit events that were created before an instant and have
// no delivery left, and returns how many. The account's counter remains: positions
// are never assigned twice.
func PurgeEvents(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM events WHERE id IN (SELECT id FROM events e WHERE created < $1"+
		" AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event = e.id) ORDER BY created, id LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge events: %w", err)
	}
	return int(n), nil
}

// PurgeLoginFailures deletes up to limit e-mails whose last failure was before an
// instant, and returns how many.
func PurgeLoginFailures(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"login_failures", "email", "last"}, before, limit)
}

// PurgeSecrets deletes up to limit endpoint secrets whose grace period ended before
// an instant, and returns how many.
func PurgeSecrets(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM endpoint_secrets WHERE (endpoint, number) IN"+
		" (SELECT endpoint, number FROM endpoint_secrets WHERE until > 0 AND until < $1 ORDER BY until LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge endpoint secrets: %w", err)
	}
	return int(n), nil
}

// ExpiredDocuments returns up to limit documents that were collected before an instant
// and whose order was done or cancelled before it too: the URLs in its last webhook are
// valid that long. The caller deletes each with DeleteDocument, and its bytes if
// HashInUse reports that nothing needs them.
func ExpiredDocuments(ctx context.Context, tx Tx, before time.Time, limit int) ([]predate.Document, error) {
	all, err := collect(ctx, tx, scanDocument, "SELECT "+documentColumns+" FROM documents"+
		" WHERE collected < $1 AND "+restsSince("documents")+
		" ORDER BY collected, id LIMIT $2", micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list expired documents: %w", err)
	}
	return all, nil
}

// restsSince returns the condition that the order of a row ended before the instant $1. It
// is evaluated for each row that is old enough, since a list of all ended orders would
// contain most orders.
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
	all, err := collect(ctx, tx, one[predate.OrderID], "SELECT order_id FROM documents WHERE hash = $1"+
		" UNION SELECT order_id FROM runs WHERE report_hash <> '' AND report_hash = $1"+
		" UNION SELECT order_id FROM runs WHERE pdf_hash <> '' AND pdf_hash = $1"+
		" UNION SELECT order_id FROM runs WHERE proof_hash <> '' AND proof_hash = $1"+
		" UNION SELECT order_id FROM invoices WHERE pdf_hash <> '' AND pdf_hash = $1 ORDER BY order_id LIMIT $2", hash, limit)
	if err != nil {
		return nil, fmt.Errorf("list the orders that need %s: %w", hash, err)
	}
	return all, nil
}

// HashInUse reports whether a document, a run or an invoice still needs the bytes of a hash.
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
