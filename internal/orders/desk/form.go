package desk

import (
	"fmt"
	"io"
	"mime/multipart"
	"path"
	"strings"
	"unicode"

	"predate"
)

// longestName is the maximum length of a file name that a person gives.
const longestName = 255

// OpenFiles opens the files of a form. It returns an error for a file that cannot be a
// paper. shut closes the files.
func OpenFiles(headers []*multipart.FileHeader) (uploads []Upload, shut func(), err error) {
	var opened []io.Closer
	shut = func() {
		for _, file := range opened {
			_ = file.Close() // it was only read
		}
	}
	if len(headers) > MaxDocuments {
		return nil, shut, predate.Refuse(predate.CodeTooLarge, "Joignez %d fichiers au plus.", MaxDocuments)
	}
	for _, header := range headers {
		name := plainName(header.Filename)
		if header.Size > MaxFile {
			return nil, shut, predate.Refuse(predate.CodeTooLarge, "« %s » fait plus de %d Mo.", name, MaxFile>>20)
		}
		file, err := header.Open()
		if err != nil {
			return nil, shut, fmt.Errorf("open a file of a form: %w", err)
		}
		opened = append(opened, file)
		media := MediaOf(file, header.Size)
		if media == "" {
			return nil, shut, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas un PDF, JPEG, PNG, TIFF, DOCX ou XLSX.", name)
		}
		uploads = append(uploads, Upload{Filename: name, MediaType: media, Content: file})
	}
	return uploads, shut, nil
}

// plainName returns the last element of a path without unprintable characters.
func plainName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if name == "." || name == "/" || name == "" {
		return "document"
	}
	if runes := []rune(name); len(runes) > longestName {
		name = string(runes[len(runes)-longestName:]) // its end says what it is
	}
	return name
}
