package api_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"predate/internal/doors/api"
	"predate/internal/doors/web"
)

// Each refusal of the front door has its sentence in both languages, under its code.
func TestEachRefusalSpeaksBothLanguages(t *testing.T) {
	for _, told := range api.Refusals() {
		if code := web.CodeOf(told.Message, web.Refusals(), ""); code != told.Code {
			t.Errorf("%q (%s) is not among web.Refusals, or under the code %q", told.Message, told.Code, code)
		}
		if title := http.StatusText(told.Status); web.CodeOf(title, web.Titles(), "none") != "" {
			t.Errorf("the status %q has no French", title)
		}
	}
	for _, name := range api.Messages() {
		if web.CodeOf(name, web.Successes(), "none") != "" {
			t.Errorf("the message %q has no French", name)
		}
	}
}

// elsewhere are sentences that no client of the API is told.
func elsewhere() []string {
	return []string{
		"A PostgreSQL database is backed up with its own tools: use pg_dump",
		"Only a PostgreSQL server can be asked for another database",
		"This was done already",
		"Another predate already works on the database value: an SQLite file serves one process; stop the other, or use PostgreSQL",
		"The database is at schema value and this program knows value at most: a newer predate has changed it; install that version, or restore the copy made before",
	}
}

// ofTheCommandLine reports whether a refusal of auth is told on the command line alone.
func ofTheCommandLine(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		switch textOf(arg) {
		case "account_closed", "account_unknown", "email_invalid", "email_taken", "key_ambiguous", "key_unknown", "kind_invalid":
			return true
		}
	}
	return false
}

// What the rooms below refuse in English, a client of the API may be told: it is in the
// table too. Sentences for operators are French.
func TestEachRefusalBelowSpeaksBothLanguages(t *testing.T) {
	found := 0
	for _, room := range []string{"../../..", "../../orders/desk", "../../orders/auth", "../../collecting/warden", "../../keeping/store", "."} {
		for _, text := range refusedIn(t, room) {
			found++
			if field, reason, ok := strings.Cut(strings.TrimPrefix(text, "Invalid request: "), ": "); ok && strings.HasPrefix(text, "Invalid request: ") {
				if web.CodeOf(reason, web.Reasons(), "") == "" && reason != "value" {
					t.Errorf("%s: what is wrong with %s is not among web.Reasons: %q", room, field, reason)
				}
				continue
			}
			if web.CodeOf(text, web.Refusals(), "") == "" {
				t.Errorf("%s: %q is not among web.Refusals", room, text)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d sentences were found: the test looks past them", found)
	}
}

// What this room finds wrong with fields has its sentence and code.
func TestEachReasonSpeaksBothLanguages(t *testing.T) {
	found := 0
	for _, file := range filesOf(t, ".") {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			switch name(call.Fun) {
			case "fail", "add", "invalid", "blame":
			default:
				return true
			}
			if text := textOf(call.Args[len(call.Args)-1]); text != "" {
				found++
				if web.CodeOf(text, web.Reasons(), "") == "" {
					t.Errorf("%q is not among web.Reasons", text)
				}
			}
			return true
		})
	}
	if found < 30 {
		t.Errorf("%d reasons were found: the test looks past them", found)
	}
}

// refusedIn lists the sentences in English with which a room refuses.
func refusedIn(t *testing.T, room string) []string {
	t.Helper()
	var texts []string
	add := func(text string) {
		if strings.ReplaceAll(text, "value", "") == "" || strings.HasSuffix(text, ".") || strings.ContainsFunc(text, func(r rune) bool { return r > 127 }) {
			return // French
		}
		for _, other := range elsewhere() {
			if text == other {
				return
			}
		}
		texts = append(texts, text)
	}
	for _, file := range filesOf(t, room) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch place := map[string]int{"Refuse": 1, "conflict": 1, "refuse": 2}[name(n.Fun)]; {
				case place == 0 || len(n.Args) <= place || room == "../../orders/auth" && ofTheCommandLine(n):
				default:
					add(sample(textOf(n.Args[place])))
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Message" {
					add(textOf(n.Value))
				}
			}
			return true
		})
	}
	return texts
}

func filesOf(t *testing.T, room string) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in %s: %v", room, err)
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

func name(called ast.Expr) string {
	switch called := called.(type) {
	case *ast.Ident:
		return called.Name
	case *ast.SelectorExpr:
		return called.Sel.Name
	}
	return ""
}

// textOf is what an expression says, with "value" for what is not written out; "" for
// one that is no text, or none but a value.
func textOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		left, right := textOf(e.X), textOf(e.Y)
		if left == "" {
			left = "value"
		}
		if right == "" {
			right = "value"
		}
		if left != "value" || right != "value" {
			return left + right
		}
	case *ast.CallExpr:
		if name(e.Fun) == "Sprintf" {
			return sample(textOf(e.Args[0]))
		}
	}
	return ""
}

func sample(format string) string {
	return regexp.MustCompile(`%[.0-9]*[a-zA-Z]`).ReplaceAllString(format, "value")
}
