package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ClockOff returns by how much a clock is ahead of the database's: of a PostgreSQL
// server's own, or, when it is behind, of the instant of the last write to an SQLite
// file.
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
	switch { // between the two the answer may have been given at any time
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
			continue // an address in memory, or nothing is in the journal
		}
		if err != nil {
			return 0, fmt.Errorf("read the clock of the database: %w", err)
		}
		behind = min(behind, now.Sub(info.ModTime()))
	}
	return behind, nil
}

// Ping says whether the database answers and is whole as far as anybody has met
// it, for the readiness of a server.
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
