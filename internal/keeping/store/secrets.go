package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// PutCredentials stores the sealed extranet credentials of an order until they
// expire. It replaces earlier ones.
func PutCredentials(ctx context.Context, tx Tx, order predate.OrderID, sealed []byte, expires time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO credentials (order_id, sealed, expires) VALUES ($1, $2, $3)"+
		" ON CONFLICT (order_id) DO UPDATE SET sealed = excluded.sealed, expires = excluded.expires",
		order, base64Text(sealed), micros(expires))
	if err != nil {
		return fmt.Errorf("write credentials of %s: %w", order, err)
	}
	return nil
}

// CredentialsOf returns the sealed credentials of an order, or ErrNotFound if
// it has none or they were erased.
func CredentialsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]byte, error) {
	var sealed []byte
	err := tx.QueryRow(ctx, "SELECT sealed FROM credentials WHERE order_id = $1", order).Scan(binary{&sealed})
	if err != nil {
		return nil, fmt.Errorf("read credentials of %s: %w", order, err)
	}
	return sealed, nil
}

// CredentialsUntil returns when the credentials of an order are erased, or ErrNotFound.
func CredentialsUntil(ctx context.Context, tx Tx, order predate.OrderID) (time.Time, error) {
	var until time.Time
	err := tx.QueryRow(ctx, "SELECT expires FROM credentials WHERE order_id = $1", order).Scan(instant{&until})
	if err != nil {
		return until, fmt.Errorf("read until when the credentials of %s are kept: %w", order, err)
	}
	return until, nil
}

// EraseCredentials erases the credentials of an order. It is no error if there are
// none.
func EraseCredentials(ctx context.Context, tx Tx, order predate.OrderID) error {
	if _, err := tx.Exec(ctx, "DELETE FROM credentials WHERE order_id = $1", order); err != nil {
		return fmt.Errorf("erase credentials of %s: %w", order, err)
	}
	return nil
}

// EraseExpiredCredentials erases up to limit expired credentials and returns how
// many it erased.
func EraseExpiredCredentials(ctx context.Context, tx Tx, now time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"credentials", "order_id", "expires"}, now, limit)
}

// InsertSetting stores a value under a new name; ErrExists if another process stored
// one first.
func InsertSetting(ctx context.Context, tx Tx, name string, value []byte) error {
	if err := insert(ctx, tx, "settings", "name, value", name, base64Text(value)); err != nil {
		return fmt.Errorf("insert setting %s: %w", name, err)
	}
	return nil
}

// ReplaceSetting replaces the value of a name, which the caller has read. It returns
// ErrStale if the value has changed meanwhile or does not exist. Settings are, for
// example, a sealed keyset or a signing key.
func ReplaceSetting(ctx context.Context, tx Tx, name string, read, value []byte) error {
	n, err := tx.Exec(ctx, "UPDATE settings SET value = $1 WHERE name = $2 AND value = $3", base64Text(value), name, base64Text(read))
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("replace setting %s: %w", name, err)
	}
	return nil
}

// Setting returns the value of a name, or ErrNotFound.
func Setting(ctx context.Context, tx Tx, name string) ([]byte, error) {
	var value []byte
	if err := tx.QueryRow(ctx, "SELECT value FROM settings WHERE name = $1", name).Scan(binary{&value}); err != nil {
		return nil, fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}

// RevokeToken revokes an access token until it expires. A second call changes
// nothing.
func RevokeToken(ctx context.Context, tx Tx, jti string, expires time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO revoked_tokens (jti, expires) VALUES ($1, $2) ON CONFLICT DO NOTHING", jti, micros(expires))
	if err != nil {
		return fmt.Errorf("revoke token %s: %w", jti, err)
	}
	return nil
}

// PurgeRevokedTokens deletes up to limit tokens that expired before an instant, and
// returns how many.
func PurgeRevokedTokens(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"revoked_tokens", "jti", "expires"}, before, limit)
}
