package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/orders/desk"
)

// samples are small files of each kind that is taken.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 4, 4))
	var pngFile, jpegFile bytes.Buffer
	if err := png.Encode(&pngFile, picture); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&jpegFile, picture, nil); err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"application/pdf": []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n"),
		"image/png":       pngFile.Bytes(),
		"image/jpeg":      jpegFile.Bytes(),
		"image/tiff":      []byte("II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document": office(t, "word/document.xml", 0),
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":       office(t, "xl/workbook.xml", 0),
	}
}

// office makes an Office file, with a picture of so many bytes before what
// tells its kind.
func office(t testing.TB, part string, picture int) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	names := []string{"[Content_Types].xml", "_rels/.rels", "docProps/thumbnail.jpeg", part}
	if picture == 0 {
		names = []string{"[Content_Types].xml", "_rels/.rels", part}
	}
	for _, name := range names {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		content := "<xml/>"
		if strings.HasSuffix(name, ".jpeg") {
			content = strings.Repeat("x", picture)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func document(name string, content []byte) map[string]any {
	return map[string]any{"filename": name, "content": base64.StdEncoding.EncodeToString(content)}
}

func TestDocumentsAreKnownByTheirContent(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	all := samples(t)
	var documents []any
	for media, content := range all {
		documents = append(documents, document("piece "+strings.ReplaceAll(media, "/", "-")+".exe", content))
	}
	documents = append(documents,
		document(`C:\scans\lettre.docx`, office(t, "word/document.xml", 20_000)),
		document("annexe.pdf", append([]byte("\x1b%-12345X@PJL\r\n"), all["application/pdf"]...)))
	id := c.place("method", "upload", "documents", documents)
	got := c.do("GET", "/order/"+id, nil).payload()["documents"].([]any)
	if len(got) != len(documents) {
		t.Fatalf("%d documents, want %d", len(got), len(documents))
	}
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	for i, kept := range view.Documents {
		want := strings.TrimSuffix(strings.TrimPrefix(kept.Filename, "piece "), ".exe")
		switch kept.Filename {
		case "lettre.docx":
			want = "application-vnd.openxmlformats-officedocument.wordprocessingml.document"
		case "annexe.pdf":
			want = "application-pdf"
		}
		if strings.ReplaceAll(kept.MediaType, "/", "-") != want {
			t.Errorf("%s is taken for %s", kept.Filename, kept.MediaType)
		}
		record := got[i].(map[string]any)
		if record["mimetype"] != kept.MediaType || record["doctype"] != float64(10) || record["delivered"] != "2026-05-18" || record["comment"] != "" {
			t.Errorf("record %v", record)
		}
	}
}

func TestDocumentRefusals(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.File = 2 << 20 })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload")
	const kinds = "is not a PDF, JPEG, PNG, TIFF, DOCX or XLSX file"
	good := document("a.pdf", []byte("%PDF-1.4"))
	with := func(name string, value any) map[string]any {
		altered := map[string]any{}
		for key, value := range good {
			altered[key] = value
		}
		altered[name] = value
		return altered
	}
	for _, test := range []struct {
		name    string
		item    any
		status  int
		message string
	}{
		{"text", document("a.pdf", []byte("bonjour")), 400, `Invalid request: documents[1].content: "a.pdf" ` + kinds},
		{"program", document("a.exe", []byte("MZ\x90\x00")), 400, `Invalid request: documents[1].content: "a.exe" ` + kinds},
		{"plain archive", document("a.zip", office(t, "other.xml", 0)), 400, `Invalid request: documents[1].content: "a.zip" ` + kinds},
		{"broken archive", document("a.docx", []byte("PK\x03\x04")), 400, `Invalid request: documents[1].content: "a.docx" ` + kinds},
		{"empty", document("a.pdf", nil), 400, `Invalid request: documents[1].content: "a.pdf" is empty`},
		{"not an object", 1, 400, "Invalid request: documents[1]: must be an object"},
		{"not base64", with("content", "%%%"), 400, "Invalid request: documents[1].content: must be base64"},
		{"content is a number", with("content", 1), 400, "Invalid request: documents[1].content: must be a string"},
		{"no name", with("filename", ""), 400, "Invalid request: documents[1].filename: is required"},
		{"name with a line", with("filename", "a\nb.pdf"), 400, "Invalid request: documents[1].filename: must not contain control characters"},
		{"type 11", with("doctype", 11), 400, "Invalid request: documents[1].doctype: must be an integer from 1 to 10"},
		{"type 0", with("doctype", 0), 400, "Invalid request: documents[1].doctype: must be an integer from 1 to 10"},
		{"type 2.5", with("doctype", 2.5), 400, "Invalid request: documents[1].doctype: must be an integer from 1 to 10"},
		{"type as text", with("doctype", "2"), 400, "Invalid request: documents[1].doctype: must be an integer from 1 to 10"},
		{"long comment", with("comment", strings.Repeat("x", 2001)), 400, "Invalid request: documents[1].comment: must have at most 2000 characters"},
		{"too large", document("grand.pdf", append([]byte("%PDF-"), make([]byte, 2<<20)...)), 413, `The file "grand.pdf" is larger than 2 MiB`},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := *c
			client.t = t
			body := map[string]any{"documents": []any{good, test.item}}
			client.do("POST", "/order/"+id+"/documents", body).is(test.status, test.message)
			client.do("POST", "/order/", order("documents", body["documents"])).is(test.status, test.message)
		})
	}
	c.do("POST", "/order/"+id+"/documents", map[string]any{}).is(400, "Invalid request: documents: at least one file is required")
	c.do("POST", "/order/"+id+"/documents", map[string]any{"documents": []any{}}).is(400, "Invalid request: documents: at least one file is required")
	c.do("POST", "/order/"+id+"/documents", `{`).is(400, "Failed to decode JSON object")
	if kept := c.do("GET", "/order/"+id, nil).payload()["documents"].([]any); len(kept) != 0 {
		t.Errorf("refused documents were kept: %v", kept)
	}
}

