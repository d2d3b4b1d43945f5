package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// ref tells the type of a schema, and keeps the named ones that it meets. An
// object without a name of its own is called after where it stands.
func (r *reader) ref(given yaml.MapSlice, place string, request bool) (ref, error) {
	node, name, err := r.follow(given)
	if err != nil {
		return ref{}, err
	}
	if name == "HTTPDate" {
		return ref{kind: httpDate}, nil
	}
	if choices := sequence(node, "oneOf"); len(choices) > 0 {
		return r.choice(choices, place, request)
	}
	if all := sequence(node, "allOf"); len(all) == 1 { // a reference with a description of its own
		one, _ := all[0].(yaml.MapSlice)
		return r.ref(one, place, request)
	}
	kinds, nullable := typesOf(node)
	if len(kinds) != 1 {
		return ref{}, fmt.Errorf("%s%s: the types %v", place, name, kinds)
	}
	of := ref{nullable: nullable}
	switch kinds[0] {
	case "string":
		of.kind, of.enum, of.base64 = text, words(node, "enum"), word(node, "contentEncoding") == "base64"
		if name != "" {
			r.keep(object{name: name, doc: word(node, "description"), enum: of.enum})
			of = ref{kind: named, name: name, nullable: nullable}
		}
	case "integer":
		of.kind = whole
	case "number":
		of.kind = decimal
	case "boolean":
		of.kind = truth
	case "array":
		of.kind = list
		items, err := r.ref(mapping(node, "items"), singular(place), request)
		if err != nil {
			return ref{}, err
		}
		of.of = &items
	case "object":
		if len(mapping(node, "properties")) == 0 {
			of.kind = anything
			return of, nil
		}
		if name == "" {
			name = upperFirst(place)
		}
		of.kind, of.name = named, name
		return of, r.object(name, node, request)
	default:
		return ref{}, fmt.Errorf("%s: the type %s", place, kinds[0])
	}
	return of, nil
}

// choice takes the first of several forms; null among them makes it nullable.
func (r *reader) choice(choices []any, place string, request bool) (ref, error) {
	var taken *ref
	nullable := false
	for _, one := range choices {
		node, _ := one.(yaml.MapSlice)
		if get(node, "type") == "null" {
			nullable = true
			continue
		}
		if taken != nil && request {
			continue // a client writes one form, and the first will do
		}
		if taken != nil {
			return ref{}, fmt.Errorf("%s: an answer of several forms", place)
		}
		of, err := r.ref(node, place, request)
		if err != nil {
			return ref{}, err
		}
		taken = &of
	}
	if taken == nil {
		return ref{}, fmt.Errorf("%s: a choice of nothing", place)
	}
	taken.nullable = taken.nullable || nullable
	return *taken, nil
}

func (r *reader) object(name string, node yaml.MapSlice, request bool) error {
	way := fmt.Sprint(name, request)
	if r.known[way] {
		return nil
	}
	r.known[way] = true
	o := object{name: name, doc: word(node, "description"), request: request, answer: !request}
	required := words(node, "required")
	for _, member := range mapping(node, "properties") {
		wire := fmt.Sprint(member.Key)
		schema, _ := member.Value.(yaml.MapSlice)
		of, err := r.ref(schema, name+camel(wire), request)
		if err != nil {
			return err
		}
		p := prop{wire: wire, doc: word(schema, "description"), required: slices.Contains(required, wire), ref: of}
		p.clears = request && of.nullable && strings.Contains(p.doc, "null takes")
		p.zero = zeroIsAbsence(of, schema)
		if len(of.enum) > 0 {
			p.doc = strings.TrimSpace(p.doc + " One of " + strings.Join(of.enum, ", ") + ".")
		}
		o.props = append(o.props, p)
	}
	for i, other := range r.types {
		if other.name == name { // it goes both ways: as a request has it
			if !request {
				o.props = other.props
			}
			o.request, o.answer = true, true
			r.types[i] = o
			return nil
		}
	}
	r.types = append(r.types, o)
	return nil
}

// zeroIsAbsence reports whether a member that is left out and its zero value say
// the same to the server.
func zeroIsAbsence(of ref, schema yaml.MapSlice) bool {
	switch of.kind {
	case whole:
		least := fmt.Sprint(get(schema, "minimum"))
		return fmt.Sprint(get(schema, "default")) == "0" || least != "0" && least != "<nil>" || len(schema) == 1
	case truth:
		return get(schema, "default") == false
	}
	return true
}

func (r *reader) keep(o object) {
	if !r.known[o.name] {
		r.known[o.name] = true
		r.types = append(r.types, o)
	}
}

// typesOf gives the types of a schema, null apart.
func typesOf(node yaml.MapSlice) (kinds []string, nullable bool) {
	if one := word(node, "type"); one != "" {
		return []string{one}, false
	}
	for _, one := range words(node, "type") {
		if one == "null" {
			nullable = true
			continue
		}
		kinds = append(kinds, one)
	}
	return kinds, nullable
}

// words are the texts of a list; a null among them is left out.
func words(node yaml.MapSlice, key string) []string {
	var all []string
	for _, one := range sequence(node, key) {
		if one != nil {
			all = append(all, fmt.Sprint(one))
		}
	}
	return all
}

// asJSON writes a value of the file in the order of its members.
func asJSON(value any) (string, error) {
	switch v := value.(type) {
	case yaml.MapSlice:
		var parts []string
		for _, entry := range v {
			one, err := asJSON(entry.Value)
			if err != nil {
				return "", err
			}
			parts = append(parts, fmt.Sprintf("%q: %s", entry.Key, one))
		}
		return "{" + strings.Join(parts, ", ") + "}", nil
	case []any:
		var parts []string
		for _, entry := range v {
			one, err := asJSON(entry)
			if err != nil {
				return "", err
			}
			parts = append(parts, one)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	default:
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(value)
		return strings.TrimSpace(out.String()), err
	}
}
