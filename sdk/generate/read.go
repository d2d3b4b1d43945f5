package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// reader walks an OpenAPI file in the order in which it is written.
type reader struct {
	root  yaml.MapSlice
	types []object
	known map[string]bool
}

func read(openapi []byte) (reference, error) {
	r := &reader{known: map[string]bool{}}
	if err := yaml.UnmarshalWithOptions(openapi, &r.root, yaml.UseOrderedMap()); err != nil {
		return reference{}, fmt.Errorf("read the reference: %w", err)
	}
	var all reference
	for _, path := range mapping(r.root, "paths") {
		item, _ := path.Value.(yaml.MapSlice)
		for _, entry := range item {
			method, _ := entry.Key.(string)
			if method == "parameters" {
				continue
			}
			body, _ := entry.Value.(yaml.MapSlice)
			if forBrowsers(body) {
				all.pages = append(all.pages, word(body, "operationId"))
				continue
			}
			op, err := r.operation(fmt.Sprint(path.Key), strings.ToUpper(method), item, body)
			if err != nil {
				return reference{}, fmt.Errorf("%s %v: %w", method, path.Key, err)
			}
			all.operations = append(all.operations, op)
		}
	}
	if _, err := r.ref(yaml.MapSlice{{Key: "$ref", Value: "#/components/schemas/WebhookEvent"}}, "", false); err != nil {
		return reference{}, fmt.Errorf("webhook: %w", err)
	}
	all.types = r.types
	slices.SortStableFunc(all.types, func(a, b object) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// forBrowsers reports whether an operation is a page or the form of one: nothing
// for a program to call.
func forBrowsers(node yaml.MapSlice) bool {
	content := mapping(mapping(mapping(node, "responses"), "200"), "content")
	return len(content) == 1 && len(mapping(content, "text/html")) > 0
}

// follow gives what a reference within the file points at, and its last name.
func (r *reader) follow(node yaml.MapSlice) (at yaml.MapSlice, name string, err error) {
	target := word(node, "$ref")
	if target == "" {
		return node, "", nil
	}
	at = r.root
	for _, step := range strings.Split(strings.TrimPrefix(target, "#/"), "/") {
		at, name = mapping(at, step), step
	}
	if len(at) == 0 {
		return nil, "", fmt.Errorf("%s is not there", target)
	}
	return at, name, nil
}

func (r *reader) operation(path, method string, item, node yaml.MapSlice) (operation, error) {
	op := operation{
		id: word(node, "operationId"), method: method, path: path, summary: word(node, "summary"), doc: word(node, "description"),
		deprecated: get(node, "deprecated") == true, credentials: allCredentials, tag: fmt.Sprint(sequence(node, "tags")[0]),
	}
	if schemes, ok := get(node, "security").([]any); ok {
		op.credentials = noCredentials
		if len(schemes) > 0 {
			op.credentials = keyCredentials
		}
	}
	for _, p := range append(sequence(item, "parameters"), sequence(node, "parameters")...) {
		if err := r.param(&op, p); err != nil {
			return op, err
		}
	}
	if err := r.body(&op, mapping(node, "requestBody")); err != nil {
		return op, err
	}
	if err := r.answers(&op, mapping(mapping(node, "responses"), "200")); err != nil {
		return op, err
	}
	return op, r.pages(&op)
}

func (r *reader) param(op *operation, node any) error {
	given, _ := node.(yaml.MapSlice)
	at, _, err := r.follow(given)
	if err != nil {
		return err
	}
	of, err := r.ref(mapping(at, "schema"), op.id, true)
	if err != nil {
		return err
	}
	p := param{name: word(at, "name"), doc: word(at, "description"), required: get(at, "required") == true, ref: of}
	switch in := word(at, "in"); {
	case p.ref.kind == list || p.ref.kind == anything:
		return fmt.Errorf("the parameter %s is no single value", p.name)
	case in == "path":
		op.pathParams = append(op.pathParams, p)
	case in == "query":
		op.query = append(op.query, p)
	case p.name == "Idempotency-Key":
		op.keyed = true
	case in == "header" && !p.required: // a caller adds such headers himself
	default:
		return fmt.Errorf("the parameter %s in the %s has no form in the libraries", p.name, in)
	}
	return nil
}

func (r *reader) body(op *operation, node yaml.MapSlice) error {
	if len(node) == 0 {
		return nil
	}
	media := mapping(mapping(node, "content"), "application/json")
	if len(media) == 0 {
		return fmt.Errorf("a body that has no form as JSON")
	}
	of, err := r.ref(mapping(media, "schema"), "", true)
	if err != nil {
		return err
	}
	op.body, op.bodyRequired = &of, get(node, "required") == true
	if examples := mapping(media, "examples"); len(examples) > 0 {
		value, _ := examples[0].Value.(yaml.MapSlice)
		op.example, err = asJSON(get(value, "value"))
	}
	return err
}

// answers sorts the answers: an envelope and what it bears, JSON, or a file.
func (r *reader) answers(op *operation, node yaml.MapSlice) error {
	content := mapping(node, "content")
	if len(content) == 0 {
		return fmt.Errorf("no answer with a body")
	}
	if !strings.HasSuffix(fmt.Sprint(content[0].Key), "json") {
		op.answer = file
		return nil
	}
	media, _ := content[0].Value.(yaml.MapSlice)
	schema, _, err := r.follow(mapping(media, "schema"))
	if err != nil {
		return err
	}
	bears := mapping(mapping(schema, "properties"), "payload")
	op.answer = payload
	switch {
	case len(bears) == 0:
		op.answer, bears = document, mapping(media, "schema")
	case get(bears, "type") == "null":
		op.answer = nothing
		return nil
	}
	op.gives, err = r.ref(bears, op.id+"Answer", false)
	return err
}

// pages sees a list that goes on: a query «after», and a member «next».
func (r *reader) pages(op *operation) error {
	after := slices.IndexFunc(op.query, func(p param) bool { return p.name == "after" })
	if after < 0 {
		return nil
	}
	k := slices.IndexFunc(r.types, func(o object) bool { return o.name == op.gives.name })
	if k < 0 {
		return fmt.Errorf("pages of no object")
	}
	op.pager = &pager{}
	for _, p := range r.types[k].props {
		switch {
		case p.ref.kind == list:
			op.pager.member, op.pager.item = p.wire, *p.ref.of
		case p.wire == "next":
			op.pager.byPosition = p.ref.kind == whole
		}
	}
	if op.pager.member == "" {
		return fmt.Errorf("pages without items")
	}
	return nil
}

func get(node yaml.MapSlice, key string) any {
	for _, entry := range node {
		if fmt.Sprint(entry.Key) == key {
			return entry.Value
		}
	}
	return nil
}

func mapping(node yaml.MapSlice, key string) yaml.MapSlice {
	value, _ := get(node, key).(yaml.MapSlice)
	return value
}

func sequence(node yaml.MapSlice, key string) []any {
	value, _ := get(node, key).([]any)
	return slices.Clone(value)
}

func word(node yaml.MapSlice, key string) string {
	value, _ := get(node, key).(string)
	return strings.TrimSpace(value)
}
