package webhook

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"predate"
)

// The schemes of signatures, by the names of Standard Webhooks.
const (
	sharedScheme = "v1"  // HMAC-SHA256
	pairScheme   = "v1a" // Ed25519
)

// Tolerance is how far a delivery's timestamp may be from a receiver's clock.
const Tolerance = 5 * time.Minute

// Received is a delivery as a receiver got it, or as somebody pasted it.
type Received struct {
	Header http.Header
	Body   []byte
	At     time.Time // when it came
}

// Finding is the result of examining one part of a delivery.
type Finding struct {
	Good bool
	Part string // "secret", "webhook-id", "webhook-timestamp", "webhook-signature", "body"
	Says string
}

// Examine verifies a delivery as a receiver should. It returns what is right and what
// is wrong, in English for a developer and without repeating the secret. The key is
// a whsec_ secret or a whpk_ public key. A delivery is valid if every finding is
// good.
func Examine(r Received, key predate.Secret) []Finding {
	var all []Finding
	note := func(part, wrong, right string) bool {
		says := right
		if wrong != "" {
			says = wrong
		}
		all = append(all, Finding{wrong == "", part, says})
		return wrong == ""
	}
	v, wrong := newVerifier(key)
	usable := note("secret", wrong, v.kind)
	id := r.Header.Get("webhook-id")
	usable = note("webhook-id", wrongID(r.Header), id) && usable
	stamp := r.Header.Get("webhook-timestamp")
	at, wrong := stampOf(stamp)
	if wrong != "" {
		usable = note("webhook-timestamp", wrong, "") && usable
	} else {
		note("webhook-timestamp", wrongAge(r.At.Sub(at)), at.UTC().Format(time.RFC3339))
	}
	given := strings.Fields(r.Header.Get("webhook-signature"))
	usable = note("webhook-signature", v.wrongForm(given), fmt.Sprintf("%d of the scheme %s", v.count(given), v.scheme)) && usable
	if usable {
		wrong, right := v.match(id+"."+stamp+".", r, given)
		note("body", wrong, right)
	}
	return all
}

func wrongID(header http.Header) string {
	switch id := header.Get("webhook-id"); {
	case id != "":
		return ""
	case header.Get("svix-id") != "":
		return "missing; svix-id is the name of another service"
	}
	return "missing: take it from the header webhook-id as it came"
}

func stampOf(text string) (time.Time, string) {
	seconds, err := strconv.ParseInt(text, 10, 64)
	switch {
	case text == "":
		return time.Time{}, "missing: take it from the header webhook-timestamp as it came"
	case err != nil:
		return time.Time{}, fmt.Sprintf("%q is not a number of seconds since 1970", text)
	case seconds > 1e11:
		return time.Time{}, fmt.Sprintf("%s looks like milliseconds; the header bears seconds since 1970", text)
	}
	return time.Unix(seconds, 0), ""
}

func wrongAge(age time.Duration) string {
	rounded := age.Abs().Round(time.Second)
	switch {
	case age > Tolerance:
		return fmt.Sprintf("%s old: receivers refuse past %s, so that nobody can send an old delivery again; if this one is from earlier, say when it came", rounded, Tolerance)
	case age < -Tolerance:
		return fmt.Sprintf("%s in the future: is the receiver’s clock late? receivers allow %s", rounded, Tolerance)
	}
	return ""
}

// verifier checks signatures of one scheme.
type verifier struct {
	scheme string
	kind   string // for people
	size   int    // bytes of a signature
	good   func(signed, signature []byte) bool
	// misread does the same with the text of a secret that nobody decoded.
	misread func(signed, signature []byte) bool
}

// newVerifier decodes a developer's key, or returns what is wrong with
// its form.
func newVerifier(key predate.Secret) (verifier, string) {
	text := key.Reveal()
	if public, ok := strings.CutPrefix(text, "whpk_"); ok {
		raw, err := base64.StdEncoding.DecodeString(public)
		if err != nil || len(raw) != ed25519.PublicKeySize {
			return verifier{scheme: pairScheme}, "whpk_ must be followed by the base64 of 32 bytes"
		}
		good := func(signed, signature []byte) bool { return ed25519.Verify(raw, signed, signature) }
		return verifier{pairScheme, "a public key (Ed25519)", ed25519.SignatureSize, good, nil}, ""
	}
	v := verifier{scheme: sharedScheme, kind: "a shared secret (HMAC-SHA256)", size: sha256.Size}
	if wrong := wrongSecret(text); wrong != "" {
		return v, wrong
	}
	raw, err := signingKey(key)
	if err != nil {
		return v, err.Error()
	}
	v.good, v.misread = hmacOf(raw), hmacOf([]byte(text))
	return v, ""
}

