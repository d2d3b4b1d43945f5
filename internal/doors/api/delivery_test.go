package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

// What is shown of a delivery is what was sent: its body and headers verify under the
// secret, which is not shown.
func TestDeliveryShowsWhatWasSent(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	made := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate", "events": []string{"confirmed"}}).payload()
	endpoint, secret := made["id"].(string), made["secret"].(string)
	id := c.place("external_id", "dossier é")
	list := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries", nil).payload()["deliveries"].([]any)
	delivery := predate.DeliveryID(list[0].(map[string]any)["id"].(string))
	at := h.clock.Now()
	body := `{"status":"confirmed","orderid":"` + id + `","external_id":"dossier é"}`
	signature, err := webhook.Sign([]predate.Secret{predate.Secret(secret)}, delivery, at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for number, one := range []predate.Attempt{{Signature: ""}, {Signature: signature, Status: 200, Trace: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}} {
		one.Delivery, one.Number, one.At = delivery, number+1, at
		if _, err := h.desk.Attempted(t.Context(), one, desk.Verdict{Delivered: one.Status == 200, Retry: at}); err != nil {
			t.Fatal(err)
		}
	}
	got := c.do("GET", "/account/webhooks/"+endpoint+"/deliveries/"+string(delivery), nil).is(200, "Delivery")
	sum := sha256.Sum256([]byte(body))
	want := map[string]any{
		"url": "https://hooks.example/predate", "body": body, "bytes": float64(len(body)), "sha256": hex.EncodeToString(sum[:]), "truncated": false,
	}
	told := got.payload()
	if diff := cmp.Diff(want, told["request"]); diff != "" || told["kind"] != "confirmed" || told["status"] != "delivered" {
		t.Errorf("%s delivery of %v (-want +got):\n%s", told["status"], told["kind"], diff)
	}
	headers := told["attempts"].([]any)[1].(map[string]any)["headers"].(map[string]any)
	for name, want := range map[string]string{
		"content-type": "application/json", "user-agent": "predate-webhooks/1", "webhook-id": string(delivery), "webhook-timestamp": "1779096600",
		"webhook-signature": signature, "predate-event": "confirmed", "predate-sequence": "1", "predate-attempt": "2", "content-length": strconv.Itoa(len(body)),
		"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
	} {
		if headers[name] != want {
			t.Errorf("%s: %v, want %s", name, headers[name], want)
		}
	}
	if before := told["attempts"].([]any)[0].(map[string]any)["headers"].(map[string]any); before["webhook-signature"] != nil || before["predate-attempt"] != "1" {
		t.Errorf("headers of an attempt whose signature was not kept: %v", before)
	}
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	sent := http.Header{}
	for name, value := range headers {
		sent.Set(name, value.(string))
	}
	if err := verifier.VerifyIgnoringTimestamp([]byte(told["request"].(map[string]any)["body"].(string)), sent); err != nil {
		t.Errorf("what is shown does not verify: %v", err)
	}
	if bytes.Contains(got.body, []byte(secret)) || bytes.Contains(got.body, []byte(strings.TrimPrefix(secret, "whsec_"))) {
		t.Error("the secret is shown")
	}
	other := h.client(t, "autre@notaires.example", predate.Premium)
	other.do("GET", "/account/webhooks/"+endpoint+"/deliveries/"+string(delivery), nil).is(404, "Delivery not found")
}

// A long body is shown by its beginning, and one whose statement is gone not at all.
func TestDeliveryShowsTheBeginningOfALongBody(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	endpoint := c.do("POST", "/account/webhooks", map[string]any{"url": "https://hooks.example/predate", "events": []string{"done"}}).text("id")
	id := c.place("external_id", strings.Repeat("é", 255))
	statement := bytes.Repeat([]byte("%PDF-1.7 pré-état daté "), 10_000)
	pdf, _, err := h.desk.Blobs.Put(t.Context(), bytes.NewReader(statement))
	if err != nil {
		t.Fatal(err)
	}
	report, _, err := h.desk.Blobs.Put(t.Context(), bytes.NewReader(extranetsim.SampleReport()))
	if err != nil {
		t.Fatal(err)
	}
	h.record(t, id, predate.DossierComplete, nil)
	h.record(t, id, predate.StatementReady, func(run *predate.Run) { run.Issued, run.PDFHash, run.ReportHash = h.clock.Now(), pdf, report })
	deliveries := "/account/webhooks/" + endpoint + "/deliveries"
	one := deliveries + "/" + c.do("GET", deliveries, nil).payload()["deliveries"].([]any)[0].(map[string]any)["id"].(string)
	request := c.do("GET", one, nil).is(200, "Delivery").payload()["request"].(map[string]any)
	body := request["body"].(string)
	begin := `{"status":"done","orderid":"` + id + `","external_id":"` + strings.Repeat("é", 255) + `","content":"` + base64.StdEncoding.EncodeToString(statement)[:1000]
	if !strings.HasPrefix(body, begin) || len(body) != 64<<10 || request["truncated"] != true || request["bytes"].(float64) < 300_000 {
		t.Errorf("%d of %v bytes, cut %v: %.200s", len(body), request["bytes"], request["truncated"], body)
	}
	if err := h.desk.Blobs.Delete(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	if request = c.do("GET", one, nil).is(200, "Delivery").payload()["request"].(map[string]any); request["body"] != nil || request["bytes"] != 0.0 {
		t.Errorf("what is gone is shown: %v", request)
	}
}
