package web_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"predate/internal/doors/web"
)

// A file that breaks off is not taken for a whole one.
func TestAttachment(t *testing.T) {
	broken := errors.New("broken")
	var fails error
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		err := web.Attachment{Name: "a.zip", Media: "application/zip", Send: func(w io.Writer) error {
			_, _ = w.Write(make([]byte, 1<<20))
			return fails
		}}.Write(w)
		if !errors.Is(err, fails) {
			t.Errorf("Write: %v", err)
		}
	}))
	t.Cleanup(server.Close)
	for _, fails = range []error{nil, broken} {
		response, err := http.Get(server.URL)
		if err != nil {
			continue // it broke before its head
		}
		_, err = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if (err != nil) != (fails != nil) || response.Header.Get("Content-Disposition") != `attachment; filename="a.zip"` {
			t.Errorf("with %v: read to %v, %v", fails, err, response.Header)
		}
	}
}
