package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

const operatorColumns = "id, email, name, role, disabled, no_shortcuts, created"

func operatorValues(o predate.Operator) []any {
	return []any{o.ID, o.Email, o.Name, o.Role, o.Disabled, o.NoShortcuts, micros(o.Created)}
}

func scanOperator(row Row) (o predate.Operator, err error) {
	err = row.Scan(&o.ID, &o.Email, &o.Name, &o.Role, &o.Disabled, &o.NoShortcuts, instant{&o.Created})
	return o, err
}

// InsertOperator adds an operator; ErrExists when the id, the e-mail or the name
// is taken.
func InsertOperator(ctx context.Context, tx Tx, o predate.Operator) error {
	if err := insert(ctx, tx, "operators", operatorColumns, operatorValues(o)...); err != nil {
		return fmt.Errorf("insert operator %s: %w", o.ID, err)
	}
	return nil
}

// OperatorByID returns an operator, or ErrNotFound.
func OperatorByID(ctx context.Context, tx Tx, id predate.OperatorID) (predate.Operator, error) {
	o, err := scanOperator(tx.QueryRow(ctx, "SELECT "+operatorColumns+" FROM operators WHERE id = $1", id))
	if err != nil {
		return o, fmt.Errorf("read operator %s: %w", id, err)
	}
	return o, nil
}

// OperatorByEmail returns the operator of an e-mail, which the caller has put in
// lower case, or ErrNotFound. The address is not repeated in the error.
func OperatorByEmail(ctx context.Context, tx Tx, email string) (predate.Operator, error) {
	o, err := scanOperator(tx.QueryRow(ctx, "SELECT "+operatorColumns+" FROM operators WHERE email = $1", email))
	if err != nil {
		return o, fmt.Errorf("read operator by e-mail: %w", err)
	}
	return o, nil
}

// Operators lists all operators by age.
func Operators(ctx context.Context, tx Tx) ([]predate.Operator, error) {
	all, err := collect(ctx, tx, scanOperator, "SELECT "+operatorColumns+" FROM operators ORDER BY created, id")
	if err != nil {
		return nil, fmt.Errorf("list operators: %w", err)
	}
	return all, nil
}

// HoldOperators locks the operators until the transaction ends: other transactions that
// call it wait. Administrators that are counted after it stay that many until the
// transaction writes.
func HoldOperators(ctx context.Context, tx Tx) error {
	if _, err := tx.Exec(ctx, "UPDATE operators SET id = id"); err != nil {
		return fmt.Errorf("hold operators: %w", err)
	}
	return nil
}

// AdminsWithKeys returns the number of administrators, except one, who can
// sign in.
func AdminsWithKeys(ctx context.Context, tx Tx, other predate.OperatorID) (n int, err error) {
	err = tx.QueryRow(ctx, "SELECT COUNT(*) FROM operators o WHERE o.id <> $1 AND o.role = $2 AND NOT o.disabled"+
		" AND (EXISTS (SELECT 1 FROM operator_passwords p WHERE p.operator = o.id)"+
		" OR EXISTS (SELECT 1 FROM operator_passkeys k WHERE k.operator = o.id))", other, predate.RoleAdmin).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count administrators: %w", err)
	}
	return n, nil
}

// UpdateOperator writes the role of an operator and whether he is disabled; ErrNotFound if
// there is none. The caller must have called HoldOperators.
func UpdateOperator(ctx context.Context, tx Tx, o predate.Operator) error {
	n, err := tx.Exec(ctx, "UPDATE operators SET role = $2, disabled = $3 WHERE id = $1", o.ID, o.Role, o.Disabled)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("write operator %s: %w", o.ID, err)
	}
	return nil
}

// SetNoShortcuts enables or disables an operator's single-key shortcuts; ErrNotFound if
// there is none.
func SetNoShortcuts(ctx context.Context, tx Tx, id predate.OperatorID, without bool) error {
	n, err := tx.Exec(ctx, "UPDATE operators SET no_shortcuts = $2 WHERE id = $1", id, without)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("write the shortcuts of operator %s: %w", id, err)
	}
	return nil
}

// Invite lets an operator choose how to sign in, once, until it expires. The
// token of its link is not stored.
type Invite struct {
	Hash     predate.Hash
	Operator predate.OperatorID
	By       string
	Created  time.Time
	Expires  time.Time
	Used     time.Time // zero until it is used, or replaced by another
}

const inviteColumns = "hash, operator, invited_by, created, expires, used"

func scanInvite(row Row) (i Invite, err error) {
	err = row.Scan(&i.Hash, &i.Operator, &i.By, instant{&i.Created}, instant{&i.Expires}, instant{&i.Used})
	return i, err
}

// InsertInvite adds an invitation; ErrExists when its hash is taken.
func InsertInvite(ctx context.Context, tx Tx, i Invite) error {
	err := insert(ctx, tx, "operator_invites", inviteColumns, i.Hash, i.Operator, i.By, micros(i.Created), micros(i.Expires), micros(i.Used))
	if err != nil {
		return fmt.Errorf("insert invitation of %s: %w", i.Operator, err)
	}
	return nil
}

// InviteByHash returns an invitation, or ErrNotFound.
func InviteByHash(ctx context.Context, tx Tx, hash predate.Hash) (Invite, error) {
	i, err := scanInvite(tx.QueryRow(ctx, "SELECT "+inviteColumns+" FROM operator_invites WHERE hash = $1", hash))
	if err != nil {
		return i, fmt.Errorf("read invitation: %w", err)
	}
	return i, nil
}

// UseInvite ends an invitation; ErrStale when it was used before.
func UseInvite(ctx context.Context, tx Tx, hash predate.Hash, at time.Time) error {
	n, err := tx.Exec(ctx, "UPDATE operator_invites SET used = $2 WHERE hash = $1 AND used = 0", hash, micros(at))
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("use invitation: %w", err)
	}
	return nil
}

// VoidInvites ends all invitations of an operator.
func VoidInvites(ctx context.Context, tx Tx, operator predate.OperatorID, at time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE operator_invites SET used = $2 WHERE operator = $1 AND used = 0", operator, micros(at)); err != nil {
		return fmt.Errorf("void invitations of %s: %w", operator, err)
	}
	return nil
}

// PurgeInvites deletes up to limit invitations that expired before an instant,
// and returns how many.
func PurgeInvites(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"operator_invites", "hash", "expires"}, before, limit)
}
