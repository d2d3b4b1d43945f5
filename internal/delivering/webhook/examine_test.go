package webhook_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"predate"
	"predate/internal/delivering/webhook"
)

const examined = `{"status":"waiting","orderid":"K7QF3M","external_id":"Étude & fils"}`

func signedAt(t *testing.T, key predate.Secret, at time.Time, body string) http.Header {
	t.Helper()
	signature, err := webhook.Sign([]predate.Secret{key}, "dlv_7", at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return headers("dlv_7", at, signature)
}

// TestExamineTellsWhatIsWrong: one thing is wrong in each case, and the finding
// about that part names it.
func TestExamineTellsWhatIsWrong(t *testing.T) {
	now := time.Unix(1_780_000_000, 0)
	key := secret()
	set := func(name, value string) func(*webhook.Received) {
		return func(r *webhook.Received) { r.Header.Set(name, value) }
	}
	body := func(text string) func(*webhook.Received) {
		return func(r *webhook.Received) { r.Body = []byte(text) }
	}
	plain := func(secret string) predate.Secret { return predate.Secret(secret) }
	for _, c := range []struct {
		what  string
		key   predate.Secret
		alter func(*webhook.Received)
		part  string // "" means all is well
		says  string
	}{
		{"all is well", key, nil, "", "the signature matches"},
		{"a line break was pasted", key, body(examined + "\n"), "", "without the line break"},
		{"a quarter of an hour old", key, func(r *webhook.Received) { r.At = now.Add(15 * time.Minute) }, "webhook-timestamp", "15m0s old"},
		{"in the future", key, func(r *webhook.Received) { r.At = now.Add(-time.Hour) }, "webhook-timestamp", "1h0m0s in the future"},
		{"milliseconds", key, set("webhook-timestamp", "1780000000000"), "webhook-timestamp", "milliseconds"},
		{"a date", key, set("webhook-timestamp", "2026-05-18"), "webhook-timestamp", "not a number"},
		{"no timestamp", key, set("webhook-timestamp", ""), "webhook-timestamp", "missing"},
		{"another timestamp", key, set("webhook-timestamp", "1780000001"), "body", "does not match"},
		{"no id", key, set("webhook-id", ""), "webhook-id", "missing"},
		{"another service's id", key, func(r *webhook.Received) { r.Header.Del("webhook-id"); r.Header.Set("svix-id", "m") }, "webhook-id", "svix-id"},
		{"another id", key, set("webhook-id", "dlv_8"), "body", "does not match"},
		{"no signature", key, set("webhook-signature", ""), "webhook-signature", "missing"},
		{"a signature of nothing", key, set("webhook-signature", "sha256=abc"), "webhook-signature", "no signature of the form v1,base64"},
		{"a cut signature", key, set("webhook-signature", "v1,AAAA"), "webhook-signature", "3 bytes, not 32"},
		{"another scheme", key, set("webhook-signature", "v1a,"+base64.StdEncoding.EncodeToString(make([]byte, 64))), "webhook-signature", "scheme v1a"},
		{"another secret", secretOf(bytes.Repeat([]byte{8}, 32)), nil, "body", "another secret"},
		{"another body", key, body(`{"status":"done"}`), "body", "does not match (17 bytes)"},
		{"a cut body", key, func(r *webhook.Received) { r.Body = r.Body[:20]; r.Header.Set("Content-Length", "69") }, "body", "20 bytes, and Content-Length says 69"},
		{"spaces between the members", key, body(`{"status": "waiting", "orderid": "K7QF3M", "external_id": "Étude & fils"}`), "body", "parsed and written again"},
		{"escapes in the text", key, body(strings.ReplaceAll(examined, "&", `\u0026`)), "body", "parsed and written again"},
		{"a byte order mark", key, body("\ufeff" + examined), "body", "byte order mark"},
		{"no secret", "", nil, "secret", "empty"},
		{"a secret with a line break", key + "\n", nil, "secret", "white space"},
		{"a secret in quotes", `"` + key + `"`, nil, "secret", "quotation marks"},
		{"a secret without its prefix", plain(strings.TrimPrefix(key.Reveal(), "whsec_")), nil, "secret", "whsec_"},
		{"a secret for URLs", "whsec_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_", nil, "secret", "form for URLs"},
		{"a short secret", "whsec_AAAA", nil, "secret", "3 bytes"},
		{"half a secret", "whsec_AAAAA", nil, "secret", "not base64"},
		{"an API key", "prd_live_abc", nil, "secret", "API key"},
		{"an endpoint", "whe_1", nil, "secret", "id of an endpoint"},
		{"a private key", "whsk_abc", nil, "secret", "no receiver should hold"},
		{"half a public key", "whpk_abc", nil, "secret", "32 bytes"},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := webhook.Received{Header: signedAt(t, key, now, examined), Body: []byte(examined), At: now.Add(time.Second)}
			if c.alter != nil {
				c.alter(&r)
			}
			var told []string
			bad := ""
			for _, f := range webhook.Examine(r, c.key) {
				told = append(told, fmt.Sprintf("%v %s: %s", f.Good, f.Part, f.Says))
				if !f.Good {
					bad += f.Part
				}
			}
			all := strings.Join(told, "\n")
			if bad != c.part || !strings.Contains(all, c.says) {
				t.Errorf("wrong is %q, want %q saying %q:\n%s", bad, c.part, c.says, all)
			}
			if inner := strings.Trim(c.key.Reveal(), "\"\n"); len(inner) > 12 && strings.Contains(all, inner) {
				t.Errorf("the findings repeat the secret:\n%s", all)
			}
		})
	}
}

// TestExamineMisreadSecret: a signer of one's own that never decoded the secret.
func TestExamineMisreadSecret(t *testing.T) {
	now := time.Now()
	key := secret()
	misread, err := standardwebhooks.NewWebhookRaw([]byte(key.Reveal()))
	if err != nil {
		t.Fatal(err)
	}
	signature, err := misread.Sign("dlv_7", now, []byte(examined))
	if err != nil {
		t.Fatal(err)
	}
	findings := webhook.Examine(webhook.Received{Header: headers("dlv_7", now, signature), Body: []byte(examined), At: now}, key)
	if last := findings[len(findings)-1]; last.Good || !strings.Contains(last.Says, "decoded") {
		t.Errorf("found %+v", last)
	}
}

func TestExaminePublicKey(t *testing.T) {
	now := time.Now()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signed := fmt.Sprintf("dlv_7.%d.%s", now.Unix(), examined)
	signature := "v1a," + base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte(signed)))
	key := predate.Secret("whpk_" + base64.StdEncoding.EncodeToString(public))
	for body, good := range map[string]bool{examined: true, examined + " ": false, "{}": false} {
		findings := webhook.Examine(webhook.Received{Header: headers("dlv_7", now, signature), Body: []byte(body), At: now}, key)
		if last := findings[len(findings)-1]; last.Good != good {
			t.Errorf("%q: found %+v", body, last)
		}
	}
	mixed := webhook.Examine(webhook.Received{Header: signedAt(t, secret(), now, examined), Body: []byte(examined), At: now}, key)
	if last := mixed[len(mixed)-1]; last.Good || !strings.Contains(last.Says, "scheme v1,") {
		t.Errorf("found %+v", last)
	}
}
