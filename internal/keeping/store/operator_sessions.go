package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// OperatorSession is a signed-in browser of an operator.
type OperatorSession struct {
	ID       string       // "ses_…"
	Hash     predate.Hash // of its token, which is not stored
	Operator predate.OperatorID
	Created  time.Time
	Seen     time.Time
	Ended    time.Time // zero until somebody ends it; even then it may have expired
	Agent    string    // the browser's User-Agent
	Network  string    // where it signed in from
}

const sessionColumns = "id, hash, operator, created, seen, ended, agent, network"

func scanSession(row Row) (s OperatorSession, err error) {
	err = row.Scan(&s.ID, &s.Hash, &s.Operator, instant{&s.Created}, instant{&s.Seen}, instant{&s.Ended}, &s.Agent, &s.Network)
	return s, err
}

// InsertOperatorSession adds a session.
func InsertOperatorSession(ctx context.Context, tx Tx, s OperatorSession) error {
	err := insert(ctx, tx, "operator_sessions", sessionColumns,
		s.ID, s.Hash, s.Operator, micros(s.Created), micros(s.Seen), micros(s.Ended), s.Agent, s.Network)
	if err != nil {
		return fmt.Errorf("insert session of %s: %w", s.Operator, err)
	}
	return nil
}

// OperatorSessionByHash returns a session, ended or not, or ErrNotFound.
func OperatorSessionByHash(ctx context.Context, tx Tx, hash predate.Hash) (OperatorSession, error) {
	s, err := scanSession(tx.QueryRow(ctx, "SELECT "+sessionColumns+" FROM operator_sessions WHERE hash = $1", hash))
	if err != nil {
		return s, fmt.Errorf("read session: %w", err)
	}
	return s, nil
}

// OperatorSessionsOf lists the sessions of an operator that nobody ended, the
// newest first.
func OperatorSessionsOf(ctx context.Context, tx Tx, operator predate.OperatorID) ([]OperatorSession, error) {
	all, err := collect(ctx, tx, scanSession, "SELECT "+sessionColumns+" FROM operator_sessions"+
		" WHERE operator = $1 AND ended = 0 ORDER BY created DESC, id", operator)
	if err != nil {
		return nil, fmt.Errorf("list sessions of %s: %w", operator, err)
	}
	return all, nil
}

// SeeOperatorSession records that a session was used, unless a later use is recorded or
// it has ended.
func SeeOperatorSession(ctx context.Context, tx Tx, id string, at time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE operator_sessions SET seen = $2 WHERE id = $1 AND ended = 0 AND seen < $2", id, micros(at))
	if err != nil {
		return fmt.Errorf("see session %s: %w", id, err)
	}
	return nil
}

// HoldOperatorSession prevents a session of an operator from ending before the transaction
// ends. It returns ErrNotFound if he has no such session, or if it has ended.
func HoldOperatorSession(ctx context.Context, tx Tx, operator predate.OperatorID, id string) error {
	n, err := tx.Exec(ctx, "UPDATE operator_sessions SET seen = seen WHERE id = $2 AND operator = $1 AND ended = 0", operator, id)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("hold session %s: %w", id, err)
	}
	return nil
}

// EndOperatorSession ends one session of an operator; ErrNotFound if he has no such
// session, or if it has ended.
func EndOperatorSession(ctx context.Context, tx Tx, operator predate.OperatorID, id string, at time.Time) error {
	n, err := tx.Exec(ctx, "UPDATE operator_sessions SET ended = $3 WHERE id = $2 AND operator = $1 AND ended = 0", operator, id, micros(at))
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("end session %s: %w", id, err)
	}
	return nil
}

// EndOperatorSessions ends all sessions of an operator but one, which may be "",
// and returns how many.
func EndOperatorSessions(ctx context.Context, tx Tx, operator predate.OperatorID, but string, at time.Time) (int, error) {
	n, err := tx.Exec(ctx, "UPDATE operator_sessions SET ended = $3 WHERE operator = $1 AND id <> $2 AND ended = 0", operator, but, micros(at))
	if err != nil {
		return 0, fmt.Errorf("end sessions of %s: %w", operator, err)
	}
	return int(n), nil
}

// PurgeOperatorSessions deletes up to limit sessions that were last used before an
// instant, and returns how many.
func PurgeOperatorSessions(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"operator_sessions", "id", "seen"}, before, limit)
}
