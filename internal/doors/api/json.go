package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// shape says what is read of a JSON value. Everything else in it is checked for
// its grammar and skipped, without being kept: the size of a body says nothing
// of what it costs. The zero shape is a text, a number or a flag.
type shape struct {
	members map[string]shape // of an object
	items   *shape           // of an array
	most    int              // items that are kept, one more to show that there are more
	// list is the member that a body stands for which is an array; empty where a body
	// must be an object.
	list string
}

// fields is the shape of an object whose members are texts, numbers or flags.
func fields(names ...string) shape {
	s := shape{members: map[string]shape{}}
	for _, name := range names {
		s.members[name] = shape{}
	}
	return s
}

// and adds a member with a shape of its own.
func (s shape) and(name string, member shape) shape {
	s.members[name] = member
	return s
}

// listOf is the shape of an array.
func listOf(most int, item shape) shape { return shape{items: &item, most: most} }

// object is what was read of a JSON object.
type object struct {
	members map[string]any
	// files are the members that were too long to be kept: base64, decoded.
	files map[string]section
	// faults are wrong however the members are used.
	faults []fault
}

// fault is what is wrong with a member as it was written.
type fault struct{ name, reason string }

// flawed takes the place of a text that has no meaning; its fault is noted.
type flawed struct{}

// decoding is the reading of one body.
type decoding struct {
	*jsontext.Decoder
	sieve *sieve
	name  []byte // of the member at hand; reused
}

// decode reads exactly one JSON object in UTF-8, or the array that the shape allows in
// its place; all else is errUndecodable.
// Long texts go into the spool, decoded from base64; without a spool they are
// dropped. An empty source is io.EOF.
func decode(source io.Reader, of shape, into *spool) (object, error) {
	d := decoding{sieve: newSieve(source, into)}
	d.Decoder = jsontext.NewDecoder(d.sieve, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	top, err := d.top(of)
	switch {
	case d.sieve.cause != nil:
		return object{}, d.sieve.cause
	case errors.Is(err, io.EOF) && d.sieve.given == 0:
		return object{}, io.EOF
	case err != nil:
		return object{}, fmt.Errorf("%w: %w", errUndecodable, err)
	}
	return top, nil
}

func (d *decoding) top(of shape) (object, error) {
	var top object
	var err error
	switch kind := d.PeekKind(); {
	case kind == '{':
		top, err = d.object(of)
	case kind == '[' && of.list != "":
		var items []any
		items, err = d.array(of.members[of.list])
		top = object{members: map[string]any{of.list: items}}
	default:
		if _, err := d.ReadToken(); err != nil {
			return object{}, err
		}
		return object{}, errors.New("not an object")
	}
	if err != nil {
		return object{}, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return object{}, errors.Join(errors.New("more than the object"), err)
	}
	return top, nil
}

// value reads what its shape names of the next value.
func (d *decoding) value(of shape) (any, error) {
	switch d.PeekKind() {
	case '{':
		if of.members != nil {
			return d.object(of)
		}
		return object{}, d.SkipValue()
	case '[':
		if of.items != nil {
			return d.array(of)
		}
		return []any{}, d.SkipValue()
	case '"':
		return d.text()
	case '0':
		raw, err := d.ReadValue()
		return json.Number(raw), err
	}
	token, err := d.ReadToken()
	if err != nil || token.Kind() == 'n' {
		return nil, err
	}
	return token.Bool(), nil
}

func (d *decoding) text() (any, error) {
	raw, err := d.ReadValue()
	if err != nil {
		return nil, err
	}
	plain, err := jsontext.AppendUnquote(nil, raw)
	if err != nil && len(raw) < longestText {
		return flawed{}, nil // the sieve has seen that the bytes are UTF-8: an escape is not
	}
	return string(plain), nil
}

func (d *decoding) object(of shape) (object, error) {
	o := object{members: map[string]any{}, files: map[string]section{}}
	if _, err := d.ReadToken(); err != nil {
		return o, err
	}
	for d.PeekKind() != '}' {
		raw, err := d.ReadValue()
		if err != nil {
			return o, err
		}
		d.name, _ = jsontext.AppendUnquote(d.name[:0], raw) // what is no text is no name of ours
		member, known := of.members[string(d.name)]
		if !known {
			if err := d.SkipValue(); err != nil {
				return o, err
			}
			continue
		}
		name := string(d.name)
		value, err := d.value(member)
		if err != nil {
			return o, err
		}
		o.keep(name, value)
		if file, long := d.sieve.long[d.InputOffset()]; long {
			o.files[name] = file
		}
	}
	_, err := d.ReadToken()
	return o, err
}

// keep notes a member, the last of those that bear its name, and what is wrong
// with it: which of two was meant would be anybody's guess.
func (o *object) keep(name string, value any) {
	if _, again := o.members[name]; again {
		o.blame(name, "is given twice")
	}
	if _, bad := value.(flawed); bad {
		o.blame(name, "must not contain half of a surrogate pair")
	}
	o.members[name] = value
}

func (o *object) blame(name, reason string) {
	if len(o.faults) < maxProblems {
		o.faults = append(o.faults, fault{name, reason})
	}
}

func (d *decoding) array(of shape) ([]any, error) {
	items := []any{}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	for d.PeekKind() != ']' {
		if len(items) > of.most {
			if err := d.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		item, err := d.value(*of.items)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := d.ReadToken()
	return items, err
}
