package connector

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// sniff says what the bytes are, whatever the site calls them. A PDF may have
// a few bytes before its mark.
func sniff(head []byte) string {
	if bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")) {
		return "application/pdf"
	}
	media, _, _ := strings.Cut(mimetype.Detect(head).String(), ";")
	return media
}

// fileName reads the name in Content-Disposition, also where the header lacks
// its first word or writes the name as a URL does. It is for display only.
func fileName(h http.Header) string {
	found := regexp.MustCompile(`(?i)filename\*?=(?:utf-8'[^']*')?("[^"]*"|[^;]+)`).FindAllStringSubmatch(h.Get("Content-Disposition"), -1)
	if len(found) == 0 {
		return ""
	}
	name := strings.Trim(strings.TrimSpace(found[len(found)-1][1]), `"`)
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	return plainName(strings.ToValidUTF8(name, ""))
}

var (
	errTruncated = errors.New("the file has no end")
	errTooLarge  = errors.New("the file is too large")
	// errPacked refuses what was compressed though we asked for it as it is:
	// its size would say nothing.
	errPacked = errors.New("the file is compressed")
)

const tailLength = 4096

// file gives the bytes of a document and, at their end, says whether they were
// all there.
type file struct {
	r     io.Reader
	media string
	left  int64
	size  int64
	tail  []byte
	done  bool
	err   error
}

// Read passes the bytes on. A PDF whose last bytes lack its end mark was cut,
// even when the site counts its bytes otherwise.
func (f *file) Read(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.r.Read(p)
	f.size += int64(n)
	f.tail = append(f.tail, p[:n]...)
	f.tail = f.tail[max(0, len(f.tail)-tailLength):]
	switch {
	case f.size > f.left:
		err = errTooLarge
	case err == io.EOF && f.media == "application/pdf" && !bytes.Contains(f.tail, []byte("%%EOF")):
		err = errTruncated
	case err == io.EOF:
		f.done = true
		return n, err
	}
	f.err = err
	return n, err
}
