package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// PasswordReset lets the holder of an account choose another password, once, until
// it expires. The token of its link is not kept.
type PasswordReset struct {
	Hash    predate.Hash
	Account predate.AccountID
	By      string
	Created time.Time
	Expires time.Time
	Used    time.Time // zero until it is used, or replaced by another
}

const resetColumns = "hash, account, made_by, created, expires, used"

// InsertPasswordReset adds a link; ErrExists when its hash is taken.
func InsertPasswordReset(ctx context.Context, tx Tx, r PasswordReset) error {
	err := insert(ctx, tx, "password_resets", resetColumns, r.Hash, r.Account, r.By, micros(r.Created), micros(r.Expires), micros(r.Used))
	if err != nil {
		return fmt.Errorf("insert password reset of %s: %w", r.Account, err)
	}
	return nil
}

// PasswordResetByHash returns a link, or ErrNotFound.
func PasswordResetByHash(ctx context.Context, tx Tx, hash predate.Hash) (r PasswordReset, err error) {
	err = tx.QueryRow(ctx, "SELECT "+resetColumns+" FROM password_resets WHERE hash = $1", hash).
		Scan(&r.Hash, &r.Account, &r.By, instant{&r.Created}, instant{&r.Expires}, instant{&r.Used})
	if err != nil {
		return r, fmt.Errorf("read password reset: %w", err)
	}
	return r, nil
}

// UsePasswordReset marks a link as used; ErrStale if it was used or replaced before.
func UsePasswordReset(ctx context.Context, tx Tx, hash predate.Hash, at time.Time) error {
	n, err := tx.Exec(ctx, "UPDATE password_resets SET used = $2 WHERE hash = $1 AND used = 0", hash, micros(at))
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("use password reset: %w", err)
	}
	return nil
}

// VoidPasswordResets invalidates all links of an account.
func VoidPasswordResets(ctx context.Context, tx Tx, account predate.AccountID, at time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE password_resets SET used = $2 WHERE account = $1 AND used = 0", account, micros(at)); err != nil {
		return fmt.Errorf("void password resets of %s: %w", account, err)
	}
	return nil
}

// PurgePasswordResets deletes up to limit links that expired before an instant, and
// returns how many.
func PurgePasswordResets(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"password_resets", "hash", "expires"}, before, limit)
}

// EndKeptCredentials applies that an account no longer keeps extranet credentials. It
// erases those of orders that are done, cancelled or wait for their client, and limits
// the others to expire at latest.
func EndKeptCredentials(ctx context.Context, tx Tx, account predate.AccountID, latest time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM credentials WHERE order_id IN (SELECT id FROM orders WHERE account = $1"+
		" AND (state IN ('done', 'waiting') OR cancelled > 0))", account)
	if err == nil {
		_, err = tx.Exec(ctx, "UPDATE credentials SET expires = $2 WHERE expires > $2 AND order_id IN (SELECT id FROM orders WHERE account = $1)",
			account, micros(latest))
	}
	if err != nil {
		return fmt.Errorf("end the keeping of credentials of %s: %w", account, err)
	}
	return nil
}
