package lookstest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"predate"
	"predate/internal/reading"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/pdftext/pagestest"
)

// keptPapers is the file of the papers of a folder that are kept as their pages.
const keptPapers = "papers.gz"

var shared struct {
	once   sync.Once
	engine *pagestest.Engine
}

// engine is the one engine of all tests. It gives the pages of papers that are kept.
func engine(t *testing.T) *pagestest.Engine {
	t.Helper()
	reader := enginetest.Scanned(t)
	shared.once.Do(func() { shared.engine = pagestest.NewEngine(reader) })
	return shared.engine
}

// papersIn lists the papers of a folder by name: its PDFs, and those that are kept as
// their pages.
func papersIn(t *testing.T, dir string) []reading.File {
	t.Helper()
	var found []reading.File
	for _, path := range pdfsIn(t, dir) {
		found = append(found, reading.File{
			Name: filepath.Base(path), Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) },
		})
	}
	kept := filepath.Join(dir, keptPapers)
	if _, err := os.Stat(kept); err == nil {
		for _, p := range pagestest.Open(t, kept) {
			found = append(found, reading.File{Name: p.Name, Hash: p.Hash, Open: engine(t).Keep(p)})
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	slices.SortFunc(found, func(a, b reading.File) int { return cmp.Compare(a.Name, b.Name) })
	for i := range found {
		found[i].Document = predate.DocumentID(i + 1)
	}
	return found
}

func pdfsIn(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

var keep = flag.String("keep", "", "folder whose PDFs to keep as their pages from now on")

// TestKeep replaces the PDFs of a folder by their pages, where asked. Those with a page
// that is no printed text stay.
func TestKeep(t *testing.T) {
	if *keep == "" {
		return
	}
	var papers []pagestest.Paper
	for _, path := range pdfsIn(t, *keep) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages, err := enginetest.Printed(t).Read(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(pages, func(p predate.Page) bool { return p.Unreadable != "" || p.Turn != 0 }) {
			t.Logf("%s stays a PDF", path)
			continue
		}
		sum := sha256.Sum256(data)
		papers = append(papers, pagestest.Paper{Name: filepath.Base(path), Hash: predate.Hash(hex.EncodeToString(sum[:])), Pages: pages})
	}
	var file bytes.Buffer
	if err := pagestest.Write(&file, papers); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*keep, keptPapers), file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, p := range papers {
		if err := os.Remove(filepath.Join(*keep, p.Name)); err != nil {
			t.Fatal(err)
		}
	}
}
