package connector

import (
	"context"
	"encoding/json"
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
		return &wrongText{"jq", p.text, err}
	}
	p.code, err = gojq.Compile(query, words()...)
	if err != nil {
		return &wrongText{"jq", p.text, err}
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
	if p.Regexp, err = regexp.Compile(text); err != nil {
		return &wrongText{"pattern", text, err}
	}
	return nil
}

// selector is a compiled CSS selector.
type selector struct{ cascadia.Selector }

// UnmarshalYAML compiles the text.
func (s *selector) UnmarshalYAML(decode func(any) error) (err error) {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	if s.Selector, err = cascadia.Compile(text); err != nil {
		return &wrongText{"selector", text, err}
	}
	return nil
}
