package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ClockOff returns how far a clock is ahead of the clock of the PostgreSQL server. On
// SQLite it returns how far the clock is behind the last write to the file, as a negative
// duration.
func (db *DB) ClockOff(ctx context.Context, now func() time.Time) (time.Duration, error) {
	if db.name == SQLite {
		return db.behindItsFile(now())
	}
	var theirs time.Time
	before := now()
	err := db.View(ctx, func(ctx context.Context, tx Tx) error {
		before = now()
		return tx.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&theirs)
	})
	if err != nil {
		return 0, fmt.Errorf("read the clock of the database: %w", err)
	}
	after := now()
	switch { // the server may have answered at any time between the two
	case theirs.Before(before):
		return before.Sub(theirs), nil
	case theirs.After(after):
		return after.Sub(theirs), nil
	}
	return 0, nil
}

func (db *DB) behindItsFile(now time.Time) (time.Duration, error) {
	var behind time.Duration
	for _, path := range []string{db.path, db.path + "-wal"} {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a database in memory, or an empty journal
		}
		if err != nil {
			return 0, fmt.Errorf("read the clock of the database: %w", err)
		}
		behind = min(behind, now.Sub(info.ModTime()))
	}
	return behind, nil
}

// Ping returns an error if the database does not answer or if damage was found. It is
// for the readiness check of a server.
func (db *DB) Ping(ctx context.Context) error {
	err := db.View(ctx, func(ctx context.Context, tx Tx) error {
		var one int
		return tx.QueryRow(ctx, "SELECT 1").Scan(&one)
	})
	if err != nil {
		return fmt.Errorf("ping the database: %w", err)
	}
	return db.Damage()
}
