package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// NewAccount is what is needed to open an account.
type NewAccount struct {
	Email    string
	Kind     predate.AccountKind
	Password predate.Secret
	// NoDocuments leaves the documents out of its webhooks.
	NoDocuments      bool
	SendRegistration bool
	KeepCredentials  bool
	// FourEyes asks that two persons issue a statement that went to an operator.
	FourEyes bool
}

// Keys are the first two keys of an account, shown this once.
type Keys struct{ Live, Test predate.Secret }

// CreateAccount opens an account with one live and one test key. A wrong
// e-mail, kind or password is refused with CodeInvalid, an e-mail already
// taken with CodeConflict.
func (a *Authority) CreateAccount(ctx context.Context, n NewAccount) (predate.Account, Keys, error) {
	account, err := a.newAccount(ctx, n)
	if err != nil {
		return predate.Account{}, Keys{}, err
	}
	var keys Keys
	var held [2]predate.APIKey
	if keys.Live, held[0], err = a.newKey(account.ID, false); err != nil {
		return predate.Account{}, Keys{}, err
	}
	if keys.Test, held[1], err = a.newKey(account.ID, true); err != nil {
		return predate.Account{}, Keys{}, err
	}
	err = a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.InsertAccount(ctx, tx, &account); err != nil {
			return err
		}
		for _, key := range held {
			if err := store.InsertAPIKey(ctx, tx, key); err != nil {
				return err
			}
		}
		return a.note(ctx, tx, account.ID, "created", string(account.Kind))
	})
	if errors.Is(err, predate.ErrExists) {
		return predate.Account{}, Keys{}, refuse(predate.CodeConflict, "email_taken", "An account with the e-mail %s exists already", account.Email)
	}
	if err != nil {
		return predate.Account{}, Keys{}, fmt.Errorf("create account %s: %w", account.Email, err)
	}
	return account, keys, nil
}

func (a *Authority) newAccount(ctx context.Context, n NewAccount) (predate.Account, error) {
	email := normalEmail(n.Email)
	if !isEmail(email) {
		return predate.Account{}, refuse(predate.CodeInvalid, "email_invalid", "%q is not an e-mail address", n.Email)
	}
	if err := checkKind(n.Kind); err != nil {
		return predate.Account{}, err
	}
	hash, err := a.hasher.hashNew(ctx, n.Password)
	if err != nil {
		return predate.Account{}, err
	}
	id, err := predate.NewID("acc_", a.Random)
	if err != nil {
		return predate.Account{}, err
	}
	return predate.Account{
		ID: predate.AccountID(id), Email: email, Kind: n.Kind, PasswordHash: hash, SendDocuments: !n.NoDocuments,
		SendRegistration: n.SendRegistration, KeepCredentials: n.KeepCredentials, FourEyes: n.FourEyes, Created: a.instant(),
	}, nil
}

// checkKind refuses with CodeInvalid what is no kind of account.
func checkKind(kind predate.AccountKind) error {
	if kind.Valid() {
		return nil
	}
	return refuse(predate.CodeInvalid, "kind_invalid", "%q is not a kind of account: choose %s, %s or %s",
		kind, predate.Premium, predate.SyndicAccount, predate.StandardAccount)
}

// Accounts lists all accounts.
func (a *Authority) Accounts(ctx context.Context) ([]predate.Account, error) {
	var accounts []predate.Account
	err := a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		accounts, err = store.Accounts(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return accounts, nil
}

// Account finds an account by its e-mail; an unknown one is refused with
// CodeNotFound.
func (a *Authority) Account(ctx context.Context, email string) (predate.Account, error) {
	var account predate.Account
	err := a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		account, err = byEmail(ctx, tx, email)
		return err
	})
	return account, err
}

// SetDisabled closes an account to the API, or opens it again. Tokens given out
// before it was closed stay ended.
func (a *Authority) SetDisabled(ctx context.Context, email string, disabled bool) error {
	what := "enabled"
	if disabled {
		what = "disabled"
	}
	return a.change(ctx, email, what, func(account *predate.Account) {
		account.Disabled = disabled
		account.Tokens++
	})
}

