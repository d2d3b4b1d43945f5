package pagestest_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/pdftext/enginetest"
	"predate/internal/reading/pdftext/pagestest"
)

// TestKept: what is kept of a PDF is what the engine reads in it, to half a hundredth of
// a point, and an engine that keeps it gives it back.
func TestKept(t *testing.T) {
	var papers []pagestest.Paper
	for _, name := range []string{"call.pdf", "account.pdf", "notice.pdf"} {
		data, err := os.ReadFile("../testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		pages, err := enginetest.Printed(t).Read(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		papers = append(papers, pagestest.Paper{Name: "a name of " + name, Hash: predate.Hash(name), Pages: pages})
	}
	var file bytes.Buffer
	if err := pagestest.Write(&file, papers); err != nil {
		t.Fatal(err)
	}
	read, err := pagestest.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 0.00501 && b-a < 0.00501 })
	if diff := cmp.Diff(papers, read, near); diff != "" {
		t.Fatal(diff)
	}
	engine := pagestest.NewEngine(enginetest.Printed(t))
	open := engine.Keep(read[1])
	content, err := open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := engine.Skim(context.Background(), data, nil)
	if diff := cmp.Diff(read[1].Pages, pages); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestRefused: what is no printed text stays a file, and a damaged file is an error.
func TestRefused(t *testing.T) {
	for what, page := range map[string]predate.Page{
		"recognised": {Number: 1, OCR: true}, "left": {Number: 1, Left: true}, "unread": {Number: 1, Unreadable: "illisible"}, "turned": {Number: 1, Turn: 90}, "out of order": {Number: 2},
	} {
		if err := pagestest.Write(io.Discard, []pagestest.Paper{{Name: "a.pdf", Pages: []predate.Page{page}}}); err == nil {
			t.Errorf("a page that is %s was kept", what)
		}
	}
	var file bytes.Buffer
	if err := pagestest.Write(&file, []pagestest.Paper{{Name: "a.pdf", Hash: "12", Pages: []predate.Page{{Number: 1, Words: []predate.Word{{Text: "un"}}}}}}); err != nil {
		t.Fatal(err)
	}
	if read, err := pagestest.Read(bytes.NewReader(file.Bytes()[:file.Len()/2])); err == nil {
		t.Errorf("half a file says %v", read)
	}
}
