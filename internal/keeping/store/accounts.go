package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
)

const accountColumns = "id, email, kind, password_hash, disabled, send_documents, send_registration, keep_credentials, created, tokens, four_eyes, erased"

func accountValues(a predate.Account) []any {
	return []any{
		a.ID, a.Email, a.Kind, a.PasswordHash, a.Disabled,
		a.SendDocuments, a.SendRegistration, a.KeepCredentials, micros(a.Created), a.Tokens, a.FourEyes, micros(a.Erased),
	}
}

func scanAccount(row Row) (a predate.Account, err error) {
	err = row.Scan(&a.ID, &a.Email, &a.Kind, &a.PasswordHash, &a.Disabled,
		&a.SendDocuments, &a.SendRegistration, &a.KeepCredentials, instant{&a.Created}, &a.Tokens, &a.FourEyes, instant{&a.Erased})
	return a, err
}

// InsertAccount adds an account; ErrExists when its id or e-mail is taken.
func InsertAccount(ctx context.Context, tx Tx, a *predate.Account) error {
	if err := insert(ctx, tx, "accounts", accountColumns, accountValues(*a)...); err != nil {
		return fmt.Errorf("insert account %s: %w", a.ID, err)
	}
	return nil
}

// AccountByID returns an account, or ErrNotFound.
func AccountByID(ctx context.Context, tx Tx, id predate.AccountID) (predate.Account, error) {
	a, err := scanAccount(tx.QueryRow(ctx, "SELECT "+accountColumns+" FROM accounts WHERE id = $1", id))
	if err != nil {
		return a, fmt.Errorf("read account %s: %w", id, err)
	}
	return a, nil
}

// AccountByEmail returns the account of an e-mail, which the caller has put in
// lower case, or ErrNotFound. The error does not contain the address.
func AccountByEmail(ctx context.Context, tx Tx, email string) (predate.Account, error) {
	a, err := scanAccount(tx.QueryRow(ctx, "SELECT "+accountColumns+" FROM accounts WHERE email = $1", email))
	if err != nil {
		return a, fmt.Errorf("read account by e-mail: %w", err)
	}
	return a, nil
}

// HoldAccount locks an account until the transaction ends: other transactions that
// call it for the same account wait. Rows that are counted after it stay that many
// until the transaction writes. It returns ErrNotFound if there is no such account.
func HoldAccount(ctx context.Context, tx Tx, id predate.AccountID) error {
	n, err := tx.Exec(ctx, "UPDATE accounts SET id = id WHERE id = $1", id)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("hold account %s: %w", id, err)
	}
	return nil
}

// HoldOrders waits until the orders being placed for an account are committed, and
// blocks new ones until this transaction ends. It locks the counter of the account's
// events, which every new order increments.
func HoldOrders(ctx context.Context, tx Tx, id predate.AccountID) error {
	_, err := tx.Exec(ctx, "INSERT INTO event_positions (account, last) VALUES ($1, 0)"+
		" ON CONFLICT (account) DO UPDATE SET last = event_positions.last", id)
	if err != nil {
		return fmt.Errorf("hold the orders of %s: %w", id, err)
	}
	return nil
}

// Accounts lists all accounts by age.
func Accounts(ctx context.Context, tx Tx) ([]predate.Account, error) {
	all, err := collect(ctx, tx, scanAccount, "SELECT "+accountColumns+" FROM accounts ORDER BY created, id")
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return all, nil
}

// DisabledAccounts returns the ids of the disabled accounts.
func DisabledAccounts(ctx context.Context, tx Tx) (map[predate.AccountID]bool, error) {
	all, err := collect(ctx, tx, one[predate.AccountID], "SELECT id FROM accounts WHERE disabled")
	if err != nil {
		return nil, fmt.Errorf("list disabled accounts: %w", err)
	}
	disabled := make(map[predate.AccountID]bool, len(all))
	for _, id := range all {
		disabled[id] = true
	}
	return disabled, nil
}

// UpdateAccount replaces an account. It returns ErrNotFound if there is none, and
// ErrExists if another account has the new e-mail.
func UpdateAccount(ctx context.Context, tx Tx, a *predate.Account) error {
	other, err := AccountByEmail(ctx, tx, a.Email)
	switch {
	case err == nil && other.ID != a.ID:
		return fmt.Errorf("update account %s: %w", a.ID, predate.ErrExists)
	case err != nil && !isNotFound(err):
		return err
	}
	n, err := tx.Exec(ctx, "UPDATE accounts SET "+setClause(accountColumns)+" WHERE id = $1", accountValues(*a)...)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("update account %s: %w", a.ID, err)
	}
	return nil
}

const apiKeyColumns = "hash, account, prefix, test, created, revoked, used"

func scanAPIKey(row Row) (k predate.APIKey, err error) {
	err = row.Scan(&k.Hash, &k.Account, &k.Prefix, &k.Test, instant{&k.Created}, instant{&k.Revoked}, instant{&k.Used})
	return k, err
}

