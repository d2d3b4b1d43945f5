package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// erasing returns the statements that erase an order's data in other tables, rows with
// references first. The remaining data identifies no person: the runs and their dates,
// the events, the codes under which statements were issued.
func erasing() []string {
	const runs = " run IN (SELECT id FROM runs WHERE order_id = $1)"
	return []string{
		"DELETE FROM credentials WHERE order_id = $1",
		"DELETE FROM replays WHERE order_id = $1 AND account = (SELECT account FROM orders WHERE id = $1)",
		"DELETE FROM remote_papers WHERE order_id = $1",
		"DELETE FROM documents WHERE order_id = $1",
		"DELETE FROM listed_papers WHERE order_id = $1",
		"DELETE FROM corrections WHERE order_id = $1",
		"DELETE FROM messages WHERE order_id = $1",
		"DELETE FROM corners WHERE order_id = $1",
		"DELETE FROM claims WHERE order_id = $1",
		"DELETE FROM relays WHERE order_id = $1",
		"DELETE FROM sandbox_orders WHERE order_id = $1",
		"DELETE FROM rulings WHERE" + runs,
		"DELETE FROM acknowledgements WHERE" + runs,
		"DELETE FROM first_issues WHERE" + runs,
		"DELETE FROM steps WHERE" + runs,
		"DELETE FROM held_runs WHERE" + runs,
		"UPDATE runs SET comment = '', failure_text = '', gaps = '[]', reasons = '[]', doubts = '[]', cause = '', registration = ''," +
			" report_hash = '', pdf_hash = '', proof_hash = '' WHERE order_id = $1",
		"UPDATE reviews SET reasons = '[]', cause = '', why = '' WHERE order_id = $1",
		"UPDATE events SET external_id = '', missing = '[]' WHERE order_id = $1",
		"DELETE FROM attempts WHERE delivery IN (SELECT d.id FROM deliveries d, events e WHERE d.event = e.id AND e.order_id = $1)",
		"DELETE FROM deliveries WHERE event IN (SELECT id FROM events WHERE order_id = $1)",
		// The names that clients gave are erased from the audit trail; operators' names are kept.
		"UPDATE audit SET detail = '', about = '', value = '', why = '', who = CASE WHEN act LIKE 'client.%' THEN '' ELSE who END WHERE order_id = $1",
	}
}

// EraseOrder erases an order's data in tables other than its own row, which the caller
// has written. It records the hashes of the order's files, so that their bytes are
// deleted later: see ErasedFiles. It locks the order's runs first, so that it sees
// everything that a transaction on one of them has written.
func EraseOrder(ctx context.Context, tx Tx, id predate.OrderID, at time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE runs SET version = version + 1 WHERE order_id = $1", id); err != nil {
		return fmt.Errorf("hold the runs of order %s: %w", id, err)
	}
	for _, from := range []string{
		"SELECT hash AS f FROM documents WHERE order_id = $1", "SELECT report_hash AS f FROM runs WHERE order_id = $1", "SELECT pdf_hash AS f FROM runs WHERE order_id = $1",
		"SELECT proof_hash AS f FROM runs WHERE order_id = $1",
	} {
		if _, err := tx.Exec(ctx, "INSERT INTO erased_files (hash, at) SELECT DISTINCT f, CAST($2 AS BIGINT) FROM ("+from+") AS files"+
			" WHERE f <> '' ON CONFLICT (hash) DO UPDATE SET at = excluded.at", id, micros(at)); err != nil {
			return fmt.Errorf("note the files of order %s: %w", id, err)
		}
	}
	for _, statement := range erasing() {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return fmt.Errorf("erase order %s: %w", id, err)
		}
	}
	return nil
}

// ReplacedFiles returns, in no particular order, the files that may no longer be referenced
// and whose bytes are nevertheless kept beyond now.
func ReplacedFiles(ctx context.Context, tx Tx, now time.Time) ([]predate.Hash, error) {
	all, err := collect(ctx, tx, one[predate.Hash], "SELECT hash FROM erased_files WHERE at > $1", micros(now))
	if err != nil {
		return nil, fmt.Errorf("list replaced files: %w", err)
	}
	return all, nil
}

// ErasedOrders returns up to limit erased orders, latest first.
func ErasedOrders(ctx context.Context, tx Tx, limit int) ([]predate.Order, error) {
	all, err := collect(ctx, tx, scanOrder, "SELECT "+orderColumns+" FROM orders WHERE erased > 0 ORDER BY erased DESC, id LIMIT $1", limit)
	if err != nil {
		return nil, fmt.Errorf("list erased orders: %w", err)
	}
	return all, nil
}

// OrdersToErase returns up to limit orders of an account that are not erased yet.
func OrdersToErase(ctx context.Context, tx Tx, account predate.AccountID, limit int) ([]predate.OrderID, error) {
	all, err := collect(ctx, tx, one[predate.OrderID], "SELECT id FROM orders WHERE account = $1 AND erased = 0 ORDER BY created, id LIMIT $2", account, limit)
	if err != nil {
		return nil, fmt.Errorf("list orders of %s: %w", account, err)
	}
	return all, nil
}

// RevokeAPIKeysOf revokes every API key of an account that is not revoked yet.
func RevokeAPIKeysOf(ctx context.Context, tx Tx, account predate.AccountID, at time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE api_keys SET revoked = $2 WHERE account = $1 AND revoked = 0", account, micros(at)); err != nil {
		return fmt.Errorf("revoke the API keys of %s: %w", account, err)
	}
	return nil
}
