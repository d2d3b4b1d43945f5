package auth

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

func unknownRole(r predate.Role) error {
	return predate.Refuse(predate.CodeInvalid, "« %s » n’est pas un rôle : choisissez %s, %s, %s ou %s.",
		string(r), predate.RoleSupport, predate.RoleOperator, predate.RoleLead, predate.RoleAdmin)
}

// SetRole changes the role of an operator and ends his sessions. It returns an error
// for the last administrator who can sign in.
func (p *People) SetRole(ctx context.Context, by Actor, email string, role predate.Role) error {
	if !role.Valid() {
		return unknownRole(role)
	}
	return p.change(ctx, email, func(o *predate.Operator) act {
		if o.Role == role {
			return act{}
		}
		was := o.Role
		o.Role = role
		return act{by, "role", fmt.Sprintf("%s : %s → %s", o.Email, was, role)}
	})
}

// SetDisabled shuts an operator out and ends his sessions and invitations, or lets
// him in again. The last administrator who can sign in is not shut out.
func (p *People) SetDisabled(ctx context.Context, by Actor, email string, disabled bool) error {
	return p.change(ctx, email, func(o *predate.Operator) act {
		if o.Disabled == disabled {
			return act{}
		}
		o.Disabled = disabled
		if disabled {
			return act{by, "disabled", o.Email}
		}
		return act{by, "enabled", o.Email}
	})
}

// change alters what an operator may do, as one transaction with its record. Two
// administrators who shut each other out at once do not both succeed.
func (p *People) change(ctx context.Context, email string, alter func(*predate.Operator) act) error {
	return p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOperators(ctx, tx); err != nil {
			return err
		}
		o, err := operatorOf(ctx, tx, email)
		if err != nil {
			return err
		}
		was := o
		done := alter(&o)
		if done == (act{}) {
			return nil
		}
		if was.Role == predate.RoleAdmin && !was.Disabled && (o.Disabled || o.Role != predate.RoleAdmin) {
			if err := p.keepAdmin(ctx, tx, was); err != nil {
				return err
			}
		}
		if err := store.UpdateOperator(ctx, tx, o); err != nil {
			return err
		}
		if o.Disabled {
			if err := store.VoidInvites(ctx, tx, o.ID, p.instant()); err != nil {
				return err
			}
		}
		if _, err := store.EndOperatorSessions(ctx, tx, o.ID, "", p.instant()); err != nil {
			return err
		}
		return p.note(ctx, tx, done)
	})
}

// keepAdmin refuses to lose the last administrator who can sign in.
func (p *People) keepAdmin(ctx context.Context, tx store.Tx, o predate.Operator) error {
	all, err := store.AdminsWithKeys(ctx, tx, "")
	if err != nil {
		return err
	}
	others, err := store.AdminsWithKeys(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	if others == 0 && all > 0 {
		return predate.Refuse(predate.CodeConflict, "%s est le dernier administrateur qui puisse se connecter : donnez d’abord ce rôle à un autre.", o.Name)
	}
	return nil
}

// SetShortcuts switches the single-key shortcuts of the operator himself on or off.
func (p *People) SetShortcuts(ctx context.Context, s Signed, on bool) error {
	return p.inSession(ctx, s, func(ctx context.Context, tx store.Tx) error {
		if err := store.SetNoShortcuts(ctx, tx, s.Operator.ID, !on); err != nil {
			return err
		}
		return p.note(ctx, tx, act{ActorOf(s.Operator), "shortcuts", fmt.Sprint(on)})
	})
}

// Means are the ways of an operator to sign in.
type Means struct {
	Password   bool
	Recoveries int
	Passkeys   []Passkey
}

// Means lists the ways of an operator to sign in.
func (p *People) Means(ctx context.Context, id predate.OperatorID) (m Means, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		m = Means{}
		_, err := store.OperatorPasswordOf(ctx, tx, id)
		if err != nil && !errors.Is(err, predate.ErrNotFound) {
			return err
		}
		m.Password = err == nil
		if m.Recoveries, err = store.CountRecoveries(ctx, tx, id); err != nil {
			return err
		}
		kept, err := store.PasskeysOf(ctx, tx, id)
		for _, k := range kept {
			m.Passkeys = append(m.Passkeys, Passkey{ID: k.ID, Name: k.Name, Created: k.Created, Used: k.Used})
		}
		return err
	})
	if err != nil {
		return Means{}, fmt.Errorf("list the keys of %s: %w", id, err)
	}
	return m, nil
}

// MustBeFresh refuses with CodeForbidden what asks for a session that has just begun: to
// change how operators sign in, oneself or another, or what they may do.
func (p *People) MustBeFresh(s Signed) error {
	if s.Fresh(p.Now()) {
		return nil
	}
	return &predate.Error{
		Code: predate.CodeForbidden, Reason: "session_not_fresh", Err: ErrStaleSession,
		Message: "Pour changer un moyen de connexion ou un rôle, déconnectez-vous et reconnectez-vous d’abord.",
	}
}

