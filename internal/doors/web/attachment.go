package web

import (
	"io"
	"net/http"
	"strconv"
	"time"
)

// Attachment is a file that a browser saves and never shows.
type Attachment struct {
	Name, Media string
	Length      int // 0 where it is not known before
	Send        func(w io.Writer) error
}

// Write sends the file. After an error nothing more can be said: the connection ends before
// the answer does, and the browser sees it broken.
func (a Attachment) Write(w http.ResponseWriter) error {
	header := w.Header()
	header.Set("Content-Type", a.Media)
	header.Set("Content-Disposition", `attachment; filename="`+a.Name+`"`)
	if a.Length > 0 {
		header.Set("Content-Length", strconv.Itoa(a.Length))
	}
	w.WriteHeader(http.StatusOK)
	err := a.Send(w)
	if err != nil {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0))
	}
	return err
}

// Saved is a file of what a reader gives, which is closed where it can be.
func Saved(name, media string, from io.Reader) Attachment {
	return Attachment{Name: name, Media: media, Send: func(w io.Writer) error {
		if closer, ok := from.(io.Closer); ok {
			defer closer.Close()
		}
		_, err := io.Copy(w, from)
		return err
	}}
}
