package connector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/andybalholm/cascadia"
	"github.com/itchyny/gojq"
)

// jqTime bounds one run of a jq program on the data of a site.
const jqTime = 2 * time.Second

// program is a compiled jq program. It has no environment, no input beyond its
// argument and no modules.
type program struct {
	text string
	code *gojq.Code
}

// UnmarshalYAML compiles the text.
func (p *program) UnmarshalYAML(decode func(any) error) error {
	if err := decode(&p.text); err != nil {
		return err
	}
	query, err := gojq.Parse(p.text)
	if err != nil {
		return fmt.Errorf("jq %q: %w", p.text, err)
	}
	p.code, err = gojq.Compile(query)
	if err != nil {
		return fmt.Errorf("jq %q: %w", p.text, err)
	}
	return nil
}

// all gives every result.
func (p *program) all(ctx context.Context, input any) ([]any, error) {
	ctx, cancel := context.WithTimeout(ctx, jqTime)
	defer cancel()
	var results []any
	run := p.code.RunWithContext(ctx, input)
	for {
		result, more := run.Next()
		if !more {
			return results, nil
		}
		if err, ok := result.(error); ok {
			return nil, fmt.Errorf("jq %q: %w", p.text, err)
		}
		if results = append(results, result); len(results) > maxItems {
			return nil, fmt.Errorf("jq %q: more than %d results", p.text, maxItems)
		}
	}
}

// scalar gives the first result as a text; null, false and nothing are "".
func (p *program) scalar(ctx context.Context, input any) (string, error) {
	results, err := p.all(ctx, input)
	if err != nil || len(results) == 0 {
		return "", err
	}
	switch v := results[0].(type) {
	case nil:
		return "", nil
	case string:
		return strings.TrimSpace(v), nil
	case bool:
		if !v {
			return "", nil
		}
		return "true", nil
	case json.Number:
		return v.String(), nil
	case int:
		return strconv.Itoa(v), nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	}
	return "", fmt.Errorf("jq %q: gives %T, not a text", p.text, results[0])
}

// holds says whether the first result is true; an error is not.
func (p *program) holds(ctx context.Context, input any) bool {
	results, err := p.all(ctx, input)
	return err == nil && len(results) > 0 && results[0] == true
}

// pattern is a compiled regular expression.
type pattern struct{ *regexp.Regexp }

// UnmarshalYAML compiles the text.
func (p *pattern) UnmarshalYAML(decode func(any) error) (err error) {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	p.Regexp, err = regexp.Compile(text)
	return err
}

// selector is a compiled CSS selector.
type selector struct{ cascadia.Selector }

// UnmarshalYAML compiles the text.
func (s *selector) UnmarshalYAML(decode func(any) error) (err error) {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	s.Selector, err = cascadia.Compile(text)
	return err
}

// template is a text with variables: "/folders/{{folder.id}}".
type template struct {
	parts []part
}

type part struct{ literal, name string } // one of the two

// UnmarshalYAML reads the text.
func (t *template) UnmarshalYAML(decode func(any) error) error {
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
			return nil, fmt.Errorf("template %q: a variable is written {{name}}", text)
		}
		parts = append(parts, part{name: name})
		text = after
	}
}

// render writes the text. An unknown variable is an error: an empty one would
// ask the site for something else.
func (t template) render(lookup func(string) (variable, bool), write func(variable) string) (string, error) {
	var b strings.Builder
	for _, p := range t.parts {
		if p.name == "" {
			b.WriteString(p.literal)
			continue
		}
		found, ok := lookup(p.name)
		if !ok {
			return "", fmt.Errorf("variable %s has no value", p.name)
		}
		b.WriteString(write(found))
	}
	return b.String(), nil
}

// variable is the value of a name. One that the recipe or the interpreter gave
// is ours, and goes into a path as it is; any other is escaped there.
type variable struct {
	text string
	ours bool
}

type vars map[string]variable

// with gives a copy that has one more variable.
func (v vars) with(name string, value variable) vars {
	more := make(vars, len(v)+1)
	for k, old := range v {
		more[k] = old
	}
	more[name] = value
	return more
}

// value is a leaf of a JSON body: a template, or a literal that is not a text.
type value struct {
	text    *template
	literal any
}

// UnmarshalYAML takes a text as a template, a boolean or a number as it is.
func (j *value) UnmarshalYAML(decode func(any) error) error {
	var raw any
	if err := decode(&raw); err != nil {
		return err
	}
	switch v := raw.(type) {
	case string:
		parts, err := parseTemplate(v)
		j.text = &template{parts}
		return err
	case nil, bool, int64, uint64, float64:
		j.literal = v
		return nil
	}
	return errors.New("a JSON body has texts, numbers and booleans only")
}
