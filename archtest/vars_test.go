package archtest

import (
	"go/ast"
	"go/token"
	"strings"
)

// frozen are the calls whose result a package may keep in a variable: nobody
// can change it afterwards.
func frozen() map[string][]string {
	return map[string][]string{
		"errors":          {"New"},
		"fmt":             {"Errorf"}, // a sentinel that is another as well
		"regexp":          {"MustCompile"},
		"strings":         {"NewReplacer"},
		"encoding/base32": {"NewEncoding"},
		"encoding/base64": {"NewEncoding"},
	}
}

// mutable finds the variables of a package that could change: all but blank
// ones, embedded files, and what a frozen call gave.
func mutable(h house, file source, decl *ast.GenDecl) []finding {
	if decl.Tok != token.VAR {
		return nil
	}
	var found []finding
	for _, spec := range decl.Specs {
		values := spec.(*ast.ValueSpec)
		if embedded(decl.Doc) || embedded(values.Doc) {
			continue
		}
		for i, name := range values.Names {
			if name.Name == "_" || i < len(values.Values) && isFrozen(file, values.Values[i]) {
				continue
			}
			found = append(found, finding{h.at(name), "a variable of the package, " + name.Name + "; make it a constant, a function, or a field"})
		}
	}
	return found
}

// isFrozen looks through chained calls: NewEncoding(…).WithPadding(…).
func isFrozen(file source, value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	for pkg, names := range frozen() {
		if _, ok := selects(call.Fun, file.localName(pkg), names); ok {
			return true
		}
	}
	if chained, ok := call.Fun.(*ast.SelectorExpr); ok {
		return isFrozen(file, chained.X)
	}
	return false
}

func embedded(doc *ast.CommentGroup) bool {
	if doc == nil {
		return false
	}
	for _, line := range doc.List {
		if strings.HasPrefix(line.Text, "//go:embed ") {
			return true
		}
	}
	return false
}
