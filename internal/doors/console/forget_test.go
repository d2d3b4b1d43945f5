package console

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"predate"
)

// The drawings of a file go, those of others stay, and no name leads out of the folder.
func TestForgetDrawings(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "drawings")
	hashes := []predate.Hash{predate.Hash(strings.Repeat("ab", 32)), predate.Hash(strings.Repeat("ac", 32))}
	shelf := newShelf(shelfOptions{folder: folder})
	for _, hash := range hashes {
		if err := os.MkdirAll(shelf.place(hash), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, hash := range []predate.Hash{"", "..", "../..", "ab", hashes[0]} {
		if err := ForgetDrawings(folder, hash); err != nil {
			t.Errorf("%q: %v", hash, err)
		}
	}
	if _, err := os.Stat(shelf.place(hashes[0])); !os.IsNotExist(err) {
		t.Errorf("they are still there: %v", err)
	}
	if _, err := os.Stat(shelf.place(hashes[1])); err != nil {
		t.Error(err)
	}
	if err := ForgetDrawings("", hashes[1]); err != nil {
		t.Error(err)
	}
}

// The cookie is the one that the console of that origin knows.
func TestSessionCookie(t *testing.T) {
	for scheme, name := range map[string]string{"https": "__Host-predate", "http": "predate_session"} {
		cookie := SessionCookie(&url.URL{Scheme: scheme, Host: "console.example.fr"}, "token")
		if cookie.Name != name || cookie.Value != "token" || !cookie.HttpOnly || cookie.Secure != (scheme == "https") || cookie.MaxAge != 0 {
			t.Errorf("%s: %v", scheme, cookie)
		}
	}
}
