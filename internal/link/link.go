package link

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"predate"
)

// Life is how long an address holds: longer than the whole schedule of a
// webhook's retries, so that a late delivery still carries good addresses.
const Life = 30 * 24 * time.Hour

// Signer makes and checks addresses under one base URL with one key.
type Signer struct {
	base string
	key  predate.Secret
}

// New takes the public base URL of the installation and a key of at least 32
// random bytes.
func New(base string, key predate.Secret) (*Signer, error) {
	if len(key.Reveal()) < 32 {
		return nil, fmt.Errorf("link signer: the key has %d bytes, want at least 32", len(key.Reveal()))
	}
	return &Signer{base: strings.TrimSuffix(base, "/"), key: key}, nil
}

// Document gives the address of a document's file, good until expires.
func (s *Signer) Document(id predate.DocumentID, expires time.Time) string {
	return s.sign("/files/documents/"+strconv.FormatInt(int64(id), 10), expires)
}

// Statement gives the address of the statement that a run of an order made,
// good until expires.
func (s *Signer) Statement(order predate.OrderID, run predate.RunID, expires time.Time) string {
	return s.sign("/files/statements/"+string(order)+"/"+string(run), expires)
}

// Specimen gives the address of a paper of the built-in sample dossier, by its
// place in it, or under 0 of the statement made from it, for rehearsals; good
// until expires.
func (s *Signer) Specimen(place int, expires time.Time) string {
	return s.sign("/files/specimens/"+strconv.Itoa(place), expires)
}

func (s *Signer) sign(path string, expires time.Time) string {
	until := strconv.FormatInt(expires.Unix(), 10)
	return s.base + path + "?expires=" + until + "&signature=" + s.signature(path, until)
}

func (s *Signer) signature(path, until string) string {
	mac := hmac.New(sha256.New, []byte(s.key.Reveal()))
	mac.Write([]byte(path + "\n" + until))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Check says whether a requested address was made here and still holds. An
// altered or expired one is predate.ErrNotFound: it names nothing.
func (s *Signer) Check(requested *url.URL, now time.Time) error {
	query := requested.Query()
	until, given := query.Get("expires"), query.Get("signature")
	if !hmac.Equal([]byte(given), []byte(s.signature(requested.Path, until))) {
		return predate.ErrNotFound
	}
	seconds, err := strconv.ParseInt(until, 10, 64)
	if err != nil || !now.Before(time.Unix(seconds, 0)) {
		return predate.ErrNotFound
	}
	return nil
}
