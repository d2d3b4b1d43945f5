package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Flags are what the holder of an account changes of it himself; nil leaves one as it
// is.
type Flags struct{ SendDocuments, SendRegistration, KeepCredentials *bool }

func (f Flags) apply(account *predate.Account) {
	for _, one := range []struct {
		wanted *bool
		flag   *bool
	}{
		{f.SendDocuments, &account.SendDocuments},
		{f.SendRegistration, &account.SendRegistration},
		{f.KeepCredentials, &account.KeepCredentials},
	} {
		if one.wanted != nil {
			*one.flag = *one.wanted
		}
	}
}

// SetFlags changes flags of an account and returns it as it is then. Credentials that
// are no longer to be kept are erased.
func (a *Authority) SetFlags(ctx context.Context, id predate.AccountID, f Flags) (account predate.Account, err error) {
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err = a.alter(ctx, tx, id, alteration{"changed", func(account *predate.Account) error {
			f.apply(account)
			return nil
		}})
		return err
	})
	if err != nil {
		return account, fmt.Errorf("change flags of account %s: %w", id, err)
	}
	return account, nil
}

// TermsChange is what an operator changes of what is agreed with an account; what is
// empty stays as it is.
type TermsChange struct {
	Flags
	Kind     predate.AccountKind
	FourEyes *bool
}

// ChangeTerms changes some of what is agreed with an account, and returns it as it is
// then. A wrong kind is refused with CodeInvalid, an unknown e-mail with CodeNotFound.
func (a *Authority) ChangeTerms(ctx context.Context, email string, t TermsChange) (predate.Account, error) {
	if t.Kind != "" {
		if err := checkKind(t.Kind); err != nil {
			return predate.Account{}, err
		}
	}
	var changed predate.Account
	err := a.change(ctx, email, "changed", func(account *predate.Account) {
		t.apply(account)
		if t.Kind != "" {
			account.Kind = t.Kind
		}
		if t.FourEyes != nil {
			account.FourEyes = *t.FourEyes
		}
		changed = *account
	})
	return changed, err
}

// ChangePassword replaces the password of a caller who knows it: the tokens that it
// gave end, and the one that is returned begins. A wrong password is ErrCredentials,
// counted and delayed as at Login; a new one of the wrong length is refused with
// CodeInvalid.
func (a *Authority) ChangePassword(ctx context.Context, caller Caller, old, fresh predate.Secret) (predate.Secret, error) {
	if err := checkPassword(fresh); err != nil {
		return "", err
	}
	id, email := caller.Account.ID, caller.Account.Email
	if err := a.hasher.inSlot(ctx, func() error { return a.tryPassword(ctx, caller.Account, email, old) }); err != nil {
		return "", err
	}
	hash, err := a.hasher.hashNew(ctx, fresh)
	if err != nil {
		return "", err
	}
	known := caller.Account.PasswordHash
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		caller.Account, err = a.alter(ctx, tx, id, alteration{"password", func(account *predate.Account) error {
			if account.PasswordHash != known {
				return ErrCredentials // it was changed meanwhile
			}
			account.PasswordHash = hash
			account.Tokens++
			return nil
		}})
		return err
	})
	if err != nil {
		return "", fmt.Errorf("change the password of account %s: %w", id, err)
	}
	return a.issue(ctx, caller)
}

// KeysOf lists the keys of an account by age, revoked ones too.
func (a *Authority) KeysOf(ctx context.Context, id predate.AccountID) (keys []predate.APIKey, err error) {
	err = a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		keys, err = store.APIKeysOf(ctx, tx, id)
		return err
	})
	return keys, err
}

// MostKeys is how many keys of an account may be in use when its holder makes another.
const MostKeys = 20

// AddKey creates a key for an account. The key is shown only once. It returns
// CodeConflict if the account has MostKeys already.
func (a *Authority) AddKey(ctx context.Context, id predate.AccountID, test bool) (plain predate.Secret, key predate.APIKey, err error) {
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		keys, err := a.heldKeys(ctx, tx, id)
		if err != nil {
			return err
		}
		if len(slices.DeleteFunc(keys, revoked)) >= MostKeys {
			return refuse(predate.CodeConflict, "too_many_keys", "The account has %d keys in use: revoke one first", MostKeys)
		}
		if plain, key, err = a.newKey(id, test); err != nil {
			return err
		}
		if err := store.InsertAPIKey(ctx, tx, key); err != nil {
			return err
		}
		return a.note(ctx, tx, id, "key_created", key.Prefix)
	})
	if err != nil {
		return "", key, fmt.Errorf("add an API key to account %s: %w", id, err)
	}
	return plain, key, nil
}

// Drop names a key that the holder of an account no longer wants.
type Drop struct {
	Account predate.AccountID
	ID      string // of the key
	// TestOnly finds no live key: a test key asks.
	TestOnly bool
	// Last lets the last live key go too: the account then has none to work with.
	Last bool
}

