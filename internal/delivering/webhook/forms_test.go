package webhook_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
)

func TestAnEndpointMayChooseTheForm(t *testing.T) {
	waiting := event(predate.Waiting)
	waiting.Missing = []predate.Gap{
		{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, Message: "Il manque le procès-verbal."},
		{Kind: predate.GapAction, Code: "bad_credentials", Message: "Le mot de passe est refusé."},
	}
	const head = `"orderid":"ABC234","external_id":"dossier <7> & co"`
	address := &webhook.Link{URL: "https://predate.example/files/s?a=1&b=2", SHA256: "ab12", Always: true}
	huge := &webhook.Content{Size: webhook.MaxBody}
	for name, c := range map[string]struct {
		notice webhook.Notice
		want   string
	}{
		"details": {
			webhook.Notice{Event: waiting, SendMissing: true},
			`{"status":"waiting",` + head + `,"missing":[{"kind":"document","doctype":2,"code":"minutes","message":"Il manque le procès-verbal."},` +
				`{"kind":"action","code":"bad_credentials","message":"Le mot de passe est refusé."}]}`,
		},
		"details of nothing": {webhook.Notice{Event: event(predate.Waiting), SendMissing: true}, `{"status":"waiting",` + head + `,"missing":[]}`},
		"details elsewhere":  {webhook.Notice{Event: event(predate.Received), SendMissing: true}, `{"status":"received",` + head + `}`},
		"no details":         {webhook.Notice{Event: waiting}, `{"status":"waiting",` + head + `}`},
		"link": {
			webhook.Notice{Event: event(predate.Done), Statement: content([]byte("%PDF")), Link: address, SendDocuments: true},
			`{"status":"done",` + head + `,"content_url":"https://predate.example/files/s?a=1&b=2","content_sha256":"ab12","documents":[]}`,
		},
		"too long to go inline": {
			webhook.Notice{Event: event(predate.Done), Statement: huge, Link: &webhook.Link{URL: "https://p.example", SHA256: "ab"}},
			`{"status":"done",` + head + `,"content_url":"https://p.example","content_sha256":"ab"}`,
		},
		"short enough": {
			webhook.Notice{Event: event(predate.Done), Statement: content([]byte("%PDF")), Link: &webhook.Link{URL: "https://p.example"}},
			`{"status":"done",` + head + `,"content":"JVBERg=="}`,
		},
	} {
		if got := text(t, mustBody(t, c.notice)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// A key pair signs as the specification says, and the public half is enough to
// verify it.
func TestKeyPair(t *testing.T) {
	secret, public, err := webhook.NewKey(predate.Ed25519, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	shared, none, err := webhook.NewKey(predate.HMACSHA256, rand.Reader)
	if err != nil || none != "" {
		t.Fatalf("public half %q of a shared secret, %v", none, err)
	}
	body, at := []byte(`{"status":"done"}`), time.Unix(1_700_000_000, 0)
	signature, err := webhook.Sign([]predate.Secret{secret, shared}, "dlv_1", at, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	first, second, _ := strings.Cut(signature, " ")
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(public, "whpk_"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		t.Fatalf("public key %q: %v", public, err)
	}
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(first, "v1a,"))
	if err != nil || !ed25519.Verify(key, fmt.Appendf(nil, "dlv_1.%d.%s", at.Unix(), body), sum) {
		t.Errorf("%q does not verify: %v", first, err)
	}
	if !strings.HasPrefix(second, "v1,") {
		t.Errorf("second signature %q", second)
	}
	if err := verify(t, shared, headers("dlv_1", at, signature), body); err != nil {
		t.Errorf("the official library stumbles over v1a: %v", err)
	}
	for _, bad := range []predate.Secret{"whsk_hunter2*", "whsk_AAAA"} {
		if _, err := webhook.Sign([]predate.Secret{bad}, "dlv_1", at, bytes.NewReader(body)); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("a bad seed: %v", err)
		}
	}
}

func TestAReceiverGivesOrders(t *testing.T) {
	for header, want := range map[string]predate.Control{
		"stop": predate.ControlStop, " Disable ": predate.ControlDisable, "dance": "", "": "",
	} {
		r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("predate-control", header)
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		})
		attempt := mustSend(t, r.sender, sending(r.URL, mustBody(t, webhook.Notice{Event: event(predate.Received)})))
		if attempt.Control != want || !strings.Contains(attempt.Error, "jusqu’à 20 Mio") {
			t.Errorf("%q: control %q, error %q", header, attempt.Control, attempt.Error)
		}
	}
}
