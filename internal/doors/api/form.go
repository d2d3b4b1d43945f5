package api

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/orders/desk"
)

// maxParts bounds the parts of a form, files and values.
const maxParts = 1000

// maxValue bounds a plain value in bytes: more than the longest comment has.
const maxValue = 16 << 10

// formFile is one file of a form.
type formFile struct {
	field, name string
	content     section
	sum         []byte
}

// filledForm is what was read of a form.
type filledForm struct {
	files  []formFile
	values map[string][]string
}

// readForm reads documents sent as multipart/form-data: every file part is
// one. Values doctype, comment and submit go with the file of the same number, or with
// all files when there is one value.
func (s *Server) readForm(r *http.Request) ([]desk.Upload, predate.Hash, error) {
	form, err := s.fill(r)
	if err != nil {
		return nil, "", formFailure(err)
	}
	wrong := &problems{}
	if len(form.files) == 0 {
		wrong.add("documents", "at least one file is required")
	}
	var uploads []desk.Upload
	var parts [][]byte
	for i, file := range form.files {
		part := formPart{label: fmt.Sprintf("documents[%d].", i), formFile: file, wrong: wrong}
		upload := part.upload(form.valuesOf(i))
		uploads = append(uploads, upload)
		parts = append(parts, file.sum, []byte(upload.Filename), []byte(upload.Comment), []byte(strconv.Itoa(int(upload.Hint))), []byte(strconv.FormatBool(upload.Submit)))
	}
	return uploads, hashOf(r, parts...), wrong.err()
}

// fill reads a form part by part; its files go into the spool.
func (s *Server) fill(r *http.Request) (filledForm, error) {
	form := filledForm{values: map[string][]string{}}
	body, err := s.incoming(r, s.Limits.Files)
	if err != nil {
		return form, err
	}
	r.Body = io.NopCloser(body)
	parts, err := r.MultipartReader()
	if err != nil {
		return form, err
	}
	into := s.spoolOf(callOf(r))
	for range maxParts {
		part, err := parts.NextPart()
		if err == io.EOF { // wrapped, it is a form that breaks off
			// Files are numbered by their fields, then as they came.
			slices.SortStableFunc(form.files, func(a, b formFile) int { return strings.Compare(a.field, b.field) })
			return form, nil
		}
		if err == nil {
			err = s.takePart(&form, part, into)
		}
		if err != nil {
			return form, err
		}
	}
	return form, errBodyTooLarge
}

// takePart reads one part of a form.
func (s *Server) takePart(form *filledForm, part *multipart.Part, into *spool) error {
	field := part.FormName()
	if part.FileName() == "" {
		value, err := io.ReadAll(io.LimitReader(part, maxValue))
		if len(form.values[field]) <= s.Limits.Documents && slices.Contains(valueNames(), field) {
			form.values[field] = append(form.values[field], string(value))
		}
		return err // the rest of a longer one is passed over with the part
	}
	if field == "" {
		return nil
	}
	if len(form.files) == s.Limits.Documents {
		return invalid("documents", fmt.Sprintf("must have at most %d items", s.Limits.Documents))
	}
	file := formFile{field: field, name: lastElement(part.FileName())}
	start, sum := into.size, sha256.New()
	size, err := io.Copy(io.MultiWriter(into, sum), io.LimitReader(part, s.Limits.File+1))
	if err != nil {
		return err
	}
	if size > s.Limits.File {
		return s.Limits.fileTooLarge(file.name)
	}
	file.content, file.sum = section{SectionReader: into.since(start)}, sum.Sum(nil)
	form.files = append(form.files, file)
	return nil
}

func valueNames() []string { return []string{"doctype", "comment", "submit"} }

// formFailure says of a form that it cannot be read, unless something else went
// wrong while it was read.
func formFailure(err error) error {
	var tooLarge *http.MaxBytesError
	var refused *predate.Error
	var ours *fs.PathError
	switch {
	case errors.As(err, &tooLarge) || errors.Is(err, multipart.ErrMessageTooLarge):
		return fmt.Errorf("%w: %w", errBodyTooLarge, err)
	case errors.As(err, &refused) || errors.As(err, &ours) || errors.Is(err, errBodyTooLarge) || errors.Is(err, errCrowded):
		return err
	}
	return &predate.Error{Code: predate.CodeInvalid, Message: "Invalid request: body: is not readable multipart/form-data", Err: err}
}

// valuesOf gives the plain values that go with the file of a number.
func (f filledForm) valuesOf(number int) map[string]string {
	values := map[string]string{}
	for _, name := range valueNames() {
		switch given := f.values[name]; len(given) {
		case len(f.files):
			values[name] = given[number]
		case 1:
			values[name] = given[0]
		}
	}
	return values
}

// formPart is a file of a form that is being checked.
type formPart struct {
	label string
	formFile
	wrong *problems
}

// upload checks the file with the values that go with it.
func (p formPart) upload(values map[string]string) desk.Upload {
	upload := desk.Upload{
		Filename: p.name, Origin: predate.FromClient, Content: p.content,
		Hint: p.doctype(values["doctype"]), Comment: p.comment(values["comment"]), Submit: p.submit(values["submit"]),
	}
	if utf8.RuneCountInString(p.name) > maxFilename || !utf8.ValidString(p.name) || strings.ContainsFunc(p.name, unicode.IsControl) {
		p.wrong.add(p.label+"filename", fmt.Sprintf("must be at most %d printable characters", maxFilename))
	}
	media, reason := acceptable(p.name, p.content)
	if reason != "" {
		p.wrong.add(p.label+"content", reason)
	}
	upload.MediaType = media
	return upload
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
