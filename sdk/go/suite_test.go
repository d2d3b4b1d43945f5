package predate_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"predate.example/predate"
)

// The suite runs against a real server that «go test ./sdk» starts and names in
// the environment.
func setting(t *testing.T, name string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		t.Fatalf("%s is not set: run «go test ./sdk» in the repository", name)
	}
	return value
}

func client(t *testing.T, base string) *predate.Client {
	t.Helper()
	c, err := predate.New(predate.Config{
		BaseURL: base, APIKey: setting(t, "PREDATE_API_KEY"), Email: setting(t, "PREDATE_EMAIL"), Password: setting(t, "PREDATE_PASSWORD"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func newOrder(username, externalID string) predate.NewOrder {
	return predate.NewOrder{
		Address: "18 rue des Maraîchers-Fleuris", City: "Lyon", Zipcode: "69003",
		Owners:  []predate.NewOrderOwner{{Firstname: "Hélène", Lastname: "Vassorelle"}},
		Invoice: predate.NewOrderInvoice{Address: "1 place de l’Étude", City: "Lyon", Zipcode: "69003", Lastname: "Étude des Quatre-Vents"},
		Method:  "extranet",
		Syndic:  &predate.NewOrderSyndic{Name: "Cabinet Orvellac-Brimont", Username: username, Password: "x", URL: "https://extranet.example/"},
		Lots:    "14, 38", AllDuePaid: true, ExternalID: externalID, TestMode: true,
	}
}

func until(t *testing.T, c *predate.Client, id string, state predate.State) predate.View {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		view, err := c.ReadOrder(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if view.State == state {
			return view
		}
		if time.Now().After(end) {
			t.Fatalf("the order is %s, not %s", view.State, state)
		}
	}
}

func TestOrderToDone(t *testing.T) {
	t.Parallel()
	c := client(t, setting(t, "PREDATE_URL"))
	hooks := newReceiver(t, c)
	placed, err := c.CreateOrder(t.Context(), newOrder("test-done", "go-1"))
	if err != nil || placed.State != predate.StateConfirmed || !placed.TestMode || placed.Created.IsZero() {
		t.Fatalf("placed %+v, %v", placed, err)
	}
	view := until(t, c, placed.OrderID, predate.StateDone)
	pdf, err := c.ReadStatement(t.Context(), placed.OrderID)
	if sum := sha256.Sum256(pdf); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF")) || hex.EncodeToString(sum[:]) != view.Statement.SHA256 {
		t.Errorf("the statement: %d bytes, %v", len(pdf), err)
	}
	if report, err := c.ReadReport(t.Context(), placed.OrderID); err != nil || !json.Valid(report) {
		t.Errorf("the report: %v", err)
	}
	if paper, err := c.Download(t.Context(), view.Documents[0].URL); err != nil || len(paper) == 0 {
		t.Errorf("a paper: %v", err)
	}
	var states []predate.State
	for event, err := range c.EachEvent(t.Context(), predate.ListEventsQuery{Limit: 2, Content: "link"}) {
		if err != nil {
			t.Fatal(err)
		}
		if event.OrderID != placed.OrderID {
			continue
		}
		states = append(states, event.Status)
		if event.Status == predate.StateDone {
			if linked, err := c.StatementOf(t.Context(), *event.Body); err != nil || !bytes.Equal(linked, pdf) {
				t.Errorf("the statement of the event: %v", err)
			}
			event.Body.ContentSHA256 = hex.EncodeToString(make([]byte, 32))
			if _, err := c.StatementOf(t.Context(), *event.Body); err == nil {
				t.Error("another statement was taken for it")
			}
		}
	}
	if fmt.Sprint(states) != "[confirmed received done]" {
		t.Errorf("the feed tells %v", states)
	}
	hooks.tellOf(t, c, placed.OrderID, pdf)
	if _, err := c.RefreshOrder(t.Context(), placed.OrderID, predate.Refresh{Method: "extranet", Syndic: &predate.SyndicChange{Username: "test-done", Password: "x"}}); err != nil {
		t.Errorf("refresh: %v", err)
	}
}

// receiver takes webhooks as the README shows.
type receiver struct {
	endpoint predate.Endpoint
	taken    chan predate.Webhook
}

func newReceiver(t *testing.T, c *predate.Client) *receiver {
	t.Helper()
	r := &receiver{taken: make(chan predate.Webhook, 100)}
	var verifier *predate.Verifier
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		hook, err := verifier.Verify(request.Header, body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		r.taken <- hook
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	var err error
	if r.endpoint, err = c.CreateWebhook(t.Context(), predate.NewEndpoint{URL: server.URL + "/predate", Details: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = c.DeleteWebhook(context.Background(), r.endpoint.ID) })
	if verifier, err = predate.NewVerifier(r.endpoint.Secret); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *receiver) tellOf(t *testing.T, c *predate.Client, order string, pdf []byte) {
	t.Helper()
	for want := 1; want <= 3; {
		select {
		case hook := <-r.taken:
			if hook.Event.OrderID != order {
				continue
			}
			if hook.Sequence != want || !hook.Test {
				t.Errorf("delivery %+v, want number %d", hook, want)
			}
			if want++; hook.Event.Status != predate.StateDone {
				continue
			}
			if content, err := c.StatementOf(t.Context(), hook.Event); err != nil || !bytes.Equal(content, pdf) {
				t.Errorf("the statement of the webhook: %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("delivery %d did not come", want)
		}
	}
	if _, err := c.SimulateEvent(t.Context(), predate.Simulation{OrderID: order, Event: predate.StateWaiting}); err != nil {
		t.Error(err)
	}
	count := 0
	for delivery, err := range c.EachDelivery(t.Context(), r.endpoint.ID, predate.ListDeliveriesQuery{Limit: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		if delivery.OrderID == order {
			count++
		}
	}
	if count != 4 {
		t.Errorf("%d deliveries are listed, want 4", count)
	}
}

func TestWebhookEndpoints(t *testing.T) {
	t.Parallel()
	c := client(t, setting(t, "PREDATE_URL"))
	made, err := c.CreateWebhook(t.Context(), predate.NewEndpoint{URL: "http://127.0.0.1:9/go", Events: []predate.State{predate.StateDone}, MaxRate: 5})
	if err != nil || made.Secret == "" || *made.MaxRate != 5 {
		t.Fatalf("made %+v, %v", made, err)
	}
	changed, err := c.ChangeWebhook(t.Context(), made.ID, predate.EndpointChange{Enabled: predate.Ptr(false)})
	if err != nil || changed.Enabled || *changed.MaxRate != 5 {
		t.Errorf("switched off: %+v, %v", changed, err)
	}
	if changed, err = c.ChangeWebhook(t.Context(), made.ID, predate.EndpointChange{MaxRate: predate.Null[int64]()}); err != nil || changed.MaxRate != nil {
		t.Errorf("without a limit: %+v, %v", changed, err)
	}
	if rotated, err := c.RotateWebhookSecret(t.Context(), made.ID, predate.NeedRotation{GraceHours: predate.Ptr(int64(0))}); err != nil || rotated.Secret == made.Secret {
		t.Errorf("rotated: %+v, %v", rotated, err)
	}
	if _, err := c.WebhookStats(t.Context(), made.ID, predate.WebhookStatsQuery{Hours: 1}); err != nil {
		t.Error(err)
	}
	if _, err := c.DeleteWebhook(t.Context(), made.ID); err != nil {
		t.Error(err)
	}
	var refused *predate.Error
	if _, err := c.ReadWebhook(t.Context(), made.ID); !errors.As(err, &refused) || refused.Code != "webhook_not_found" {
		t.Errorf("after its end: %v", err)
	}
}

func TestWaitingOrder(t *testing.T) {
	t.Parallel()
	c := client(t, setting(t, "PREDATE_URL"))
	placed, err := c.CreateOrder(t.Context(), newOrder("test-waiting-document", "go-2"))
	if err != nil {
		t.Fatal(err)
	}
	if view := until(t, c, placed.OrderID, predate.StateWaiting); len(view.Missing) == 0 || view.Missing[0].Message == "" {
		t.Errorf("nothing is missing: %+v", view)
	}
	list, err := c.ReadChecklist(t.Context(), placed.OrderID)
	if err != nil || len(list.Items) == 0 {
		t.Fatalf("checklist %+v, %v", list, err)
	}
	var asked predate.Item
	for _, item := range list.Items {
		if item.State == "missing" && item.Kind == "document" {
			asked = item
		}
	}
	answer := predate.NewAnswer{Code: asked.Code, FiscalYear: asked.FiscalYear, Answer: "see_comment", Comment: "Lundi.", By: "Mme Vassorelle"}
	if _, err := c.Answer(t.Context(), placed.OrderID, []predate.NewAnswer{answer}); err != nil {
		t.Errorf("answer: %v", err)
	}
	given := predate.NewDocuments{Documents: []predate.NewDocument{{Filename: "note.pdf", Content: []byte("%PDF-1.4\n%%EOF\n")}}}
	if _, err := c.AddDocuments(t.Context(), placed.OrderID, given); err != nil {
		t.Errorf("documents: %v", err)
	}
	if view, err := c.CancelOrder(t.Context(), placed.OrderID); err != nil || view.Cancelled == nil {
		t.Errorf("cancelled: %+v, %v", view, err)
	}
	found := 0
	for order, err := range c.EachOrder(t.Context(), predate.ListOrdersQuery{Limit: 1, ExternalID: "go-2", TestMode: predate.Ptr(true)}) {
		if err != nil {
			t.Fatal(err)
		}
		if order.OrderID == placed.OrderID {
			found++
		}
	}
	if found != 1 {
		t.Errorf("the list has the order %d times", found)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	c := client(t, setting(t, "PREDATE_URL"))
	order := newOrder("test-done", "go-3")
	order.Zipcode, order.Owners[0].Lastname = "690", ""
	var refused *predate.Error
	if _, err := c.CreateOrder(t.Context(), order); !errors.As(err, &refused) {
		t.Fatalf("taken: %v", err)
	}
	if refused.Status != 400 || refused.Code != "invalid_request" || refused.RequestID == "" || refused.Fields["zipcode"] == "" || refused.Fields["owners[0].lastname"] == "" {
		t.Errorf("refused by %+v", refused)
	}
	if _, err := c.ReadOrder(t.Context(), "ZZZZZZ"); !errors.As(err, &refused) || refused.Code != "order_not_found" {
		t.Errorf("an order that is not: %v", err)
	}
	stranger, err := predate.New(predate.Config{BaseURL: setting(t, "PREDATE_URL"), APIKey: "prd_test_none", Email: "a@b.example", Password: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stranger.ListOrders(t.Context(), predate.ListOrdersQuery{}); !errors.As(err, &refused) || refused.Code != "invalid_api_key" {
		t.Errorf("a key that is not: %v", err)
	}
	if _, err := stranger.Verify(t.Context(), "8G9P-Z8TN-PDKR-M4A6-NMBF"); !errors.As(err, &refused) || refused.Status != 404 {
		t.Errorf("a code that is not: %v", err)
	}
	if err := stranger.Ready(t.Context()); err != nil {
		t.Errorf("ready: %v", err)
	}
	if text, err := stranger.OpenAPI(t.Context()); err != nil || !bytes.HasPrefix(text, []byte("openapi:")) {
		t.Errorf("openapi: %v", err)
	}
	if keys, err := stranger.JWKS(t.Context()); err != nil || len(keys.Keys) == 0 {
		t.Errorf("jwks: %v", err)
	}
}

type sighting struct{ Method, Path, Key, Fault string }

func seen(t *testing.T, session string) (calls []sighting) {
	t.Helper()
	response, err := http.Get(setting(t, "PREDATE_FAULTS") + "/seen/" + session)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&calls); err != nil {
		t.Fatal(err)
	}
	return calls
}

func TestFurtherAttempts(t *testing.T) {
	t.Parallel()
	base := setting(t, "PREDATE_FAULTS")
	for _, faults := range []string{"503.0,lost,409.0", "cut,429.0"} {
		session := "go-" + faults[:3]
		placed, err := client(t, base+"/"+faults+"/"+session).CreateOrder(t.Context(), newOrder("test-done", session))
		if err != nil {
			t.Fatal(err)
		}
		keys := map[string]int{}
		for _, call := range seen(t, session) {
			if call.Path == "/order/" {
				keys[call.Key]++
			}
		}
		for key, count := range keys {
			if len(keys) != 1 || key == "" || count != 2+strings.Count(faults, ",") {
				t.Errorf("%s: the keys of the attempts were %v", faults, keys)
			}
		}
		list, err := client(t, setting(t, "PREDATE_URL")).ListOrders(t.Context(), predate.ListOrdersQuery{ExternalID: session})
		if err != nil || len(list.Orders) != 1 || list.Orders[0].OrderID != placed.OrderID {
			t.Errorf("%s made %d orders, %v", faults, len(list.Orders), err)
		}
	}
	began := time.Now()
	if _, err := client(t, base+"/429.1/go-wait").ListOrders(t.Context(), predate.ListOrdersQuery{}); err != nil || time.Since(began) < time.Second {
		t.Errorf("waited %v after Retry-After, %v", time.Since(began), err)
	}
	var refused *predate.Error
	if _, err := client(t, base+"/429.3600/go-long").ListOrders(t.Context(), predate.ListOrdersQuery{}); !errors.As(err, &refused) || refused.RetryAfter != time.Hour {
		t.Errorf("an hour's wait: %v", err)
	}
	c := client(t, base+"/503.0/go-once")
	if _, err := c.CreateWebhook(t.Context(), predate.NewEndpoint{URL: "http://127.0.0.1:9/go"}); !errors.As(err, &refused) || refused.Status != 503 || len(seen(t, "go-once")) != 2 {
		t.Errorf("a POST without a key: %v, %v", err, seen(t, "go-once"))
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	asked := func(session string) (count int) {
		for _, call := range seen(t, session) {
			if call.Path == "/account/auth" {
				count++
			}
		}
		return count
	}
	for plan, want := range map[string]int{"none": 1, "short": 3, "none,401": 2, "401": 2} {
		session := "go-token-" + plan
		c := client(t, setting(t, "PREDATE_FAULTS")+"/"+plan+"/"+session)
		for range 3 {
			if _, err := c.ListWebhooks(t.Context()); err != nil {
				t.Fatalf("%s: %v", plan, err)
			}
		}
		if got := asked(session); got != want {
			t.Errorf("%s: %d tokens were asked for, want %d", plan, got, want)
		}
	}
}

func TestVerifier(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(setting(t, "PREDATE_VECTORS"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name, Body, Want string
		Secrets          []string
		Headers          map[string]string
		Now              int64
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) < 25 {
		t.Fatalf("%d deliveries, %v", len(vectors), err)
	}
	wants := map[string]error{"headers": predate.ErrHeaders, "timestamp": predate.ErrTimestamp, "signature": predate.ErrSignature, "body": predate.ErrBody}
	for _, v := range vectors {
		verifier, err := predate.NewVerifier(v.Secrets...)
		if err != nil {
			t.Fatal(err)
		}
		verifier.Now = func() time.Time { return time.Unix(v.Now, 0) }
		header := http.Header{}
		for name, value := range v.Headers {
			header.Set(name, value)
		}
		body, _ := base64.StdEncoding.DecodeString(v.Body)
		hook, err := verifier.Verify(header, body)
		if !errors.Is(err, wants[v.Want]) || v.Want == "ok" && (hook.ID != "dlv_7" || hook.Sequence != 2 || hook.Event.OrderID != "K7QF3M") {
			t.Errorf("%s: %+v, %v, want %s", v.Name, hook, err, v.Want)
		}
	}
	for _, secret := range []string{"", "whsec_", "whsec_~~~", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"} {
		if _, err := predate.NewVerifier(secret); err == nil {
			t.Errorf("%q was taken for a secret", secret)
		}
	}
}
