package desk

import (
	"context"
	"errors"
	"strings"

	"predate"
	"predate/internal/keeping/store"
)

// Actor is an operator who acts on what is a client's own: its endpoints, its
// deliveries, its data.
type Actor struct {
	Name     string
	Operator predate.OperatorID
	Why      string // where the act asks for a reason
	// Act is the id of the act, "aud_…", where who asks gave it one: what is asked
	// twice is done once. Empty draws one.
	Act string
}

// By returns a desk whose acts on endpoints, deliveries and data are recorded as an
// operator's. Those of clients are not: what they ask is theirs to know.
func (d *Desk) By(who Actor) *Desk {
	other := *d
	other.actor = who
	return &other
}

// deed is what an operator did to something of a client.
type deed struct {
	what    string // "endpoint.rotated"
	account predate.AccountID
	order   predate.OrderID
	detail  string // names no person
}

// note records a deed in the transaction of its effect, where an operator did it.
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
