package webhook_test

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"pgregory.net/rapid"

	"predate"
	"predate/internal/delivering/webhook"
)

func secretOf(key []byte) predate.Secret {
	return predate.Secret("whsec_" + base64.StdEncoding.EncodeToString(key))
}

func drawSecret(t *rapid.T, label string) predate.Secret {
	return secretOf(rapid.SliceOfN(rapid.Byte(), 24, 32).Draw(t, label))
}

func official(t rapid.TB, secret predate.Secret) *standardwebhooks.Webhook {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	return verifier
}

// verify asks the official library.
func verify(t rapid.TB, secret predate.Secret, header http.Header, body []byte) error {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	return verifier.VerifyIgnoringTimestamp(body, header)
}

func headers(id predate.DeliveryID, at time.Time, signature string) http.Header {
	header := http.Header{}
	header.Set("webhook-id", string(id))
	header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	header.Set("webhook-signature", signature)
	return header
}

func TestOfficialVerifierAcceptsAndRefuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		current, older, stranger := drawSecret(t, "current"), drawSecret(t, "older"), drawSecret(t, "stranger")
		body := rapid.SliceOfN(rapid.Byte(), 1, 500).Draw(t, "body")
		id := predate.DeliveryID("dlv_" + rapid.StringMatching(`[0-9a-z]{26}`).Draw(t, "id"))
		at := time.Unix(rapid.Int64Range(1, 4e9).Draw(t, "at"), 0)
		signature, err := webhook.Sign([]predate.Secret{current, older}, id, at, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		header := headers(id, at, signature)
		for name, secret := range map[string]predate.Secret{"current": current, "older": older} {
			if err := verify(t, secret, header, body); err != nil {
				t.Fatalf("the %s secret: %v", name, err)
			}
		}
		if stranger != current && stranger != older && verify(t, stranger, header, body) == nil {
			t.Fatal("a secret of somebody else verifies")
		}
		bit := rapid.IntRange(0, len(body)*8-1).Draw(t, "bit")
		changed := bytes.Clone(body)
		changed[bit/8] ^= 1 << (bit % 8)
		if verify(t, current, header, changed) == nil {
			t.Fatal("a changed body verifies")
		}
		if verify(t, current, headers(id+"x", at, signature), body) == nil {
			t.Fatal("a changed id verifies")
		}
		if verify(t, current, headers(id, at.Add(time.Second), signature), body) == nil {
			t.Fatal("a changed timestamp verifies")
		}
	})
}

// The example of the specification, so that we and the library of its authors
// cannot be wrong together.
func TestSignatureOfTheSpecification(t *testing.T) {
	secret := predate.Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	at := time.Unix(1614265330, 0)
	got, err := webhook.Sign([]predate.Secret{secret}, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, strings.NewReader(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; err != nil || got != want {
		t.Errorf("signature %q, %v; want %q", got, err, want)
	}
}

func TestBadSecretsSignNothing(t *testing.T) {
	for name, secrets := range map[string][]predate.Secret{
		"none":      nil,
		"no prefix": {predate.Secret(base64.StdEncoding.EncodeToString(make([]byte, 32)))},
		"no base64": {"whsec_hunter2*"},
		"too short": {secretOf(make([]byte, 23))},
		"too long":  {secretOf(make([]byte, 65))},
		"one bad":   {secretOf(make([]byte, 24)), "whsec_hunter2*"},
	} {
		signature, err := webhook.Sign(secrets, "dlv_1", time.Unix(0, 0), strings.NewReader("{}"))
		if err == nil {
			t.Errorf("%s: signed %q", name, signature)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the error shows the secret: %v", name, err)
		}
	}
}