// part is one part of a form; without a filename it is a plain value.
type part struct {
	field, filename string
	content         []byte
}

// form sends a multipart form.
func (c *client) form(target string, parts ...part) answer {
	c.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, p := range parts {
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q`, p.field))
		if p.filename != "" {
			header.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, p.field, p.filename))
			header.Set("Content-Type", "application/octet-stream")
		}
		content, err := w.CreatePart(header)
		if err != nil {
			c.t.Fatal(err)
		}
		if _, err := content.Write(p.content); err != nil {
			c.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		c.t.Fatal(err)
	}
	return c.with("Content-Type", w.FormDataContentType()).do("POST", target, body.Bytes())
}

func TestFormsBringDocuments(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload")
	pdf := []byte("%PDF-1.4 un")
	big := append([]byte("%PDF-1.4 "), bytes.Repeat([]byte("x"), 6<<20)...) // lies in a temporary file
	target := "/order/" + id + "/documents"
	c.form(target, part{"documents", "pv.pdf", pdf}, part{"documents", "grand.pdf", big}, part{"doctype", "", []byte("2")},
		part{"doctype", "", []byte("7")}, part{"comment", "", []byte("reçu hier")}).is(200, "Documents added")
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil || len(view.Documents) != 2 {
		t.Fatalf("%v, %v", view.Documents, err)
	}
	byName := map[string]predate.Document{}
	for _, kept := range view.Documents {
		byName[kept.Filename] = kept
	}
	for _, want := range []predate.Document{
		{Filename: "pv.pdf", Hint: 2, Size: int64(len(pdf)), Comment: "reçu hier"},
		{Filename: "grand.pdf", Hint: 7, Size: int64(len(big)), Comment: "reçu hier"},
	} {
		got := byName[want.Filename]
		if got.Hint != want.Hint || got.Size != want.Size || got.Comment != want.Comment || got.Origin != predate.FromClient {
			t.Errorf("document %s: %+v", want.Filename, got)
		}
	}
	c.form(target, part{"documents", "pv.pdf", pdf}).is(200, "Documents added")
	if kept := c.do("GET", "/order/"+id, nil).payload()["documents"].([]any); len(kept) != 2 {
		t.Errorf("the same bytes twice are %d documents", len(kept))
	}
}

func TestFormRefusals(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.File, o.Limits.Files, o.Limits.Documents = 1<<20, 3<<20, 2 })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload")
	target, pdf := "/order/"+id+"/documents", []byte("%PDF-1.4")
	large := append([]byte("%PDF-"), make([]byte, 1<<20)...)
	c.form(target).is(400, "Invalid request: documents: at least one file is required")
	c.form(target, part{"comment", "", []byte("x")}).is(400, "Invalid request: documents: at least one file is required")
	c.form(target, part{"a", "a.pdf", pdf}, part{"a", "b.pdf", pdf}, part{"a", "c.pdf", pdf}).is(400, "Invalid request: documents: must have at most 2 items")
	c.form(target, part{"a", "a.txt", []byte("bonjour")}, part{"doctype", "", []byte("12")}).
		is(400, `Invalid request: documents[0].doctype: must be an integer from 1 to 10; documents[0].content: "a.txt" is not a PDF, JPEG, PNG, TIFF, DOCX or XLSX file`)
	c.form(target, part{"a", "a.pdf", pdf}, part{"comment", "", []byte("\xff")}).is(400, "Invalid request: documents[0].comment: must be UTF-8")
	c.form(target, part{"a", "grand.pdf", large}).is(413, `The file "grand.pdf" is larger than 1 MiB`)
	c.form(target, part{"a", "a.pdf", large}, part{"b", "b.pdf", large}, part{"c", "c.pdf", large}).is(413, "The request body is too large")
	c.with("Content-Type", "multipart/form-data; boundary=x").do("POST", target, "--y").is(400, "Invalid request: body: is not readable multipart/form-data")
	c.with("Content-Type", "multipart/form-data").do("POST", target, "--y").is(400, "Invalid request: body: is not readable multipart/form-data")
	c.with("Content-Type", "multipart/form-data; boundary=x").do("POST", "/order/", "--x--").is(415, "Unsupported content type")
}

func TestDoneOrdersTakeNoDocuments(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id, _ := h.issue(t, c)
	body := map[string]any{"documents": []any{document("a.pdf", []byte("%PDF-1.4"))}}
	c.do("POST", "/order/"+id+"/documents", body).is(409, "The order is done: request a refresh first")
	c.do("POST", "/order/"+id+"/cancel", nil).is(409, "The order is done and can no longer be cancelled")
}

// issue brings an order to done, as the pipeline would, and gives the bytes of
// its statement.
func (h *house) issue(t testing.TB, c *client) (id string, statement []byte) {
	t.Helper()
	id = c.place("method", "upload", "documents", []any{
		map[string]any{"filename": "Procès-verbal d’assemblée.pdf", "content": base64.StdEncoding.EncodeToString([]byte("%PDF-1.4 pv")), "doctype": 2},
	})
	statement = []byte("%PDF-1.7 pré-état daté")
	hash, _, err := h.desk.Blobs.Put(t.Context(), bytes.NewReader(statement))
	if err != nil {
		t.Fatal(err)
	}
	h.record(t, id, predate.DossierComplete, nil)
	proof, _, err := h.desk.Blobs.Put(t.Context(), bytes.NewReader(proofOf(statement)))
	if err != nil {
		t.Fatal(err)
	}
	h.record(t, id, predate.StatementReady, func(run *predate.Run) { run.Issued, run.PDFHash, run.ProofHash = h.clock.Now(), hash, proof })
	return id, statement
}

// proofOf is the proof of a statement.
func proofOf(statement []byte) []byte { return append(bytes.Clone(statement), " preuve"...) }

func TestDownloads(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id, statement := h.issue(t, c)
	view := c.do("GET", "/order/"+id, nil).payload()
	issued := view["statement"].(map[string]any)
	if view["state"] != "done" || view["pending"] != false || issued["issued"] != "Mon, 18 May 2026 09:30:00 GMT" {
		t.Errorf("order %v", view)
	}
	record := view["documents"].([]any)[0].(map[string]any)
	nobody := &client{t: t, h: h, header: http.Header{}}
	local := func(address any) string {
		u, err := url.Parse(address.(string))
		if err != nil || u.Host != "api.example" {
			t.Fatalf("address %v: %v", address, err)
		}
		return u.RequestURI()
	}
	for _, test := range []struct {
		name   string
		caller *client
		target string
		media  string
		named  string
		want   []byte
	}{
		{"document", nobody, local(record["url"]), "application/pdf", `attachment; filename*=utf-8''Proc%C3%A8s-verbal%20d%E2%80%99assembl%C3%A9e.pdf`, []byte("%PDF-1.4 pv")},
		{"statement by its address", nobody, local(issued["url"]), "application/pdf", "attachment; filename=pre-etat-date-" + id + ".pdf", statement},
		{"statement by its order", c, "/order/" + id + "/statement", "application/pdf", "attachment; filename=pre-etat-date-" + id + ".pdf", statement},
		{"proof by its address", nobody, local(issued["proof"].(map[string]any)["url"]), "application/pdf", "attachment; filename=pre-etat-date-" + id + "-preuve.pdf", proofOf(statement)},
		{"proof by its order", c, "/order/" + id + "/proof", "application/pdf", "attachment; filename=pre-etat-date-" + id + "-preuve.pdf", proofOf(statement)},
	} {
		t.Run(test.name, func(t *testing.T) {
			caller := *test.caller
			caller.t = t
			got := caller.do("GET", test.target, nil)
			if got.status != 200 || !bytes.Equal(got.body, test.want) || got.header.Get("Content-Type") != test.media ||
				got.header.Get("Content-Disposition") != test.named || got.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Fatalf("got %d %q, header %v", got.status, got.body, got.header)
			}
			head := caller.do("HEAD", test.target, nil)
			if head.status != 200 || len(head.body) != 0 || head.header.Get("Content-Length") != fmt.Sprint(len(test.want)) {
				t.Errorf("HEAD: %d, header %v", head.status, head.header)
			}
			some := caller.with("Range", "bytes=0-3").do("GET", test.target, nil)
			if some.status != 206 || string(some.body) != "%PDF" {
				t.Errorf("range: %d %q", some.status, some.body)
			}
			caller.with("Range", "bytes=1000-2000").do("GET", test.target, nil).is(416, "Range not satisfiable")
			caller.with("If-Match", `"other"`).do("GET", test.target, nil).is(412, "Precondition failed")
			if same := caller.with("If-None-Match", got.header.Get("ETag")).do("GET", test.target, nil); same.status != 304 {
				t.Errorf("unchanged: %d", same.status)
			}
		})
	}
	const gone = "File not found: the address is wrong or has expired"
	for name, target := range map[string]string{
		"no signature":      strings.Split(local(record["url"]), "?")[0],
		"altered":           local(record["url"]) + "A",
		"another document":  strings.Replace(local(record["url"]), "/files/documents/", "/files/documents/1", 1),
		"signed but absent": local(h.links.Document(12345, h.clock.Now().Add(time.Hour))),
		"not a number":      "/files/documents/abc?expires=1&signature=x",
		"proof of nothing":  local(h.links.Proof(predate.OrderID(id), "run_nothing", h.clock.Now().Add(time.Hour))),
		"proof, altered":    strings.Replace(local(issued["url"]), "/files/statements/", "/files/proofs/", 1),
		"run of nothing":    local(h.links.Statement(predate.OrderID(id), "run_nothing", h.clock.Now().Add(time.Hour))),
	} {
		t.Log(name)
		nobody.do("GET", target, nil).is(404, gone)
	}
	h.clock.Pass(30*24*time.Hour - time.Minute)
	if got := nobody.do("GET", local(record["url"]), nil); got.status != 200 {
		t.Errorf("just before 30 days: %d", got.status)
	}
	h.clock.Pass(25 * time.Hour)
	nobody.do("GET", local(record["url"]), nil).is(404, gone)
	nobody.do("GET", local(issued["url"]), nil).is(404, gone)
	nobody.do("GET", local(issued["proof"].(map[string]any)["url"]), nil).is(404, gone)
}

// A statement of before there were two files holds its proof itself.
func TestAStatementWithoutProof(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id, _ := h.issue(t, c)
	h.record(t, id, "", func(run *predate.Run) { run.ProofHash = "" })
	if issued := c.do("GET", "/order/"+id, nil).payload()["statement"].(map[string]any); issued["proof"] != nil {
		t.Errorf("the statement %v has a proof", issued)
	}
	c.do("GET", "/order/"+id+"/proof", nil).is(404, "The proof is not available: this statement holds it itself")
}

func TestStatementBeforeItIsMade(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	for _, file := range []string{"/statement", "/proof"} {
		c.do("GET", "/order/"+id+file, nil).is(404, "The statement is not available")
	}
}

func TestErasedFilesAreGone(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id, _ := h.issue(t, c)
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.desk.Blobs.Delete(t.Context(), view.Statement.PDFHash); err != nil {
		t.Fatal(err)
	}
	c.do("GET", "/order/"+id+"/statement", nil).is(404, "File not found: the address is wrong or has expired")
}

// A document that reading found to be of another building says so in the order.
func TestForeignDocumentsSaySo(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	pdf := []byte("%PDF-1.7\n")
	id := c.place("method", "upload", "documents", []any{document("pv.pdf", pdf), document("voisin.pdf", append(pdf, '\n'))})
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	held, err := h.desk.Case(t.Context(), view.Order.Run)
	if err != nil {
		t.Fatal(err)
	}
	read := view.Documents
	for i := range read {
		read[i].Foreign = read[i].Filename == "voisin.pdf"
	}
	if err := h.desk.Record(t.Context(), desk.Progress{Run: held.Run, Documents: read}); err != nil {
		t.Fatal(err)
	}
	remarks := map[string]int{}
	for _, listed := range c.do("GET", "/order/"+id, nil).payload()["documents"].([]any) {
		remarks[listed.(map[string]any)["comment"].(string)]++
	}
	if diff := cmp.Diff(map[string]int{"": 1, "Pièce d’un autre immeuble – écartée": 1}, remarks); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}