// Terms are what is agreed with an account.
type Terms struct {
	Kind                                                       predate.AccountKind
	SendDocuments, SendRegistration, KeepCredentials, FourEyes bool
}

// TermsOf returns what is agreed with an account.
func TermsOf(a predate.Account) Terms {
	return Terms{a.Kind, a.SendDocuments, a.SendRegistration, a.KeepCredentials, a.FourEyes}
}

// SetTerms changes all that is agreed with an account.
func (a *Authority) SetTerms(ctx context.Context, email string, t Terms) error {
	if err := checkKind(t.Kind); err != nil {
		return err
	}
	return a.change(ctx, email, "changed", func(account *predate.Account) {
		account.Kind, account.SendDocuments, account.SendRegistration = t.Kind, t.SendDocuments, t.SendRegistration
		account.KeepCredentials, account.FourEyes = t.KeepCredentials, t.FourEyes
	})
}

// terms writes what is agreed with an account, for the audit.
func terms(a predate.Account) string {
	return fmt.Sprintf("%s, documents %t, registration %t, credentials kept %t, four eyes %t", a.Kind, a.SendDocuments, a.SendRegistration, a.KeepCredentials, a.FourEyes)
}

// SetPassword replaces the password of an account, ends its tokens and forgives
// its failures.
func (a *Authority) SetPassword(ctx context.Context, email string, password predate.Secret) error {
	hash, err := a.hasher.hashNew(ctx, password)
	if err != nil {
		return err
	}
	if err := a.change(ctx, email, "password", func(account *predate.Account) {
		account.PasswordHash = hash
		account.Tokens++
	}); err != nil {
		return err
	}
	return a.forgive(ctx, predate.Account{Email: normalEmail(email)})
}

// change alters an account as one transaction with its record.
func (a *Authority) change(ctx context.Context, email, what string, change func(*predate.Account)) error {
	err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err := byEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		_, err = a.alter(ctx, tx, account.ID, alteration{what, func(account *predate.Account) error {
			change(account)
			return nil
		}})
		return err
	})
	if err != nil {
		return fmt.Errorf("change account %s: %w", email, err)
	}
	return nil
}

// alteration is a change of an account, under the name that its record bears.
type alteration struct {
	what  string
	apply func(*predate.Account) error
}

// unkept is how long credentials of an order under way are kept at most once its
// account no longer wants them kept.
const unkept = 72 * time.Hour

// alter changes an account that nobody else changes meanwhile, with what follows from
// the change: another password ends the links that were made to choose one, and
// credentials that are no longer to be kept are erased.
func (a *Authority) alter(ctx context.Context, tx store.Tx, id predate.AccountID, change alteration) (predate.Account, error) {
	if err := store.HoldAccount(ctx, tx, id); err != nil {
		return predate.Account{}, err
	}
	account, err := store.AccountByID(ctx, tx, id)
	if err != nil {
		return account, err
	}
	before := account
	if err := change.apply(&account); err != nil {
		return before, err
	}
	if err := store.UpdateAccount(ctx, tx, &account); err != nil {
		return before, err
	}
	if before.PasswordHash != account.PasswordHash {
		if err := store.VoidPasswordResets(ctx, tx, id, a.instant()); err != nil {
			return before, err
		}
	}
	if before.KeepCredentials && !account.KeepCredentials {
		if err := store.EndKeptCredentials(ctx, tx, id, a.instant().Add(unkept)); err != nil {
			return before, err
		}
	}
	return account, a.note(ctx, tx, id, change.what, terms(account))
}

