package pdftext_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"predate/internal/reading/pdftext"
	"predate/internal/reading/pdftext/enginetest"
)

// pdfOf writes objects, the first of which is the catalogue, as a PDF.
func pdfOf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return b.Bytes()
}

func stream(dict, body string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(body), body)
}

const (
	catalogue = "<< /Type /Catalog /Pages 2 0 R >>"
	onePage   = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
	font      = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
)

// pageOf is a one-page PDF with a content and further objects from number 6 on.
func pageOf(content string, more ...string) []byte {
	objects := append([]string{
		catalogue, onePage,
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
		stream("", content), font,
	}, more...)
	return pdfOf(objects...)
}

func deflate(data []byte) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(data) // a buffer does not fail
	_ = w.Close()
	return b.String()
}

// forms is a chain of forms, each drawing the next one many times.
func forms(depth, times int) []string {
	var out []string
	for i := range depth {
		next := 7 + i
		body := strings.Repeat("/X Do ", times)
		if i == depth-1 {
			body = "BT /F 10 Tf (fin) Tj ET"
			next = 6 + i
		}
		out = append(out, stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F 5 0 R >> /XObject << /X %d 0 R >> >>", next), body))
	}
	return out
}

func hostileFiles(t *testing.T) map[string][]byte {
	t.Helper()
	real, err := os.ReadFile("testdata/account.pdf")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 64<<20)
	bomb := deflate([]byte(deflate(zeros)))
	spaces := deflate(bytes.Repeat([]byte("BT (x) Tj ET "), 4<<20))
	many := strings.Repeat("BT /F 9 Tf 10 10 Td (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n", 40_000)
	var bigPNG bytes.Buffer
	if err := png.Encode(&bigPNG, image.NewGray(image.Rect(0, 0, 30_000, 3_000))); err != nil {
		t.Fatal(err)
	}
	loopTIFF := append([]byte("II*\x00\x08\x00\x00\x00\x00\x00"), 8, 0, 0, 0)
	files := map[string][]byte{
		"empty":              {},
		"web page":           []byte("<!DOCTYPE html><html><body>Session expirée</body></html>"),
		"text":               []byte("Bonjour"),
		"zip":                []byte("PK\x03\x04 word/document.xml"),
		"only a header":      []byte("%PDF-1.7\n"),
		"garbage":            append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte{0x93, 'o', 'b', 'j', 0, '<'}, 50_000)...),
		"claims pages":       pdfOf(catalogue, "<< /Type /Pages /Kids [3 0 R] /Count 100000000 >>", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>"),
		"kids are parents":   pdfOf(catalogue, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"),
		"no pages":           pdfOf(catalogue, "<< /Type /Pages /Kids [] /Count 0 >>"),
		"deep arrays":        pdfOf(catalogue, onePage, "<< /Type /Page /Parent 2 0 R /MediaBox "+strings.Repeat("[", 500_000)),
		"deep dictionaries":  pdfOf(catalogue, onePage, strings.Repeat("<< /A ", 300_000)),
		"form in itself":     pageOf("/X Do", stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>", "/X Do /X Do")),
		"forms by powers":    pageOf("/X Do", forms(12, 12)...),
		"deflate bomb":       pdfOf(catalogue, onePage, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>", stream("/Filter [/FlateDecode /FlateDecode]", bomb)),
		"endless content":    pdfOf(catalogue, onePage, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>", stream("/Filter /FlateDecode", spaces), font),
		"two million glyphs": pageOf(many),
		"open states":        pageOf(strings.Repeat("q ", 2_000_000)),
		"huge page":          pdfOf(catalogue, onePage, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e9 1e9] /Contents 4 0 R >>", stream("", "0 0 1e9 1e9 re f")),
		"no size":            pdfOf(catalogue, onePage, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 0 0] >>"),
		"huge image":         pageOf("595 0 0 842 0 0 cm /X Do", stream("/Type /XObject /Subtype /Image /Width 200000 /Height 200000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode", deflate(zeros[:1<<20]))),
		"previous loop":      bytes.Replace(pageOf("BT /F 9 Tf (a) Tj ET"), []byte("/Root 1 0 R"), []byte("/Root 1 0 R /Prev 9"), 1),
		"huge PNG":           bigPNG.Bytes(),
		"PNG without data":   bigPNG.Bytes()[:60],
		"TIFF in a loop":     loopTIFF,
		"JPEG of nothing":    []byte("\xff\xd8\xff\xe0\x00\x10JFIF"),
	}
	for i := 1; i < 8; i++ {
		files[fmt.Sprintf("cut at %d eighths", i)] = real[:len(real)*i/8]
	}
	scrambled := bytes.Clone(real)
	for i := 900; i < len(scrambled); i += 97 {
		scrambled[i] ^= byte(i)
	}
	files["scrambled"] = scrambled
	binary.BigEndian.PutUint32(scrambled[1000:], 0xffffffff)
	return files
}

// Whatever the bytes are, Read ends soon, with pages or with a French reason.
func TestHostileFiles(t *testing.T) {
	ctx := context.Background()
	const limit = 3 * time.Second
	reader, err := pdftext.New(ctx, pdftext.Options{CompileCache: enginetest.Folder(t), Timeout: limit, MaxPages: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close(ctx) })
	for name, data := range hostileFiles(t) {
		start := time.Now()
		pages, err := reader.Read(ctx, data)
		spent := time.Since(start)
		t.Logf("%-20s %8.0f ms, %d pages, %v", name, spent.Seconds()*1000, len(pages), err)
		if spent > 2*limit {
			t.Errorf("%s: took %v", name, spent)
		}
		var refusal *pdftext.UnreadableError
		if err != nil && (!errors.As(err, &refusal) || !strings.HasSuffix(refusal.Reason, ".")) {
			t.Errorf("%s: error without a reason: %v", name, err)
		}
		if err == nil && len(pages) == 0 {
			t.Errorf("%s: no pages and no reason", name)
		}
	}
}
