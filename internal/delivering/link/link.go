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

// Until returns the instant until which an address holds that is shown now: at least
// Life away, and the same all day, so that what shows it keeps its ETag.
func Until(now time.Time) time.Time {
	const day = 24 * time.Hour
	return now.UTC().Truncate(day).Add(Life + day)
}

// ErrExpired is the predate.ErrNotFound of an address that was made here and holds no
// more.
var ErrExpired = fmt.Errorf("the address has expired: %w", predate.ErrNotFound)

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

// Public returns the address of a path of the installation that needs no signature.
func (s *Signer) Public(path string) string { return s.base + path }

// Base is the public address of the installation.
func (s *Signer) Base() string { return s.base }

// Document returns the address of a document's file, good until expires.
func (s *Signer) Document(id predate.DocumentID, expires time.Time) string {
	return s.sign("/files/documents/"+strconv.FormatInt(int64(id), 10), expires)
}

// Statement returns the address of the statement that a run of an order made,
// good until expires.
func (s *Signer) Statement(order predate.OrderID, run predate.RunID, expires time.Time) string {
	return s.sign("/files/statements/"+string(order)+"/"+string(run), expires)
}

// Proof returns the address of the proof of the statement that a run of an order made,
// good until expires.
func (s *Signer) Proof(order predate.OrderID, run predate.RunID, expires time.Time) string {
	return s.sign("/files/proofs/"+string(order)+"/"+string(run), expires)
}

// Specimen returns the address of a paper of the built-in sample dossier, by its
// place in it, or under 0 of the statement made from it, for rehearsals; good
// until expires.
func (s *Signer) Specimen(place int, expires time.Time) string {
	return s.sign("/files/specimens/"+strconv.Itoa(place), expires)
}

// Corner returns the address of the client's page of an order, in one generation; good
// until expires.
func (s *Signer) Corner(order predate.OrderID, generation int, expires time.Time) string {
	return s.sign("/corner/"+string(order)+"/"+strconv.Itoa(generation), expires)
}

// The scopes of a portal.
const (
	ScopeLive = "live"
	ScopeTest = "test"
)

// Portal names what an address of a client's portal opens, as its path says it.
type Portal struct {
	Account predate.AccountID
	Tokens  string // the generation of the account's tokens, as a number
	Scope   string // ScopeLive or ScopeTest
	Frame   string // the origin that may hold the page in a frame, as FrameIn wrote it
}

// noFrame stands for no origin: an empty part of a path would be lost.
const noFrame = "-"

// FrameIn writes an origin, "https://app.example.fr", as a part of a path; none is "".
func FrameIn(origin string) string {
	if origin == "" {
		return noFrame
	}
	return base64.RawURLEncoding.EncodeToString([]byte(origin))
}

// FrameOf reads what FrameIn wrote.
func FrameOf(part string) (origin string, err error) {
	if part == noFrame {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(part)
	return string(raw), err
}

// SameTokens reports whether the part of a path names a generation of tokens.
func SameTokens(part string, tokens int) bool { return part == strconv.Itoa(tokens) }

func (p Portal) path() string {
	return "/portal/" + url.PathEscape(string(p.Account)) + "/" + p.Tokens + "/" + p.Scope + "/" + p.Frame
}

// Portal returns the address of an account's portal, good until expires.
func (s *Signer) Portal(account predate.Account, scope, frame string, expires time.Time) string {
	return s.sign(Portal{account.ID, strconv.Itoa(account.Tokens), scope, FrameIn(frame)}.path(), expires)
}

// CheckPortal reports whether a portal's address was made here and still holds, as Check
// does, and gives the path that was signed: pages of the portal are below it.
func (s *Signer) CheckPortal(p Portal, query url.Values, now time.Time) (path string, err error) {
	path = p.path()
	return path, s.Check(&url.URL{Path: path, RawQuery: query.Encode()}, now)
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

// Check reports whether a requested address was made here and still holds. An
// altered one is predate.ErrNotFound: it names nothing. An expired one is ErrExpired,
// which is predate.ErrNotFound too.
func (s *Signer) Check(requested *url.URL, now time.Time) error {
	query := requested.Query()
	until, given := query.Get("expires"), query.Get("signature")
	if !hmac.Equal([]byte(given), []byte(s.signature(requested.Path, until))) {
		return predate.ErrNotFound
	}
	seconds, err := strconv.ParseInt(until, 10, 64)
	if err != nil {
		return predate.ErrNotFound
	}
	if !now.Before(time.Unix(seconds, 0)) {
		return ErrExpired
	}
	return nil
}
