package connector

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// errNoFile says that a JSON answer holds no file: it is the site's way of
// saying that it will not give it.
var errNoFile = errors.New("the answer holds no file")

const maxKey = 256 // bytes of a member's name

// openEnvelope finds, in JSON, the member that holds a file in base64 and gives the
// file, decoded as it is read: an envelope of 70 MB never stands in memory. The
// member is named by its path, "data.files.0.content".
func openEnvelope(r io.Reader, path string) (io.Reader, error) {
	in := &scanner{bufio.NewReaderSize(r, 32<<10)}
	b, err := in.next()
	for _, member := range strings.Split(path, ".") {
		switch {
		case err != nil:
			return nil, orNoFile(err)
		case b == '{':
			b, err = in.member(member)
		case b == '[':
			b, err = in.element(member)
		default:
			return nil, errNoFile
		}
	}
	if err != nil || b != '"' {
		return nil, orNoFile(err)
	}
	return base64.NewDecoder(base64.StdEncoding, &textReader{in: in}), nil
}

// member goes to the value of a member of the object that was begun, and gives the
// byte with which it begins.
func (s *scanner) member(name string) (byte, error) {
	for {
		b, err := s.next()
		switch {
		case err != nil:
			return 0, err
		case b == ',':
			continue
		case b != '"':
			return 0, errNoFile
		}
		key, err := s.text(maxKey)
		if err != nil {
			return 0, err
		}
		if b, err = s.next(); err != nil || b != ':' {
			return 0, orNoFile(err)
		}
		if b, err = s.next(); err != nil || string(key) == name {
			return b, err
		}
		if err := s.skip(b); err != nil {
			return 0, err
		}
	}
}

// element goes to an element of the list that was begun, counted from 0.
func (s *scanner) element(name string) (byte, error) {
	at, err := strconv.ParseUint(name, 10, 16)
	if err != nil {
		return 0, errNoFile
	}
	for i := uint64(0); ; {
		b, err := s.next()
		switch {
		case err != nil || b == ']':
			return 0, orNoFile(err)
		case b == ',':
			i++
			continue
		case i == at:
			return b, nil
		}
		if err := s.skip(b); err != nil {
			return 0, err
		}
	}
}

func orNoFile(err error) error {
	if err == nil {
		return errNoFile
	}
	return err
}

// scanner walks through JSON byte by byte. The end of the bytes is always
// unexpected.
type scanner struct{ *bufio.Reader }

func (s *scanner) byte() (byte, error) {
	b, err := s.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// next gives the first byte that is no white space.
func (s *scanner) next() (byte, error) {
	for {
		b, err := s.byte()
		if err != nil || b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return b, err
		}
	}
}

// text reads the rest of a string whose quote was read.
func (s *scanner) text(limit int) ([]byte, error) {
	var text []byte
	for {
		b, end, err := s.letter()
		if err != nil || end {
			return text, err
		}
		if text = append(text, b); len(text) > limit {
			return nil, fmt.Errorf("name of more than %d bytes", limit)
		}
	}
}

// letter reads one byte of a string, its escape undone. An escape beyond ASCII
// becomes 0: it is in no base64 and in no name that we look for.
func (s *scanner) letter() (b byte, end bool, err error) {
	if b, err = s.byte(); err != nil || b == '"' {
		return 0, b == '"', err
	}
	if b != '\\' {
		return b, false, nil
	}
	if b, err = s.byte(); err != nil {
		return 0, false, err
	}
	switch b {
	case 'n', 'r', 't', 'b', 'f':
		return '\n', false, nil // white space, whichever
	case 'u':
		var hex [4]byte
		for i := range hex {
			if hex[i], err = s.byte(); err != nil {
				return 0, false, err
			}
		}
		code, err := strconv.ParseUint(string(hex[:]), 16, 16)
		if err != nil || code > 127 {
			return 0, false, err
		}
		return byte(code), false, nil
	}
	return b, false, nil
}

// skip passes over the value that begins with b.
func (s *scanner) skip(b byte) error {
	depth := 0
	for {
		switch b {
		case '"':
			if err := s.skipText(); err != nil {
				return err
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth <= 0 {
			return s.skipScalar(b)
		}
		var err error
		if b, err = s.next(); err != nil {
			return err
		}
	}
}

func (s *scanner) skipText() error {
	for {
		if _, end, err := s.letter(); err != nil || end {
			return err
		}
	}
}

// skipScalar passes over the rest of a number or a word; what is closed by a
// sign of its own has no rest.
func (s *scanner) skipScalar(b byte) error {
	if b == '"' || b == '}' || b == ']' {
		return nil
	}
	for {
		b, err := s.byte()
		if err != nil {
			return err
		}
		if b == ',' || b == '}' || b == ']' {
			return s.UnreadByte()
		}
	}
}

// textReader gives the bytes of a string up to its closing quote.
type textReader struct {
	in   *scanner
	done bool
}

// Read leaves white space out: base64 may be cut into lines.
func (t *textReader) Read(p []byte) (n int, err error) {
	for n < len(p) && !t.done {
		b, end, err := t.in.letter()
		if err != nil {
			return n, err
		}
		t.done = end
		if !end && b > ' ' {
			p[n] = b
			n++
		} else if !end && b == 0 {
			return n, errors.New("a letter that is not base64")
		}
	}
	if n == 0 && t.done {
		return 0, io.EOF
	}
	return n, nil
}
