package webhook

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

// chunk is a multiple of three, so that only the last one is padded.
const chunk = 24 << 10

// encoder reads bytes and returns their base64, one chunk at a time. It fails if its
// source does not have the length that was announced to the receiver.
type encoder struct {
	source  io.Reader
	left    int64 // bytes that the source must still return
	raw     []byte
	encoded []byte
	ready   []byte // part of encoded that was not yet given
}

func newEncoder(source io.Reader, size int64) *encoder {
	return &encoder{
		source: source, left: size,
		raw:     make([]byte, chunk),
		encoded: make([]byte, base64.StdEncoding.EncodedLen(chunk)),
	}
}

func encodedLen(size int64) int64 { return (size + 2) / 3 * 4 }

// Read returns base64, or ErrContent.
func (e *encoder) Read(p []byte) (int, error) {
	for len(e.ready) == 0 {
		if err := e.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, e.ready)
	e.ready = e.ready[n:]
	return n, nil
}

func (e *encoder) fill() error {
	if e.left == 0 {
		return e.end()
	}
	raw := e.raw[:min(e.left, int64(len(e.raw)))]
	if _, err := io.ReadFull(e.source, raw); err != nil {
		return fmt.Errorf("%w: %d bytes before its end: %w", ErrContent, e.left, err)
	}
	e.left -= int64(len(raw))
	e.ready = e.encoded[:base64.StdEncoding.EncodedLen(len(raw))]
	base64.StdEncoding.Encode(e.ready, raw)
	return nil
}

// end is io.EOF when the source has nothing more to give.
func (e *encoder) end() error {
	n, err := io.ReadFull(e.source, e.raw[:1])
	if n > 0 {
		return fmt.Errorf("%w: it is longer than was said", ErrContent)
	}
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return fmt.Errorf("%w: %w", ErrContent, err)
}
