package blob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"predate"
)

// Watched is a Store that reports lost and damaged bytes.
type Watched struct {
	Store
	// Lost is called when bytes are missing or damaged. It reports whether they are
	// still needed.
	Lost func(ctx context.Context, hash predate.Hash, cause error) (needed bool)
}

// Open opens the bytes for reading. It returns predate.ErrDamaged if they are missing
// but needed.
func (w Watched) Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	content, err := w.Store.Open(ctx, hash)
	if err != nil {
		return nil, w.judge(ctx, hash, err)
	}
	return content, nil
}

// Size returns the number of bytes. It returns predate.ErrDamaged if they are missing
// but needed.
func (w Watched) Size(ctx context.Context, hash predate.Hash) (int64, error) {
	size, err := w.Store.Size(ctx, hash)
	return size, w.judge(ctx, hash, err)
}

// judge calls Lost for an error on missing or damaged bytes, and returns
// predate.ErrDamaged if missing bytes are needed. A malformed hash is not a
// loss.
func (w Watched) judge(ctx context.Context, hash predate.Hash, err error) error {
	gone := errors.Is(err, predate.ErrNotFound)
	if !gone && !errors.Is(err, predate.ErrDamaged) || check(hash) != nil {
		return err
	}
	if needed := w.Lost(ctx, hash, err); gone && needed {
		return fmt.Errorf("blob %s: %w", hash, predate.ErrDamaged)
	}
	return err
}
