package console

import (
	"fmt"
	"net/http"
	"net/url"
	"os"

	"predate"
)

// ForgetDrawings drops what was drawn of a file from the folder of drawings. A console
// may be at work there: it draws anew what it needs. A hash that is none has no drawings.
func ForgetDrawings(folder string, hash predate.Hash) error {
	place := newShelf(shelfOptions{folder: folder}).place(hash)
	if place == "" {
		return nil
	}
	if err := os.RemoveAll(place); err != nil {
		return fmt.Errorf("forget the drawings of %s: %w", hash, err)
	}
	return nil
}

// SessionCookie is the cookie of a session with the console that browsers reach at an
// origin; it ends with the browser.
func SessionCookie(origin *url.URL, token predate.Secret) *http.Cookie {
	return (&Console{Options: Options{Origin: origin}}).cookie(token, 0)
}
