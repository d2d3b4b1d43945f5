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

// AccountByID gives an account, or ErrNotFound.
func AccountByID(ctx context.Context, tx Tx, id predate.AccountID) (predate.Account, error) {
	a, err := scanAccount(tx.QueryRow(ctx, "SELECT "+accountColumns+" FROM accounts WHERE id = $1", id))
	if err != nil {
		return a, fmt.Errorf("read account %s: %w", id, err)
	}
	return a, nil
}

// AccountByEmail gives the account of an e-mail, which the caller has put in
// lower case, or ErrNotFound. The address is not repeated in the error.
func AccountByEmail(ctx context.Context, tx Tx, email string) (predate.Account, error) {
	a, err := scanAccount(tx.QueryRow(ctx, "SELECT "+accountColumns+" FROM accounts WHERE email = $1", email))
	if err != nil {
		return a, fmt.Errorf("read account by e-mail: %w", err)
	}
	return a, nil
}

// HoldAccount lets no other transaction that asks for the same go on before
// this one has ended: what is counted after it is still so many when the next
// row is written. ErrNotFound when there is no such account.
func HoldAccount(ctx context.Context, tx Tx, id predate.AccountID) error {
	n, err := tx.Exec(ctx, "UPDATE accounts SET id = id WHERE id = $1", id)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("hold account %s: %w", id, err)
	}
	return nil
}

// HoldOrders waits for the orders of an account that are coming in, and lets none in
// before this transaction has ended: each numbers its first event, as this does none.
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

// DisabledAccounts names the accounts that are disabled.
func DisabledAccounts(ctx context.Context, tx Tx) (map[predate.AccountID]bool, error) {
	scan := func(row Row) (id predate.AccountID, err error) {
		err = row.Scan(&id)
		return id, err
	}
	all, err := collect(ctx, tx, scan, "SELECT id FROM accounts WHERE disabled")
	if err != nil {
		return nil, fmt.Errorf("list disabled accounts: %w", err)
	}
	disabled := make(map[predate.AccountID]bool, len(all))
	for _, id := range all {
		disabled[id] = true
	}
	return disabled, nil
}

// UpdateAccount replaces an account; ErrNotFound when there is none, ErrExists
// when the new e-mail is another account's.
func UpdateAccount(ctx context.Context, tx Tx, a *predate.Account) error {
	other, err := AccountByEmail(ctx, tx, a.Email)
	switch {
	case err == nil && other.ID != a.ID:
		return fmt.Errorf("update account %s: %w", a.ID, predate.ErrExists)
	case err != nil && !isNotFound(err):
		return err
	}
	n, err := tx.Exec(ctx, "UPDATE accounts SET "+setClause(accountColumns, 1)+" WHERE id = $1", accountValues(*a)...)
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

// APIKeyByHash gives a key, revoked or not, or ErrNotFound.
func APIKeyByHash(ctx context.Context, tx Tx, hash predate.Hash) (predate.APIKey, error) {
	k, err := scanAPIKey(tx.QueryRow(ctx, "SELECT "+apiKeyColumns+" FROM api_keys WHERE hash = $1", hash))
	if err != nil {
		return k, fmt.Errorf("read API key: %w", err)
	}
	return k, nil
}

// Presented is what a request brings to say who sends it: a key, and a token with the key
// that it was given for.
type Presented struct {
	Key      predate.Hash
	Token    string       // its jti; empty without one
	TokenKey predate.Hash // empty where it was not noted
}

// Recognised is what is known of it.
type Recognised struct {
	Key        predate.APIKey
	Account    predate.Account // whose key it is
	Revoked    bool            // the token was
	TokenKeyOn bool            // the key that the token was given for is there, and not revoked
}

// Recognise looks up what a request brings, in one statement; ErrNotFound when there is
// no such key.
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

// APIKeysOf lists the keys of an account by age, the revoked ones too.
func APIKeysOf(ctx context.Context, tx Tx, account predate.AccountID) ([]predate.APIKey, error) {
	all, err := collect(ctx, tx, scanAPIKey,
		"SELECT "+apiKeyColumns+" FROM api_keys WHERE account = $1 ORDER BY created, hash", account)
	if err != nil {
		return nil, fmt.Errorf("list API keys of %s: %w", account, err)
	}
	return all, nil
}

// RevokeAPIKey ends a key; ErrNotFound when there is none. A key that is
// revoked already keeps its date.
func RevokeAPIKey(ctx context.Context, tx Tx, hash predate.Hash, at time.Time) error {
	n, err := tx.Exec(ctx,
		"UPDATE api_keys SET revoked = CASE WHEN revoked = 0 THEN $2 ELSE revoked END WHERE hash = $1", hash, micros(at))
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("revoke API key: %w", err)
	}
	return nil
}

// UseAPIKey notes that a key was used at an instant, unless it was after another.
func UseAPIKey(ctx context.Context, tx Tx, hash predate.Hash, at, unless time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE api_keys SET used = $2 WHERE hash = $1 AND used <= $3", hash, micros(at), micros(unless)); err != nil {
		return fmt.Errorf("note the use of an API key: %w", err)
	}
	return nil
}

// LoginFailures tells how many passwords in a row were refused for an e-mail,
// and when the last one was; zero when none was. Unknown e-mails count too, so
// that an answer does not tell which are known.
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

// SetLoginFailures records them; zero forgets the e-mail.
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
