package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"io/fs"
	"path"
	"sort"
)

// documentedPercent is how much of what a package exports says what it is for.
const documentedPercent = 90

// packagesSayWhatTheyOwn: the comment of a package stands in its doc.go.
func packagesSayWhatTheyOwn(h house) []finding {
	documented := map[string]bool{}
	for _, file := range h.files {
		if path.Base(file.path) == "doc.go" && file.syntax.Doc != nil {
			documented[file.dir] = true
		}
	}
	missing := map[string]bool{}
	for _, file := range h.files {
		// A directory of tests only, such as this one, has its doc.go as well.
		if !documented[file.dir] {
			missing[file.dir] = true
		}
	}
	var found []finding
	for dir := range missing {
		found = append(found, finding{dir, "no doc.go with the comment of the package"})
	}
	sort.Slice(found, func(i, j int) bool { return found[i].where < found[j].where })
	return found
}

// exportsAreDocumented counts types, functions, methods, constants and
// variables package by package; the comment of a group serves all of it.
func exportsAreDocumented(h house) []finding {
	exported := map[string]int{}
	bare := map[string][]finding{}
	for _, file := range h.product() {
		for _, decl := range file.syntax.Decls {
			names, undocumented := exports(decl)
			exported[file.dir] += names
			for _, name := range undocumented {
				bare[file.dir] = append(bare[file.dir], finding{h.at(name), "no comment on " + name.Name})
			}
		}
	}
	var found []finding
	for dir, without := range bare {
		if 100*len(without) > (100-documentedPercent)*exported[dir] {
			found = append(found, without...)
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].where < found[j].where })
	return found
}

func exports(decl ast.Decl) (total int, undocumented []*ast.Ident) {
	note := func(name *ast.Ident, docs ...*ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		total++
		for _, doc := range docs {
			if doc != nil {
				return
			}
		}
		undocumented = append(undocumented, name)
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if receiverExported(d) {
			note(d.Name, d.Doc)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				note(s.Name, s.Doc, s.Comment, d.Doc)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					note(name, s.Doc, s.Comment, d.Doc)
				}
			}
		}
	}
	return total, undocumented
}

func receiverExported(function *ast.FuncDecl) bool {
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return true
	}
	receiver := function.Recv.List[0].Type
	for {
		switch r := receiver.(type) {
		case *ast.StarExpr:
			receiver = r.X
		case *ast.IndexExpr:
			receiver = r.X
		case *ast.IndexListExpr:
			receiver = r.X
		case *ast.Ident:
			return r.IsExported()
		default:
			return false
		}
	}
}

// wordsHaveNoTags: the wire has its own types, at the edges.
func wordsHaveNoTags(h house) []finding {
	var found []finding
	for _, file := range h.product() {
		if file.room != "." {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if field, ok := node.(*ast.Field); ok && field.Tag != nil {
				found = append(found, finding{h.at(field), "a tag on a word: " + field.Tag.Value})
			}
			return true
		})
	}
	return found
}

// testsAlwaysRun: a test that is skipped proves nothing. What takes long has
// the build tag prove.
func testsAlwaysRun(h house) []finding {
	var found []finding
	for _, file := range h.files {
		if !file.test {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, tester := range []string{"t", "b", "f", "tb"} {
				if name, ok := selects(call.Fun, tester, []string{"Skip", "Skipf", "SkipNow"}); ok {
					found = append(found, finding{h.at(call), "calls " + tester + "." + name})
				}
			}
			return true
		})
	}
	return found
}

// textIsPortable looks at every text file, code or not, for paths of one
// machine. They are built from pieces here so as not to be found.
func textIsPortable(h house) []finding {
	paths := []string{"/wo" + "rk/", "/fa" + "rm/", "/tmp/" + "spec", "/root" + "/", "/home" + "/"}
	var found []finding
	_ = fs.WalkDir(h.texts, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if err == nil && entry.Name() != "testdata" && skipped(entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if name == ".git" {
			return nil // a linked checkout says here where its store is
		}
		text, err := fs.ReadFile(h.texts, name)
		if err != nil || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			return nil // gone meanwhile, or no text
		}
		for _, machine := range paths {
			found = append(found, standing(name, text, machine)...)
		}
		return nil
	})
	return found
}

// standing finds a path at the beginning of a word: "/x/" but not "a/x/".
func standing(name string, text []byte, wanted string) []finding {
	var found []finding
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(wanted))
		if i < 0 {
			return found
		}
		i += from
		from = i + 1
		if i > 0 && !bytes.ContainsRune([]byte(" \t\n\r\"'`(=:,;[<>"), rune(text[i-1])) {
			continue
		}
		line := 1 + bytes.Count(text[:i], []byte("\n"))
		found = append(found, finding{fmt.Sprintf("%s:%d", name, line), "a path of one machine"})
	}
}
