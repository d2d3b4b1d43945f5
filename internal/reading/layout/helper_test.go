package layout_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"predate/internal/reading/layout"
	"predate/internal/reading/pdftext"
)

var shared struct {
	once   sync.Once
	reader *pdftext.Reader
	err    error
}

// reader is one reader of pages for all tests.
func reader(t testing.TB) *pdftext.Reader {
	t.Helper()
	shared.once.Do(func() {
		dir := filepath.Join(os.TempDir(), "predate-test-compile-cache")
		if shared.err = os.MkdirAll(dir, 0o700); shared.err == nil {
			shared.reader, shared.err = pdftext.New(context.Background(), pdftext.Options{CompileCache: dir})
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.reader
}

// paper is a test paper of pdftext.
func paper(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "pdftext", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func analyse(t testing.TB, data []byte) layout.Doc {
	t.Helper()
	pages, err := reader(t).Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return layout.Analyse(pages)
}
