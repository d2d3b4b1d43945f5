package store

import (
	"context"
	"errors"

	"predate"
)

// FirstSetting gives what is kept under a name, or keeps a fresh value there and gives
// that: of two processes that start at once the second is given the first's.
func (db *DB) FirstSetting(ctx context.Context, name string, fresh func() ([]byte, error)) (kept []byte, err error) {
	read := func(ctx context.Context, tx Tx) error {
		kept, err = Setting(ctx, tx, name)
		return err
	}
	if err := db.View(ctx, read); !errors.Is(err, predate.ErrNotFound) {
		return kept, err
	}
	value, err := fresh()
	if err != nil {
		return nil, err
	}
	err = db.InTx(ctx, func(ctx context.Context, tx Tx) error { return InsertSetting(ctx, tx, name, value) })
	if errors.Is(err, predate.ErrExists) { // which has ended that transaction
		err = db.View(ctx, read)
		return kept, err
	}
	return value, err
}

// Seals reports whether any row holds a sealed text, which only the keys that sealed
// it can open.
func (db *DB) Seals(ctx context.Context) (sealed bool, err error) {
	err = db.View(ctx, func(ctx context.Context, tx Tx) error {
		for _, table := range SealedTables() {
			rows, err := SealedRows(ctx, tx, SealedRow{Table: table}, 1)
			if err != nil {
				return err
			}
			sealed = sealed || len(rows) > 0
		}
		return nil
	})
	return sealed, err
}
