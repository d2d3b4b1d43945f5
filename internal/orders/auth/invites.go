package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/keeping/store"
)

// InviteLife is how long an invitation holds.
const InviteLife = 48 * time.Hour

// maxName bounds the name of an operator, in characters.
const maxName = 60

// NewOperator is what is needed to invite somebody.
type NewOperator struct {
	Email, Name string
	Role        predate.Role
}

// Invitation is a link that lets an operator choose how to sign in. Its token is
// shown this once.
type Invitation struct {
	Operator predate.Operator
	Token    predate.Secret
	Expires  time.Time
}

// Invite makes an operator, and the link by which he chooses how to sign in. An
// e-mail or a name that is taken is refused with CodeConflict, also when two invite at
// once.
func (p *People) Invite(ctx context.Context, by Actor, n NewOperator) (Invitation, error) {
	o, err := p.newOperator(n)
	if err != nil {
		return Invitation{}, err
	}
	var made Invitation
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOperators(ctx, tx); err != nil {
			return err
		}
		all, err := store.Operators(ctx, tx)
		if err != nil {
			return err
		}
		for _, other := range all {
			if other.Email == o.Email {
				return predate.ErrExists
			}
			if strings.EqualFold(other.Name, o.Name) {
				return predate.Refuse(predate.CodeConflict, "« %s » est déjà le nom d’un opérateur : les décisions portent ce nom, il en faut un autre.", other.Name)
			}
		}
		if err := store.InsertOperator(ctx, tx, o); err != nil {
			return err
		}
		made, err = p.invite(ctx, tx, by, o)
		return err
	})
	if errors.Is(err, predate.ErrExists) {
		return Invitation{}, predate.Refuse(predate.CodeConflict, "%s est déjà l’adresse d’un opérateur. Invitez-le de nouveau s’il ne peut plus se connecter.", o.Email)
	}
	return made, err
}

func (p *People) newOperator(n NewOperator) (predate.Operator, error) {
	email, name := normalEmail(n.Email), strings.Join(strings.Fields(n.Name), " ")
	switch {
	case !isEmail(email):
		return predate.Operator{}, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas une adresse électronique.", n.Email)
	case name == "" || utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, unicode.IsControl):
		return predate.Operator{}, predate.Refuse(predate.CodeInvalid, "Un opérateur a un nom de 1 à %d caractères.", maxName)
	case !n.Role.Valid():
		return predate.Operator{}, unknownRole(n.Role)
	}
	id, err := predate.NewID("opr_", p.Random)
	if err != nil {
		return predate.Operator{}, err
	}
	return predate.Operator{ID: predate.OperatorID(id), Email: email, Name: name, Role: n.Role, Created: p.instant()}, nil
}

// Reinvite creates another link for an operator and invalidates his earlier ones. When
// he uses it, it replaces every way to sign in that he had.
func (p *People) Reinvite(ctx context.Context, by Actor, email string) (made Invitation, err error) {
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := store.HoldOperators(ctx, tx); err != nil {
			return err
		}
		o, err := operatorOf(ctx, tx, email)
		if err != nil {
			return err
		}
		if o.Disabled {
			return predate.Refuse(predate.CodeConflict, "%s est désactivé : réactivez-le d’abord.", o.Name)
		}
		made, err = p.invite(ctx, tx, by, o)
		return err
	})
	return made, err
}

func (p *People) invite(ctx context.Context, tx store.Tx, by Actor, o predate.Operator) (Invitation, error) {
	token, err := p.drawToken()
	if err != nil {
		return Invitation{}, err
	}
	now := p.instant()
	if err := store.VoidInvites(ctx, tx, o.ID, now); err != nil {
		return Invitation{}, err
	}
	made := store.Invite{Hash: hashKey(token.Reveal()), Operator: o.ID, By: by.Name, Created: now, Expires: now.Add(InviteLife)}
	if err := store.InsertInvite(ctx, tx, made); err != nil {
		return Invitation{}, err
	}
	return Invitation{Operator: o, Token: token, Expires: made.Expires}, p.note(ctx, tx, act{by, "invited", o.Email + ", " + string(o.Role)})
}

// Invited finds whom an invitation invites. One that was used, replaced or has
// expired is refused with CodeNotFound.
func (p *People) Invited(ctx context.Context, token predate.Secret) (o predate.Operator, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		o, err = p.invited(ctx, tx, token)
		return err
	})
	return o, err
}

func (p *People) invited(ctx context.Context, tx store.Tx, token predate.Secret) (predate.Operator, error) {
	i, err := store.InviteByHash(ctx, tx, hashKey(token.Reveal()))
	if errors.Is(err, predate.ErrNotFound) || err == nil && (!i.Used.IsZero() || !p.Now().Before(i.Expires)) {
		return predate.Operator{}, noInvite()
	}
	if err != nil {
		return predate.Operator{}, err
	}
	o, err := store.OperatorByID(ctx, tx, i.Operator)
	if err == nil && o.Disabled {
		return predate.Operator{}, noInvite()
	}
	return o, err
}

// Enrolment is what an app on a telephone needs to make codes: the address as a
// picture, or the secret typed by hand. Slip goes with the code that proves it.
type Enrolment struct {
	Secret, Address predate.Secret
	Slip            string
}

// codesFor is the purpose of slips that carry the secret of an operator's codes.
func codesFor(o predate.Operator) string { return "codes " + string(o.ID) }

