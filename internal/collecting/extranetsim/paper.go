package extranetsim

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

// paperFile is a file that is kept in memory.
type paperFile struct {
	name string
	data []byte
}

// paperFS serves them. It has no folders: a dossier is only read by name.
type paperFS map[string][]byte

func newPaperFS(files []paperFile) paperFS {
	folder := paperFS{}
	for _, f := range files {
		folder[f.name] = f.data
	}
	return folder
}

// Open gives a file by its name.
func (p paperFS) Open(name string) (fs.File, error) {
	data, ok := p[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openPaper{bytes.NewReader(data), name}, nil
}

type openPaper struct {
	*bytes.Reader
	name string
}

func (o *openPaper) Close() error               { return nil }
func (o *openPaper) Stat() (fs.FileInfo, error) { return o, nil }
func (o *openPaper) Name() string               { return o.name[strings.LastIndex(o.name, "/")+1:] }
func (o *openPaper) Mode() fs.FileMode          { return 0o444 }
func (o *openPaper) ModTime() time.Time         { return time.Time{} }
func (o *openPaper) IsDir() bool                { return false }
func (o *openPaper) Sys() any                   { return nil }

// drawPaper draws one page of a few lines, in a font that every reader has.
func drawPaper(lines ...string) []byte {
	var text strings.Builder
	text.WriteString("BT /F1 11 Tf 56 780 Td 16 TL")
	for _, line := range lines {
		fmt.Fprintf(&text, " (%s) Tj T*", escapePDF(line))
	}
	text.WriteString(" ET")
	return bindPDF("<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>", "", text.String())
}

// drawScan draws a page of grey lines where a text would be: what a scanner
// leaves that nobody ran a text recognition on.
func drawScan() []byte {
	const side = 64 // pixels, of which eight make a byte
	row := map[bool]string{true: strings.Repeat("00", side/8), false: strings.Repeat("ff", side/8)}
	var image strings.Builder
	for y := range side {
		image.WriteString(row[y%4 == 1])
	}
	object := fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /ASCIIHexDecode /Length %d >>\nstream\n%s>\nendstream",
		side, side, image.Len()+1, image.String())
	return bindPDF("<< /XObject << /I1 5 0 R >> >>", object, "480 0 0 720 56 60 cm /I1 Do")
}

// bindPDF makes a file of one page.
func bindPDF(resources, extra, content string) []byte {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources " + resources + " >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content)+1, content),
	}
	if extra != "" {
		objects = append(objects, extra)
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	var offsets []int
	for i, object := range objects {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return out.Bytes()
}

// escapePDF writes a text as WinAnsi between parentheses.
func escapePDF(text string) string {
	var b strings.Builder
	for _, c := range windows1252(text) {
		switch {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// zeros is a file of a PDF's beginning and nothing more, as long as one likes.
func zeros(size int64) io.Reader {
	head := "%PDF-1.7\n"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(zeroReader{}, size-int64(len(head))))
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
