package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"

	"predate"
	"predate/internal/doors/api"
)

// A member that was written twice, or with half a character, is refused by its
// name: which of two passwords was meant is nobody's to guess.
func TestAmbiguousMembersAreRefused(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	c.with("Authorization", "").do("POST", "/account/auth", `{"email":"etude@notaires.example","password":"wrong","password":"`+password+`"}`).
		is(400, "Invalid request: password: is given twice")
	c.with("Authorization", "").do("POST", "/account/auth", `{"email":"etude@notaires.example","password":"\ud800`+password+`"}`).
		is(400, "Invalid request: password: must not contain half of a surrogate pair")
	start := `{"method":"upload","address":"a","city":"b","zipcode":"44000","owners":[{"lastname":"x"}],` +
		`"invoice":{"address":"a","city":"b","zipcode":"44000","lastname":"x"}`
	c.do("POST", "/order/", start+`,"external_id":"\ud800"}`).is(400, "Invalid request: external_id: must not contain half of a surrogate pair")
	c.do("POST", "/order/", start+`,"city":"\udc00\ud800"}`).is(400, "Invalid request: city: is given twice; city: must not contain half of a surrogate pair")
	c.do("POST", "/order/", start+`,"else":"\ud800","else":2,"external_id":"\ud83d\ude00"}`).is(200, "Transaction created")
}

// allocated is how many bytes are allocated by a request.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// bare sends a request without holding it to the reference, which would read
// all of it.
func (c *client) bare(method, target, media string, body []byte) (*httptest.ResponseRecorder, uint64) {
	r := httptest.NewRequest(method, target, bytes.NewReader(body))
	r.Header = c.header.Clone()
	r.Header.Set("Content-Type", media)
	w := httptest.NewRecorder()
	return w, allocated(func() { c.h.server.ServeHTTP(w, r) })
}

// Large bodies of documents pass through the disk, not through memory.
func TestLargeDocumentsCostNoMemory(t *testing.T) {
	spool := t.TempDir()
	h := newHouse(t, func(o *api.Options) { o.Spool = spool })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload")
	content := append([]byte("%PDF-1.4 "), bytes.Repeat([]byte("x"), 12<<20)...)
	body := []byte(`{"documents":[{"filename":"grand.pdf","content":"` + base64.StdEncoding.EncodeToString(content) + `"}]}`)
	w, cost := c.bare("POST", "/order/"+id+"/documents", "application/json", body)
	if w.Code != 200 || cost > 2<<20 {
		t.Errorf("%d MiB as JSON: %d %s, %d bytes allocated", len(body)>>20, w.Code, w.Body, cost)
	}
	content[20]++
	form := []byte("--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"grand.pdf\"\r\n\r\n" + string(content) + "\r\n--XX--\r\n")
	w, cost = c.bare("POST", "/order/"+id+"/documents", "multipart/form-data; boundary=XX", form)
	if w.Code != 200 || cost > 2<<20 {
		t.Errorf("%d MiB as a form: %d %s, %d bytes allocated", len(form)>>20, w.Code, w.Body, cost)
	}
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil || len(view.Documents) != 2 || view.Documents[0].Size != int64(len(content)) || view.Documents[1].Size != int64(len(content)) {
		t.Errorf("kept %+v, %v", view.Documents, err)
	}
	if left, err := os.ReadDir(spool); err != nil || len(left) != 0 {
		t.Errorf("left in the spool: %v, %v", left, err)
	}
}

// What has no name is gone with its process, however that ends; the rest is
// swept.
func TestSpoolHasNoNames(t *testing.T) {
	spool := t.TempDir()
	h := newHouse(t, func(o *api.Options) { o.Spool = spool })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	target := "/order/" + c.place("method", "upload") + "/documents"
	seen := []os.DirEntry{nil}
	form := &watchedBody{
		text: "--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.4 " + strings.Repeat("x", 1<<20) + "\r\n--XX--\r\n",
		half: func() { seen, _ = os.ReadDir(spool) },
	}
	r := httptest.NewRequest("POST", target, form)
	r.Header = c.header.Clone()
	r.Header.Set("Content-Type", "multipart/form-data; boundary=XX")
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, r)
	if w.Code != 200 || len(seen) != 0 {
		t.Errorf("%d %s; halfway the folder shows %v", w.Code, w.Body, seen)
	}
	if err := os.WriteFile(spool+"/request-1", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := api.SweepSpool(spool); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(spool); err != nil || len(left) != 0 {
		t.Errorf("left by the sweep: %v, %v", left, err)
	}
}

// watchedBody calls half when half of it was read.
type watchedBody struct {
	text string
	at   int
	half func()
}

func (b *watchedBody) Read(p []byte) (int, error) {
	if b.at == len(b.text) {
		return 0, http.ErrBodyReadAfterClose // not read again
	}
	if before := b.at < len(b.text)/2; before && b.at+len(p) >= len(b.text)/2 {
		b.half()
	}
	n := copy(p, b.text[b.at:])
	b.at += n
	return n, nil
}

// crowdedArchive is an archive whose directory has so many entries, with a true
// or a false number of them in its end.
func crowdedArchive(t *testing.T, entries int) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	if _, err := archive.Create("a"); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	end := whole[len(whole)-22:]
	start := binary.LittleEndian.Uint32(end[16:])
	entry := whole[start : len(whole)-22]
	directory := bytes.Repeat(entry, entries)
	crowded := append([]byte{}, whole[:start]...)
	crowded = append(crowded, make([]byte, 5000)...) // what is sniffed shows nothing
	binary.LittleEndian.PutUint16(end[8:], uint16(entries))
	binary.LittleEndian.PutUint16(end[10:], uint16(entries))
	binary.LittleEndian.PutUint32(end[12:], uint32(len(directory)))
	binary.LittleEndian.PutUint32(end[16:], uint32(len(crowded)))
	return append(append(crowded, directory...), end...)
}

func TestCrowdedArchivesAreNotRead(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload")
	content := crowdedArchive(t, 200_000)
	form := []byte("--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.docx\"\r\n\r\n" + string(content) + "\r\n--XX--\r\n")
	w, cost := c.bare("POST", "/order/"+id+"/documents", "multipart/form-data; boundary=XX", form)
	if w.Code != 400 || !strings.Contains(w.Body.String(), "is not a PDF") || cost > 12<<20 {
		t.Errorf("%d %s, %d MiB allocated", w.Code, w.Body, cost>>20)
	}
}

func TestFormsAreBounded(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	target := "/order/" + c.place("method", "upload") + "/documents"
	pdf := part{"documents", "a.pdf", []byte("%PDF-1.4")}
	var many []part
	for i := range 1001 {
		many = append(many, part{fmt.Sprintf("v%d", i), "", []byte("x")})
	}
	c.form(target, append(many, pdf)...).is(413, "The request body is too large")
	c.form(target, pdf, part{"comment", "", bytes.Repeat([]byte("x"), 1<<20)}).is(400, "Invalid request: documents[0].comment: must have at most 2000 characters")
	c.form(target, pdf, part{"comment", "", bytes.Repeat([]byte("x"), 2000)}).is(200, "Documents added")
	c.with("Content-Type", "multipart/form-data; boundary=XX").do("POST", target, "--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.4").
		is(400, "Invalid request: body: is not readable multipart/form-data")
}
