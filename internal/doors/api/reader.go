package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
)

// Length caps, in characters.
const (
	maxLine       = 200  // a name or an address line
	maxText       = 2000 // a comment, the lots
	maxExternalID = 255
	maxURL        = 2048
	maxFilename   = 255
)

// reader reads the members of a JSON object by name and type, and gathers what
// is wrong with them. An absent member and a null one are the same; members
// that nobody asks for are ignored.
type reader struct {
	object
	path  string // "invoice." before its members' names
	wrong *problems
	// hash identifies the request, and empty says that its body was left out;
	// both of the outermost object only.
	hash  predate.Hash
	empty bool
}

// readerOf reads exactly one JSON object; all else is errUndecodable.
func readerOf(source io.Reader, of shape, into *spool) (reader, error) {
	top, err := decode(source, of, into)
	in := reader{object: top, wrong: &problems{}}
	if errors.Is(err, io.EOF) {
		in.empty = true
		return in, nil
	}
	in.noteFaults()
	return in, err
}

func (in reader) fail(name, reason string) { in.wrong.add(in.path+name, reason) }

// noteFaults refuses members for the way they were written.
func (in reader) noteFaults() {
	for _, one := range in.faults {
		in.fail(one.name, one.reason)
	}
}

// printable makes a name that the caller invented fit for a message.
func printable(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
	if utf8.RuneCountInString(name) > 40 {
		name = string([]rune(name)[:40]) + "…"
	}
	return name
}

// given says whether a member is there and not null.
func (in reader) given(name string) bool { return in.members[name] != nil }

// line reads an optional text of one line.
func (in reader) line(name string, longest int) string {
	return in.text(name, longest, func(r rune) bool { return unicode.IsControl(r) })
}

// lines reads an optional text that may have several lines.
func (in reader) lines(name string, longest int) string {
	return in.text(name, longest, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t'
	})
}

func (in reader) text(name string, longest int, forbidden func(rune) bool) string {
	value, ok := in.members[name].(string)
	_, told := in.members[name].(flawed)
	switch {
	case !in.given(name) || told:
	case !ok:
		in.fail(name, "must be a string")
	case utf8.RuneCountInString(value) > longest:
		in.fail(name, fmt.Sprintf("must have at most %d characters", longest))
	case strings.ContainsFunc(value, forbidden):
		in.fail(name, "must not contain control characters")
	default:
		return value
	}
	return ""
}

// required reads a text of one line that must say something.
func (in reader) required(name string, longest int) string {
	value, isText := in.members[name].(string)
	if !in.given(name) || (isText && strings.TrimSpace(value) == "") {
		in.fail(name, "is required")
		return ""
	}
	return strings.TrimSpace(in.line(name, longest))
}

// flag reads an optional boolean, false when it is absent.
func (in reader) flag(name string) bool {
	value, ok := in.members[name].(bool)
	if in.given(name) && !ok {
		in.fail(name, "must be a boolean")
	}
	return value
}

// number reads an optional integer in a range; zero when it is absent.
func (in reader) number(name string, least, most int) int {
	if !in.given(name) {
		return 0
	}
	literal, ok := in.members[name].(json.Number)
	value, err := strconv.Atoi(literal.String())
	if !ok || err != nil || value < least || value > most {
		in.fail(name, fmt.Sprintf("must be an integer from %d to %d", least, most))
		return 0
	}
	return value
}

// inner reads an optional object; without one, its members read as absent and
// found is false.
func (in reader) inner(name string) (inner reader, found bool) {
	value, ok := in.members[name].(object)
	if in.given(name) && !ok {
		in.fail(name, "must be an object")
	}
	inner = reader{object: value, path: in.path + name + ".", wrong: in.wrong}
	inner.noteFaults()
	return inner, ok
}

// list reads an optional list of at most so many values.
func (in reader) list(name string, most int) []any {
	values, ok := in.members[name].([]any)
	if in.given(name) && !ok {
		in.fail(name, "must be an array")
		return nil
	}
	if len(values) > most {
		in.fail(name, fmt.Sprintf("must have at most %d items", most))
		return nil
	}
	return values
}

// items reads an optional list of at most so many objects; another item is
// refused by its number.
func (in reader) items(name string, most int) []reader {
	var all []reader
	for i, value := range in.list(name, most) {
		label := fmt.Sprintf("%s[%d]", name, i)
		item, ok := value.(object)
		if !ok {
			in.fail(label, "must be an object")
			continue
		}
		one := reader{object: item, path: in.path + label + ".", wrong: in.wrong}
		one.noteFaults()
		all = append(all, one)
	}
	return all
}
