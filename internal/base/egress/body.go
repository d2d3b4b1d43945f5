package egress

import (
	"fmt"
	"io"
)

// TooLargeError says that an answer went past its limit, in bytes after
// decompression. The caller drops the answer.
type TooLargeError struct{ Limit int64 }

// Error names the limit.
func (e *TooLargeError) Error() string { return fmt.Sprintf("answer of more than %d bytes", e.Limit) }

// Cap returns a reader that fails with a *TooLargeError as soon as r holds more
// than limit bytes. Put it on the body of a response: net/http has then undone
// the compression already, so a bomb is counted at its real size.
func Cap(r io.Reader, limit int64) io.Reader { return &capped{r: r, left: limit, limit: limit} }

// ReadAll reads r whole, up to limit bytes; past them it is a *TooLargeError.
func ReadAll(r io.Reader, limit int64) ([]byte, error) { return io.ReadAll(Cap(r, limit)) }

type capped struct {
	r           io.Reader
	left, limit int64
}

// Read reads one byte more than allowed at most, to tell the exact limit from
// an excess.
func (c *capped) Read(p []byte) (int, error) {
	if c.left < 0 {
		return 0, &TooLargeError{c.limit}
	}
	if int64(len(p)) > c.left+1 {
		p = p[:c.left+1]
	}
	n, err := c.r.Read(p)
	if int64(n) > c.left {
		n = int(c.left)
		c.left = -1
		return n, &TooLargeError{c.limit}
	}
	c.left -= int64(n)
	return n, err
}
