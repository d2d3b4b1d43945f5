package store

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"predate"
)

// Identity is a username at a host. Only one login at a time may hold it.
type Identity struct {
	Identity string // a keyed hash of host and username
	Holder   string // the login that holds it; empty when none does
	Until    time.Time
	Cool     time.Time // no login before
}

// LockIdentity reads an identity, creates it if it is new, and locks it until the
// transaction ends.
func LockIdentity(ctx context.Context, tx Tx, identity string, now time.Time) (Identity, error) {
	i := Identity{Identity: identity}
	err := tx.QueryRow(ctx, "INSERT INTO identities (identity, holder, held_until, cool_until, seen) VALUES ($1, '', 0, 0, $2)"+
		" ON CONFLICT (identity) DO UPDATE SET seen = excluded.seen RETURNING holder, held_until, cool_until", identity, micros(now)).
		Scan(&i.Holder, instant{&i.Until}, instant{&i.Cool})
	if err != nil {
		return i, fmt.Errorf("read identity: %w", err)
	}
	return i, nil
}

// PutIdentity writes an identity that LockIdentity returned.
func PutIdentity(ctx context.Context, tx Tx, i Identity) error {
	_, err := tx.Exec(ctx, "UPDATE identities SET holder = $2, held_until = $3, cool_until = $4 WHERE identity = $1",
		i.Identity, i.Holder, micros(i.Until), micros(i.Cool))
	if err != nil {
		return fmt.Errorf("write identity: %w", err)
	}
	return nil
}

// Login is one login that was made.
type Login struct {
	ID       string // "log_…"
	Identity string
	Account  predate.AccountID
	At       time.Time
	Outcome  string // LoginAccepted, the code of a failure, or empty while it is under way
}

// The outcomes of a login that are not codes of failures.
const (
	// LoginAccepted is the outcome of a login that opened a session.
	LoginAccepted = "accepted"
	// LoginUnsettled is the outcome of a login whose answer was not understood: the site
	// may have counted it as a refusal.
	LoginUnsettled = "unsettled"
)

// InsertLogin adds a login that has begun.
func InsertLogin(ctx context.Context, tx Tx, l Login) error {
	err := insert(ctx, tx, "logins", "id, identity, account, at, outcome", l.ID, l.Identity, l.Account, micros(l.At), l.Outcome)
	if err != nil {
		return fmt.Errorf("insert login: %w", err)
	}
	return nil
}

// EndLogin writes the outcome of a login and reports whether it was in progress.
func EndLogin(ctx context.Context, tx Tx, id, outcome string) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE logins SET outcome = $2 WHERE id = $1 AND outcome = ''", id, outcome)
	if err != nil {
		return false, fmt.Errorf("end login %s: %w", id, err)
	}
	return n == 1, nil
}

// LoginFilter selects logins of an identity.
type LoginFilter struct {
	Identity string
	Outcome  string // empty for any
	Or       string // another outcome to accept
	Since    time.Time
	Limit    int
}

// LoginTimes lists when logins were made, the latest first.
func LoginTimes(ctx context.Context, tx Tx, f LoginFilter) ([]time.Time, error) {
	scan := into(func(at *time.Time) []any { return []any{instant{at}} })
	all, err := collect(ctx, tx, scan, "SELECT at FROM logins WHERE identity = $1 AND at > $2 AND ($3 = '' OR outcome = $3 OR outcome = $4)"+
		" ORDER BY at DESC LIMIT $5", f.Identity, micros(f.Since), f.Outcome, cmp.Or(f.Or, f.Outcome), f.Limit)
	if err != nil {
		return nil, fmt.Errorf("list logins: %w", err)
	}
	return all, nil
}

