package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Kept is stored bytes that no row references yet. A transaction references them later,
// or the sweeper deletes them. The zero Kept holds nothing.
type Kept struct {
	Hash predate.Hash
	Size int64
	id   string
}

// keptFor is how long stored bytes wait for a transaction that references them.
const keptFor = time.Hour

// Keep stores bytes that Record will reference. It returns predate.ErrBusy if the same
// bytes are being deleted at this moment; the caller should try again.
func (d *Desk) Keep(ctx context.Context, content io.Reader) (Kept, error) {
	var kept Kept
	var err error
	if kept.Hash, kept.Size, err = d.Blobs.Put(ctx, content); err != nil {
		return Kept{}, err
	}
	if kept.id, err = d.keepFiles(ctx, kept.Hash); err != nil {
		return Kept{}, err
	}
	return kept, nil
}

// name marks the bytes of each Kept as referenced, in the transaction that references
// them.
func (d *Desk) name(ctx context.Context, tx store.Tx, all []Kept) error {
	for _, kept := range all {
		if kept.id == "" {
			continue
		}
		if err := store.NameFiles(ctx, tx, kept.id, []predate.Hash{kept.Hash}, d.now()); err != nil {
			return err
		}
	}
	return nil
}

// keepFiles protects bytes that were just stored from the sweeper until a transaction
// references them, and returns the id for that. It returns predate.ErrBusy if bytes
// that already existed were deleted meanwhile.
func (d *Desk) keepFiles(ctx context.Context, hashes ...predate.Hash) (id string, err error) {
	if len(hashes) == 0 {
		return "", nil
	}
	if id, err = newID[string](d, "kept_"); err != nil {
		return "", err
	}
	err = d.DB.Grouped(ctx, func(ctx context.Context, tx store.Tx) error {
		return store.KeepFiles(ctx, tx, id, hashes, d.now().Add(keptFor))
	})
	if err != nil {
		return "", fmt.Errorf("keep stored files: %w", err)
	}
	for _, hash := range hashes {
		if _, err := d.Blobs.Size(ctx, hash); errors.Is(err, predate.ErrNotFound) {
			return "", fmt.Errorf("file %s was deleted while it was stored: %w", hash, predate.ErrBusy)
		} else if err != nil {
			return "", err
		}
	}
	return id, nil
}

// stored are files whose bytes are stored and whose rows are not written yet.
type stored struct {
	id        string // of keepFiles; empty where there are none
	documents []predate.Document
}

// keep stores the bytes of uploads before the transaction that writes their rows. If
// that transaction fails, the sweeper deletes them.
func (d *Desk) keep(ctx context.Context, uploads []Upload) (stored, error) {
	var s stored
	var hashes []predate.Hash
	for _, u := range uploads {
		hash, size, err := d.Blobs.Put(ctx, u.Content)
		if err != nil {
			return stored{}, fmt.Errorf("store %q: %w", u.Filename, err)
		}
		hashes = append(hashes, hash)
		s.documents = append(s.documents, predate.Document{
			Hash: hash, Size: size, Filename: u.Filename, MediaType: u.MediaType, Origin: u.Origin,
			Hint: u.Hint, Comment: u.Comment, GivenFor: u.GivenFor, RemoteID: u.RemoteID, Printed: u.Printed, Submit: u.Submit,
		})
	}
	var err error
	s.id, err = d.keepFiles(ctx, hashes...)
	return s, err
}

// name marks the bytes of stored files as referenced, in the transaction that writes
// their rows.
func (s stored) name(ctx context.Context, tx store.Tx, now time.Time) error {
	if s.id == "" {
		return nil
	}
	var hashes []predate.Hash
	for _, document := range s.documents {
		hashes = append(hashes, document.Hash)
	}
	return store.NameFiles(ctx, tx, s.id, hashes, now)
}

// dropErased deletes the bytes of files that no row references and that no transaction
// is about to reference. After a crash the sweeper deletes the rest. A file that cannot
// be deleted remains recorded and does not prevent the deletion of others.
func (d *Desk) dropErased(ctx context.Context) error {
	var trouble []error
	for {
		var due, gone []predate.Hash
		err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) (err error) {
			due, err = store.ErasedFiles(ctx, tx, d.now(), len(trouble)+sweepBatch)
			return err
		})
		if err == nil && len(due) > 0 {
			err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) (err error) {
				gone, err = store.TakeErasedFiles(ctx, tx, due, d.now())
				return err
			})
		}
		if err != nil {
			return fmt.Errorf("delete erased files: %w", err)
		}
		before := len(trouble)
		trouble = nil
		var deleted []predate.Hash
		for _, hash := range gone {
			if err := d.Blobs.Delete(ctx, hash); err != nil && !errors.Is(err, predate.ErrNotFound) {
				trouble = append(trouble, fmt.Errorf("delete bytes %s: %w", hash, err))
				continue
			}
			deleted = append(deleted, hash)
		}
		if err := d.forgetErased(ctx, deleted); err != nil {
			return err
		}
		if len(due) < before+sweepBatch {
			return errors.Join(trouble...)
		}
	}
}

func (d *Desk) forgetErased(ctx context.Context, hashes []predate.Hash) error {
	if len(hashes) == 0 {
		return nil
	}
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		for _, hash := range hashes {
			if err := store.ForgetErasedFile(ctx, tx, hash); err != nil {
				return err
			}
		}
		return nil
	})
}