// Enrol draws the secret of codes for an operator. Nothing is kept before a first
// code proves that his app makes them.
func (p *People) Enrol(o predate.Operator) (Enrolment, error) {
	secret, err := drawTOTP(p.Random)
	if err != nil {
		return Enrolment{}, err
	}
	handed, err := p.hand(codesFor(o), secret.Reveal())
	return Enrolment{Secret: secret, Address: totpAddress(secret, o.Email), Slip: handed}, err
}

// Reenrol returns the enrolment of a slip, for a page that is shown again.
func (p *People) Reenrol(o predate.Operator, handed string) (Enrolment, error) {
	secret, err := p.enrolled(o, handed)
	return Enrolment{Secret: secret, Address: totpAddress(secret, o.Email), Slip: handed}, err
}

func (p *People) enrolled(o predate.Operator, handed string) (predate.Secret, error) {
	var secret string
	_, err := p.take(codesFor(o), handed, &secret)
	return predate.Secret(secret), err
}

// NewPassword is a password that an operator chooses, with a first code of his app.
type NewPassword struct {
	Password predate.Secret
	Slip     string // of the Enrolment
	Code     string
}

// Joined is an operator who has chosen how to sign in, and the session that begins
// with it. Recoveries are shown this once; there are none beside a passkey.
type Joined struct {
	Signed
	Token      predate.Secret
	Recoveries []predate.Secret
}

// JoinByPassword uses an invitation: password and codes take the place of every way
// to sign in that the operator had.
func (p *People) JoinByPassword(ctx context.Context, invitation predate.Secret, n NewPassword, from Browser) (Joined, error) {
	o, err := p.Invited(ctx, invitation)
	if err != nil {
		return Joined{}, err
	}
	ready, err := p.prepare(ctx, o, n)
	if err != nil {
		return Joined{}, err
	}
	return p.join(ctx, invitation, from, func(ctx context.Context, tx store.Tx, _ predate.Operator) ([]predate.Secret, error) {
		return ready.codes, ready.write(ctx, tx)
	})
}

// JoinOnce uses an invitation for one session, without a way to sign in again. A
// demonstration opens its console so; its operator ends with it.
func (p *People) JoinOnce(ctx context.Context, invitation predate.Secret, from Browser) (Joined, error) {
	return p.join(ctx, invitation, from, func(context.Context, store.Tx, predate.Operator) ([]predate.Secret, error) { return nil, nil })
}

// join uses an invitation in one transaction: what the operator had goes, what he
// chose is written, and a session begins.
func (p *People) join(ctx context.Context, invitation predate.Secret, from Browser, write func(context.Context, store.Tx, predate.Operator) ([]predate.Secret, error)) (joined Joined, err error) {
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		o, err := p.invited(ctx, tx, invitation)
		if err != nil {
			return err
		}
		if err := store.UseInvite(ctx, tx, hashKey(invitation.Reveal()), p.instant()); err != nil {
			return err
		}
		if err := p.clear(ctx, tx, o.ID); err != nil {
			return err
		}
		if joined.Recoveries, err = write(ctx, tx, o); err != nil {
			return err
		}
		if err := p.note(ctx, tx, act{ActorOf(o), "joined", from.Network}); err != nil {
			return err
		}
		joined.Token, joined.Signed, err = p.begin(ctx, tx, o, from, p.instant())
		return err
	})
	if errors.Is(err, predate.ErrStale) {
		return Joined{}, noInvite()
	}
	return joined, err
}

// clear takes away every way to sign in of an operator, and ends his sessions.
func (p *People) clear(ctx context.Context, tx store.Tx, id predate.OperatorID) error {
	if err := store.DropOperatorPassword(ctx, tx, id); err != nil {
		return err
	}
	keys, err := store.PasskeysOf(ctx, tx, id)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := store.DropPasskey(ctx, tx, id, key.ID); err != nil {
			return err
		}
	}
	_, err = store.EndOperatorSessions(ctx, tx, id, "", p.instant())
	return err
}

// prepared is a password that was hashed, with what goes with it, before the
// transaction that writes it.
type prepared struct {
	kept   store.OperatorPassword
	codes  []predate.Secret
	hashes []predate.Hash
}

func (r prepared) write(ctx context.Context, tx store.Tx) error {
	if err := store.PutOperatorPassword(ctx, tx, r.kept); err != nil {
		return err
	}
	return store.PutRecoveries(ctx, tx, r.kept.Operator, r.hashes)
}

// prepare checks a new password and its first code. The code counts as used.
func (p *People) prepare(ctx context.Context, o predate.Operator, n NewPassword) (r prepared, err error) {
	secret, err := p.enrolled(o, n.Slip)
	if err != nil {
		return r, err
	}
	step, found, err := stepOf(secret, n.Code, p.Now())
	if err != nil {
		return r, err
	}
	if !found {
		return r, predate.Refuse(predate.CodeInvalid, "Ce code n’est pas celui de votre application. Vérifiez l’heure du téléphone et tapez le code affiché.")
	}
	hash, err := p.hasher.hashNew(ctx, n.Password)
	if err != nil {
		return r, inFrench(err)
	}
	sealed, err := p.Safe.Seal(secret, store.TOTPContext(o.ID))
	if err != nil {
		return r, fmt.Errorf("seal the secret of codes: %w", err)
	}
	r.kept = store.OperatorPassword{Operator: o.ID, Hash: hash, TOTP: sealed, Step: step, Changed: p.instant()}
	r.codes, r.hashes, err = drawRecoveries(p.Random)
	return r, err
}
