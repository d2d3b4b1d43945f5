package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"predate"
)

// Store keeps bytes by hash. It is safe for concurrent use. The rule for its
// callers is: bytes first, then the row that names them; so a crash leaves
// bytes that nobody names, never a name without bytes.
type Store interface {
	// Put reads r to its end and keeps the bytes. Putting the same bytes again
	// changes nothing. When r fails or ctx ends, nothing is kept.
	Put(ctx context.Context, r io.Reader) (predate.Hash, int64, error)
	// Open gives the bytes back, predate.ErrNotFound or, when they are no longer
	// what they were, predate.ErrDamaged. ctx must live as long as the reading.
	Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error)
	// Size tells the number of bytes, or predate.ErrNotFound.
	Size(ctx context.Context, hash predate.Hash) (int64, error)
	// Delete forgets the bytes; it is no error that they are not there. Equal
	// files share their bytes: the caller knows that no row names them.
	Delete(ctx context.Context, hash predate.Hash) error
	// Ping says why bytes could not be kept now; nil when they could.
	Ping(ctx context.Context) error
}

// check refuses what is not a lower-case hexadecimal SHA-256, before it can
// become part of a path. Such a name names nothing here.
func check(hash predate.Hash) error {
	raw, err := hex.DecodeString(string(hash))
	if err != nil || len(raw) != sha256.Size || hex.EncodeToString(raw) != string(hash) {
		return fmt.Errorf("blob %q: %w", hash, predate.ErrNotFound)
	}
	return nil
}

// spooled is a temporary file that holds what a reader gave. The caller closes
// and removes it.
type spooled struct {
	*os.File
	hash predate.Hash
	size int64
}

const tempPattern = "incoming-*"

// spool reads r to its end into a temporary file: the name of the bytes is known
// only at their end.
func spool(ctx context.Context, file *os.File, r io.Reader) (*spooled, error) {
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), withContext{ctx, r})
	if err != nil {
		(&spooled{File: file}).drop()
		return nil, err
	}
	return &spooled{File: file, hash: predate.Hash(hex.EncodeToString(sum.Sum(nil))), size: size}, nil
}

// drop closes and removes the temporary file. After a rename it has no effect
// but the closing; an error would only say what the next sweep mends.
func (s *spooled) drop() {
	_ = s.Close()
	_ = os.Remove(s.Name())
}

// withContext ends a long copy when the context ends.
type withContext struct {
	ctx context.Context
	r   io.Reader
}

func (c withContext) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
