package api_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"predate"
	openapi "predate/api"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
	"predate/internal/reading/report"
)

// recorded is one real answer of each operation that answers JSON of ours.
type recorded map[string]json.RawMessage

// The examples of answers in the reference are recorded: each has the members and types
// of what the server really answers. To record them anew, name a file in PREDATE_RECORD.
func TestEveryOperationHasAnExampleOfItsAnswer(t *testing.T) {
	answers := recordAnswers(t)
	if path := os.Getenv("PREDATE_RECORD"); path != "" {
		text, err := json.MarshalIndent(answers, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Document())
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.Summary == "" || operation.Description == "" {
				t.Errorf("%s %s has no summary or no description", method, path)
			}
			for media, content := range operation.Responses.Value("200").Value.Content {
				// Files and this document itself have forms of their own.
				if !strings.HasSuffix(media, "json") || operation.OperationID == "openapiJSON" {
					continue
				}
				if operation.OperationID == "readReport" {
					checkReport(t, content.Examples)
					continue
				}
				checkExample(t, operation.OperationID, answers[operation.OperationID], content.Examples)
			}
		}
	}
}

// checkReport holds the example of a report to what reads reports.
func checkReport(t *testing.T, examples openapi3.Examples) {
	t.Helper()
	if examples["report"] == nil {
		t.Fatal("there is no example of a report")
	}
	text, err := json.Marshal(examples["report"].Value.Value)
	if err != nil {
		t.Fatal(err)
	}
	read, err := report.Decode(text)
	arrears := read.Figure(predate.KeyArrears)
	if err != nil || !arrears.Known() || len(arrears.Evidence) != 1 || len(read.Documents) != 1 || len(read.Gates) != 1 {
		t.Errorf("the example of a report reads as %+v, %v", read, err)
	}
}

// checkExample holds one example at least to the form of a real answer.
func checkExample(t *testing.T, operation string, answer json.RawMessage, examples openapi3.Examples) {
	t.Helper()
	var real any
	if err := json.Unmarshal(answer, &real); err != nil {
		t.Errorf("%s: no answer was recorded: %v", operation, err)
		return
	}
	diff := "there is none"
	for _, example := range examples {
		if diff = cmp.Diff(formOf(real), formOf(example.Value.Value)); diff == "" {
			return
		}
	}
	t.Errorf("%s: no example has the form of its answer (-answer +example):\n%s", operation, diff)
}

// formOf is what a JSON value is made of: members with their types, and of a list its
// first item.
func formOf(value any) any {
	switch value := value.(type) {
	case map[string]any:
		form := map[string]any{}
		for name, member := range value {
			form[name] = formOf(member)
		}
		return form
	case []any:
		if len(value) == 0 {
			return []any{}
		}
		return []any{formOf(value[0])}
	case string:
		return "text"
	case float64, int, int64, uint64:
		return "number"
	case bool:
		return "flag"
	}
	return nil
}

