package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

const replayColumns = "account, route, idempotency_key, request_hash, status, body, created, order_id"

func replayValues(r predate.KeptAnswer) []any {
	return []any{r.Account, r.Route, r.Key, r.RequestHash, r.Status, base64Text(r.Body), micros(r.Created), r.Order}
}

// InsertReplay stores a response; ErrExists if the account has used the key on the
// route before.
func InsertReplay(ctx context.Context, tx Tx, r predate.KeptAnswer) error {
	err := insert(ctx, tx, "replays", replayColumns, replayValues(r)...)
	if err != nil {
		return fmt.Errorf("insert replay of %s: %w", r.Route, err)
	}
	return nil
}

// ReplayByKey returns the stored response, or ErrNotFound.
func ReplayByKey(ctx context.Context, tx Tx, account predate.AccountID, route, key string) (predate.KeptAnswer, error) {
	var r predate.KeptAnswer
	err := tx.QueryRow(ctx, "SELECT "+replayColumns+
		" FROM replays WHERE account = $1 AND route = $2 AND idempotency_key = $3", account, route, key).
		Scan(&r.Account, &r.Route, &r.Key, &r.RequestHash, &r.Status, binary{&r.Body}, instant{&r.Created}, &r.Order)
	if err != nil {
		return predate.KeptAnswer{}, fmt.Errorf("read replay of %s: %w", route, err)
	}
	return r, nil
}

// PurgeReplays deletes up to limit responses older than an instant, and returns their
// number.
func PurgeReplays(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM replays WHERE (account, route, idempotency_key) IN"+
		" (SELECT account, route, idempotency_key FROM replays WHERE created < $1 ORDER BY created LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge replays: %w", err)
	}
	return int(n), nil
}
