package layout_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"predate/internal/reading/layout"
	"predate/internal/reading/pdftext/enginetest"
)

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
	pages, err := enginetest.Printed(t).Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	return layout.Analyse(pages)
}
