package api

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// What a decoder is given at most. It holds a token whole.
const (
	longestText = 32 << 10 // bytes of a text as it is written; no text of ours may be so long
	longestWord = 1 << 10  // of a number
	maxDepth    = 32       // of nesting; the contract's deepest value lies at three
)

// sieve hands a JSON text on in pieces that a decoder can hold, whatever its
// length: of long texts only the beginning, of blanks only the first. The whole
// of a long text is taken for base64 and decoded into the spool. It refuses
// what is not UTF-8, what is nested too deep and numbers without end; the rest
// of the grammar is the decoder's.
type sieve struct {
	source io.Reader
	buffer []byte
	rest   []byte // of buffer, still to be looked at
	read   int64  // bytes of the source
	given  int64  // bytes handed on
	ended  error  // why nothing more is handed on
	cause  error  // the same, when it is no fault of the text

	state sieveState
	depth int
	word  int  // bytes of the number at hand
	blank bool // the last byte handed on
	digit int  // of an escape: how many there were
	code  rune // and what they say

	size    int    // bytes of the text at hand, as it is written
	text    []byte // its beginning, as it is meant
	dropped bool   // what follows is not handed on
	content *content
	into    *spool
	// long are the long texts by the offset of their end in what was handed on.
	long map[int64]section
}

type sieveState int

const (
	outside sieveState = iota // of texts
	inText
	inEscape
	inDigits // of \u
)

// newSieve reads a source; into may be nil.
func newSieve(source io.Reader, into *spool) *sieve {
	return &sieve{
		source: transform.NewReader(source, encoding.UTF8Validator), buffer: make([]byte, 4<<10),
		into: into, long: map[int64]section{},
	}
}

// Read hands the next bytes on.
func (s *sieve) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) && s.ended == nil {
		if len(s.rest) == 0 {
			if n > 0 {
				return n, nil
			}
			s.fill()
			continue
		}
		if whole, handed := s.stretch(p[n:]); whole > 0 {
			n += handed
			continue
		}
		c := s.rest[0]
		s.rest = s.rest[1:]
		var on bool
		if on, s.ended = s.take(c); on {
			p[n] = c
			n++
			s.given++
		}
	}
	if n > 0 || len(p) == 0 {
		return n, nil
	}
	return 0, s.ended
}

// stretch takes as many bytes of a text at once as are plain, and stay on one
// side of longestText: it says how many it took, and how many it handed on.
func (s *sieve) stretch(p []byte) (taken, handed int) {
	if s.state != inText || !s.dropped && s.size >= longestText {
		return 0, 0
	}
	some := s.rest
	if !s.dropped {
		some = some[:min(len(some), len(p), longestText-s.size)]
	}
	for taken < len(some) && some[taken] >= ' ' && some[taken] != '"' && some[taken] != '\\' {
		taken++
	}
	some, s.rest = some[:taken], s.rest[taken:]
	s.size += taken
	switch {
	case !s.dropped:
		handed = copy(p, some)
		s.given += int64(handed)
		if s.into != nil {
			s.text = append(s.text, some...)
		}
	case s.into != nil:
		s.ended = s.spooled(s.content.take(some...))
	}
	return taken, handed
}

// fill reads more of the source. Now and then it lets others have the processor:
// bodies that lie ready, many at once, would keep the small requests waiting.
func (s *sieve) fill() {
	const turn = 16 << 10
	if s.read/turn != (s.read+int64(len(s.buffer)))/turn {
		runtime.Gosched()
	}
	n, err := s.source.Read(s.buffer)
	s.read += int64(n)
	if s.rest = s.buffer[:n]; n > 0 || err == nil {
		return
	}
	s.ended = err
	if !errors.Is(err, io.EOF) && !errors.Is(err, encoding.ErrInvalidUTF8) && !errors.Is(err, transform.ErrShortSrc) {
		s.cause = err
	}
}

// take looks at a byte and says whether it is handed on.
func (s *sieve) take(c byte) (bool, error) {
	switch s.state {
	case inText:
		return s.inText(c)
	case inEscape:
		return s.inEscape(c)
	case inDigits:
		return s.inDigits(c)
	}
	was := s.blank
	s.blank = false
	switch c {
	case ' ', '\t', '\r', '\n':
		s.word, s.blank = 0, true
		return !was, nil
	case '"':
		s.state, s.word, s.size, s.text = inText, 0, 0, s.text[:0]
	case '{', '[':
		if s.depth++; s.depth > maxDepth {
			return false, fmt.Errorf("nested deeper than %d", maxDepth)
		}
		s.word = 0
	case '}', ']':
		s.depth--
		s.word = 0
	case ',', ':':
		s.word = 0
	default:
		if s.word++; s.word > longestWord {
			return false, fmt.Errorf("a number of more than %d digits", longestWord)
		}
	}
	return true, nil
}

func (s *sieve) inText(c byte) (bool, error) {
	switch {
	case c == '"':
		s.state = outside
		return true, s.end()
	case c < ' ':
		return false, errors.New("a control character in a text")
	}
	// A character is handed on whole or not at all.
	if begins := c&0xC0 != 0x80; begins && s.size >= longestText && !s.dropped {
		if err := s.drop(); err != nil {
			return false, err
		}
	}
	s.size++
	if c == '\\' {
		s.state = inEscape
		return !s.dropped, nil
	}
	return !s.dropped, s.say(c)
}

func (s *sieve) inEscape(c byte) (bool, error) {
	s.size++
	s.state = inText
	if c == 'u' {
		s.state, s.digit, s.code = inDigits, 0, 0
		return !s.dropped, nil
	}
	const written, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	which := strings.IndexByte(written, c)
	if which < 0 {
		return false, fmt.Errorf("the escape \\%c", c)
	}
	return !s.dropped, s.say(meant[which])
}

func (s *sieve) inDigits(c byte) (bool, error) {
	s.size++
	value := hexDigit(c)
	if value < 0 {
		return false, fmt.Errorf("the escape \\u with %q", c)
	}
	s.code = s.code<<4 | rune(value)
	if s.digit++; s.digit < 4 {
		return !s.dropped, nil
	}
	s.state = inText
	if s.code > 0x7F {
		return !s.dropped, s.say(0xFF) // whatever it is, base64 has none of it
	}
	return !s.dropped, s.say(byte(s.code))
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// say takes a byte of the text at hand, as it is meant.
func (s *sieve) say(c byte) error {
	switch {
	case s.into == nil:
		return nil
	case !s.dropped:
		s.text = append(s.text, c)
		return nil
	}
	return s.spooled(s.content.take(c))
}

// drop is where a text is found to be long: from here on it goes into the spool
// alone, with its beginning.
func (s *sieve) drop() error {
	s.dropped = true
	if s.into == nil {
		return nil
	}
	s.content = s.into.content()
	return s.spooled(s.content.take(s.text...))
}

// end closes the text at hand.
func (s *sieve) end() error {
	if !s.dropped {
		return nil
	}
	s.dropped = false
	if s.into == nil {
		return nil
	}
	file, err := s.content.end()
	s.long[s.given+1] = file // the closing quote is handed on next
	return s.spooled(err)
}

// spooled keeps a failure of the spool, which is no fault of the text.
func (s *sieve) spooled(err error) error {
	if err != nil {
		s.cause = err
	}
	return err
}