// CreateKey creates a key for an account. The key is shown only once.
func (a *Authority) CreateKey(ctx context.Context, email string, test bool) (predate.Secret, error) {
	var plain predate.Secret
	err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err := byEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		var key predate.APIKey
		if plain, key, err = a.newKey(account.ID, test); err != nil {
			return err
		}
		if err := store.InsertAPIKey(ctx, tx, key); err != nil {
			return err
		}
		return a.note(ctx, tx, account.ID, "key_created", key.Prefix)
	})
	if err != nil {
		return "", fmt.Errorf("create API key of %s: %w", email, err)
	}
	return plain, nil
}

// APIKeys lists the keys of an account, revoked ones too.
func (a *Authority) APIKeys(ctx context.Context, email string) ([]predate.APIKey, error) {
	var keys []predate.APIKey
	err := a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err := byEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		keys, err = store.APIKeysOf(ctx, tx, account.ID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list API keys of %s: %w", email, err)
	}
	return keys, nil
}

// RevokeKey ends one key of an account, named by itself or by any beginning of
// what the list shows of it that no other key in use shares. The next request
// with it is refused, and so are the tokens that it was given.
func (a *Authority) RevokeKey(ctx context.Context, email, named string) (predate.APIKey, error) {
	var revoked predate.APIKey
	err := a.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		account, err := byEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		keys, err := store.APIKeysOf(ctx, tx, account.ID)
		if err != nil {
			return err
		}
		if revoked, err = pick(keys, named); err != nil {
			return err
		}
		revoked.Revoked = a.instant()
		if err := store.RevokeAPIKey(ctx, tx, revoked.Hash, revoked.Revoked); err != nil {
			return err
		}
		return a.note(ctx, tx, account.ID, "key_revoked", revoked.Prefix)
	})
	if err != nil {
		return predate.APIKey{}, fmt.Errorf("revoke API key of %s: %w", email, err)
	}
	return revoked, nil
}

// pick finds the one key in use that is named. A refusal repeats no more of the
// name than a list shows.
func pick(keys []predate.APIKey, named string) (predate.APIKey, error) {
	hash, shown := hashKey(named), named[:min(len(named), keyShownPrefix)]
	var found []predate.APIKey
	for _, key := range keys {
		switch {
		case !key.Revoked.IsZero() || named == "":
		case key.Hash == hash:
			return key, nil
		case strings.HasPrefix(key.Prefix, named):
			found = append(found, key)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return predate.APIKey{}, refuse(predate.CodeConflict, "key_ambiguous", "%d keys in use begin with %q: give more of it, or the whole key", len(found), shown)
	case len(named) > keyShownPrefix:
		return predate.APIKey{}, refuse(predate.CodeNotFound, "key_unknown", "No key in use is %s…: give the whole key, or its beginning as «account key list» shows it", shown)
	}
	return predate.APIKey{}, refuse(predate.CodeNotFound, "key_unknown", "No key in use begins with %q", shown)
}

func (a *Authority) newKey(account predate.AccountID, test bool) (predate.Secret, predate.APIKey, error) {
	plain, err := drawKey(test, a.Random)
	if err != nil {
		return "", predate.APIKey{}, err
	}
	return plain, predate.APIKey{
		Hash: hashKey(plain.Reveal()), Account: account, Prefix: plain.Reveal()[:keyShownPrefix],
		Test: test, Created: a.instant(),
	}, nil
}

// instant is now at the precision that the store keeps.
func (a *Authority) instant() time.Time { return a.Now().UTC().Truncate(time.Microsecond) }

// refuse makes a refusal with a reason, by which others word it in their language.
func refuse(code predate.ErrorCode, reason, format string, args ...any) *predate.Error {
	refused := predate.Refuse(code, format, args...)
	refused.Reason = reason
	return refused
}

func byEmail(ctx context.Context, tx store.Tx, email string) (predate.Account, error) {
	account, err := store.AccountByEmail(ctx, tx, normalEmail(email))
	if errors.Is(err, predate.ErrNotFound) {
		return predate.Account{}, refuse(predate.CodeNotFound, "account_unknown", "No account has the e-mail %s", email)
	}
	if err != nil {
		return predate.Account{}, fmt.Errorf("read account %s: %w", email, err)
	}
	return account, nil
}
