package pdftext_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
)

// reader is one reader for all tests that use the usual limits.
func reader(t testing.TB) *pdftext.Reader { return enginetest.Scanned(t) }

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

// fuzzReader is a reader without recognition.
func fuzzReader(t testing.TB) *pdftext.Reader { return enginetest.Printed(t) }
