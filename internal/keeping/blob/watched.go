package blob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"predate"
)

// Watched is a store of whose losses somebody hears.
type Watched struct {
	Store
	// Lost hears of bytes that are gone or damaged. It reports whether anybody
	// still needs them.
	Lost func(ctx context.Context, hash predate.Hash, cause error) (needed bool)
}

// Open gives the bytes back. Those that are needed and gone are
// predate.ErrDamaged.
func (w Watched) Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	content, err := w.Store.Open(ctx, hash)
	if err != nil {
		return nil, w.judge(ctx, hash, err)
	}
	return content, nil
}

// Size is the number of bytes. Those that are needed and gone are
// predate.ErrDamaged.
func (w Watched) Size(ctx context.Context, hash predate.Hash) (int64, error) {
	size, err := w.Store.Size(ctx, hash)
	return size, w.judge(ctx, hash, err)
}

// judge says what an error on bytes means: Lost hears of bytes that are gone or
// damaged, and gone ones that are needed are predate.ErrDamaged. A name that no
// bytes can have is no loss.
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
