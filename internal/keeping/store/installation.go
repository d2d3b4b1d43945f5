package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"predate"
)

// installationSince is the schema from which on an installation has an id.
const installationSince = 31

// Installation gives the id of the installation whose rows these are. The first call
// keeps the fresh one; of two processes that come at once both are given the same. A
// database of an earlier schema has none yet: the id is then empty.
func (db *DB) Installation(ctx context.Context, fresh string) (id string, err error) {
	have, _, err := db.Version(ctx)
	if err == nil && have < installationSince {
		return "", nil
	}
	read := func(ctx context.Context, tx Tx) error {
		return tx.QueryRow(ctx, "SELECT id FROM installation").Scan(&id)
	}
	if err == nil {
		err = db.View(ctx, read)
	}
	if errors.Is(err, predate.ErrNotFound) {
		err = db.InTx(ctx, func(ctx context.Context, tx Tx) error {
			if _, err := tx.Exec(ctx, "INSERT INTO installation (one, id) VALUES (1, $1) ON CONFLICT DO NOTHING", fresh); err != nil {
				return err
			}
			return read(ctx, tx)
		})
	}
	if err != nil {
		return "", fmt.Errorf("read the id of the installation: %w", err)
	}
	return id, nil
}

// FileOf gives the SQLite file that a URL names; of PostgreSQL there is none.
func FileOf(url string) (path string, ok bool) {
	if EngineOf(url) != SQLite {
		return "", false
	}
	if path = strings.TrimPrefix(url, "sqlite:"); path == "" {
		path = defaultFile
	}
	return path, true
}
