package api

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"predate"
	"predate/internal/orders/desk"
)

const mediaPDF = "application/pdf"

// acceptable checks one file and gives its media type; what is wrong with it
// is said by its name.
func acceptable(name string, content section) (media, reason string) {
	quoted := strconv.Quote(printable(name))
	if content.Size() == 0 {
		return "", quoted + " is empty"
	}
	if media = desk.MediaOf(content, content.Size()); media == "" {
		return "", quoted + " is not a PDF, JPEG, PNG, TIFF, DOCX or XLSX file"
	}
	return media, ""
}

func (l Limits) fileTooLarge(name string) error {
	return &predate.Error{
		Code: predate.CodeTooLarge, Reason: "file_too_large",
		Message: fmt.Sprintf("The file %s is larger than %d MiB", strconv.Quote(printable(name)), l.File>>20),
	}
}

// withDocuments adds the documents to the members of a body.
func withDocuments(others shape) shape {
	return others.and("documents", listOf(desk.MaxDocuments, fields("filename", "doctype", "comment", "submit", "content")))
}

// readDocuments reads the documents inside a JSON body. One that is too large
// ends the reading: the rest may be as large.
func (i intake) readDocuments(in reader) []desk.Upload {
	var uploads []desk.Upload
	for _, item := range in.items("documents", i.limits.Documents) {
		upload := desk.Upload{
			Filename: lastElement(item.required("filename", maxFilename)),
			Hint:     predate.DocType(item.number("doctype", int(predate.TypeSummarySheet), int(predate.TypeOther))),
			Comment:  item.lines("comment", maxText), Origin: predate.FromClient, Submit: item.flag("submit"),
		}
		content, ok := item.base64("content")
		if !ok {
			continue
		}
		if content.tooLarge || content.Size() > i.limits.File {
			in.wrong.stop = i.limits.fileTooLarge(upload.Filename)
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
