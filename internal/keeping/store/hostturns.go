package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// HostTurn is the turn of an account at a host that admits one account at a time.
type HostTurn struct {
	Host    string
	Account predate.AccountID
	In      bool      // the account is admitted; otherwise it was refused
	Comes   time.Time // when the account should try again
}

// PutHostTurn stores the turn that an account was given at an instant.
func PutHostTurn(ctx context.Context, tx Tx, t HostTurn, now time.Time) error {
	last, comes := int64(0), micros(t.Comes)
	if t.In {
		last, comes = micros(now), 0
	}
	_, err := tx.Exec(ctx, "INSERT INTO host_turns (host, account, last, comes, seen) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (host, account)"+
		" DO UPDATE SET comes = excluded.comes, seen = excluded.seen, last = CASE WHEN excluded.last > 0 THEN excluded.last ELSE host_turns.last END",
		t.Host, t.Account, last, comes, micros(now))
	if err != nil {
		return fmt.Errorf("write the turn of %s at %s: %w", t.Account, t.Host, err)
	}
	return nil
}

// BeforeAt returns since when another account waits that was last admitted to the
// host longer ago than this one. It considers the accounts that should try again
// from an instant on. It returns zero if there is none.
func BeforeAt(ctx context.Context, tx Tx, t HostTurn, from, now time.Time) (since time.Time, err error) {
	err = tx.QueryRow(ctx, "SELECT COALESCE(MIN(comes), 0) FROM host_turns WHERE host = $1 AND account <> $2 AND comes > $3 AND comes <= $4"+
		" AND last < (SELECT COALESCE(MAX(own.last), 0) FROM host_turns AS own WHERE own.host = $1 AND own.account = $2)",
		t.Host, t.Account, micros(from), micros(now)).Scan(instant{&since})
	if err != nil {
		return since, fmt.Errorf("read whose turn it is at %s: %w", t.Host, err)
	}
	return since, nil
}

// PurgeHostTurns deletes about limit turns that have not been used since an
// instant.
func PurgeHostTurns(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM host_turns WHERE seen < $1 AND host IN (SELECT host FROM host_turns WHERE seen < $1 ORDER BY host LIMIT $2)",
		micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge the turns at hosts: %w", err)
	}
	return int(n), nil
}
