package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// How long a session lasts: without use, and at most.
const (
	SessionIdle = 30 * time.Minute
	SessionLife = 12 * time.Hour
	// seenEvery bounds how often the use of a session is written down.
	seenEvery = time.Minute
	// freshLife is how long after signing in an operator may change how he signs in.
	freshLife = 15 * time.Minute
)

// Browser is where a request comes from, as far as it says.
type Browser struct{ Agent, Network string }

// Session is a signed-in browser of an operator.
type Session struct {
	ID             string
	Created, Seen  time.Time
	Ends           time.Time // at the latest
	Agent, Network string
}

// Signed is an operator and the session in which he acts.
type Signed struct {
	Operator predate.Operator
	Session  Session
}

// Fresh reports whether the operator signed in just now, and so may change how he
// signs in: a session that somebody else took over may not.
func (s Signed) Fresh(now time.Time) bool { return now.Sub(s.Session.Created) < freshLife }

func shownSession(s store.OperatorSession) Session {
	return Session{ID: s.ID, Created: s.Created, Seen: s.Seen, Ends: s.Created.Add(SessionLife), Agent: s.Agent, Network: s.Network}
}

// lasts reports whether a session holds at an instant.
func lasts(s store.OperatorSession, now time.Time) bool {
	return s.Ended.IsZero() && now.Sub(s.Seen) < SessionIdle && now.Sub(s.Created) < SessionLife
}

// Check finds the operator whose session a token is, and notes that it was used. A
// token that is unknown, or whose session ended, is refused with ErrSession.
func (p *People) Check(ctx context.Context, token predate.Secret) (Signed, error) {
	signed, err := p.Peek(ctx, token)
	if err != nil || p.Now().Sub(signed.Session.Seen) < seenEvery {
		return signed, err
	}
	err = p.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		return store.SeeOperatorSession(ctx, tx, signed.Session.ID, p.instant())
	})
	return signed, err
}

// Session is Check for who needs to know no more than the operator and the name of
// the session; a token that opens none is predate.ErrNotFound.
func (p *People) Session(ctx context.Context, token predate.Secret) (predate.Operator, string, error) {
	signed, err := p.Check(ctx, token)
	return signed.Operator, signed.Session.ID, err
}

// Peek is Check for what a browser does by itself: it keeps no session alive.
func (p *People) Peek(ctx context.Context, token predate.Secret) (signed Signed, err error) {
	if token == "" {
		return signed, noSession()
	}
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		s, err := store.OperatorSessionByHash(ctx, tx, hashKey(token.Reveal()))
		if errors.Is(err, predate.ErrNotFound) || err == nil && !lasts(s, p.Now()) {
			return noSession()
		}
		if err != nil {
			return err
		}
		o, err := store.OperatorByID(ctx, tx, s.Operator)
		if err != nil {
			return err
		}
		if o.Disabled {
			return noSession()
		}
		signed = Signed{Operator: o, Session: shownSession(s)}
		return nil
	})
	return signed, err
}

// maxAgent bounds what is kept of what a browser says of itself.
const maxAgent = 300

// begin opens a session under a token of its own: one that the browser held before
// signing in is worth nothing. It is as old as since, when the operator signed in.
func (p *People) begin(ctx context.Context, tx store.Tx, o predate.Operator, from Browser, since time.Time) (predate.Secret, Signed, error) {
	token, err := p.drawToken()
	if err != nil {
		return "", Signed{}, err
	}
	id, err := predate.NewID("ses_", p.Random)
	if err != nil {
		return "", Signed{}, err
	}
	s := store.OperatorSession{
		ID: id, Hash: hashKey(token.Reveal()), Operator: o.ID, Created: since, Seen: p.instant(),
		Agent: from.Agent[:min(len(from.Agent), maxAgent)], Network: from.Network,
	}
	if err := store.InsertOperatorSession(ctx, tx, s); err != nil {
		return "", Signed{}, err
	}
	return token, Signed{Operator: o, Session: shownSession(s)}, nil
}

// inSession is a transaction of what an operator does to himself. A session that ended
// while he did it, as when he shuts out who took another one over, is refused with
// ErrSession; it does not end before the transaction does.
func (p *People) inSession(ctx context.Context, s Signed, do func(context.Context, store.Tx) error) error {
	return p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := holdSession(ctx, tx, s); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// holdSession keeps the session in which an operator acts from ending before the
// transaction does. Who holds the operators too holds them first.
func holdSession(ctx context.Context, tx store.Tx, s Signed) error {
	err := store.HoldOperatorSession(ctx, tx, s.Operator.ID, s.Session.ID)
	if errors.Is(err, predate.ErrNotFound) {
		return noSession()
	}
	return err
}

// Sessions lists the sessions of an operator that still hold, the newest first.
func (p *People) Sessions(ctx context.Context, operator predate.OperatorID) (all []Session, err error) {
	err = p.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		all = nil
		kept, err := store.OperatorSessionsOf(ctx, tx, operator)
		for _, s := range kept {
			if lasts(s, p.Now()) {
				all = append(all, shownSession(s))
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return all, nil
}

// SignOut ends the session in which an operator acts.
func (p *People) SignOut(ctx context.Context, s Signed) error {
	return p.endOne(ctx, s, s.Session.ID, "signed_out")
}

// EndSession ends one session of the operator himself; one that is not his, or has
// ended, is refused with CodeNotFound.
func (p *People) EndSession(ctx context.Context, s Signed, id string) error {
	return p.endOne(ctx, s, id, "session.ended")
}

func (p *People) endOne(ctx context.Context, s Signed, id, what string) error {
	err := p.inSession(ctx, s, func(ctx context.Context, tx store.Tx) error {
		if err := store.EndOperatorSession(ctx, tx, s.Operator.ID, id, p.instant()); err != nil {
			return err
		}
		return p.note(ctx, tx, act{ActorOf(s.Operator), what, id})
	})
	if errors.Is(err, predate.ErrNotFound) && !errors.Is(err, ErrSession) {
		return predate.Refuse(predate.CodeNotFound, "Cette session est déjà terminée.")
	}
	return err
}

// EndOthers ends all sessions of the operator but the one in which he acts, and
// returns how many.
func (p *People) EndOthers(ctx context.Context, s Signed) (n int, err error) {
	err = p.inSession(ctx, s, func(ctx context.Context, tx store.Tx) error {
		if n, err = store.EndOperatorSessions(ctx, tx, s.Operator.ID, s.Session.ID, p.instant()); err != nil {
			return err
		}
		return p.note(ctx, tx, act{ActorOf(s.Operator), "session.others_ended", fmt.Sprint(n)})
	})
	return n, err
}

// EndAll ends every session of an operator.
func (p *People) EndAll(ctx context.Context, by Actor, email string) (n int, err error) {
	err = p.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		o, err := operatorOf(ctx, tx, email)
		if err != nil {
			return err
		}
		if n, err = store.EndOperatorSessions(ctx, tx, o.ID, "", p.instant()); err != nil {
			return err
		}
		return p.note(ctx, tx, act{by, "session.all_ended", o.Email})
	})
	return n, err
}
