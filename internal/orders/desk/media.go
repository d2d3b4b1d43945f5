package desk

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"

	"github.com/gabriel-vasile/mimetype"
)

// MaxFile is the maximum size in bytes of one document that a person gives to an order.
const MaxFile = 50 << 20

// mediaTypes returns the media types that papers of a co-ownership can have.
func mediaTypes() []string {
	return []string{
		mediaPDF, "image/jpeg", "image/png", "image/tiff", mediaDOCX, mediaXLSX,
	}
}

const (
	mediaPDF  = "application/pdf"
	mediaDOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	mediaXLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// MediaOf returns the media type of a file according to its content, regardless of its
// name, or "" if it is none of mediaTypes.
func MediaOf(content io.ReaderAt, size int64) string {
	head := make([]byte, min(size, 4096))
	if _, err := content.ReadAt(head, 0); err != nil && err != io.EOF {
		return ""
	}
	// Some programs write a line or a printer command before the PDF.
	if bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")) {
		return mediaPDF
	}
	found := mimetype.Detect(head)
	for _, known := range mediaTypes() {
		if found.Is(known) {
			return known
		}
	}
	// The first entry of an Office file may be a picture, which would hide the type
	// from a check of the first bytes.
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return sniffOffice(content, size)
	}
	return ""
}

// maxDirectory is the maximum number of bytes that are read to list an archive. The
// directory of an Office file has some dozens of entries of a hundred bytes; reading
// one with a million entries would take a quarter of a gigabyte.
const maxDirectory = 1 << 20

// frugal is a reader that reads at most a given number of bytes.
type frugal struct {
	io.ReaderAt
	left int
}

// ReadAt reads as long as the limit is not reached.
func (f *frugal) ReadAt(p []byte, at int64) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("the directory of the archive is too long")
	}
	return f.ReaderAt.ReadAt(p, at)
}

func sniffOffice(content io.ReaderAt, size int64) string {
	archive, err := zip.NewReader(&frugal{content, maxDirectory}, size)
	if err != nil {
		return ""
	}
	for _, file := range archive.File {
		switch file.Name {
		case "word/document.xml":
			return mediaDOCX
		case "xl/workbook.xml":
			return mediaXLSX
		}
	}
	return ""
}
