package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Replay is the stored response to a request with an idempotency key, so that a repeated
// request gets the same response.
type Replay struct {
	Account     predate.AccountID
	Route       string // method and path pattern
	Key         string // as the client sent it
	RequestHash predate.Hash
	Status      int // HTTP status of the answer
	Body        []byte
	Created     time.Time
	Order       predate.OrderID // the order in the response
}

const replayColumns = "account, route, idempotency_key, request_hash, status, body, created, order_id"

func replayValues(r Replay) []any {
	return []any{r.Account, r.Route, r.Key, r.RequestHash, r.Status, base64Text(r.Body), micros(r.Created), r.Order}
}

// InsertReplay stores a response; ErrExists if the account has used the key on the
// route before.
func InsertReplay(ctx context.Context, tx Tx, r Replay) error {
	err := insert(ctx, tx, "replays", replayColumns, replayValues(r)...)
	if err != nil {
		return fmt.Errorf("insert replay of %s: %w", r.Route, err)
	}
	return nil
}

// ReplayByKey returns the stored response, or ErrNotFound.
func ReplayByKey(ctx context.Context, tx Tx, account predate.AccountID, route, key string) (Replay, error) {
	var r Replay
	err := tx.QueryRow(ctx, "SELECT "+replayColumns+
		" FROM replays WHERE account = $1 AND route = $2 AND idempotency_key = $3", account, route, key).
		Scan(&r.Account, &r.Route, &r.Key, &r.RequestHash, &r.Status, binary{&r.Body}, instant{&r.Created}, &r.Order)
	if err != nil {
		return Replay{}, fmt.Errorf("read replay of %s: %w", route, err)
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
