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

// Pool is the usage of a pool of connections in this process.
type Pool struct {
	Name  string // read, write; all where they are one
	Open  int
	InUse int
	Waits int64 // for a free connection, ever
	Wait  time.Duration
}

// Pools returns the current usage of the pools.
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

// Size returns the size of the database in bytes: that of the file with its log, or
// the size that the server reports.
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
			continue // there is no log after a full checkpoint
		}
		if err != nil {
			return 0, fmt.Errorf("size of the database: %w", err)
		}
		size += info.Size()
	}
	return size, nil
}
