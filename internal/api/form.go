package api

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/desk"
)

// formInMemory is how much of a form is held in memory; the rest lies in
// temporary files until the request ends.
const formInMemory = 4 << 20

// readForm reads documents sent as multipart/form-data: every file part is
// one. Values doctype, comment and submit go with the file of the same number, or with
// all files when there is one value.
func (s *Server) readForm(r *http.Request) ([]desk.Upload, predate.Hash, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, s.Limits.Files)
	if err := r.ParseMultipartForm(formInMemory); err != nil {
		return nil, "", formFailure(err)
	}
	form := r.MultipartForm
	// What cannot be removed now lies in the system's temporary folder.
	callOf(r).until(func() { _ = form.RemoveAll() })
	var headers []*multipart.FileHeader
	for _, name := range slices.Sorted(maps.Keys(form.File)) {
		headers = append(headers, form.File[name]...)
	}
	wrong := &problems{}
	switch {
	case len(headers) == 0:
		wrong.add("documents", "at least one file is required")
	case len(headers) > s.Limits.Documents:
		wrong.add("documents", fmt.Sprintf("must have at most %d items", s.Limits.Documents))
	}
	if err := wrong.err(); err != nil {
		return nil, "", err
	}
	var uploads []desk.Upload
	var parts [][]byte
	for i, header := range headers {
		part := formPart{label: fmt.Sprintf("documents[%d].", i), header: header, wrong: wrong}
		upload, sum, err := s.readPart(callOf(r), part, partValues(form, i, len(headers)))
		if err != nil {
			return nil, "", err
		}
		uploads = append(uploads, upload)
		parts = append(parts, sum, []byte(upload.Filename), []byte(upload.Comment), []byte(strconv.Itoa(int(upload.Hint))), []byte(strconv.FormatBool(upload.Submit)))
	}
	return uploads, hashOf(r, parts...), wrong.err()
}

// formFailure tells a form that is too large from one that cannot be read.
func formFailure(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) || errors.Is(err, multipart.ErrMessageTooLarge) {
		return fmt.Errorf("%w: %w", errBodyTooLarge, err)
	}
	return &predate.Error{Code: predate.CodeInvalid, Message: "Invalid request: body: is not readable multipart/form-data", Err: err}
}

// partValues gives the plain values that go with the file of a number.
func partValues(form *multipart.Form, number, files int) map[string]string {
	values := map[string]string{}
	for _, name := range []string{"doctype", "comment", "submit"} {
		switch given := form.Value[name]; len(given) {
		case files:
			values[name] = given[number]
		case 1:
			values[name] = given[0]
		}
	}
	return values
}

// formPart is one file of a form.
type formPart struct {
	label  string
	header *multipart.FileHeader
	wrong  *problems
}

// readPart checks one file of a form and gives it with the hash of its
// content. The file stays open until the request ends.
func (s *Server) readPart(call *call, part formPart, values map[string]string) (desk.Upload, []byte, error) {
	upload := desk.Upload{
		Filename: lastElement(part.header.Filename), Origin: predate.FromClient,
		Hint: part.doctype(values["doctype"]), Comment: part.comment(values["comment"]),
		Submit: part.submit(values["submit"]),
	}
	if utf8.RuneCountInString(upload.Filename) > maxFilename || !utf8.ValidString(upload.Filename) ||
		strings.ContainsFunc(upload.Filename, unicode.IsControl) {
		part.wrong.add(part.label+"filename", fmt.Sprintf("must be at most %d printable characters", maxFilename))
	}
	if part.header.Size > s.Limits.File {
		return upload, nil, s.fileTooLarge(upload.Filename)
	}
	file, err := part.header.Open()
	if err != nil {
		return upload, nil, fmt.Errorf("open part %q: %w", upload.Filename, err)
	}
	call.until(func() { _ = file.Close() }) // it was only read
	media, reason := s.acceptable(upload.Filename, file, part.header.Size)
	if reason != "" {
		part.wrong.add(part.label+"content", reason)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return upload, nil, fmt.Errorf("read part %q: %w", upload.Filename, err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return upload, nil, fmt.Errorf("rewind part %q: %w", upload.Filename, err)
	}
	upload.MediaType, upload.Content = media, file
	return upload, sum.Sum(nil), nil
}

func (p formPart) doctype(value string) predate.DocType {
	if value == "" {
		return 0
	}
	code, err := strconv.Atoi(value)
	if err != nil || !predate.DocType(code).Valid() {
		p.wrong.add(p.label+"doctype", "must be an integer from 1 to 10")
		return 0
	}
	return predate.DocType(code)
}

func (p formPart) submit(value string) bool {
	switch value {
	case "", "false":
		return false
	case "true":
		return true
	}
	p.wrong.add(p.label+"submit", "must be true or false")
	return false
}

func (p formPart) comment(value string) string {
	in := reader{object: object{members: map[string]any{"comment": value}}, path: p.label, wrong: p.wrong}
	if !utf8.ValidString(value) {
		p.wrong.add(p.label+"comment", "must be UTF-8")
		return ""
	}
	return in.lines("comment", maxText)
}
