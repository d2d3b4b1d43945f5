package auth

import (
	"context"
	"errors"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

// Actor is who administers accounts or operators, for the audit.
type Actor struct {
	Name     string
	Operator predate.OperatorID // empty on the command line
	// Act is the id of the act, "aud_…", where who asks gave it one: what is asked
	// twice is done once. Empty draws one.
	Act string
}

// As returns an authority whose acts on accounts are recorded as a person's.
func (a *Authority) As(who Actor) *Authority {
	other := *a
	other.actor = who
	return &other
}

// note records an act on an account in the transaction of its effect. No detail
// names a person: an account that is erased leaves its acts behind.
func (a *Authority) note(ctx context.Context, tx store.Tx, account predate.AccountID, what, detail string) error {
	id := a.actor.Act
	if !strings.HasPrefix(id, "aud_") {
		var err error
		if id, err = predate.NewID("aud_", a.Random); err != nil {
			return err
		}
	}
	who := a.actor.Name
	if who == "" {
		who = "predate"
	}
	err := store.InsertAudit(ctx, tx, store.AuditEntry{
		ID: id, At: a.instant(), Who: who, Act: "account." + what, Account: account, Detail: detail, Operator: string(a.actor.Operator),
	})
	if errors.Is(err, predate.ErrExists) {
		return &predate.Error{Code: predate.CodeConflict, Message: "This was done already", Reason: "act_done"}
	}
	return err
}

// Acts lists what was done to an account, the latest first; what was done to its
// orders is theirs.
func (a *Authority) Acts(ctx context.Context, account predate.AccountID) ([]store.AuditEntry, error) {
	const most = 100
	var acts []store.AuditEntry
	err := a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		acts, err = store.AuditOfAccount(ctx, tx, account, most)
		return err
	})
	return acts, err
}

// AccountByID returns an account, or predate.ErrNotFound.
func (a *Authority) AccountByID(ctx context.Context, id predate.AccountID) (predate.Account, error) {
	var account predate.Account
	err := a.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		account, err = store.AccountByID(ctx, tx, id)
		return err
	})
	return account, err
}

// DrawPassword draws a password for an account whose holder chooses none.
func (a *Authority) DrawPassword() (predate.Secret, error) {
	drawn, err := predate.NewID("", a.Random)
	return predate.Secret(drawn), err
}
