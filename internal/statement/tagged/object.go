package tagged

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
)

// The values of a PDF file (ISO 32000-1, 7.3). Numbers keep the digits that
// their writer gave them.
type (
	name    string
	word    string // true, false, null, and numbers as they were written
	text    []byte // the bytes of a string
	ref     int    // to an object of generation 0
	array   []any
	dict    map[name]any
	literal string // written as it is: made by this package alone
)

// stream is a dictionary with bytes.
type stream struct {
	dict dict
	data []byte
}

// write puts a value in the file. Dictionaries are sorted, so that the same
// value gives the same bytes.
func write(out *bytes.Buffer, v any) {
	switch v := v.(type) {
	case nil:
		out.WriteString("null")
	case int:
		out.WriteString(strconv.Itoa(v))
	case bool:
		out.WriteString(strconv.FormatBool(v))
	case float64:
		out.WriteString(strconv.FormatFloat(v, 'f', 2, 64))
	case word:
		out.WriteString(string(v))
	case literal:
		out.WriteString(string(v))
	case ref:
		fmt.Fprintf(out, "%d 0 R", int(v))
	case name:
		writeName(out, v)
	case text:
		writeText(out, v)
	case array:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(' ')
			}
			write(out, item)
		}
		out.WriteByte(']')
	case dict:
		writeDict(out, v)
	}
}

func writeDict(out *bytes.Buffer, d dict) {
	keys := make([]string, 0, len(d))
	for key := range d {
		keys = append(keys, string(key))
	}
	sort.Strings(keys)
	out.WriteString("<<")
	for _, key := range keys {
		writeName(out, name(key))
		out.WriteByte(' ')
		write(out, d[name(key)])
	}
	out.WriteString(">>")
}

// writeName escapes what may not stand in a name (7.3.5).
func writeName(out *bytes.Buffer, n name) {
	out.WriteByte('/')
	for i := range len(n) {
		if c := n[i]; c <= ' ' || c > '~' || strings.IndexByte("#()<>[]{}/%", c) >= 0 {
			fmt.Fprintf(out, "#%02X", c)
			continue
		}
		out.WriteByte(n[i])
	}
}

// writeText writes a literal string; line ends are escaped, since readers take
// all of them for one.
func writeText(out *bytes.Buffer, s text) {
	out.WriteByte('(')
	for _, c := range s {
		switch c {
		case '(', ')', '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case '\r':
			out.WriteString(`\r`)
		case '\n':
			out.WriteString(`\n`)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte(')')
}

// unicodeText is a text string (7.9.2.2): plain ASCII as it is, the rest in
// UTF-16 with its mark.
func unicodeText(s string) text {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] >= ' ' && s[i] <= '~'
	}
	if ascii {
		return text(s)
	}
	out := text{0xFE, 0xFF}
	for _, unit := range utf16.Encode([]rune(s)) {
		out = append(out, byte(unit>>8), byte(unit))
	}
	return out
}

// integer reads a whole number; false for anything else.
func integer(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case word:
		n, err := strconv.Atoi(string(v))
		return n, err == nil
	}
	return 0, false
}
