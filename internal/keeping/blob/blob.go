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

// Store stores files by hash. It is safe for concurrent use. Callers must store the
// bytes first, then write the row that references them: a crash then leaves bytes
// without a reference, never a reference without bytes.
type Store interface {
	// Put reads r to its end and stores the bytes. Storing the same bytes again
	// changes nothing. If r fails or ctx ends, nothing is stored.
	Put(ctx context.Context, r io.Reader) (predate.Hash, int64, error)
	// Open opens the bytes for reading. It returns predate.ErrNotFound or, if the bytes
	// have changed, predate.ErrDamaged. ctx must remain valid while they are read.
	Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error)
	// Size returns the number of bytes, or predate.ErrNotFound.
	Size(ctx context.Context, hash predate.Hash) (int64, error)
	// Delete deletes the bytes. It is no error if they do not exist. Equal files share
	// their bytes: the caller must know that no row references them.
	Delete(ctx context.Context, hash predate.Hash) error
	// Ping returns an error if bytes cannot be stored now.
	Ping(ctx context.Context) error
}

// check returns ErrNotFound for a hash that is not a lower-case hexadecimal SHA-256, so
// that it never becomes part of a path.
func check(hash predate.Hash) error {
	raw, err := hex.DecodeString(string(hash))
	if err != nil || len(raw) != sha256.Size || hex.EncodeToString(raw) != string(hash) {
		return fmt.Errorf("blob %q: %w", hash, predate.ErrNotFound)
	}
	return nil
}

// spooled is a temporary file with the content of a reader. The caller closes and
// removes it.
type spooled struct {
	*os.File
	hash predate.Hash
	size int64
}

const tempPattern = "incoming-*"

// spool copies r into a temporary file, since the hash is known only at the
// end.
func spool(ctx context.Context, file *os.File, r io.Reader) (*spooled, error) {
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), withContext{ctx, r})
	if err != nil {
		(&spooled{File: file}).drop()
		return nil, err
	}
	return &spooled{File: file, hash: predate.Hash(hex.EncodeToString(sum.Sum(nil))), size: size}, nil
}

// drop closes and removes the temporary file. After a rename it only closes it. Errors
// are ignored: the next sweep removes what remains.
func (s *spooled) drop() {
	_ = s.Close()
	_ = os.Remove(s.Name())
}

// withContext is a reader that fails when its context ends.
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
