package api

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"predate"
	"predate/internal/desk"
)

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

// sniff tells what a file is from its content, whatever its name claims; ""
// when it is none of mediaTypes.
func sniff(content io.ReaderAt, size int64) string {
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

// acceptable checks one file and gives its media type; what is wrong with it
// is said by its name.
func acceptable(name string, content section) (media, reason string) {
	quoted := strconv.Quote(printable(name))
	if content.Size() == 0 {
		return "", quoted + " is empty"
	}
	if media = sniff(content, content.Size()); media == "" {
		return "", quoted + " is not a PDF, JPEG, PNG, TIFF, DOCX or XLSX file"
	}
	return media, ""
}

func (s *Server) fileTooLarge(name string) error {
	return &predate.Error{
		Code: predate.CodeTooLarge, Reason: "file_too_large",
		Message: fmt.Sprintf("The file %s is larger than %d MiB", strconv.Quote(printable(name)), s.Limits.File>>20),
	}
}

// withDocuments adds the documents to the members of a body.
func withDocuments(others shape) shape {
	return others.and("documents", listOf(desk.MaxDocuments, fields("filename", "doctype", "comment", "submit", "content")))
}

// readDocuments reads the documents inside a JSON body. One that is too large
// ends the reading: the rest may be as large.
func (s *Server) readDocuments(in reader) []desk.Upload {
	var uploads []desk.Upload
	for _, item := range in.items("documents", s.Limits.Documents) {
		upload := desk.Upload{
			Filename: lastElement(item.required("filename", maxFilename)),
			Hint:     predate.DocType(item.number("doctype", int(predate.TypeSummarySheet), int(predate.TypeOther))),
			Comment:  item.lines("comment", maxText), Origin: predate.FromClient, Submit: item.flag("submit"),
		}
		content, ok := item.base64("content")
		if !ok {
			continue
		}
		if content.tooLarge || content.Size() > s.Limits.File {
			in.wrong.stop = s.fileTooLarge(upload.Filename)
			return nil
		}
		media, reason := acceptable(upload.Filename, content)
		if reason != "" {
			item.fail("content", reason)
			continue
		}
		upload.MediaType, upload.Content = media, content
		uploads = append(uploads, upload)
	}
	return uploads
}

// base64 reads a required content, in the standard alphabet (RFC 4648 §4). A
// long one was decoded on its way in.
func (in reader) base64(name string) (section, bool) {
	content, long := in.files[name]
	text, ok := in.members[name].(string)
	switch {
	case !in.given(name):
		in.fail(name, "is required")
		return section{}, false
	case !ok:
		in.fail(name, "must be a string")
		return section{}, false
	case !long:
		plain, err := base64.StdEncoding.DecodeString(text)
		content = section{SectionReader: io.NewSectionReader(bytes.NewReader(plain), 0, int64(len(plain))), unclear: err != nil}
	}
	if content.unclear {
		in.fail(name, "must be base64")
		return section{}, false
	}
	return content, true
}

// lastElement drops the folders that some browsers put before a file's name.
func lastElement(name string) string {
	if name == "" {
		return ""
	}
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}
