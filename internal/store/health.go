package store

import (
	"context"
	"fmt"
)

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
