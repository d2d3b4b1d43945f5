package pdftext_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
)

// Documents that were rewritten and joined say what they said, page by page, in order;
// a checker of PDF finds nothing wrong with them, and the same bytes give the same.
func TestJoin(t *testing.T) {
	r := reader(t)
	var all []pdftext.Plain
	var want []string
	for _, name := range []string{"account.pdf", "grid.pdf", "notice.pdf", "account.pdf"} {
		data := file(t, name)
		plain, err := r.Plain(t.Context(), data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again, err := r.Plain(t.Context(), data)
		if err != nil || !bytes.Equal(plain.PDF, again.PDF) {
			t.Errorf("%s gives other bytes the second time: %v", name, err)
		}
		pages, err := r.Read(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if plain.Pages != len(pages) {
			t.Errorf("%s: %d pages, want %d", name, plain.Pages, len(pages))
		}
		want = append(want, said(pages)...)
		all = append(all, plain)
	}
	joined, err := r.Join(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.Join(t.Context(), all); err != nil || !bytes.Equal(joined, again) {
		t.Errorf("joined again they are other bytes: %v", err)
	}
	pages, err := r.Read(t.Context(), joined)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, said(pages)); diff != "" {
		t.Errorf("what is said (-want +got):\n%s", diff)
	}
	path := filepath.Join(t.TempDir(), "joined.pdf")
	if err := os.WriteFile(path, joined, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), program(t, "qpdf"), "--check", path).CombinedOutput(); err != nil {
		t.Errorf("qpdf: %v\n%s", err, out)
	}
}

// As much as one PDF of papers may have goes into the sandbox.
func TestJoinOfLargeDocuments(t *testing.T) {
	raw := make([]byte, 16<<20)
	for i, source := 0, rand.New(rand.NewPCG(1, 2)); i < len(raw); i += 8 {
		binary.LittleEndian.PutUint64(raw[i:], source.Uint64())
	}
	image := stream("/Type /XObject /Subtype /Image /Width 3000 /Height 1864 /BitsPerComponent 8 /ColorSpace /DeviceRGB", string(raw))
	plain, err := reader(t).Plain(t.Context(), pageOf("595 0 0 842 0 0 cm /X Do", image))
	if err != nil {
		t.Fatal(err)
	}
	joined, err := reader(t).Join(t.Context(), []pdftext.Plain{plain, plain, plain, plain})
	if err != nil || len(joined) < 64<<20 {
		t.Errorf("%d bytes: %v", len(joined), err)
	}
}

func said(pages []predate.Page) []string {
	var all []string
	for _, page := range pages {
		var words []string
		for _, word := range page.Words {
			words = append(words, word.Text)
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// What could act in a reader of PDF is left behind, and what was noted is drawn.
func TestPlainLeavesBehindWhatActs(t *testing.T) {
	hostile := pdfOf(
		"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /Fields [6 0 R] >>"+
			" /Names << /EmbeddedFiles << /Names [(a.exe) 8 0 R] >> >> >>",
		onePage,
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R 7 0 R]"+
			" /AA << /O << /S /URI /URI (https://evil.example/open) >> >> >>",
		stream("", "BT /F 12 Tf 50 700 Td (Reste) Tj ET"), font,
		"<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /Rect [50 600 250 620] /AP << /N 9 0 R >> /AA << /K << /S /JavaScript /JS (this.submit) >> >> >>",
		"<< /Type /Annot /Subtype /Link /Rect [50 500 250 520] /A << /S /URI /URI (https://evil.example/link) >> >>",
		"<< /Type /Filespec /F (a.exe) /EF << /F 10 0 R >> >>",
		stream("/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 5 0 R >> >>", "BT /F 12 Tf 2 5 Td (Note) Tj ET"),
		stream("/Type /EmbeddedFile", "MZ"),
	)
	plain, err := reader(t).Plain(t.Context(), hostile)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "plain.pdf")
	if err := os.WriteFile(path, plain.PDF, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program(t, "qpdf"), "--qdf", "--object-streams=disable", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"JavaScript", "evil.example", "EmbeddedFile", "/Annots", "/AA", "AcroForm", "OpenAction"} {
		if bytes.Contains(out, []byte(word)) {
			t.Errorf("%s is left:\n%s", word, out)
		}
	}
	pages, err := reader(t).Read(t.Context(), plain.PDF)
	if err != nil {
		t.Fatal(err)
	}
	if got := said(pages)[0]; !strings.Contains(got, "Reste") || !strings.Contains(got, "Note") {
		t.Errorf("the page says %q", got)
	}
}

// Whatever the bytes are, Plain ends within its limits.
func TestPlainRefusesWhatItCannotTake(t *testing.T) {
	for name, data := range map[string][]byte{
		"nothing": nil, "an image": []byte("\x89PNG\r\n\x1a\n"), "no PDF": []byte("%PDF-1.7\n"), "half of one": file(t, "account.pdf")[:2000],
		"no pages":            pdfOf(catalogue, "<< /Type /Pages /Kids [] /Count 0 >>"),
		"a page that is none": pdfOf(catalogue, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Catalog >>"),
		"pages without end":   pdfOf(catalogue, "<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>"),
	} {
		_, err := reader(t).Plain(t.Context(), data)
		var unreadable *pdftext.UnreadableError
		if err != nil && !errors.As(err, &unreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && name != "half of one" && name != "a page that is none" {
			t.Errorf("%s was taken", name)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := reader(t).Plain(ctx, file(t, "account.pdf")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("out of time: %v", err)
	}
}

// No bytes of a stream or a string are taken for a key, and nothing moves.
func TestPlainKeepsWhatLooksLikeAKey(t *testing.T) {
	text := "BT /F 12 Tf 50 700 Td (/AA << /Annots \\( ) Tj /AA Do (Reste) Tj ET"
	file := pdfOf(
		catalogue, onePage,
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R] /AA 7 0 R"+
			" /PieceInfo << /Length 3 /X (endobj \\) stream) >> >>",
		stream("", text), font,
		"<< /Type /Annot /Subtype /Link /Rect [50 500 250 520] /A << /S /URI /URI (https://evil.example/link) >> >>",
		"<< /O << /S /URI /URI (https://evil.example/open) >> >>",
	)
	plain, err := reader(t).Plain(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := reader(t).Read(t.Context(), plain.PDF)
	if err != nil {
		t.Fatal(err)
	}
	if got := said(pages)[0]; !strings.Contains(got, "Reste") || !strings.Contains(got, "Annots") {
		t.Errorf("the page says %q", got)
	}
	path := filepath.Join(t.TempDir(), "plain.pdf")
	if err := os.WriteFile(path, plain.PDF, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program(t, "qpdf"), "--qdf", "--object-streams=disable", path, "-").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if bytes.Contains(out, []byte("evil.example")) {
		t.Errorf("what acts is left:\n%s", out)
	}
}

// Whatever the bytes are, Plain ends soon, with pages or with a French reason, and what it
// made can be joined.
func TestPlainOfHostileFiles(t *testing.T) {
	const limit = 3 * time.Second
	r, err := pdftext.New(t.Context(), pdftext.Options{CompileCache: enginetest.Folder(t), Timeout: limit, MaxPages: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	var all []pdftext.Plain
	for name, data := range hostileFiles(t) {
		start := time.Now()
		plain, err := r.Plain(t.Context(), data)
		if spent := time.Since(start); spent > 2*limit {
			t.Errorf("%s: took %v", name, spent)
		}
		var refusal *pdftext.UnreadableError
		switch {
		case err == nil && (plain.Pages == 0 || len(plain.PDF) == 0):
			t.Errorf("%s: nothing and no reason", name)
		case err == nil:
			all = append(all, plain)
		case !errors.As(err, &refusal) || !strings.HasSuffix(refusal.Reason, "."):
			t.Errorf("%s: error without a reason: %v", name, err)
		}
	}
	if len(all) == 0 {
		t.Fatal("nothing was taken")
	}
	if _, err := r.Join(t.Context(), all); err != nil {
		t.Errorf("what was made does not join: %v", err)
	}
}
