package api_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/doors/api"
	"predate/internal/keeping/blob"
	"predate/internal/orders/desk"
	"predate/internal/reading/pdftext/enginetest"
)

// withEngine gives a house the engine that joins PDFs.
func withEngine(t *testing.T) func(*api.Options) {
	t.Helper()
	engine := enginetest.Printed(t)
	return func(o *api.Options) { o.Pages = engine }
}

// packed is an order with two papers that were read, and one of another building.
func (h *house) packed(t *testing.T, c *client) (id string) {
	t.Helper()
	file := func(name string, content []byte) map[string]any {
		return map[string]any{"filename": name, "content": base64.StdEncoding.EncodeToString(content)}
	}
	_, _, one, err := extranetsim.SamplePaper(1)
	if err != nil {
		t.Fatal(err)
	}
	_, _, two, err := extranetsim.SamplePaper(2)
	if err != nil {
		t.Fatal(err)
	}
	id = c.place("method", "upload", "syndic", nil, "documents", []any{
		file("log.pdf", one), file("sheet.pdf", two), file("photo.png", []byte("\x89PNG\r\n\x1a\n....")), file("voisin.pdf", []byte("%PDF-1.7 x")),
	})
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]predate.DocType{"log.pdf": predate.TypeMaintenanceLog, "sheet.pdf": predate.TypeSummarySheet, "photo.png": predate.TypeOther, "voisin.pdf": predate.TypeMinutes}
	for i, document := range view.Documents {
		view.Documents[i].DocType, view.Documents[i].Foreign = types[document.Filename], document.Filename == "voisin.pdf"
	}
	h.progress(t, id, func(p *desk.Progress) { p.Documents = view.Documents })
	return id
}

func TestPackIsAZIPInTheOrderOfTheLaw(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	c.do("GET", "/order/"+c.place()+"/pack", nil).is(404, "The order has no papers yet")
	id := h.packed(t, c)
	target := "/order/" + id + "/pack"
	got := c.do("GET", target, nil)
	z, err := zip.NewReader(bytes.NewReader(got.body), int64(len(got.body)))
	if err != nil || got.status != 200 {
		t.Fatalf("%d: %v", got.status, err)
	}
	var names []string
	for _, file := range z.File {
		names = append(names, file.Name)
	}
	if diff := cmp.Diff([]string{"00 Sommaire.pdf", "01 sheet.pdf", "02 log.pdf", "03 photo.png"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/zip", "Content-Disposition": `attachment; filename="pieces-` + id + `.zip"`, "Cache-Control": "private, no-cache",
	} {
		if got.header.Get(name) != want {
			t.Errorf("%s: %q", name, got.header.Get(name))
		}
	}
	tag := got.header.Get("ETag")
	if again := c.do("GET", target+"?format=zip", nil); again.header.Get("ETag") != tag || !bytes.Equal(again.body, got.body) {
		t.Error("the same papers give another ZIP")
	}
	if held := c.with("If-None-Match", tag).do("GET", target, nil); held.status != http.StatusNotModified || len(held.body) != 0 {
		t.Errorf("held already: %d with %d bytes", held.status, len(held.body))
	}
	if head := c.do("HEAD", target, nil); head.status != 200 || head.header.Get("ETag") != tag || len(head.body) != 0 {
		t.Errorf("HEAD: %d %v", head.status, head.header)
	}
	c.do("GET", target+"?format=rar", nil).is(400, "Invalid request: format: must be one of zip, pdf")
	h.client(t, "autre@notaires.example", predate.Premium).do("GET", target, nil).is(404, "Order not found")
	c.do("GET", target+"?format=pdf", nil).is(503, "Not ready") // without an engine
}

func TestPackIsOnePDF(t *testing.T) {
	h := newHouse(t, withEngine(t))
	c := h.client(t, "etude@notaires.example", predate.Premium)
	target := "/order/" + h.packed(t, c) + "/pack"
	got := c.with("Accept", "application/pdf, application/zip;q=0.5").do("GET", target, nil)
	if got.status != 200 || got.header.Get("Content-Type") != "application/pdf" || !bytes.HasPrefix(got.body, []byte("%PDF-")) {
		t.Fatalf("%d %v %.100q", got.status, got.header, got.body)
	}
	again := c.do("GET", target+"?format=pdf", nil)
	if !bytes.Equal(got.body, again.body) || got.header.Get("ETag") != again.header.Get("ETag") || got.header.Get("ETag") == "" {
		t.Error("the same papers give another PDF")
	}
	if held := c.with("If-None-Match", got.header.Get("ETag")).do("GET", target+"?format=pdf", nil); held.status != http.StatusNotModified {
		t.Errorf("held already: %d", held.status)
	}
	if head := c.do("HEAD", target+"?format=pdf", nil); head.status != 200 || head.header.Get("Content-Type") != "application/pdf" || len(head.body) != 0 {
		t.Errorf("HEAD: %d %v", head.status, head.header)
	}
	if zipped := c.with("Accept", "application/json").do("GET", target, nil); zipped.header.Get("Content-Type") != "application/zip" || zipped.header.Get("ETag") == got.header.Get("ETag") {
		t.Errorf("without a wish: %v", zipped.header)
	}
}

// Bytes that are lost are our fault, told before anything is sent; those that go while
// they are sent break the answer off.
func TestPackOfLostPapers(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := h.packed(t, c)
	lost := &fickle{Store: h.desk.Blobs}
	h.desk.Blobs = lost
	server := httptest.NewServer(h.server)
	defer server.Close()
	get := func() (*http.Response, int, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/order/"+id+"/pack", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = c.header.Clone()
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, 0, err
		}
		var body bytes.Buffer
		_, err = body.ReadFrom(response.Body)
		return response, body.Len(), errors.Join(err, response.Body.Close())
	}
	if response, _, err := get(); err != nil || response.StatusCode != 200 {
		t.Fatalf("whole: %v %v", response, err)
	}
	lost.opening = predate.ErrDamaged
	if _, n, err := get(); err == nil {
		t.Errorf("an answer that lacks papers looks whole: %d bytes", n)
	}
	lost.sizing = predate.ErrDamaged
	c.do("GET", "/order/"+id+"/pack", nil).is(500, "This is damaged or lost on our side: the operators have been called, and a backup will be restored")
	if log := h.logged(); !strings.Contains(log, "damaged") {
		t.Errorf("the log does not say it: %s", log)
	}
}

// fickle is a store that loses what it had.
type fickle struct {
	blob.Store
	opening, sizing error
}

func (f *fickle) Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	if f.opening != nil {
		return nil, f.opening
	}
	return f.Store.Open(ctx, hash)
}

func (f *fickle) Size(ctx context.Context, hash predate.Hash) (int64, error) {
	if f.sizing != nil {
		return 0, f.sizing
	}
	return f.Store.Size(ctx, hash)
}
