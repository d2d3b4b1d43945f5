package recipe

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Template is a text with variables: "/folders/{{folder.id}}".
type Template struct {
	parts []part
}

// part is a literal, or a variable by its name; in a JSON body one that stands alone
// may be wanted as a number.
type part struct {
	literal, name string
	number        bool
}

// UnmarshalYAML reads the text.
func (t *Template) UnmarshalYAML(decode func(any) error) error {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	parts, err := parseTemplate(text)
	t.parts = parts
	return err
}

func parseTemplate(text string) ([]part, error) {
	var parts []part
	whole := text
	for {
		before, rest, found := strings.Cut(text, "{{")
		if before != "" {
			parts = append(parts, part{literal: before})
		}
		if !found {
			return parts, nil
		}
		name, after, closed := strings.Cut(rest, "}}")
		if name = strings.TrimSpace(name); !closed || name == "" {
			return nil, &wrongText{"template", whole, errors.New("a variable is written {{name}}")}
		}
		name, as, piped := strings.Cut(name, "|")
		name, as = strings.TrimSpace(name), strings.TrimSpace(as)
		if name == "" || piped && as != "number" {
			return nil, &wrongText{"template", whole, errors.New("a variable is written {{name}}, and {{name | number}} in a JSON body")}
		}
		parts = append(parts, part{name: name, number: piped})
		text = after
	}
}

// head gives what the template begins with: the name of a variable, or "".
func (t Template) head() string {
	if len(t.parts) == 0 {
		return ""
	}
	return t.parts[0].name
}

// alone gives the name of the variable that is the whole template, or "".
func (t Template) alone() string {
	if len(t.parts) != 1 {
		return ""
	}
	return t.parts[0].name
}

// Lookup finds the value of a name.
type Lookup func(name string) (Variable, bool)

// Render writes the text. An unknown variable is an error: an empty one would
// ask the site for something else.
func (t Template) Render(find Lookup, write func(Variable) string) (string, error) {
	var b strings.Builder
	for _, p := range t.parts {
		if p.name == "" {
			b.WriteString(p.literal)
			continue
		}
		found, ok := find(p.name)
		if !ok {
			return "", fmt.Errorf("variable %s has no value", p.name)
		}
		b.WriteString(write(found))
	}
	return b.String(), nil
}

// Text writes the template with its variables as they are.
func (t Template) Text(find Lookup) (string, error) {
	return t.Render(find, func(v Variable) string { return v.Text })
}

// Variable is the value of a name.
type Variable struct {
	Text string
	From Origin
}

// Origin says where a value comes from, and so how far it is trusted: what the
// site wrote is escaped in a path, and a link of its may only begin a URL.
type Origin int

const (
	BySite    Origin = iota
	ByUs             // the recipe or the interpreter gave it
	SiteLink         // an absolute URL that the site wrote
	ByNothing        // there is none yet: null in a JSON body
)

// Vars are variables by their names.
type Vars map[string]Variable

// With gives a copy that has one more variable.
func (v Vars) With(name string, value Variable) Vars {
	more := make(Vars, len(v)+1)
	for k, old := range v {
		more[k] = old
	}
	more[name] = value
	return more
}

// value is a part of a JSON body: a template, a literal that is not a text, or
// an object or a list of values.
type value struct {
	text    *Template
	literal any
	members map[string]value
	list    []value
}

// UnmarshalYAML takes a text as a template, a boolean or a number as it is.
func (j *value) UnmarshalYAML(decode func(any) error) error {
	var raw any
	if err := decode(&raw); err != nil {
		return err
	}
	made, err := makeValue(raw)
	*j = made
	return err
}

func makeValue(raw any) (value, error) {
	switch v := raw.(type) {
	case string:
		parts, err := parseTemplate(v)
		return value{text: &Template{parts}}, err
	case nil, bool, int64, uint64, float64:
		return value{literal: v}, nil
	case map[string]any:
		members := make(map[string]value, len(v))
		for name, member := range v {
			made, err := makeValue(member)
			if err != nil {
				return value{}, err
			}
			members[name] = made
		}
		return value{members: members}, nil
	case []any:
		list := make([]value, 0, len(v))
		for _, member := range v {
			made, err := makeValue(member)
			if err != nil {
				return value{}, err
			}
			list = append(list, made)
		}
		return value{list: list}, nil
	}
	return value{}, errors.New("a JSON body has texts, numbers, booleans, objects and lists only")
}

// render gives what encoding/json writes for the value.
func (j value) render(find Lookup) (any, error) {
	switch {
	case j.text != nil:
		v, ok := find(j.text.alone())
		switch {
		case ok && v.From == ByNothing:
			return nil, nil
		case ok && j.text.parts[0].number:
			return numberOf(v.Text)
		}
		return j.text.Text(find)
	case j.members != nil:
		return RenderMembers(j.members, find)
	case j.list != nil:
		list := make([]any, 0, len(j.list))
		for _, member := range j.list {
			made, err := member.render(find)
			if err != nil {
				return nil, err
			}
			list = append(list, made)
		}
		return list, nil
	}
	return j.literal, nil
}

// numberOf reads the number that a variable holds.
func numberOf(text string) (json.Number, error) {
	var number json.Number
	if err := json.Unmarshal([]byte(text), &number); err != nil || number == "" || strings.HasPrefix(text, `"`) {
		return "", errors.New("a number is wanted in the place of another text")
	}
	return number, nil
}

// keyOf reads the name of a field; nil where it holds no variable.
func keyOf(name string) *Template {
	parts, err := parseTemplate(name)
	if err != nil || (Template{parts}).literal() {
		return nil
	}
	return &Template{parts}
}

// literal reports whether the template holds no variable.
func (t Template) literal() bool {
	return !slices.ContainsFunc(t.parts, func(p part) bool { return p.name != "" })
}

// RenderKey writes the name of a field.
func RenderKey(name string, find Lookup) (string, error) {
	if t := keyOf(name); t != nil {
		return t.Text(find)
	}
	return name, nil
}

// RenderMembers writes an object of a JSON body.
func RenderMembers(members map[string]value, find Lookup) (map[string]any, error) {
	object := make(map[string]any, len(members))
	for name, member := range members {
		made, err := member.render(find)
		if err != nil {
			return nil, err
		}
		key, err := RenderKey(name, find)
		if err != nil {
			return nil, err
		}
		object[key] = made
	}
	return object, nil
}

// templates calls do for every template of the value.
func (j value) templates(do func(Template)) {
	if j.text != nil {
		do(*j.text)
	}
	for _, name := range slices.Sorted(maps.Keys(j.members)) {
		if key := keyOf(name); key != nil {
			do(*key)
		}
		j.members[name].templates(do)
	}
	for _, member := range j.list {
		member.templates(do)
	}
}