// DropKey revokes a key, and with it the tokens that it was given. One that is not in
// use is predate.ErrNotFound; the last live key is refused with CodeConflict unless it
// is said that it is known to be the last.
func (a *Authority) DropKey(ctx context.Context, d Drop) (key predate.APIKey, err error) {
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		keys, err := a.heldKeys(ctx, tx, d.Account)
		if err != nil {
			return err
		}
		keys = slices.DeleteFunc(keys, revoked)
		n := slices.IndexFunc(keys, func(k predate.APIKey) bool { return k.ID() == d.ID && (k.Test || !d.TestOnly) })
		if n < 0 {
			return predate.ErrNotFound
		}
		key = keys[n]
		live := slices.DeleteFunc(keys, func(k predate.APIKey) bool { return k.Test })
		if !key.Test && len(live) == 1 && !d.Last {
			return refuse(predate.CodeConflict, "last_live_key", "This is the last live key of the account: make another first, or add ?last=true to be left without one")
		}
		key.Revoked = a.instant()
		if err := store.RevokeAPIKey(ctx, tx, key.Hash, key.Revoked); err != nil {
			return err
		}
		return a.note(ctx, tx, d.Account, "key_revoked", key.Prefix)
	})
	if err != nil {
		return key, fmt.Errorf("revoke API key %s of account %s: %w", d.ID, d.Account, err)
	}
	return key, nil
}

func revoked(k predate.APIKey) bool { return !k.Revoked.IsZero() }

// heldKeys lists the keys of an account that nobody else changes meanwhile.
func (a *Authority) heldKeys(ctx context.Context, tx store.Tx, id predate.AccountID) ([]predate.APIKey, error) {
	if err := store.HoldAccount(ctx, tx, id); err != nil {
		return nil, err
	}
	return store.APIKeysOf(ctx, tx, id)
}

// ResetLife is how long a link to choose another password holds.
const ResetLife = time.Hour

// Reset is a link by which the holder of an account chooses another password. Its
// token is shown this once.
type Reset struct {
	Token   predate.Secret
	Expires time.Time
}

// ResetPath is where a link opens the page on which a password is chosen.
const ResetPath = "/account/reset"

// Address is the link under the public address of a server.
func (r Reset) Address(server string) string {
	return strings.TrimSuffix(server, "/") + ResetPath + "?" + url.Values{"token": {r.Token.Reveal()}}.Encode()
}

// NewReset makes the token of a link that lets the holder of an account choose another
// password, once, within ResetLife. Links that he had end. An unknown e-mail is refused
// with CodeNotFound, a closed account with CodeConflict.
func (a *Authority) NewReset(ctx context.Context, email string) (Reset, error) {
	token, err := drawToken(a.Random)
	if err != nil {
		return Reset{}, err
	}
	now := a.instant()
	made := Reset{token, now.Add(ResetLife)}
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err := byEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		if account.Disabled {
			return refuse(predate.CodeConflict, "account_closed", "The account is closed: open it first")
		}
		if err := store.VoidPasswordResets(ctx, tx, account.ID, now); err != nil {
			return err
		}
		row := store.PasswordReset{Hash: hashKey(token.Reveal()), Account: account.ID, By: a.actor.Name, Created: now, Expires: made.Expires}
		if err := store.InsertPasswordReset(ctx, tx, row); err != nil {
			return err
		}
		return a.note(ctx, tx, account.ID, "reset_link", "")
	})
	if err != nil {
		return Reset{}, fmt.Errorf("make a link for a password: %w", err)
	}
	return made, nil
}

// ResetOf finds the account whose password a link lets choose. A link that was used,
// replaced or has expired is predate.ErrNotFound.
func (a *Authority) ResetOf(ctx context.Context, token predate.Secret) (account predate.Account, err error) {
	err = a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err = a.resetOf(ctx, tx, token)
		return err
	})
	return account, err
}

func (a *Authority) resetOf(ctx context.Context, tx store.Tx, token predate.Secret) (predate.Account, error) {
	r, err := store.PasswordResetByHash(ctx, tx, hashKey(token.Reveal()))
	if err != nil {
		return predate.Account{}, err
	}
	if !r.Used.IsZero() || !a.Now().Before(r.Expires) {
		return predate.Account{}, predate.ErrNotFound
	}
	account, err := store.AccountByID(ctx, tx, r.Account)
	if err == nil && account.Disabled {
		err = predate.ErrNotFound
	}
	return account, err
}

// UseReset has a link choose a password: the old one and its tokens end, and earlier
// failures are forgiven. A link that no longer holds is predate.ErrNotFound; a password
// of the wrong length is refused with CodeInvalid, in French, and the link still holds.
func (a *Authority) UseReset(ctx context.Context, token, fresh predate.Secret) error {
	if _, err := a.ResetOf(ctx, token); err != nil {
		return err
	}
	hash, err := a.hasher.hashNew(ctx, fresh)
	if err != nil {
		return inFrench(err)
	}
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err := a.resetOf(ctx, tx, token)
		if err != nil {
			return err
		}
		if err := store.UsePasswordReset(ctx, tx, hashKey(token.Reveal()), a.instant()); err != nil {
			return err
		}
		_, err = a.alter(ctx, tx, account.ID, alteration{"password", func(account *predate.Account) error {
			account.PasswordHash = hash
			account.Tokens++
			return nil
		}})
		if err != nil {
			return err
		}
		return forgive(ctx, tx, account.Email)
	})
	if errors.Is(err, predate.ErrStale) {
		err = predate.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("choose a password by a link: %w", err)
	}
	return nil
}
