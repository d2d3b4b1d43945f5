package predate

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// Code is the verification code of a statement: the first hundred bits of the
// SHA-256 of the report that its PDF carries, as twenty characters in groups of
// four. It is printed on the statement, so that whoever holds one can ask its
// issuer whether it is genuine and whether a newer one replaced it.
type Code string

// codeAlphabet is Crockford's base 32, which omits the letters that look like digits.
const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	codeLength = 20
	codeGroup  = 4
)

// CodeOf returns the code of a report.
func CodeOf(report []byte) Code {
	sum := sha256.Sum256(report)
	return grouped(base32.NewEncoding(codeAlphabet).WithPadding(base32.NoPadding).EncodeToString(sum[:])[:codeLength])
}

// ParseCode reads a code as a person typed it: in any case, with or without its
// hyphens, with O for 0 and I or L for 1. It returns ErrNotFound for a text that
// cannot be a code, since no statement has it.
func ParseCode(s string) (Code, error) {
	s = strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(s))
	if len(s) != codeLength || strings.Trim(s, codeAlphabet) != "" {
		return "", ErrNotFound
	}
	return grouped(s), nil
}

func grouped(s string) Code {
	var out strings.Builder
	for i := 0; i < len(s); i += codeGroup {
		if i > 0 {
			out.WriteByte('-')
		}
		out.WriteString(s[i : i+codeGroup])
	}
	return Code(out.String())
}
