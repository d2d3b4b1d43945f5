package sdk

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	openapi "predate/api"
	"predate/sdk/generate"
)

var update = flag.Bool("update", false, "write what is made of the reference")

// TestGenerated holds the libraries' files to the reference: an operation, a
// member or a word that is not in them fails here, and «make sdk» mends it.
func TestGenerated(t *testing.T) {
	files, err := generate.Files(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("sdk/%s is not what api/openapi.yaml says: run «make sdk» (%v)", path, err)
		}
	}
	requests, err := filepath.Glob("bruno/*/*.bru")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range requests {
		if dir := filepath.Base(filepath.Dir(path)); dir != "environments" && dir != "first-order" && files[filepath.ToSlash(path)] == nil {
			t.Errorf("sdk/%s is of no operation: delete it", path)
		}
	}
}

// TestEveryOperation finds each operation of the reference as a method of each
// library and as a request of the collection.
func TestEveryOperation(t *testing.T) {
	document := string(openapi.Document())
	ids := regexp.MustCompile(`(?m)^      operationId: (\w+)$`).FindAllStringSubmatch(document, -1)
	known, pages, err := generate.Operations(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	if len(known)+len(pages)+1 != len(ids) { // and the webhook
		t.Errorf("the generator knows %d operations of %d", len(known), len(ids))
	}
	upper := regexp.MustCompile(`[A-Z]`)
	for _, id := range known {
		snake := upper.ReplaceAllStringFunc(id, func(c string) string { return "_" + strings.ToLower(c) })
		for path, method := range map[string]string{
			"go/operations.go": `(?i)func \(c \*Client\) ` + id + `\(`, "typescript/src/operations.ts": `(?m)^  ` + id + `\(`,
			"python/predate/_operations.py": `def ` + snake + `\(`, "php/src/Operations.php": `function ` + id + `\(`,
			"csharp/Predate/Operations.cs": `(?i) ` + id + `Async\(`,
		} {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !regexp.MustCompile(method).Match(text) {
				t.Errorf("sdk/%s has no method for %s", path, id)
			}
		}
		if found, _ := filepath.Glob("bruno/*/" + id + ".bru"); len(found) != 1 {
			t.Errorf("the collection has %d requests for %s", len(found), id)
		}
	}
}
