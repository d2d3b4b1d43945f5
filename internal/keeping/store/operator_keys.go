package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// OperatorPassword is an operator's password with the secret of the one-time codes that
// are required with it.
type OperatorPassword struct {
	Operator predate.OperatorID
	Hash     string // Argon2id, PHC string
	TOTP     []byte // sealed under TOTPContext
	Step     int64  // of the last code that was used: no code is accepted twice
	Changed  time.Time
}

// TOTPContext returns the context under which the secret of an operator's codes is sealed.
func TOTPContext(id predate.OperatorID) string { return "operator.totp " + string(id) }

const operatorPasswordColumns = "operator, hash, totp, step, changed"

// PutOperatorPassword sets or replaces the password of an operator.
func PutOperatorPassword(ctx context.Context, tx Tx, p OperatorPassword) error {
	_, err := tx.Exec(ctx, "INSERT INTO operator_passwords ("+operatorPasswordColumns+") VALUES ($1, $2, $3, $4, $5)"+
		" ON CONFLICT (operator) DO UPDATE SET hash = excluded.hash, totp = excluded.totp, step = excluded.step, changed = excluded.changed",
		p.Operator, p.Hash, base64Text(p.TOTP), p.Step, micros(p.Changed))
	if err != nil {
		return fmt.Errorf("write password of %s: %w", p.Operator, err)
	}
	return nil
}

// OperatorPasswordOf returns the password of an operator, or ErrNotFound.
func OperatorPasswordOf(ctx context.Context, tx Tx, operator predate.OperatorID) (p OperatorPassword, err error) {
	err = tx.QueryRow(ctx, "SELECT "+operatorPasswordColumns+" FROM operator_passwords WHERE operator = $1", operator).
		Scan(&p.Operator, &p.Hash, binary{&p.TOTP}, &p.Step, instant{&p.Changed})
	if err != nil {
		return p, fmt.Errorf("read password of %s: %w", operator, err)
	}
	return p, nil
}

// UseStep records that the code of a step was used. It returns ErrStale if that code, or
// a later one, was used before.
func UseStep(ctx context.Context, tx Tx, operator predate.OperatorID, step int64) error {
	n, err := tx.Exec(ctx, "UPDATE operator_passwords SET step = $2 WHERE operator = $1 AND step < $2", operator, step)
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("use code of %s: %w", operator, err)
	}
	return nil
}

// DropOperatorPassword deletes the password of an operator and its recovery codes. It is
// no error if there is none.
func DropOperatorPassword(ctx context.Context, tx Tx, operator predate.OperatorID) error {
	for _, table := range []string{"operator_passwords", "operator_recoveries"} {
		if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE operator = $1", operator); err != nil {
			return fmt.Errorf("drop password of %s: %w", operator, err)
		}
	}
	return nil
}

// PutRecoveries replaces the recovery codes of an operator. Only their hashes are
// stored.
func PutRecoveries(ctx context.Context, tx Tx, operator predate.OperatorID, hashes []predate.Hash) error {
	_, err := tx.Exec(ctx, "DELETE FROM operator_recoveries WHERE operator = $1", operator)
	for _, hash := range hashes {
		if err == nil {
			err = insert(ctx, tx, "operator_recoveries", "operator, hash", operator, hash)
		}
	}
	if err != nil {
		return fmt.Errorf("write recovery codes of %s: %w", operator, err)
	}
	return nil
}

// UseRecovery consumes a recovery code. It returns ErrNotFound if the operator has no
// such code, or has used it.
func UseRecovery(ctx context.Context, tx Tx, operator predate.OperatorID, hash predate.Hash) error {
	n, err := tx.Exec(ctx, "DELETE FROM operator_recoveries WHERE operator = $1 AND hash = $2", operator, hash)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("use recovery code of %s: %w", operator, err)
	}
	return nil
}

// CountRecoveries returns the number of unused recovery codes of an operator.
func CountRecoveries(ctx context.Context, tx Tx, operator predate.OperatorID) (n int, err error) {
	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM operator_recoveries WHERE operator = $1", operator).Scan(&n); err != nil {
		return 0, fmt.Errorf("count recovery codes of %s: %w", operator, err)
	}
	return n, nil
}

// Passkey is a passkey of an operator. It contains public data only.
type Passkey struct {
	ID         string // of the credential, base64
	Operator   predate.OperatorID
	Name       string
	Credential string // JSON
	Created    time.Time
	Used       time.Time // zero until it is used
}

const passkeyColumns = "id, operator, name, credential, created, used"

func scanPasskey(row Row) (p Passkey, err error) {
	err = row.Scan(&p.ID, &p.Operator, &p.Name, &p.Credential, instant{&p.Created}, instant{&p.Used})
	return p, err
}

// InsertPasskey adds a passkey; ErrExists if the credential is already known.
func InsertPasskey(ctx context.Context, tx Tx, p Passkey) error {
	err := insert(ctx, tx, "operator_passkeys", passkeyColumns, p.ID, p.Operator, p.Name, p.Credential, micros(p.Created), micros(p.Used))
	if err != nil {
		return fmt.Errorf("insert passkey of %s: %w", p.Operator, err)
	}
	return nil
}

// PasskeyByID returns a passkey, or ErrNotFound.
func PasskeyByID(ctx context.Context, tx Tx, id string) (Passkey, error) {
	p, err := scanPasskey(tx.QueryRow(ctx, "SELECT "+passkeyColumns+" FROM operator_passkeys WHERE id = $1", id))
	if err != nil {
		return p, fmt.Errorf("read passkey: %w", err)
	}
	return p, nil
}

// PasskeysOf lists the passkeys of an operator by age.
func PasskeysOf(ctx context.Context, tx Tx, operator predate.OperatorID) ([]Passkey, error) {
	all, err := collect(ctx, tx, scanPasskey, "SELECT "+passkeyColumns+" FROM operator_passkeys WHERE operator = $1 ORDER BY created, id", operator)
	if err != nil {
		return nil, fmt.Errorf("list passkeys of %s: %w", operator, err)
	}
	return all, nil
}

// UsePasskey stores what a passkey's device reported when it was used, in particular its
// counter; ErrNotFound if the passkey does not exist.
func UsePasskey(ctx context.Context, tx Tx, p Passkey) error {
	n, err := tx.Exec(ctx, "UPDATE operator_passkeys SET credential = $2, used = $3 WHERE id = $1", p.ID, p.Credential, micros(p.Used))
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("use passkey of %s: %w", p.Operator, err)
	}
	return nil
}

// DropPasskey deletes a passkey of an operator; ErrNotFound if he has no
// such passkey.
func DropPasskey(ctx context.Context, tx Tx, operator predate.OperatorID, id string) error {
	n, err := tx.Exec(ctx, "DELETE FROM operator_passkeys WHERE operator = $1 AND id = $2", operator, id)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("drop passkey of %s: %w", operator, err)
	}
	return nil
}

// TakeChallenge records that the challenge of a passkey was answered; ErrExists if
// it was answered before.
func TakeChallenge(ctx context.Context, tx Tx, hash predate.Hash, expires time.Time) error {
	if err := insert(ctx, tx, "operator_challenges", "hash, expires", hash, micros(expires)); err != nil {
		return fmt.Errorf("take challenge: %w", err)
	}
	return nil
}

// PurgeChallenges deletes up to limit challenges that expired before an instant,
// and returns how many.
func PurgeChallenges(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"operator_challenges", "hash", "expires"}, before, limit)
}
