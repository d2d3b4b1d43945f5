package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"predate"
)

// Bytes are stored before the row that references them, and deleted after it. Both
// operations lock the row of the hash in erased_files: a storing transaction before it
// relies on existing bytes, a deleting one before it checks for references.

// holdNote locks the row of a hash in erased_files, which it creates if it is missing. It
// reports whether the bytes are being deleted.
func holdNote(ctx context.Context, tx Tx, hash predate.Hash, at time.Time) (going bool, err error) {
	var since int64
	err = tx.QueryRow(ctx, "INSERT INTO erased_files (hash, at) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash"+
		" RETURNING going", hash, micros(at)).Scan(&since)
	if err != nil {
		return false, fmt.Errorf("hold the note of %s: %w", hash, err)
	}
	return since > 0, nil
}

// each returns every hash once, sorted, so that transactions lock in the same order and
// cannot deadlock.
func each(hashes []predate.Hash) []predate.Hash {
	return slices.Compact(slices.Sorted(slices.Values(hashes)))
}

// KeepFiles protects stored bytes from deletion until an instant, or until NameFiles. It
// returns ErrBusy if some are being deleted now: they must be stored again later.
func KeepFiles(ctx context.Context, tx Tx, id string, hashes []predate.Hash, until time.Time) error {
	for _, hash := range each(hashes) {
		going, err := holdNote(ctx, tx, hash, until)
		if err != nil {
			return err
		}
		if going {
			return fmt.Errorf("bytes %s are being deleted: %w", hash, predate.ErrBusy)
		}
		if err := insert(ctx, tx, "kept_files", "id, hash, until", id, hash, micros(until)); err != nil {
			return fmt.Errorf("keep bytes %s: %w", hash, err)
		}
	}
	return nil
}

// NameFiles ends the protection of KeepFiles, in the transaction that writes the rows which
// reference the bytes. It returns ErrBusy if the protection has expired and the bytes may
// be gone.
func NameFiles(ctx context.Context, tx Tx, id string, hashes []predate.Hash, now time.Time) error {
	for _, hash := range each(hashes) {
		if _, err := holdNote(ctx, tx, hash, now); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "DELETE FROM kept_files WHERE id = $1 AND hash = $2", id, hash)
		if err := must(n, err, predate.ErrBusy); err != nil {
			return fmt.Errorf("name bytes %s: %w", hash, err)
		}
		_, err = tx.Exec(ctx, "DELETE FROM erased_files WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM kept_files k WHERE k.hash = $1)", hash)
		if err != nil {
			return fmt.Errorf("name bytes %s: %w", hash, err)
		}
	}
	return nil
}

// NoteErasedFile records a file that a row no longer references, to be deleted from an
// instant on.
func NoteErasedFile(ctx context.Context, tx Tx, hash predate.Hash, at time.Time) error {
	if _, err := tx.Exec(ctx, "INSERT INTO erased_files (hash, at) VALUES ($1, $2) ON CONFLICT (hash) DO UPDATE"+
		" SET at = CASE WHEN excluded.at < erased_files.at THEN excluded.at ELSE erased_files.at END", hash, micros(at)); err != nil {
		return fmt.Errorf("note file %s: %w", hash, err)
	}
	return nil
}

// ErasedFiles returns up to limit files whose bytes may still exist and are due for
// deletion, unless something needs them.
func ErasedFiles(ctx context.Context, tx Tx, now time.Time, limit int) ([]predate.Hash, error) {
	all, err := collect(ctx, tx, one[predate.Hash], "SELECT hash FROM erased_files WHERE at <= $1 ORDER BY at, hash LIMIT $2", micros(now), limit)
	if err != nil {
		return nil, fmt.Errorf("list erased files: %w", err)
	}
	return all, nil
}

// TakeErasedFiles returns the given files that nothing needs. They cannot be referenced
// again until ForgetErasedFile is called. For the others it deletes the record, or keeps it
// while KeepFiles protects the same bytes.
func TakeErasedFiles(ctx context.Context, tx Tx, hashes []predate.Hash, now time.Time) (gone []predate.Hash, err error) {
	for _, hash := range each(hashes) {
		free, err := takeErased(ctx, tx, hash, micros(now))
		if err != nil {
			return nil, fmt.Errorf("look after erased file %s: %w", hash, err)
		}
		if free {
			gone = append(gone, hash)
		}
	}
	return gone, nil
}

func takeErased(ctx context.Context, tx Tx, hash predate.Hash, now int64) (free bool, err error) {
	n, err := tx.Exec(ctx, "UPDATE erased_files SET going = $2 WHERE hash = $1", hash, now)
	if err != nil || n == 0 {
		return false, err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM kept_files WHERE hash = $1 AND until <= $2", hash, now); err != nil {
		return false, err
	}
	var until int64
	if err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(until), 0) FROM kept_files WHERE hash = $1", hash).Scan(&until); err != nil {
		return false, err
	}
	if until > 0 {
		_, err := tx.Exec(ctx, "UPDATE erased_files SET going = 0, at = $2 WHERE hash = $1", hash, until)
		return false, err
	}
	used, err := HashInUse(ctx, tx, hash)
	if err != nil || !used {
		return err == nil, err
	}
	return false, ForgetErasedFile(ctx, tx, hash)
}

// ForgetErasedFile records that the bytes of a file were deleted, or are used again.
func ForgetErasedFile(ctx context.Context, tx Tx, hash predate.Hash) error {
	if _, err := tx.Exec(ctx, "DELETE FROM erased_files WHERE hash = $1", hash); err != nil {
		return fmt.Errorf("forget erased file %s: %w", hash, err)
	}
	return nil
}
