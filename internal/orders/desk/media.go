package desk

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"

	"github.com/gabriel-vasile/mimetype"
)

// MaxFile bounds the bytes of one document that a person gives to an order.
const MaxFile = 50 << 20

// mediaTypes are the kinds of file that can be papers of a co-ownership.
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

// MediaOf tells what a file is from its content, whatever its name claims; ""
// when it is none of mediaTypes.
func MediaOf(content io.ReaderAt, size int64) string {
	head := make([]byte, min(size, 4096))
	if _, err := content.ReadAt(head, 0); err != nil && err != io.EOF {
		return ""
	}
	// Some writers put a line or a printer's command before a PDF.
	if bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")) {
		return mediaPDF
	}
	found := mimetype.Detect(head)
	for _, known := range mediaTypes() {
		if found.Is(known) {
			return known
		}
	}
	// A picture may come first in an Office file, and hide what it is from
	// whoever reads only the beginning.
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return sniffOffice(content, size)
	}
	return ""
}

// maxDirectory bounds what is read of an archive to see what is in it. The
// directory of an Office file has some dozens of entries of a hundred bytes;
// one of a million costs a quarter of a gigabyte to read.
const maxDirectory = 1 << 20

// frugal reads no more than so many bytes.
type frugal struct {
	io.ReaderAt
	left int
}

// ReadAt reads while there is something left to spend.
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
