package api

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
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

func sniffOffice(content io.ReaderAt, size int64) string {
	archive, err := zip.NewReader(content, size)
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
func (s *Server) acceptable(name string, content io.ReaderAt, size int64) (media, reason string) {
	quoted := strconv.Quote(printable(name))
	if size == 0 {
		return "", quoted + " is empty"
	}
	if media = sniff(content, size); media == "" {
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
		if int64(len(content)) > s.Limits.File {
			in.wrong.stop = s.fileTooLarge(upload.Filename)
			return nil
		}
		bytes := bytes.NewReader(content)
		media, reason := s.acceptable(upload.Filename, bytes, bytes.Size())
		if reason != "" {
			item.fail("content", reason)
			continue
		}
		upload.MediaType, upload.Content = media, bytes
		uploads = append(uploads, upload)
	}
	return uploads
}

// base64 reads a required content, in the standard alphabet (RFC 4648 §4).
func (in reader) base64(name string) ([]byte, bool) {
	text, ok := in.members[name].(string)
	switch {
	case !in.given(name):
		in.fail(name, "is required")
		return nil, false
	case !ok:
		in.fail(name, "must be a string")
		return nil, false
	}
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		in.fail(name, "must be base64")
		return nil, false
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
