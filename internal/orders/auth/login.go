package auth

import (
	"context"
	"fmt"
	"net/mail"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

// Login exchanges the e-mail and the password of the key's account for an
// access token. It refuses with ErrIncomplete, ErrCredentials or ErrKind, and
// with CodeTooMany after repeated failures or when too many ask at once.
//
// An e-mail that is not the account's costs the same time and earns the same
// answer as a wrong password. Failures are counted against the account of the
// key, whatever the e-mail: who has no key of the account can neither guess
// nor slow its owner down.
func (a *Authority) Login(ctx context.Context, caller Caller, email string, password predate.Secret) (predate.Secret, error) {
	if strings.TrimSpace(email) == "" || password == "" {
		return "", ErrIncomplete
	}
	err := a.hasher.inSlot(ctx, func() error { return a.tryPassword(ctx, caller.Account, email, password) })
	if err != nil {
		return "", err
	}
	if !caller.Account.Kind.MayUseAPI() {
		return "", ErrKind
	}
	return a.issue(ctx, caller)
}

// tryPassword checks one password and counts a failure. It runs in a slot, so
// that a burst of guesses cannot pass the delay all at once.
func (a *Authority) tryPassword(ctx context.Context, account predate.Account, email string, password predate.Secret) error {
	failures, err := a.failures.standing(ctx, account.Email)
	if err != nil {
		return fmt.Errorf("authenticate %s: %w", account.ID, err)
	}
	kept := account.PasswordHash
	if normalEmail(email) != account.Email {
		kept = ""
	}
	good, err := a.hasher.tried(kept, a.decoy, password)
	if err != nil {
		return fmt.Errorf("check password of %s: %w", account.ID, err)
	}
	switch {
	case !good:
		if err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return a.failures.count(ctx, tx, account.Email) }); err != nil {
			return fmt.Errorf("count failed authentication of %s: %w", account.ID, err)
		}
		return ErrCredentials
	case failures > 0:
		return a.forgive(ctx, account)
	}
	return nil
}

func (a *Authority) forgive(ctx context.Context, account predate.Account) error {
	err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error { return forgive(ctx, tx, account.Email) })
	if err != nil {
		return fmt.Errorf("forgive failed authentications of %s: %w", account.ID, err)
	}
	return nil
}

// normalEmail is the one form under which an e-mail is kept and compared.
func normalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// isEmail reports whether a text in its normal form is an address and nothing else.
func isEmail(email string) bool {
	parsed, err := mail.ParseAddress(email)
	return err == nil && parsed.Address == email && !strings.ContainsAny(email, "\"\\ ") && len(email) <= 254
}
