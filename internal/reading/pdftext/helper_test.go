package pdftext_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"predate/internal/reading/pdftext"
)

// cacheDir is one compile cache for all tests and runs, so that the engine is
// compiled once.
func cacheDir(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), "predate-test-compile-cache")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

var shared struct {
	once   sync.Once
	reader *pdftext.Reader
	err    error
}

// reader is one reader for all tests that use the usual limits.
func reader(t testing.TB) *pdftext.Reader {
	t.Helper()
	shared.once.Do(func() {
		o := pdftext.Options{CompileCache: cacheDir(t), Tesseract: program(t, "tesseract")}
		shared.reader, shared.err = pdftext.New(context.Background(), o)
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.reader
}

// program finds a program that the tests need: poppler-utils for the oracle,
// tesseract-ocr and tesseract-ocr-fra for recognition.
func program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("the tests of pdftext need %s: %v", name, err)
	}
	return path
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

var fuzzed struct {
	once   sync.Once
	reader *pdftext.Reader
	err    error
}

// fuzzReader is a reader without recognition.
func fuzzReader(t testing.TB) *pdftext.Reader {
	t.Helper()
	fuzzed.once.Do(func() {
		fuzzed.reader, fuzzed.err = pdftext.New(context.Background(), pdftext.Options{CompileCache: cacheDir(t)})
	})
	if fuzzed.err != nil {
		t.Fatal(fuzzed.err)
	}
	return fuzzed.reader
}