// AccountLogins returns the number of identities under which an account's orders logged
// in since an instant, and how many of them had their password refused.
func AccountLogins(ctx context.Context, tx Tx, account predate.AccountID, refusal string, since time.Time) (all, refused int, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(DISTINCT identity), COUNT(DISTINCT CASE WHEN outcome = $2 THEN identity END)"+
		" FROM logins WHERE account = $1 AND at > $3", account, refusal, micros(since)).Scan(&all, &refused)
	if err != nil {
		return 0, 0, fmt.Errorf("count logins of %s: %w", account, err)
	}
	return all, refused, nil
}

// RefusePassword remembers that an extranet refused a password of an identity, by
// its keyed hash.
func RefusePassword(ctx context.Context, tx Tx, identity, fingerprint string, at time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO refused_passwords (fingerprint, identity, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		fingerprint, identity, micros(at))
	if err != nil {
		return fmt.Errorf("remember refused password: %w", err)
	}
	return nil
}

// PasswordRefused reports whether an extranet refused a password.
func PasswordRefused(ctx context.Context, tx Tx, fingerprint string) (bool, error) {
	var n int
	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM refused_passwords WHERE fingerprint = $1", fingerprint).Scan(&n); err != nil {
		return false, fmt.Errorf("look for refused password: %w", err)
	}
	return n > 0, nil
}

// Forgotten is the number of records that ForgetIdentity deleted.
type Forgotten struct {
	Passwords int // refused ones
	Logins    int // of which the site made a refusal, or may have made one
	Cool      bool
}

// ForgetIdentity deletes the refusals of an identity, the logins that may have been
// refused, and the time before which it may not log in. A login in progress remains.
func ForgetIdentity(ctx context.Context, tx Tx, identity string, refusals ...string) (f Forgotten, err error) {
	passwords, err := tx.Exec(ctx, "DELETE FROM refused_passwords WHERE identity = $1", identity)
	if err != nil {
		return f, fmt.Errorf("forget refused passwords: %w", err)
	}
	f.Passwords = int(passwords)
	for _, outcome := range refusals {
		logins, err := tx.Exec(ctx, "DELETE FROM logins WHERE identity = $1 AND outcome = $2", identity, outcome)
		if err != nil {
			return f, fmt.Errorf("forget refused logins: %w", err)
		}
		f.Logins += int(logins)
	}
	cooled, err := tx.Exec(ctx, "UPDATE identities SET cool_until = 0 WHERE identity = $1 AND cool_until > 0", identity)
	if err != nil {
		return f, fmt.Errorf("let identity be used: %w", err)
	}
	f.Cool = cooled > 0
	return f, nil
}

// OtherIdentities returns the number of identities, except one, that an account's
// orders have used since an instant, and the time of the use that is longest ago.
func OtherIdentities(ctx context.Context, tx Tx, account predate.AccountID, but string, since time.Time) (n int, first time.Time, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(*), COALESCE(MIN(seen), 0) FROM account_identities WHERE account = $1 AND identity <> $2 AND seen > $3",
		account, but, micros(since)).Scan(&n, instant{&first})
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count identities of %s: %w", account, err)
	}
	return n, first, nil
}

// PurgeLogins deletes up to limit logins older than an instant.
func PurgeLogins(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"logins", "id", "at"}, before, limit)
}

// PurgeRefusedPasswords deletes up to limit refusals older than an instant.
func PurgeRefusedPasswords(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"refused_passwords", "fingerprint", "at"}, before, limit)
}

// PurgeIdentities deletes up to limit identities that nobody has used since an
// instant and that may log in again since then.
func PurgeIdentities(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM identities WHERE identity IN (SELECT identity FROM identities"+
		" WHERE seen < $1 AND held_until < $1 AND cool_until < $1 ORDER BY seen, identity LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge identities: %w", err)
	}
	return int(n), nil
}

// PurgeAccountIdentities deletes up to limit usernames that an account's
// orders have not used since an instant.
func PurgeAccountIdentities(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM account_identities WHERE (account, identity) IN (SELECT account, identity FROM account_identities"+
		" WHERE seen < $1 ORDER BY seen LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge identities of accounts: %w", err)
	}
	return int(n), nil
}
