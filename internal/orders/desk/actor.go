package desk

import (
	"context"
	"errors"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

// Actor is an operator who acts on an account's endpoints, deliveries or
// data.
type Actor struct {
	Name     string
	Operator predate.OperatorID
	Why      string // the reason, for acts that require one
	// Act is the id of the act, "aud_…", if the caller chose one, so that a repeated
	// request is carried out once. If it is empty, an id is generated.
	Act string
}

// By returns a desk that records acts on endpoints, deliveries and data as an
// operator's. Without it they are a client's, and are not recorded.
func (d *Desk) By(who Actor) *Desk {
	other := *d
	other.actor = who
	return &other
}

// deed is an operator's act on something that belongs to a client.
type deed struct {
	what    string // "endpoint.rotated"
	account predate.AccountID
	order   predate.OrderID
	detail  string // identifies no person
}

// note records a deed in the transaction of its effect, if an operator did it.
func (d *Desk) note(ctx context.Context, tx store.Tx, done deed) error {
	if d.actor.Name == "" {
		return nil
	}
	id := d.actor.Act
	if !strings.HasPrefix(id, "aud_") {
		var err error
		if id, err = newID[string](d, "aud_"); err != nil {
			return err
		}
	}
	if d.actor.Why != "" {
		done.detail = strings.TrimPrefix(done.detail+" : "+d.actor.Why, " : ")
	}
	err := store.InsertAudit(ctx, tx, store.AuditEntry{
		ID: id, At: d.now(), Who: d.actor.Name, Act: done.what, Account: done.account, Order: done.order, Detail: done.detail, Operator: string(d.actor.Operator),
	})
	if errors.Is(err, predate.ErrExists) {
		return &predate.Error{Code: predate.CodeConflict, Message: "C’est déjà fait.", Reason: "act_done"}
	}
	return err
}
