package pdftext

import (
	"bytes"
	"fmt"
	"strconv"
)

// blankKeys takes members of dictionaries out of a file that the engine wrote: white
// takes their place, so that nothing moves. It errs on a file that it does not
// understand to its end, rather than let one through.
func blankKeys(data []byte, keys ...string) error {
	s := scanner{data: data, length: -1}
	for {
		start, token := s.next()
		switch {
		case s.err != nil:
			return s.err
		case token == "":
			return nil
		case token == "stream":
			s.skipStream()
		case token == "endobj":
			s.length = -1
		case token == "/Length" && s.depth == 1:
			s.noteLength()
		}
		for _, key := range keys {
			if token == "/"+key {
				s.skipValue()
				wipe(data[start:s.at])
			}
		}
	}
}

func wipe(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// scanner goes through a PDF, token by token. The first error ends it.
type scanner struct {
	data   []byte
	at     int
	depth  int // of dictionaries
	length int // of the stream of the object at hand; -1 where none is known
	err    error
}

func (s *scanner) fail(what string) {
	if s.err == nil {
		s.err = fmt.Errorf("%w: what it wrote has %s at byte %d", errCrashed, what, s.at)
	}
	s.at = len(s.data)
}

// next returns a token and where it begins: "<<", ">>", "[", "]", "(" for a string of any
// form, a name with its slash, or a word; "" at the end.
func (s *scanner) next() (start int, token string) {
	s.skipWhite()
	start = s.at
	if s.at >= len(s.data) {
		return start, ""
	}
	rest := s.data[s.at:]
	switch c := rest[0]; {
	case bytes.HasPrefix(rest, []byte("<<")):
		s.at, s.depth = s.at+2, s.depth+1
		return start, "<<"
	case bytes.HasPrefix(rest, []byte(">>")):
		s.at, s.depth = s.at+2, s.depth-1
		return start, ">>"
	case c == '<':
		end := bytes.IndexByte(rest, '>')
		if end < 0 {
			s.fail("a string without end")
			return start, ""
		}
		s.at += end + 1
		return start, "("
	case c == '(':
		s.skipString()
		return start, "("
	case c == '[' || c == ']':
		s.at++
		return start, string(c)
	}
	s.at++ // a slash, or the first of a word
	for s.at < len(s.data) && !bytes.ContainsRune([]byte("\x00\t\n\f\r ()<>[]{}/%"), rune(s.data[s.at])) {
		s.at++
	}
	return start, string(s.data[start:s.at])
}

// skipWhite passes white and comments.
func (s *scanner) skipWhite() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case 0, '\t', '\n', '\f', '\r', ' ':
			s.at++
		case '%':
			for s.at < len(s.data) && s.data[s.at] != '\n' && s.data[s.at] != '\r' {
				s.at++
			}
		default:
			return
		}
	}
}

func (s *scanner) skipString() {
	depth := 0
	for ; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case '\\':
			s.at++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.at++
				return
			}
		}
	}
	s.fail("a string without end")
}

// noteLength reads the length of the stream that follows.
func (s *scanner) noteLength() {
	_, word := s.next()
	length, err := strconv.Atoi(word)
	if err != nil || length < 0 {
		s.fail("no length")
		return
	}
	s.length = length
}

// skipStream passes the bytes of a stream.
func (s *scanner) skipStream() {
	if s.length < 0 || s.depth != 0 {
		s.fail("a stream of no length")
		return
	}
	if s.at < len(s.data) && s.data[s.at] == '\r' {
		s.at++
	}
	if s.at < len(s.data) && s.data[s.at] == '\n' {
		s.at++
	}
	if s.length > len(s.data)-s.at {
		s.fail("a stream beyond its end")
		return
	}
	s.at += s.length
	s.length = -1
	if _, word := s.next(); word != "endstream" && s.err == nil {
		s.fail("a stream without end")
	}
}

// skipValue passes one value of a dictionary.
func (s *scanner) skipValue() {
	open := 0
	for {
		_, token := s.next()
		switch token {
		case "":
			s.fail("no value")
			return
		case "<<", "[":
			open++
			continue
		case ">>", "]":
			open--
		}
		if open > 0 {
			continue
		}
		s.skipReference(token)
		return
	}
}

// skipReference passes the rest of "8 0 R", whose first word was read.
func (s *scanner) skipReference(first string) {
	if _, err := strconv.Atoi(first); err != nil {
		return
	}
	before := *s
	_, generation := s.next()
	_, letter := s.next()
	if _, err := strconv.Atoi(generation); err != nil || letter != "R" {
		*s = before
	}
}
