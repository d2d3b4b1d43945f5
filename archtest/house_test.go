package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

const module = "predate"

// house is all the Go source of the module, read but not compiled.
type house struct {
	positions *token.FileSet
	files     []source
	texts     fs.FS
}

// source is one Go file of the module.
type source struct {
	path   string // from the root of the module
	dir    string
	room   string // the directory that the table of floors knows
	test   bool   // a test, or a package of helpers for tests
	lines  int
	syntax *ast.File
}

// finding is one violation of a rule.
type finding struct{ where, what string }

// skipped reports whether a directory contains no source of the project.
func skipped(name string) bool {
	switch name {
	case ".git", "testdata", "node_modules", "bin", "predate-data", "demo-out":
		return true
	}
	return false
}

// anotherModule reports whether a directory is a separate module, such as the
// receiver that developers copy.
func anotherModule(root fs.FS, dir string) bool {
	_, err := fs.Stat(root, path.Join(dir, "go.mod"))
	return err == nil && dir != "."
}

func load(root fs.FS) (house, error) {
	h := house{positions: token.NewFileSet(), texts: root}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if skipped(entry.Name()) || anotherModule(root, name) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		file, err := h.parse(root, name)
		if err == nil {
			h.files = append(h.files, file)
		}
		return err
	})
	return h, err
}

func (h house) parse(root fs.FS, name string) (source, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return source{}, err
	}
	syntax, err := parser.ParseFile(h.positions, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return source{}, err
	}
	dir := path.Dir(name)
	return source{
		path: name, dir: dir, room: roomOf(dir), syntax: syntax,
		test:  strings.HasSuffix(name, "_test.go") || isTestHelper(dir),
		lines: bytes.Count(text, []byte("\n")),
	}, nil
}

// roomOf names the room a directory belongs to: three elements under internal,
// where rooms stand in wings, two under cmd, one elsewhere.
func roomOf(dir string) string {
	elements, depth := strings.Split(dir, "/"), 1
	switch elements[0] {
	case "internal":
		depth = 3
	case "cmd":
		depth = 2
	}
	return strings.Join(elements[:min(depth, len(elements))], "/")
}

// isTestHelper reports whether a package is there for tests only, by its name:
// blobtest, storetest.
func isTestHelper(dir string) bool {
	return strings.HasSuffix(path.Base(dir), "test")
}

func (h house) at(node ast.Node) string {
	p := h.positions.Position(node.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

func (h house) height(node ast.Node) int {
	return h.positions.Position(node.End()).Line - h.positions.Position(node.Pos()).Line + 1
}

// product returns the files that are not tests.
func (h house) product() []source {
	var files []source
	for _, file := range h.files {
		if !file.test {
			files = append(files, file)
		}
	}
	return files
}

// functions calls do for every declared function of the product.
func (h house) functions(do func(source, *ast.FuncDecl)) {
	for _, file := range h.product() {
		for _, decl := range file.syntax.Decls {
			if function, ok := decl.(*ast.FuncDecl); ok {
				do(file, function)
			}
		}
	}
}

func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value
	}
	return p
}

// ours returns the directory of an import of this module.
func ours(imported string) (dir string, ok bool) {
	if imported == module {
		return ".", true
	}
	return strings.CutPrefix(imported, module+"/")
}

// localName returns the name under which a file imports a package; empty if it does not.
func (s source) localName(pkg string) string {
	for _, spec := range s.syntax.Imports {
		if importPath(spec) != pkg {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		base := path.Base(pkg)
		if len(base) > 1 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' {
			base = path.Base(path.Dir(pkg))
		}
		return base
	}
	return ""
}

// selects reports whether an expression is pkg.Name for one of the names, and
// which; local is the file's name for pkg.
func selects(expr ast.Node, local string, names []string) (string, bool) {
	selector, ok := expr.(*ast.SelectorExpr)
	if !ok || local == "" {
		return "", false
	}
	if x, ok := selector.X.(*ast.Ident); !ok || x.Name != local {
		return "", false
	}
	for _, name := range names {
		if selector.Sel.Name == name {
			return name, true
		}
	}
	return "", false
}

func contains(list []string, one string) bool {
	for _, each := range list {
		if each == one {
			return true
		}
	}
	return false
}
