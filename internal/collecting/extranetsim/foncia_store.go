package extranetsim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// fonciaHash gives the name of a file in the store; a row without a file has
// none.
func fonciaHash(e Entry) string {
	if e.File == "" {
		return ""
	}
	return fmt.Sprintf("674836bf%016x", e.id)
}

// The life of a signed address; the store's clock stands still.
const (
	storeNow     = "20260518T100000Z"
	storeExpired = "20260517T100000Z"
	storeLife    = "900"
)

// signedURL signs the address of a file; it is empty when the file is not there.
func (s *foncia) signedURL(r *http.Request, hash any) (any, error) {
	e, ok := s.file(fmt.Sprint(hash))
	victim := e.id == firstDocument+s.options.Victim
	switch {
	case !ok || victim && s.has(MissingFile):
		return "", nil
	case victim && s.has(NoFile):
		return nil, fonciaError{"NOT_FOUND", "Document indisponible"}
	case s.has(LeadsAway):
		return "https://ailleurs.example/" + storedName(e), nil
	}
	date := storeNow
	if victim && (s.has(ExpiredURL) || s.has(ExpiredURLOnce) && s.struck(ExpiredURLOnce)) {
		date = storeExpired
	}
	name := fonciaHash(e)
	path := fmt.Sprintf("/%c/%c/%c/%c/%c/%s", name[23], name[22], name[21], name[20], name[19], name)
	query := url.Values{
		"X-Amz-Algorithm": {"AWS4-HMAC-SHA256"}, "X-Amz-Credential": {"SIMULATED/20260518/eu-west-3/s3/aws4_request"}, "X-Amz-Date": {date},
		"X-Amz-Expires": {storeLife}, "X-Amz-SignedHeaders": {"host"}, "X-Amz-Signature": {storeSignature(path, date)},
		"response-content-disposition": {fonciaDisposition(e)}, "x-id": {"GetObject"},
	}
	return or(s.options.Storage, s.origin(r, fonciaFiles)) + path + "?" + query.Encode(), nil
}

// fonciaDisposition names a file as the store does: without "attachment", and
// URL-encoded.
func fonciaDisposition(e Entry) string { return `filename="` + url.PathEscape(e.Title) + `.pdf"` }

func storeSignature(path, date string) string {
	mac := hmac.New(sha256.New, []byte("simulated"))
	_, _ = mac.Write([]byte(path + date))
	return hex.EncodeToString(mac.Sum(nil))
}

func (s *foncia) file(hash string) (Entry, bool) {
	_, number, found := strings.Cut(hash, "674836bf")
	id, err := strconv.ParseInt(number, 16, 64)
	if !found || err != nil {
		return Entry{}, false
	}
	return s.entry(int(id))
}

// store gives a file for a signed address, and for nothing else: what
// authenticates somebody elsewhere is an error here.
func (s *foncia) store(w http.ResponseWriter, r *http.Request) {
	date := r.URL.Query().Get("X-Amz-Date")
	e, ok := s.file(r.PathValue("hash"))
	switch {
	case r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "":
		storeError(w, http.StatusBadRequest, "InvalidArgument", "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified")
	case !hmac.Equal([]byte(r.URL.Query().Get("X-Amz-Signature")), []byte(storeSignature(r.URL.Path, date))):
		storeError(w, http.StatusForbidden, "SignatureDoesNotMatch", "The request signature we calculated does not match the signature you provided.")
	case date != storeNow:
		storeError(w, http.StatusForbidden, "AccessDenied", "Request has expired")
	case !ok:
		storeError(w, http.StatusNotFound, "NoSuchKey", "The specified key does not exist.")
	default:
		s.deliver(w, r, e, delivery{disposition: fonciaDisposition(e), refuse: func(w http.ResponseWriter, status int) {
			storeError(w, status, "AccessDenied", "Access Denied")
		}})
	}
}

// storeError is how the store says no.
func storeError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n<Error><Code>%s</Code><Message>%s</Message></Error>", code, message) // the client went away
}
