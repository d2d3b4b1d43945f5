package recipe

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Wrong is one thing that is wrong with the file of a recipe.
type Wrong struct {
	File   string // empty for a text that has no name
	Line   int    // from 1; 0 where no line is to blame, such as for a key that lacks
	Said   string
	Remedy string // what mends it, where Said does not say it
}

// Error gives "dupont.yaml:12: login[1]: …".
func (w *Wrong) Error() string {
	at := w.File
	switch {
	case w.Line > 0 && at != "":
		at = fmt.Sprintf("%s:%d", at, w.Line)
	case w.Line > 0:
		at = fmt.Sprintf("line %d", w.Line)
	}
	text := w.Said
	if at != "" {
		text = at + ": " + text
	}
	if w.Remedy != "" {
		text += "; " + w.Remedy
	}
	return text
}

// wrongText is a text of a recipe that does not compile.
type wrongText struct {
	what, text string
	err        error
}

func (w *wrongText) Error() string { return fmt.Sprintf("%s %q: %v", w.what, w.text, w.err) }
func (w *wrongText) Unwrap() error { return w.err }

// wrongs is everything that is wrong with a recipe.
type wrongs []*Wrong

func (w wrongs) Error() string {
	lines := make([]string, 0, len(w))
	for _, one := range w {
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}

// in gives the wrongs of an error as those of a file.
func in(file string, err error) error {
	var all wrongs
	if !errors.As(err, &all) {
		return &Wrong{File: file, Said: err.Error()}
	}
	named := make(wrongs, 0, len(all))
	for _, one := range all {
		with := *one
		with.File = file
		named = append(named, &with)
	}
	return named
}

// lines knows the lines of a recipe's text.
type lines struct {
	of    map[string]int // a path, "login[1].css", to its line
	texts map[string]string
}

// linesOf reads where the parts of a text stand; what is no YAML has none.
func linesOf(text []byte) lines {
	l := lines{of: map[string]int{}, texts: map[string]string{}}
	file, err := parser.ParseBytes(text, 0)
	if err != nil || len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return l
	}
	ast.Walk(l, file.Docs[0].Body)
	return l
}

// Visit notes where a node stands.
func (l lines) Visit(node ast.Node) ast.Visitor {
	path := strings.TrimPrefix(strings.TrimPrefix(node.GetPath(), "$"), ".")
	line := node.GetToken().Position.Line
	if _, known := l.of[path]; !known {
		l.of[path] = line
	}
	if text, ok := node.(*ast.StringNode); ok {
		l.texts[text.Value] = path
	}
	return l
}

// line gives the line of a path, or of what it stands in; 0 where nothing of it is
// there.
func (l lines) line(path string) int {
	for path != "" {
		if line, known := l.of[path]; known {
			return line
		}
		cut := strings.LastIndexAny(path, ".[")
		if cut < 0 {
			return 0
		}
		path = path[:cut]
	}
	return 0
}

// located says where in a text an error of its reading is.
func located(text []byte, err error) error {
	if err == nil {
		return nil
	}
	where := linesOf(text)
	var unreadable yaml.Error
	var bad *wrongText
	switch {
	case errors.As(err, &bad):
		path := where.texts[bad.text]
		said := bad.Error()
		if path != "" {
			said = path + ": " + said
		}
		return wrongs{{Line: where.line(path), Said: said, Remedy: bad.remedy()}}
	case errors.As(err, &unreadable):
		line := unreadable.GetToken().Position.Line
		return wrongs{{Line: line, Said: where.unreadable(line, unreadable), Remedy: remedyOf(unreadable)}}
	}
	var all wrongs
	for _, one := range apart(err) {
		said := one.Error()
		path, _, _ := strings.Cut(said, ": ")
		path, _, _ = strings.Cut(path, " ")
		all = append(all, &Wrong{Line: where.line(strings.TrimSuffix(path, ",")), Said: said})
	}
	return all
}

// unreadable says what stands at a line that cannot be read.
func (l lines) unreadable(line int, err yaml.Error) string {
	var wrong *yaml.TypeError
	if !errors.As(err, &wrong) {
		return err.GetMessage()
	}
	wants := map[reflect.Kind]string{
		reflect.Int: "a whole number", reflect.Int64: "a whole number, or a time like 300ms", reflect.Bool: "true or false", reflect.String: "a text",
		reflect.Slice: "a list", reflect.Map: "keys with values", reflect.Struct: "keys with values", reflect.Pointer: "keys with values",
	}[wrong.DstType.Kind()]
	key := ""
	for path, at := range l.of {
		if at == line && len(path) > len(key) {
			key = path
		}
	}
	return strings.TrimPrefix(key+": ", ": ") + wants + " belongs there"
}

// apart gives the errors that were joined.
func apart(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// remedy says how such a text is written.
func (w *wrongText) remedy() string {
	return map[string]string{
		"jq":       "write a jq program, without input, files or modules",
		"selector": "write a CSS selector, like table tr[data-id]",
		"pattern":  "write a regular expression as Go reads it, like (?i)bloqué",
	}[w.what]
}

// remedyOf says what helps against a file that cannot be read.
func remedyOf(err yaml.Error) string {
	var unknown *yaml.UnknownFieldError
	if !errors.As(err, &unknown) {
		if _, syntax := err.(*yaml.SyntaxError); syntax {
			return "mind the indentation, and write what holds {{ between quotes"
		}
		return ""
	}
	written := unknown.GetToken().Value
	known := map[string]bool{}
	keysOf(reflect.TypeFor[Recipe](), known)
	keysOf(reflect.TypeFor[Common](), known)
	best, least := "", 3 // letters that a slip changes at most
	for key := range known {
		if d := slips(written, key); d < least || d == least && best != "" && key < best {
			best, least = key, d
		}
	}
	if best == "" {
		return "docs/connectors.md has the words of the language; take this one out"
	}
	return "did you mean " + best + "?"
}

// keysOf gathers the keys of a part of the language.
func keysOf(t reflect.Type, known map[string]bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		key := t.Field(i).Tag.Get("yaml")
		if key == "" || key == "-" {
			continue
		}
		again := known[key]
		if known[key] = true; !again || t.Field(i).Type.Kind() == reflect.Struct {
			keysOf(t.Field(i).Type, known)
		}
	}
}

// slips counts the letters that make one word of another (Levenshtein).
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			same := before[j]
			if a[i] != b[j] {
				same++
			}
			row[j+1] = min(same, row[j]+1, before[j+1]+1)
		}
	}
	return row[len(b)]
}
