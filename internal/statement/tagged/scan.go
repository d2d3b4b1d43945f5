package tagged

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// scanner reads the tokens and values of PDF syntax (ISO 32000-1, 7.2 and 7.3).
type scanner struct {
	data []byte
	at   int
}

// maxDepth bounds the nesting of values.
const maxDepth = 64

func space(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', '\f', 0:
		return true
	}
	return false
}

func delimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return space(c)
}

func (s *scanner) skip() {
	for s.at < len(s.data) {
		switch c := s.data[s.at]; {
		case space(c):
			s.at++
		case c == '%':
			for s.at < len(s.data) && s.data[s.at] != '\n' && s.data[s.at] != '\r' {
				s.at++
			}
		default:
			return
		}
	}
}

// done says that nothing is left but white.
func (s *scanner) done() bool {
	s.skip()
	return s.at >= len(s.data)
}

// plain reads a run of regular characters: a keyword or a number.
func (s *scanner) plain() string {
	from := s.at
	for s.at < len(s.data) && !delimiter(s.data[s.at]) {
		s.at++
	}
	return string(s.data[from:s.at])
}

// follows passes over a keyword if it comes next.
func (s *scanner) follows(keyword string) bool {
	s.skip()
	if !strings.HasPrefix(string(s.data[s.at:min(len(s.data), s.at+len(keyword))]), keyword) {
		return false
	}
	s.at += len(keyword)
	return true
}

// value reads one value; a keyword comes back as a word.
func (s *scanner) value(depth int) (any, error) {
	if s.done() || depth > maxDepth {
		return nil, fmt.Errorf("no value at byte %d", s.at)
	}
	switch c := s.data[s.at]; {
	case c == '/':
		s.at++
		return s.name(), nil
	case c == '(':
		return s.literal()
	case c == '[':
		s.at++
		return s.array(depth)
	case c == '<' && s.at+1 < len(s.data) && s.data[s.at+1] == '<':
		s.at += 2
		return s.dict(depth)
	case c == '<':
		return s.hex()
	case delimiter(c):
		return nil, fmt.Errorf("unexpected %q at byte %d", c, s.at)
	}
	return word(s.plain()), nil
}

func (s *scanner) name() name {
	raw := s.plain()
	var out strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if b, err := hex.DecodeString(raw[i+1 : i+3]); err == nil {
				out.Write(b)
				i += 2
				continue
			}
		}
		out.WriteByte(raw[i])
	}
	return name(out.String())
}

// literal reads a string in parentheses.
func (s *scanner) literal() (any, error) {
	out, depth := text{}, 0
	for ; s.at < len(s.data); s.at++ {
		switch c := s.data[s.at]; c {
		case '(':
			if depth > 0 {
				out = append(out, c)
			}
			depth++
		case ')':
			if depth--; depth == 0 {
				s.at++
				return out, nil
			}
			out = append(out, c)
		case '\\':
			s.at++
			out = s.escape(out)
		default:
			out = append(out, c)
		}
	}
	return nil, fmt.Errorf("string without end")
}

// escape reads what follows a backslash and stays on its last byte.
func (s *scanner) escape(out text) text {
	if s.at >= len(s.data) {
		return out
	}
	c := s.data[s.at]
	if i := strings.IndexByte("nrtbf", c); i >= 0 {
		return append(out, "\n\r\t\b\f"[i])
	}
	if c == '\n' {
		return out
	}
	if c < '0' || c > '7' {
		return append(out, c)
	}
	octal := 0
	for i := 0; i < 3 && s.at < len(s.data) && s.data[s.at] >= '0' && s.data[s.at] <= '7'; i++ {
		octal = octal*8 + int(s.data[s.at]-'0')
		s.at++
	}
	s.at--
	return append(out, byte(octal))
}

func (s *scanner) hex() (any, error) {
	s.at++
	var digits []byte
	for s.at < len(s.data) && s.data[s.at] != '>' {
		if !space(s.data[s.at]) {
			digits = append(digits, s.data[s.at])
		}
		s.at++
	}
	s.at++
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	out := make(text, len(digits)/2)
	if _, err := hex.Decode(out, digits); err != nil {
		return nil, fmt.Errorf("hexadecimal string before byte %d: %w", s.at, err)
	}
	return out, nil
}

// array reads up to the closing bracket, joining "3 0 R" to references.
func (s *scanner) array(depth int) (any, error) {
	out := array{}
	for !s.follows("]") {
		v, err := s.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out = joined(append(out, v))
	}
	return out, nil
}

// joined makes a reference of three words at the end.
func joined(values array) array {
	n := len(values)
	if n < 3 || values[n-1] != word("R") {
		return values
	}
	number, ok := integer(values[n-3])
	if !ok {
		return values
	}
	return append(values[:n-3], ref(number))
}

func (s *scanner) dict(depth int) (any, error) {
	var flat array
	for !s.follows(">>") {
		v, err := s.value(depth + 1)
		if err != nil {
			return nil, err
		}
		flat = joined(append(flat, v))
	}
	out := dict{}
	for i := 0; i+1 < len(flat); i += 2 {
		key, ok := flat[i].(name)
		if !ok {
			return nil, fmt.Errorf("key %v of a dictionary is no name", flat[i])
		}
		out[key] = flat[i+1]
	}
	if len(flat)%2 == 1 {
		return nil, fmt.Errorf("dictionary with a key too many")
	}
	return out, nil
}