// recordAnswers walks through the operations with an order that has something of everything.
func recordAnswers(t *testing.T) recorded {
	t.Helper()
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	all := recorded{}
	do := func(operation, method, target string, body any) answer {
		t.Helper()
		got := c.do(method, target, body)
		if got.status != http.StatusOK {
			t.Fatalf("%s: %d %s", operation, got.status, got.body)
		}
		all[operation] = got.body
		return got
	}
	do("authenticate", "POST", "/account/auth", map[string]any{"email": "etude@notaires.example", "password": password})
	endpoint := do("createWebhook", "POST", "/account/webhooks", map[string]any{"url": "https://hooks.etude.example/predate"}).text("id")
	webhook := "/account/webhooks/" + endpoint
	minutes := base64.StdEncoding.EncodeToString([]byte("%PDF-1.7 minutes"))
	id := do("createOrder", "POST", "/order/", order("test_mode", true, "documents", []any{
		map[string]any{"filename": "pv-2025.pdf", "content": minutes, "doctype": 2, "comment": "Remis par le vendeur", "submit": true},
	})).text("orderid")
	target := "/order/" + id
	h.clock.Pass(2 * time.Minute)
	h.record(t, id, predate.DossierLacking, func(run *predate.Run) {
		run.Collected, run.Read = true, true
		run.Gaps = []predate.Gap{
			{Kind: predate.GapDocument, Code: "schedule_1", DocType: predate.TypeOther, FiscalYear: "2025", Message: "Il manque l’annexe 1 de l’exercice 2025."},
			{Kind: predate.GapDocument, Code: "maintenance_log", DocType: predate.TypeMaintenanceLog, Message: "Il manque le carnet d’entretien.", Reserve: true},
		}
	})
	do("listWebhooks", "GET", "/account/webhooks", nil)
	do("readOrder", "GET", target, nil)
	do("listOrders", "GET", "/order/", nil)
	do("readChecklist", "GET", target+"/checklist", nil)
	do("listEvents", "GET", "/order/events", nil)
	do("listOrderEvents", "GET", target+"/events", nil)
	do("simulateEvent", "POST", "/order/test/webhook-events", map[string]any{"orderid": id, "event": "waiting"})
	recordDeliveries(t, h, c, webhook, do)
	do("addDocuments", "POST", target+"/documents", map[string]any{"documents": []any{map[string]any{"filename": "annexe-1.pdf", "content": "JVBERi0xLjcK"}}})
	h.record(t, id, "", func(run *predate.Run) { run.Read = true })
	do("answer", "POST", target+"/answers", `[{"code":"schedule_1","fiscal_year":"2025","answer":"see_comment","comment":"Le syndic l’envoie lundi.","by":"Mme Vassorelle"}]`)
	do("refreshOrder", "POST", target+"/refresh", map[string]any{"method": "extranet"})
	h.record(t, id, predate.DossierLacking, nil)
	do("needRefresh", "POST", "/order/needrefresh", map[string]any{"orderid": id, "method": "extranet"})
	do("cancelOrder", "POST", target+"/cancel", nil)
	do("deleteWebhook", "DELETE", webhook, nil)
	for operation, target := range map[string]string{"alive": "/livez", "ready": "/readyz", "jwks": "/.well-known/jwks.json"} {
		do(operation, "GET", target, nil)
	}
	recordAccount(t, h, c, do)
	run := h.latest(t, predate.OrderID(c.place("method", "upload", "syndic", nil)))
	code := predate.CodeOf([]byte("a report"))
	h.issueCode(t, run, code)
	do("verify", "GET", "/verify/"+string(code), nil)
	return all
}

// recordAccount walks through what the holder of an account does, and what a test is led to.
func recordAccount(t *testing.T, h *house, c *client, do func(operation, method, target string, body any) answer) {
	t.Helper()
	do("viewAccount", "GET", "/account", nil)
	do("changeAccount", "PATCH", "/account", map[string]any{"send_documents": true})
	made := do("createKey", "POST", "/account/keys", map[string]any{"test_mode": true}).text("id")
	do("listKeys", "GET", "/account/keys", nil)
	do("deleteKey", "DELETE", "/account/keys/"+made, nil)
	do("createPortalLink", "POST", "/account/portal", map[string]any{})
	do("advanceTestOrder", "POST", "/order/test/advance", map[string]any{"orderid": c.place("test_mode", true), "action": "time", "by": "2h"})
	do("downloadSampleOrder", "GET", "/files/samples/order.json", nil)
	h.desk.Billing = desktest.Billing()
	h.issue(t, c)
	do("listInvoices", "GET", "/account/invoices", nil)
	changed := do("changePassword", "POST", "/account/password", map[string]any{"old_password": password, "new_password": "une autre phrase assez longue"})
	c.header.Set("Authorization", "Bearer "+changed.text("access_token"))
}

// recordDeliveries walks through what is told of an endpoint and its deliveries.
func recordDeliveries(t *testing.T, h *house, c *client, webhook string, do func(operation, method, target string, body any) answer) {
	t.Helper()
	list := c.do("GET", webhook+"/deliveries", nil).payload()["deliveries"].([]any)
	first := list[len(list)-1].(map[string]any)["id"].(string)
	attempt := predate.Attempt{
		Delivery: predate.DeliveryID(first), Number: 1, At: h.clock.Now(), Duration: 143 * time.Millisecond, Status: 503, Error: "Le récepteur a répondu 503", Answer: "busy",
		Signature: "v1,c2lnbmF0dXJl",
	}
	if _, err := h.desk.Attempted(t.Context(), attempt, desk.Verdict{GivenUp: true}); err != nil {
		t.Fatal(err)
	}
	do("readWebhook", "GET", webhook, nil)
	do("changeWebhook", "PATCH", webhook, map[string]any{"events": []string{"waiting", "done"}})
	do("webhookStats", "GET", webhook+"/stats", nil)
	do("listDeliveries", "GET", webhook+"/deliveries?status=given_up", nil)
	do("readDelivery", "GET", webhook+"/deliveries/"+first, nil)
	do("resendDelivery", "POST", webhook+"/deliveries/"+first+"/resend", nil)
	do("rotateWebhookSecret", "POST", webhook+"/rotate-secret", nil)
	do("recoverWebhook", "POST", webhook+"/recover", map[string]any{"since": "2026-05-01T00:00:00Z"})
}