// InsertAPIKey adds a key of an account.
func InsertAPIKey(ctx context.Context, tx Tx, k predate.APIKey) error {
	err := insert(ctx, tx, "api_keys", apiKeyColumns,
		k.Hash, k.Account, k.Prefix, k.Test, micros(k.Created), micros(k.Revoked), micros(k.Used))
	if err != nil {
		return fmt.Errorf("insert API key %s of %s: %w", k.Prefix, k.Account, err)
	}
	return nil
}

// Presented is the credentials of a request: an API key, and a token with the key for
// which the token was issued.
type Presented struct {
	Key      predate.Hash
	Token    string       // the token's jti; empty without a token
	TokenKey predate.Hash // empty if the token does not name its key
}

// Recognised is what the database knows about the credentials of a request.
type Recognised struct {
	Key        predate.APIKey
	Account    predate.Account // whose key it is
	Revoked    bool            // the token is revoked
	TokenKeyOn bool            // the key for which the token was issued exists and is not revoked
}

// Recognise looks up the credentials of a request in one statement. It returns ErrNotFound
// if there is no such key.
func Recognise(ctx context.Context, tx Tx, p Presented) (r Recognised, err error) {
	k, a := &r.Key, &r.Account
	err = tx.QueryRow(ctx, "SELECT "+of("k", apiKeyColumns)+", "+of("a", accountColumns)+
		", EXISTS (SELECT 1 FROM revoked_tokens WHERE jti = $2), EXISTS (SELECT 1 FROM api_keys WHERE hash = $3 AND revoked = 0)"+
		" FROM api_keys k JOIN accounts a ON a.id = k.account WHERE k.hash = $1", p.Key, p.Token, p.TokenKey).
		Scan(&k.Hash, &k.Account, &k.Prefix, &k.Test, instant{&k.Created}, instant{&k.Revoked}, instant{&k.Used},
			&a.ID, &a.Email, &a.Kind, &a.PasswordHash, &a.Disabled,
			&a.SendDocuments, &a.SendRegistration, &a.KeepCredentials, instant{&a.Created}, &a.Tokens, &a.FourEyes, instant{&a.Erased},
			&r.Revoked, &r.TokenKeyOn)
	if err != nil {
		return r, fmt.Errorf("look up who sends a request: %w", err)
	}
	return r, nil
}

// APIKeysOf returns the keys of an account by age, including revoked ones.
func APIKeysOf(ctx context.Context, tx Tx, account predate.AccountID) ([]predate.APIKey, error) {
	all, err := collect(ctx, tx, scanAPIKey,
		"SELECT "+apiKeyColumns+" FROM api_keys WHERE account = $1 ORDER BY created, hash", account)
	if err != nil {
		return nil, fmt.Errorf("list API keys of %s: %w", account, err)
	}
	return all, nil
}

// RevokeAPIKey revokes a key; ErrNotFound if there is none. A key that is
// revoked already keeps its date.
func RevokeAPIKey(ctx context.Context, tx Tx, hash predate.Hash, at time.Time) error {
	n, err := tx.Exec(ctx,
		"UPDATE api_keys SET revoked = CASE WHEN revoked = 0 THEN $2 ELSE revoked END WHERE hash = $1", hash, micros(at))
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("revoke API key: %w", err)
	}
	return nil
}

// UseAPIKey records that a key was used at an instant, unless a use after unless is recorded
// already.
func UseAPIKey(ctx context.Context, tx Tx, hash predate.Hash, at, unless time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE api_keys SET used = $2 WHERE hash = $1 AND used <= $3", hash, micros(at), micros(unless)); err != nil {
		return fmt.Errorf("note the use of an API key: %w", err)
	}
	return nil
}

// LoginFailures returns the number of consecutive refused passwords for an e-mail
// and the time of the last one; zero if there are none. Failures are counted for
// unknown e-mails too, so that a response does not reveal which are known.
func LoginFailures(ctx context.Context, tx Tx, email string) (n int, last time.Time, err error) {
	err = tx.QueryRow(ctx, "SELECT failures, last FROM login_failures WHERE email = $1", email).Scan(&n, instant{&last})
	if isNotFound(err) {
		return 0, time.Time{}, nil
	}
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("read login failures: %w", err)
	}
	return n, last, nil
}

// SetLoginFailures records the failures of an e-mail; zero deletes the record.
func SetLoginFailures(ctx context.Context, tx Tx, email string, n int, last time.Time) error {
	query := "INSERT INTO login_failures (email, failures, last) VALUES ($1, $2, $3)" +
		" ON CONFLICT (email) DO UPDATE SET failures = excluded.failures, last = excluded.last"
	args := []any{email, n, micros(last)}
	if n == 0 {
		query, args = "DELETE FROM login_failures WHERE email = $1", args[:1]
	}
	if _, err := tx.Exec(ctx, query, args...); err != nil {
		return fmt.Errorf("write login failures: %w", err)
	}
	return nil
}

func isNotFound(err error) bool { return errors.Is(err, predate.ErrNotFound) }
