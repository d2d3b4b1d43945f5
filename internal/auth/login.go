package auth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/store"
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
	failures, err := a.failures(ctx, account)
	if err != nil {
		return err
	}
	kept, known := account.PasswordHash, normalEmail(email) == account.Email
	if !known || kept == "" || len(password.Reveal()) > maxPassword {
		kept, password = a.decoy, password[:min(len(password), maxPassword)]
	}
	good, err := matches(kept, password)
	if err != nil {
		return fmt.Errorf("check password of %s: %w", account.ID, err)
	}
	switch {
	case !good:
		if err := a.countFailure(ctx, account); err != nil {
			return err
		}
		return ErrCredentials
	case failures > 0:
		return a.forgive(ctx, account)
	}
	return nil
}

// failures counts the wrong passwords in a row; while their delay lasts it
// refuses with CodeTooMany.
func (a *Authority) failures(ctx context.Context, account predate.Account) (int, error) {
	var count int
	var last time.Time
	err := a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		count, last, err = store.LoginFailures(ctx, tx, account.Email)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("read failed authentications of %s: %w", account.ID, err)
	}
	now := a.Now()
	if now.Sub(last) > forgetAfter {
		return 0, nil
	}
	if wait := remaining(count, last, now); wait > 0 {
		return count, tooSoon(wait)
	}
	return count, nil
}

// countFailure reads and writes in one transaction: two wrong passwords at
// once are two.
func (a *Authority) countFailure(ctx context.Context, account predate.Account) error {
	err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		count, last, err := store.LoginFailures(ctx, tx, account.Email)
		if err != nil {
			return err
		}
		if a.Now().Sub(last) > forgetAfter {
			count = 0
		}
		return store.SetLoginFailures(ctx, tx, account.Email, count+1, a.Now())
	})
	if err != nil {
		return fmt.Errorf("count failed authentication of %s: %w", account.ID, err)
	}
	return nil
}

func (a *Authority) forgive(ctx context.Context, account predate.Account) error {
	err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		return store.SetLoginFailures(ctx, tx, account.Email, 0, time.Time{})
	})
	if err != nil {
		return fmt.Errorf("forgive failed authentications of %s: %w", account.ID, err)
	}
	return nil
}

// normalEmail is the one form under which an e-mail is kept and compared.
func normalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
