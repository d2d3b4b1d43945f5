package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Pool is how the connections of a kind fare in this process.
type Pool struct {
	Name  string // read, write; all where they are one
	Open  int
	InUse int
	Waits int64 // for a free connection, ever
	Wait  time.Duration
}

// Pools gives the connections as they are now.
func (db *DB) Pools() []Pool { return db.engine.pools() }

func (e *sqliteEngine) pools() []Pool {
	pool := func(name string, of sql.DBStats) Pool {
		return Pool{name, of.OpenConnections, of.InUse, of.WaitCount, of.WaitDuration}
	}
	return []Pool{pool("read", e.reader.Stats()), pool("write", e.writer.Stats())}
}

func (e *postgresEngine) pools() []Pool {
	s := e.pool.Stat()
	return []Pool{{"all", int(s.TotalConns()), int(s.AcquiredConns()), s.EmptyAcquireCount(), s.EmptyAcquireWaitTime()}}
}

// Size is what the database takes, in bytes: the file with its log, or what the
// server says.
func (db *DB) Size(ctx context.Context) (int64, error) {
	if db.name == Postgres {
		var size int64
		err := db.View(ctx, func(ctx context.Context, tx Tx) error {
			return tx.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&size)
		})
		if err != nil {
			return 0, fmt.Errorf("size of the database: %w", err)
		}
		return size, nil
	}
	size := int64(0)
	for _, path := range []string{db.path, db.path + "-wal"} {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) && path != db.path {
			continue // no log is kept when everything was folded in
		}
		if err != nil {
			return 0, fmt.Errorf("size of the database: %w", err)
		}
		size += info.Size()
	}
	return size, nil
}
