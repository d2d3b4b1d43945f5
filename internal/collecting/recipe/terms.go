package recipe

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

// The limits of what a recipe asks for.
const (
	maxItems = 5000 // results of one program
	maxPolls = 60   // of one answer that is not ready
	// longestWait is what a run waits for in place, when a site asks for a little time.
	LongestWait = time.Minute
)

// jqTime bounds one run of a jq program on the data of a site.
const jqTime = 2 * time.Second

// Program is a compiled jq program. It has no environment, no input beyond its
// argument and no modules.
type Program struct {
	text string
	code *gojq.Code
}

// UnmarshalYAML compiles the text.
func (p *Program) UnmarshalYAML(decode func(any) error) error {
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

// String gives the program as the recipe writes it.
func (p *Program) String() string { return p.text }

// All gives every result.
func (p *Program) All(ctx context.Context, input any) ([]any, error) {
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

// Scalar gives the first result as a text; null, false and nothing are "".
func (p *Program) Scalar(ctx context.Context, input any) (string, error) {
	results, err := p.All(ctx, input)
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

// Holds says whether the first result is true; an error is not.
func (p *Program) Holds(ctx context.Context, input any) bool {
	results, err := p.All(ctx, input)
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

// Selector is a compiled CSS selector.
type Selector struct{ cascadia.Selector }

// UnmarshalYAML compiles the text.
func (s *Selector) UnmarshalYAML(decode func(any) error) (err error) {
	var text string
	if err := decode(&text); err != nil {
		return err
	}
	if s.Selector, err = cascadia.Compile(text); err != nil {
		return &wrongText{"selector", text, err}
	}
	return nil
}
