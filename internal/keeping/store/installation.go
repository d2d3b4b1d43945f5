package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"predate"
)

// installationSince is the first schema version in which an installation has an id.
const installationSince = 31

// Installation returns the id of the installation to which the database belongs. The first
// call stores fresh; two concurrent first calls return the same id. The id is empty for a
// database of an earlier schema.
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

// FileOf returns the SQLite file at a URL; false for PostgreSQL.
func FileOf(url string) (path string, ok bool) {
	if EngineOf(url) != SQLite {
		return "", false
	}
	if path = strings.TrimPrefix(url, "sqlite:"); path == "" {
		path = defaultFile
	}
	return path, true
}
