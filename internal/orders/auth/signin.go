package auth

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Credentials are what an operator types to sign in. Code is one of six digits, or
// a recovery code.
type Credentials struct {
	Email    string
	Password predate.Secret
	Code     predate.Secret
}

// SignIn opens a session by password and code. Whatever is wrong, an unknown
// e-mail or the code alone too, earns the same answer after the same time, and each
// further failure waits longer than the one before.
func (p *People) SignIn(ctx context.Context, c Credentials, from Browser) (token predate.Secret, signed Signed, err error) {
	var soonest *time.Timer
	err = p.hasher.inSlot(ctx, func() error {
		soonest = time.NewTimer(p.RefusedAfter)
		token, signed, err = p.signIn(ctx, c, from)
		return err
	})
	if errors.Is(err, ErrSignIn) { // the slot is another's meanwhile
		select {
		case <-soonest.C:
		case <-ctx.Done():
		}
	}
	return token, signed, inFrench(err)
}

// failuresOf names the failures of an e-mail. What is typed there is not kept: it
// may be a password.
func failuresOf(email string) string { return "operator " + string(hashKey(email)) }

// failuresFrom names the failures of a network; "" where nothing is known of it. All
// that comes through a proxy on this machine, of which we know nothing, is of everybody.
func failuresFrom(from Browser) string {
	network, err := netip.ParsePrefix(from.Network)
	if err != nil || network.Addr().IsLoopback() {
		return ""
	}
	return "operators of " + network.String()
}

// countedUnder is the names under which a failure counts.
func countedUnder(email string, from Browser) [2]string {
	return [2]string{failuresOf(email), failuresFrom(from)}
}

// mayTry refuses with CodeTooMany a password that comes too soon after others that were
// wrong, of the same e-mail or from the same network.
func (p *People) mayTry(ctx context.Context, email string, from Browser) error {
	if _, err := p.failures.standing(ctx, failuresOf(email)); err != nil {
		return err
	}
	return p.failures.networkOK(ctx, failuresFrom(from))
}

// signIn runs in a slot, so that a burst of guesses cannot pass the delay all at
// once.
func (p *People) signIn(ctx context.Context, c Credentials, from Browser) (token predate.Secret, signed Signed, err error) {
	email := normalEmail(c.Email)
	if err := p.mayTry(ctx, email, from); err != nil {
		return "", signed, err
	}
	o, kept, err := p.passwordOf(ctx, email)
	if err != nil {
		return "", signed, err
	}
	good, err := p.hasher.tried(kept.Hash, p.decoy, c.Password)
	if err != nil {
		return "", signed, fmt.Errorf("check password of %s: %w", o.ID, err)
	}
	if !good {
		return "", signed, p.refuseSignIn(ctx, o, email, from)
	}
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := p.useCode(ctx, tx, kept, c.Code); err != nil {
			return err
		}
		for _, name := range countedUnder(email, from) {
			if err := forgive(ctx, tx, name); err != nil {
				return err
			}
		}
		token, signed, err = p.admit(ctx, tx, o.ID, from)
		return err
	})
	if errors.Is(err, ErrSignIn) {
		return "", Signed{}, p.refuseSignIn(ctx, o, email, from)
	}
	return token, signed, err
}

// passwordOf reads what an e-mail signs in with; of one that is unknown, disabled
// or without a password, nothing.
func (p *People) passwordOf(ctx context.Context, email string) (o predate.Operator, kept store.OperatorPassword, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		kept = store.OperatorPassword{}
		o, err = store.OperatorByEmail(ctx, tx, email)
		if err == nil && !o.Disabled {
			kept, err = store.OperatorPasswordOf(ctx, tx, o.ID)
		}
		if errors.Is(err, predate.ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil {
		return o, kept, fmt.Errorf("sign in: %w", err)
	}
	return o, kept, nil
}

// useCode takes the code beside a password that was right, and ErrSignIn any other.
// The password must still be the one that was checked.
func (p *People) useCode(ctx context.Context, tx store.Tx, checked store.OperatorPassword, code predate.Secret) error {
	kept, err := store.OperatorPasswordOf(ctx, tx, checked.Operator)
	if errors.Is(err, predate.ErrNotFound) || err == nil && kept.Hash != checked.Hash {
		return noSignIn()
	}
	if err != nil {
		return err
	}
	if isRecovery(code.Reveal()) {
		err := store.UseRecovery(ctx, tx, kept.Operator, hashRecovery(code.Reveal()))
		if errors.Is(err, predate.ErrNotFound) {
			return noSignIn()
		}
		return err
	}
	secret, err := p.Safe.Open(kept.TOTP, store.TOTPContext(kept.Operator))
	if err != nil {
		return fmt.Errorf("open the secret of codes of %s: %w", kept.Operator, err)
	}
	step, found, err := stepOf(secret, code.Reveal(), p.Now())
	if err != nil {
		return err
	}
	if !found {
		return noSignIn()
	}
	err = store.UseStep(ctx, tx, kept.Operator, step)
	if errors.Is(err, predate.ErrStale) {
		return noSignIn()
	}
	return err
}

// admit opens a session for an operator who has proven who he is.
func (p *People) admit(ctx context.Context, tx store.Tx, id predate.OperatorID, from Browser) (predate.Secret, Signed, error) {
	o, err := store.OperatorByID(ctx, tx, id)
	if err != nil {
		return "", Signed{}, err
	}
	if o.Disabled {
		return "", Signed{}, noSignIn()
	}
	if err := p.note(ctx, tx, act{ActorOf(o), "signed_in", from.Network}); err != nil {
		return "", Signed{}, err
	}
	return p.begin(ctx, tx, o, from, p.instant())
}

// refuseSignIn counts a failure, and remembers one that is of an operator.
func (p *People) refuseSignIn(ctx context.Context, o predate.Operator, email string, from Browser) error {
	err := p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		for _, name := range countedUnder(email, from) {
			if err := p.failures.count(ctx, tx, name); err != nil {
				return err
			}
		}
		if o.ID == "" {
			return nil
		}
		return p.note(ctx, tx, act{ActorOf(o), "refused", from.Network})
	})
	if err != nil {
		return fmt.Errorf("count a refused sign-in: %w", err)
	}
	return noSignIn()
}
