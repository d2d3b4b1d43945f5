package enginetest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"predate/internal/reading/pdftext"
)

// folder returns the folder that keeps the compiled engine from one test program to
// the next, and makes it if need be.
var folder = sync.OnceValues(func() (string, error) {
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(caches, "predate", "engine")
	return dir, os.MkdirAll(dir, 0o700)
})

// Folder returns the folder that keeps the compiled engine, for an engine with options
// of its own.
func Folder(t testing.TB) string {
	t.Helper()
	dir, err := folder()
	if err != nil {
		t.Fatalf("keep the compiled engine: %v", err)
	}
	return dir
}

var printed = sync.OnceValues(func() (*pdftext.Reader, error) { return open("") })

// Printed returns an engine that recognises no scans. All tests of the program share it.
func Printed(t testing.TB) *pdftext.Reader { return must(t, printed) }

var scanned = sync.OnceValues(func() (*pdftext.Reader, error) {
	tesseract, err := exec.LookPath("tesseract")
	if err != nil {
		return nil, err
	}
	return open(tesseract)
})

// Scanned returns an engine that recognises scans. All tests of the program share it. It
// fails a test where tesseract is missing (tesseract-ocr, tesseract-ocr-fra).
func Scanned(t testing.TB) *pdftext.Reader { return must(t, scanned) }

func open(tesseract string) (*pdftext.Reader, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	return pdftext.New(context.Background(), pdftext.Options{CompileCache: dir, Tesseract: tesseract})
}

func must(t testing.TB, engine func() (*pdftext.Reader, error)) *pdftext.Reader {
	t.Helper()
	reader, err := engine()
	if err != nil {
		t.Fatalf("open the PDF engine: %v", err)
	}
	return reader
}
