package sdk

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const (
	ours     = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	former   = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
	stranger = "whsec_plJ3nmyCDGBKInavdOK15jsl8gbU3Iax"
	signedAt = 1780000000 // seconds since 1970
)

// vector is a delivery and what a library must say of it: ok, headers,
// timestamp, signature or body.
type vector struct {
	Name    string            `json:"name"`
	Secrets []string          `json:"secrets"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"` // in base64
	Now     int64             `json:"now"`
	Want    string            `json:"want"`
}

// vectors writes deliveries that the official library signed, and what may
// become of them on the way.
func vectors(t *testing.T) string {
	t.Helper()
	body := `{"status":"waiting","orderid":"K7QF3M","external_id":"étude 7", "new":{"member":[1]}}`
	seed := make([]byte, ed25519.SeedSize)
	private := ed25519.NewKeyFromSeed(seed)
	public := "whpk_" + base64.StdEncoding.EncodeToString(private.Public().(ed25519.PublicKey))
	edSigned := "v1a," + base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte("dlv_7."+strconv.Itoa(signedAt)+"."+body)))
	right, wrong, old := sign(t, ours, body), sign(t, stranger, body), sign(t, former, body)
	all := []vector{
		made("right", body, right, "ok"),
		made("another's", body, wrong, "signature"),
		made("right behind another's", body, wrong+" "+right, "ok"),
		made("right before another's", body, right+" "+wrong, "ok"),
		made("beside a scheme that nobody knows", body, "v2,AAAA "+edSigned+" "+right, "ok"),
		made("another body", body+" ", right, "signature"),
		made("a body written again", `{"external_id":"étude 7","orderid":"K7QF3M","status":"waiting","new":{"member":[1]}}`, right, "signature"),
		made("an empty body", "", right, "signature"),
		made("a signature cut short", body, right[:len(right)-6], "signature"),
		made("a signature that is no base64", body, "v1,~~~", "signature"),
		made("no scheme", body, right[3:], "signature"),
		made("no signature", body, "", "headers"),
		made("signed, and no JSON", "done", sign(t, ours, "done"), "body"),
		made("signed, and no event", "[]", sign(t, ours, "[]"), "body"),
	}
	change := func(name, want string, do func(*vector)) {
		v := made(name, body, right, want)
		do(&v)
		all = append(all, v)
	}
	change("five minutes later", "ok", func(v *vector) { v.Now += 300 })
	change("later than five minutes", "timestamp", func(v *vector) { v.Now += 301 })
	change("five minutes ahead", "ok", func(v *vector) { v.Now -= 300 })
	change("ahead by more", "timestamp", func(v *vector) { v.Now -= 301 })
	change("a timestamp that is no number", "headers", func(v *vector) { v.Headers["webhook-timestamp"] = "1780000000.5" })
	change("another timestamp", "signature", func(v *vector) { v.Headers["webhook-timestamp"] = "1780000001" })
	change("no timestamp", "headers", func(v *vector) { delete(v.Headers, "webhook-timestamp") })
	change("another id", "signature", func(v *vector) { v.Headers["webhook-id"] = "dlv_8" })
	change("no id", "headers", func(v *vector) { delete(v.Headers, "webhook-id") })
	change("while the receiver has two secrets", "ok", func(v *vector) { v.Secrets, v.Headers["webhook-signature"] = []string{ours, former}, old })
	change("the former secret alone", "signature", func(v *vector) { v.Headers["webhook-signature"] = old })
	change("Ed25519", "ok", func(v *vector) { v.Secrets, v.Headers["webhook-signature"] = []string{public}, edSigned })
	change("Ed25519 of another body", "signature", func(v *vector) {
		v.Secrets, v.Headers["webhook-signature"], v.Body = []string{public}, edSigned, base64.StdEncoding.EncodeToString([]byte(body+" "))
	})
	change("a public key taken for a secret", "signature", func(v *vector) {
		v.Secrets, v.Headers["webhook-signature"] = []string{public}, sign(t, "whsec_"+public[len("whpk_"):], body)
	})
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "vectors.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func made(name, body, signature, want string) vector {
	headers := map[string]string{
		"webhook-id": "dlv_7", "webhook-timestamp": strconv.Itoa(signedAt), "webhook-signature": signature,
		"predate-sequence": "2", "predate-attempt": "1", "predate-test": "true",
	}
	return vector{name, []string{ours}, headers, base64.StdEncoding.EncodeToString([]byte(body)), signedAt, want}
}

func sign(t *testing.T, secret, body string) string {
	t.Helper()
	signer, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := signer.Sign("dlv_7", time.Unix(signedAt, 0), []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return signature
}