// SetPassword sets the operator's own password, with codes and recovery codes, in place
// of the earlier ones. It ends all his sessions and starts a new one.
func (p *People) SetPassword(ctx context.Context, s Signed, n NewPassword, from Browser) (Joined, error) {
	if err := p.MustBeFresh(s); err != nil {
		return Joined{}, err
	}
	ready, err := p.prepare(ctx, s.Operator, n)
	if err != nil {
		return Joined{}, err
	}
	return p.renew(ctx, s, from, "password", func(ctx context.Context, tx store.Tx) ([]predate.Secret, error) {
		return ready.codes, ready.write(ctx, tx)
	})
}

// ChangePassword replaces the password of the operator himself, who says the one he
// has; his codes stay. All his sessions end, and another begins.
func (p *People) ChangePassword(ctx context.Context, s Signed, old, fresh predate.Secret, from Browser) (Joined, error) {
	kept, err := p.provePassword(ctx, s, old, from)
	if err != nil {
		return Joined{}, inFrench(err)
	}
	hash, err := p.hasher.hashNew(ctx, fresh)
	if err != nil {
		return Joined{}, inFrench(err)
	}
	return p.renew(ctx, s, from, "password", func(ctx context.Context, tx store.Tx) ([]predate.Secret, error) {
		now, err := store.OperatorPasswordOf(ctx, tx, s.Operator.ID)
		if err != nil {
			return nil, err
		}
		if now.Hash != kept.Hash {
			return nil, predate.ErrStale
		}
		now.Hash, now.Changed = hash, p.instant()
		return nil, store.PutOperatorPassword(ctx, tx, now)
	})
}

// provePassword checks the password of who is signed in already: a browser that is
// left open lets nobody guess faster than the sign-in does.
func (p *People) provePassword(ctx context.Context, s Signed, typed predate.Secret, from Browser) (kept store.OperatorPassword, err error) {
	err = p.hasher.inSlot(ctx, func() error {
		if err := p.mayTry(ctx, s.Operator.Email, from); err != nil {
			return err
		}
		if _, kept, err = p.passwordOf(ctx, s.Operator.Email); err != nil {
			return err
		}
		good, err := p.hasher.tried(kept.Hash, p.decoy, typed)
		if err == nil && !good {
			err = p.refuseSignIn(ctx, s.Operator, s.Operator.Email, from)
		}
		return err
	})
	if errors.Is(err, ErrSignIn) {
		return kept, predate.Refuse(predate.CodeInvalid, "Le mot de passe actuel n’est pas celui-là.")
	}
	return kept, err
}

// NewRecoveries replaces the operator's own recovery codes. The new ones are shown once.
func (p *People) NewRecoveries(ctx context.Context, s Signed) ([]predate.Secret, error) {
	if err := p.MustBeFresh(s); err != nil {
		return nil, err
	}
	codes, hashes, err := drawRecoveries(p.Random)
	if err != nil {
		return nil, err
	}
	err = p.inSession(ctx, s, func(ctx context.Context, tx store.Tx) error {
		_, err := store.OperatorPasswordOf(ctx, tx, s.Operator.ID)
		if errors.Is(err, predate.ErrNotFound) {
			return predate.Refuse(predate.CodeConflict, "Les codes de secours accompagnent un mot de passe : choisissez-en un d’abord.")
		}
		if err != nil {
			return err
		}
		if err := store.PutRecoveries(ctx, tx, s.Operator.ID, hashes); err != nil {
			return err
		}
		return p.note(ctx, tx, act{ActorOf(s.Operator), "recoveries", ""})
	})
	return codes, err
}

// renew writes what an operator chose, ends all his sessions and begins another, which
// is as old as the one in which he chose: a new password proves no more than that
// sign-in did, and makes no session fresh.
func (p *People) renew(ctx context.Context, s Signed, from Browser, what string, write func(context.Context, store.Tx) ([]predate.Secret, error)) (joined Joined, err error) {
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.EndOperatorSession(ctx, tx, s.Operator.ID, s.Session.ID, p.instant()); errors.Is(err, predate.ErrNotFound) {
			return noSession() // it ended while the page was open
		} else if err != nil {
			return err
		}
		if joined.Recoveries, err = write(ctx, tx); err != nil {
			return err
		}
		if _, err := store.EndOperatorSessions(ctx, tx, s.Operator.ID, "", p.instant()); err != nil {
			return err
		}
		if err := p.note(ctx, tx, act{ActorOf(s.Operator), what, ""}); err != nil {
			return err
		}
		joined.Token, joined.Signed, err = p.begin(ctx, tx, s.Operator, from, s.Session.Created)
		return err
	})
	return joined, err
}
