package extranetsim

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/scanner"
)

// selection is one field that a GraphQL query asks for.
type selection struct {
	alias, name string
	on          string // of an inline fragment: the type it is for
	arguments   map[string]any
	fields      []selection
}

// operation is a query or a mutation.
type operation struct {
	mutation bool
	fields   []selection
}

// reader reads the part of GraphQL that clients of this gateway use: one
// operation, variables, aliases, inline fragments. Named fragments and
// directives are not among it.
type reader struct {
	scanner.Scanner
	token     string
	variables map[string]any
	err       error
}

// readOperation reads a query with its variables.
func readOperation(query string, variables map[string]any) (operation, error) {
	r := &reader{variables: variables}
	r.Init(strings.NewReader(query))
	r.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanStrings
	r.Error = func(_ *scanner.Scanner, message string) { r.fail(message) }
	r.next()
	var o operation
	if r.token == "query" || r.token == "mutation" {
		o.mutation = r.token == "mutation"
		if r.next(); r.token != "(" && r.token != "{" {
			r.next()
		}
		r.skipDefinitions()
	}
	o.fields = r.selections()
	if r.err == nil && r.token != "" {
		r.fail("unexpected " + r.token)
	}
	return o, r.err
}

// next takes the next word; commas mean nothing in GraphQL.
func (r *reader) next() {
	for {
		if r.Scan() == scanner.EOF {
			r.token = ""
			return
		}
		if r.token = r.TokenText(); r.token != "," {
			return
		}
	}
}

func (r *reader) fail(message string) {
	if r.err == nil {
		r.err = fmt.Errorf("Syntax Error: %s", message) //nolint:staticcheck // the words of a GraphQL server
	}
}

func (r *reader) expect(token string) {
	if r.token != token {
		r.fail(fmt.Sprintf("Expected %q, found %q.", token, r.token))
	}
	r.next()
}

// skipDefinitions passes over the types of the variables: the values come with
// the request.
func (r *reader) skipDefinitions() {
	if r.token != "(" {
		return
	}
	for r.token != ")" && r.token != "" {
		r.next()
	}
	r.expect(")")
}

func (r *reader) selections() []selection {
	r.expect("{")
	var all []selection
	for r.token != "}" && r.token != "" && r.err == nil {
		all = append(all, r.selection())
	}
	r.expect("}")
	return all
}

func (r *reader) selection() selection {
	var s selection
	if r.token == "." {
		for range 3 {
			r.expect(".")
		}
		r.expect("on")
		s.on = r.token
		r.next()
		s.fields = r.selections()
		return s
	}
	s.name = r.token
	s.alias = s.name
	if r.next(); r.token == ":" {
		r.next()
		s.name = r.token
		r.next()
	}
	if r.token == "(" {
		s.arguments = r.pairs("(", ")")
	}
	if r.token == "{" {
		s.fields = r.selections()
	}
	return s
}

// pairs reads the arguments of a field or the members of an object.
func (r *reader) pairs(begin, end string) map[string]any {
	r.expect(begin)
	all := map[string]any{}
	for r.token != end && r.token != "" && r.err == nil {
		name := r.token
		r.next()
		r.expect(":")
		if value, given := r.value(); given {
			all[name] = value
		}
	}
	r.expect(end)
	return all
}

// value reads a value; a variable without one is not given at all.
func (r *reader) value() (any, bool) {
	switch {
	case r.token == "$":
		r.next()
		value, given := r.variables[r.token]
		r.next()
		return value, given
	case r.token == "{":
		return r.pairs("{", "}"), true
	case r.token == "[":
		r.next()
		var list []any
		for r.token != "]" && r.token != "" && r.err == nil {
			value, _ := r.value()
			list = append(list, value)
		}
		r.expect("]")
		return list, true
	}
	text := r.token
	r.next()
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		value = text // an enumeration's
	}
	return value, true
}

// object is a value of a type; a member may be a function of arguments.
type object struct {
	kind    string
	kinds   []string // interfaces that the type has
	members map[string]any
}

// resolver gives a member for its arguments.
type resolver func(arguments map[string]any) (any, error)

// pick gives of an object what is asked for, and refuses what it does not have.
func (o object) pick(fields []selection) (map[string]any, error) {
	out := map[string]any{}
	for _, f := range fields {
		if f.on != "" {
			if f.on != o.kind && !strings.Contains(" "+strings.Join(o.kinds, " ")+" ", " "+f.on+" ") {
				continue
			}
			inner, err := o.pick(f.fields)
			if err != nil {
				return nil, err
			}
			for name, value := range inner {
				out[name] = value
			}
			continue
		}
		value, ok := o.members[f.name]
		if f.name == "__typename" {
			value, ok = o.kind, true
		}
		if !ok {
			return nil, fmt.Errorf("Cannot query field %q on type %q.", f.name, o.kind) //nolint:staticcheck // the words of a GraphQL server
		}
		shown, err := show(value, f)
		if err != nil {
			return nil, err
		}
		out[f.alias] = shown
	}
	return out, nil
}

// show gives a value as it is asked for.
func show(value any, f selection) (any, error) {
	switch v := value.(type) {
	case resolver:
		given, err := v(f.arguments)
		if err != nil {
			return nil, err
		}
		return show(given, f)
	case object:
		if len(f.fields) == 0 {
			return nil, fmt.Errorf("Field %q of type %q must have a selection of subfields.", f.name, v.kind) //nolint:staticcheck // the words of a GraphQL server
		}
		return v.pick(f.fields)
	case []object:
		list := []any{}
		for _, one := range v {
			shown, err := show(one, f)
			if err != nil {
				return nil, err
			}
			list = append(list, shown)
		}
		return list, nil
	}
	return value, nil
}
