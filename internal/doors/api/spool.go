package api

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// spool is where the files of one request lie until they are stored: one
// temporary file, one after the other. The file has no name from the moment it
// is made, so that nothing of it is left when the process dies.
type spool struct {
	dir  string
	most int64 // bytes of one file
	file *os.File
	size int64
}

// section is one file of a spool.
type section struct {
	*io.SectionReader
	tooLarge bool // and not whole
	unclear  bool // not base64, and not whole
}

// spoolOf gives a request its spool.
func (s *Server) spoolOf(call *call) *spool {
	into := &spool{dir: s.Spool, most: s.Limits.File}
	call.until(into.close)
	return into
}

// Write adds bytes.
func (s *spool) Write(b []byte) (int, error) {
	if s.file == nil {
		file, err := os.CreateTemp(s.dir, spoolPattern)
		if err != nil {
			return 0, fmt.Errorf("make spool: %w", err)
		}
		s.file = file
		if err := os.Remove(file.Name()); err != nil {
			return 0, fmt.Errorf("unlink spool: %w", err)
		}
	}
	n, err := s.file.Write(b)
	s.size += int64(n)
	if err != nil {
		err = fmt.Errorf("write spool: %w", err)
	}
	return n, err
}

// since gives what was written since the spool had a size.
func (s *spool) since(start int64) *io.SectionReader {
	if s.file == nil {
		return io.NewSectionReader(strings.NewReader(""), 0, 0)
	}
	return io.NewSectionReader(s.file, start, s.size-start)
}

// close gives the file back to the system.
func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close() // it is gone in any case
	}
}

const spoolPattern = "request-*"

// SweepSpool makes the folder for Options.Spool and removes what a process left
// there that died between making a file and taking its name away.
func SweepSpool(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder of spools: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, spoolPattern))
	if err != nil {
		return fmt.Errorf("sweep the folder of spools: %w", err)
	}
	for _, path := range left {
		_ = os.Remove(path) // another process may have been as quick
	}
	return nil
}

// content decodes base64 (RFC 4648 §4, line ends ignored) that comes in pieces
// into a spool.
type content struct {
	into    *spool
	start   int64
	pending []byte // whole groups of four, but for the last
	plain   []byte
	padded  bool // nothing may follow
	section
}

func (s *spool) content() *content {
	const group = 32 << 10
	return &content{into: s, start: s.size, pending: make([]byte, 0, group), plain: make([]byte, group)}
}

// take takes characters.
func (c *content) take(some ...byte) error {
	for len(some) > 0 && !c.unclear && !c.tooLarge {
		n := min(len(some), cap(c.pending)-len(c.pending))
		if line := bytes.IndexAny(some[:n], "\r\n"); line == 0 {
			some = some[1:]
			continue
		} else if line > 0 {
			n = line
		}
		c.pending, some = append(c.pending, some[:n]...), some[n:]
		if len(c.pending) == cap(c.pending) {
			if err := c.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *content) flush() error {
	n, err := base64.StdEncoding.Decode(c.plain, c.pending)
	if err != nil || c.padded {
		c.unclear = true
		return nil
	}
	c.padded = c.padded || n < len(c.pending)/4*3
	c.pending = c.pending[:0]
	if c.into.size+int64(n)-c.start > c.into.most {
		c.tooLarge = true
		return nil
	}
	_, err = c.into.Write(c.plain[:n])
	return err
}

// end gives what was decoded.
func (c *content) end() (section, error) {
	var err error
	if len(c.pending) > 0 && !c.unclear && !c.tooLarge {
		err = c.flush()
	}
	c.SectionReader = c.into.since(c.start)
	return c.section, err
}