func hmacOf(key []byte) func(signed, signature []byte) bool {
	return func(signed, signature []byte) bool {
		sum := hmac.New(sha256.New, key)
		sum.Write(signed)
		return hmac.Equal(sum.Sum(nil), signature)
	}
}

// wrongSecret recognises what is usually pasted instead of a secret.
func wrongSecret(text string) string {
	switch {
	case text == "":
		return "empty"
	case strings.TrimSpace(text) != text:
		return "begins or ends with white space: the environment or the file it is read from adds it"
	case strings.HasPrefix(text, `"`) || strings.HasPrefix(text, `'`):
		return "is in quotation marks: leave them out"
	case strings.HasPrefix(text, "prd_"):
		return "is an API key, not the secret of an endpoint"
	case strings.HasPrefix(text, "whe_"):
		return "is the id of an endpoint, not its secret"
	case strings.HasPrefix(text, "whsk_"):
		return "is a private signing key, which no receiver should hold: use the public key whpk_…"
	case !strings.HasPrefix(text, secretPrefix):
		return "does not begin with whsec_ (or whpk_ for a public key)"
	case strings.ContainsAny(text[len(secretPrefix):], "-_"):
		return "is base64 in the form for URLs; secrets use + and /"
	}
	return ""
}

func (v verifier) count(given []string) int {
	n := 0
	for _, one := range given {
		if strings.HasPrefix(one, v.scheme+",") {
			n++
		}
	}
	return n
}

func (v verifier) wrongForm(given []string) string {
	other := pairScheme
	if v.scheme == other {
		other = sharedScheme
	}
	switch {
	case len(given) == 0:
		return "missing: take it from the header webhook-signature as it came"
	case v.good == nil:
		return "" // which scheme to look for, only a usable key tells
	case v.count(given) == 0 && (verifier{scheme: other}).count(given) > 0:
		return fmt.Sprintf("is of the scheme %s, and the key is for %s: the endpoint signs by another scheme", other, v.scheme)
	case v.count(given) == 0:
		return fmt.Sprintf("holds no signature of the form %s,base64", v.scheme)
	}
	for _, one := range v.signatures(given) {
		if len(one) != v.size {
			return fmt.Sprintf("a signature of %d bytes, not %d: was the header cut?", len(one), v.size)
		}
	}
	return ""
}

// signatures returns the signatures of the scheme; one that is not base64 is empty.
func (v verifier) signatures(given []string) [][]byte {
	var all [][]byte
	for _, one := range given {
		if text, ok := strings.CutPrefix(one, v.scheme+","); ok {
			raw, _ := base64.StdEncoding.DecodeString(text)
			all = append(all, raw)
		}
	}
	return all
}

// match looks for the body that was signed: the one given, or one that some
// tool made it from.
func (v verifier) match(before string, r Received, given []string) (wrong, right string) {
	signatures := v.signatures(given)
	for _, t := range bodiesOf(r.Body) {
		signed := append([]byte(before), t.body...)
		for _, signature := range signatures {
			if v.good(signed, signature) {
				return t.wrong, t.right
			}
			if v.misread != nil && v.misread(signed, signature) {
				return "the signer took the text of the secret as its key: the key is the base64 behind whsec_, decoded", ""
			}
		}
	}
	if length, err := strconv.Atoi(r.Header.Get("Content-Length")); err == nil && length != len(r.Body) {
		return fmt.Sprintf("%d bytes, and Content-Length says %d: it was cut or rewritten on its way here", len(r.Body), length), ""
	}
	return fmt.Sprintf("does not match (%d bytes): signed with another secret, or id, timestamp or body were changed since", len(r.Body)), ""
}

// tried is a body that may have been signed, and what it means if it was.
type tried struct {
	body         []byte
	wrong, right string
}

func bodiesOf(body []byte) []tried {
	const rewritten = "was parsed and written again: verify the bytes as they came, before any JSON library"
	all := []tried{
		{body, "", "the signature matches"},
		{bytes.TrimRight(body, "\r\n"), "", "the signature matches, without the line break at the end of what was pasted"},
		{bytes.TrimPrefix(body, []byte("\ufeff")), "begins with a byte order mark that was not sent: the file was saved by an editor", ""},
		{bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")), "its line breaks were changed to those of Windows", ""},
		{nil, "an empty body was signed: was it read before it was verified?", ""},
	}
	var compact bytes.Buffer
	if json.Compact(&compact, body) == nil {
		plain := strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">", `\/`, "/").Replace(compact.String())
		all = append(all, tried{compact.Bytes(), rewritten, ""}, tried{[]byte(plain), rewritten, ""})
	}
	return all
}
