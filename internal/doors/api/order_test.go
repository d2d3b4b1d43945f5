package api_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/orders/desk"
)

func TestPlaceAnswersTheContract(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	for _, target := range []string{"/order/", "/order"} {
		got := c.do("POST", target, order()).is(200, "Transaction created").payload()
		id, _ := got["orderid"].(string)
		want := map[string]any{
			"account": "etude@notaires.example", "created": "Mon, 18 May 2026 09:30:00 GMT", "updated": "Mon, 18 May 2026 09:30:00 GMT",
			"external_id": "dossier-2026-118", "orderid": id, "pending": true, "refreshed": false, "state": "confirmed", "test_mode": false,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("POST %s (-want +got):\n%s", target, diff)
		}
		if _, err := predate.ParseOrderID(id); err != nil {
			t.Errorf("order id %q: %v", id, err)
		}
	}
}

func TestPlaceKeepsWhatTheClientSaid(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("comment", "Première ligne\nSeconde", "unknown", map[string]any{"a": 1}, "additional", nil, "owners",
		[]any{map[string]any{"firstname": "", "lastname": " SCI des Lilas "}, map[string]any{"lastname": "Moreau", "age": 3}})
	view, err := h.desk.View(t.Context(), c.account.ID, predate.OrderID(id))
	if err != nil {
		t.Fatal(err)
	}
	got := view.Order
	want := predate.Order{
		Property: predate.Address{Street: "12 rue des Lilas", City: "Nantes", Zipcode: "44000"},
		Owners:   []predate.Owner{{Lastname: "SCI des Lilas"}, {Lastname: "Moreau"}},
		Payer:    predate.Payer{Address: "3 place Royale", City: "Nantes", Zipcode: "44000", Lastname: "Étude Royale"},
		Method:   predate.MethodExtranet, Syndic: predate.Syndic{Name: "Cabinet Rivoire", URL: "https://extranet.syndic.example/login"},
		Lots: "14, 38", Comment: "Première ligne\nSeconde", AllDuePaid: true, ExternalID: "dossier-2026-118",
		ID: got.ID, Account: c.account.ID, State: predate.Confirmed, Seq: 1, Version: got.Version, Pending: true,
		Run: got.Run, Created: got.Created, Updated: got.Updated,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stored order (-want +got):\n%s", diff)
	}
}

func TestPlaceRefusals(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	syndic := func(changes ...any) map[string]any {
		body := map[string]any{"name": "Cabinet Rivoire", "username": "u", "password": "p", "url": "https://extranet.example"}
		for i := 0; i < len(changes); i += 2 {
			body[changes[i].(string)] = changes[i+1]
		}
		return body
	}
	const badSyndic = "Missing or invalid syndic information for method 'extranet'"
	long := strings.Repeat("é", 201)
	for _, test := range []struct {
		name    string
		body    any
		status  int
		message string
	}{
		{"empty body", "", 500, "Failed to decode JSON object"},
		{"not JSON", "{", 500, "Failed to decode JSON object"},
		{"not an object", "[]", 500, "Failed to decode JSON object"},
		{"null", "null", 500, "Failed to decode JSON object"},
		{"trailing data", `{"method":"upload"}{}`, 500, "Failed to decode JSON object"},
		{"invalid UTF-8", "{\"city\":\"\xff\"}", 500, "Failed to decode JSON object"},
		{"NUL", "{\"city\":\"\x00\"}", 500, "Failed to decode JSON object"},
		{"too deep", strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100), 500, "Failed to decode JSON object"},
		{"bomb of depth", strings.Repeat("[", 100_000), 500, "Failed to decode JSON object"},

		{"no syndic", order("syndic", nil), 400, badSyndic},
		{"syndic is a text", order("syndic", "Cabinet Rivoire"), 400, badSyndic},
		{"syndic without a member", order("syndic", map[string]any{"name": "Cabinet Rivoire"}), 400, badSyndic},
		{"syndic with an empty member", order("syndic", syndic("password", "")), 400, badSyndic},
		{"syndic with a blank member", order("syndic", syndic("name", "  ")), 400, badSyndic},
		{"syndic with a number", order("syndic", syndic("username", 12)), 400, badSyndic},
		{"http", order("syndic", syndic("url", "http://extranet.example")), 400, badSyndic},
		{"relative address", order("syndic", syndic("url", "extranet.example/login")), 400, badSyndic},
		{"no host", order("syndic", syndic("url", "https:///login")), 400, badSyndic},
		{"another scheme", order("syndic", syndic("url", "javascript:alert(1)")), 400, badSyndic},
		{"credentials in the address", order("syndic", syndic("url", "https://u:p@extranet.example")), 400, badSyndic},
		{"blank in the address", order("syndic", syndic("url", "https://extranet.example/a b")), 400, badSyndic},
		{"syndic given twice inside", `{"method":"extranet","syndic":{"name":"a","name":"b","username":"u","password":"p","url":"https://e.example"}}`, 400, badSyndic},
		{"syndic before all else", map[string]any{"method": "extranet"}, 400, badSyndic},

		{"nothing", map[string]any{}, 400, "Invalid request: method: is required; address: is required; city: is required; zipcode: is required; " +
			"owners: at least one owner is required; invoice: is required"},
		{"null method", order("method", any(nil)), 400, "Invalid request: method: is required"},
		{"unknown method", order("method", "post"), 400, "Invalid request: method: must be extranet or upload"},
		{"method is a number", order("method", 1), 400, "Invalid request: method: must be a string"},
		{"no address", order("address", nil), 400, "Invalid request: address: is required"},
		{"blank city", order("city", " "), 400, "Invalid request: city: is required"},
		{"city is a list", order("city", []any{}), 400, "Invalid request: city: must be a string"},
		{"long address", order("address", long), 400, "Invalid request: address: must have at most 200 characters"},
		{"two lines of address", order("address", "a\nb"), 400, "Invalid request: address: must not contain control characters"},
		{"NUL in a comment", order("comment", "a\x00"), 400, "Invalid request: comment: must not contain control characters"},
		{"zipcode is a number", order("zipcode", 44000), 400, "Invalid request: zipcode: must be a string"},
		{"four digits", order("zipcode", "4400"), 400, "Invalid request: zipcode: must be five digits"},
		{"other digits", order("zipcode", "٤٤٠٠٠"), 400, "Invalid request: zipcode: must be five digits"},
		{"no owners", order("owners", []any{}), 400, "Invalid request: owners: at least one owner is required"},
		{"owners is an object", order("owners", map[string]any{}), 400, "Invalid request: owners: must be an array"},
		{"owner is a text", order("owners", []any{"Moreau"}), 400, "Invalid request: owners[0]: must be an object"},
		{
			"owner without a name", order("owners", []any{map[string]any{"firstname": 1}}), 400,
			"Invalid request: owners[0].firstname: must be a string; owners[0].lastname: is required",
		},
		{"invoice is a text", order("invoice", "x"), 400, "Invalid request: invoice: must be an object"},
		{
			"invoice without members", order("invoice", map[string]any{"zipcode": "x"}), 400,
			"Invalid request: invoice.address: is required; invoice.city: is required; invoice.zipcode: must be five digits; invoice.lastname: is required",
		},
		{
			"flags that are texts", order("all_due_paid", "true", "test_mode", 1), 400,
			"Invalid request: all_due_paid: must be a boolean; test_mode: must be a boolean",
		},
		{"long lots", order("lots", strings.Repeat("1", 2001)), 400, "Invalid request: lots: must have at most 2000 characters"},
		{"external_id is a number", order("external_id", 12), 400, "Invalid request: external_id: must be a string"},
		{"long external_id", order("external_id", strings.Repeat("1", 256)), 400, "Invalid request: external_id: must have at most 255 characters"},
		{"long syndic name", order("syndic", syndic("name", long)), 400, "Invalid request: syndic.name: must have at most 200 characters"},
		{"twice", `{"method":"upload","method":"upload","address":"a","city":"b","zipcode":"44000","owners":[{"lastname":"x"}],` +
			`"invoice":{"address":"a","city":"b","zipcode":"44000","lastname":"x"}}`, 400, "Invalid request: method: is given twice"},
		{"documents is a text", order("documents", "x"), 400, "Invalid request: documents: must be an array"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := c
			c.t = t
			c.do("POST", "/order/", test.body).is(test.status, test.message)
		})
	}
	if got := c.do("GET", "/order/", nil).payload()["orders"].([]any); len(got) != 0 {
		t.Errorf("refused orders were kept: %v", got)
	}
}

func TestMillionErrorsGiveAShortMessage(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	documents := strings.TrimSuffix(strings.Repeat("{},", 100), ",")
	got := c.do("POST", "/order/", `{"method":"upload","documents":[`+documents+`]}`)
	if got.status != 400 || len(got.body) > 2000 {
		t.Errorf("got %d with %d bytes", got.status, len(got.body))
	}
	c.do("POST", "/order/", order("documents", make([]any, 101))).is(400, "Invalid request: documents: must have at most 100 items")
}

func TestPlaceAcceptsHTTPOnlyFromTheAllowList(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	with := func(address string) map[string]any {
		return order("syndic", map[string]any{"name": "n", "username": "u", "password": "p", "url": address})
	}
	c.do("POST", "/order/", with("http://localhost:8081/login")).is(200, "Transaction created")
	c.do("POST", "/order/", with("http://localhost.example/")).is(400, "Missing or invalid syndic information for method 'extranet'")
}

func TestTestKeyOnlyPlacesTestOrders(t *testing.T) {
	c := newHouse(t).client(t, "etude@notaires.example", predate.Premium)
	c = c.with("X-Auth-Key", c.keys.Test.Reveal())
	c.do("POST", "/order/", order()).is(403, "A test API key only creates test orders: set test_mode to true")
	c.do("POST", "/order/", order("zipcode", "x")).is(400, "Invalid request: zipcode: must be five digits")
	if c.do("POST", "/order/", order("test_mode", true)).is(200, "Transaction created").payload()["test_mode"] != true {
		t.Error("the order is not marked as a test")
	}
}

func TestViewTellsWhatIsMissing(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	fresh := c.do("GET", "/order/"+strings.ToLower(id), nil).is(200, "Transaction").payload()
	want := map[string]any{
		"account": "etude@notaires.example", "created": "Mon, 18 May 2026 09:30:00 GMT", "updated": "Mon, 18 May 2026 09:30:00 GMT",
		"external_id": "dossier-2026-118", "orderid": id, "pending": true, "refreshed": false, "state": "confirmed", "test_mode": false,
		"missing": []any{}, "documents": []any{}, "statement": nil, "cancelled": nil,
		"corner_url": h.links.Corner(predate.OrderID(id), 0, link.Until(h.clock.Now())),
		"address":    "12 rue des Lilas", "additional": "", "city": "Nantes", "zipcode": "44000",
		"owners":  []any{map[string]any{"firstname": "Jeanne", "lastname": "Moreau"}},
		"invoice": map[string]any{"address": "3 place Royale", "city": "Nantes", "zipcode": "44000", "lastname": "Étude Royale"},
		"method":  "extranet", "syndic": map[string]any{"name": "Cabinet Rivoire", "url": "https://extranet.syndic.example/login"},
		"lots": "14, 38", "comment": "", "all_due_paid": true, "credentials_kept_until": "Thu, 21 May 2026 09:30:00 GMT", "handed_in": []any{},
		"activity": map[string]any{"code": "queued", "since": "Mon, 18 May 2026 09:30:00 GMT", "message": "La collecte des pièces attend son tour."},
	}
	if diff := cmp.Diff(want, fresh); diff != "" {
		t.Errorf("fresh order (-want +got):\n%s", diff)
	}
	h.clock.Pass(time.Minute)
	h.record(t, id, predate.DossierLacking, func(run *predate.Run) {
		run.Gaps = []predate.Gap{
			{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, FiscalYear: "2025", Message: "Le procès-verbal manque."},
			{Kind: predate.GapAction, Code: "bad_credentials", Message: "Le mot de passe est refusé."},
			{Kind: predate.GapDocument, Code: "summary_sheet", DocType: predate.TypeSummarySheet, Message: "La fiche synthétique.", Reserve: true},
		}
	})
	waiting := c.do("GET", "/order/"+id, nil).payload()
	wantMissing := []any{
		map[string]any{"kind": "document", "doctype": float64(2), "code": "minutes", "fiscal_year": "2025", "message": "Le procès-verbal manque.", "blocking": true},
		map[string]any{"kind": "action", "code": "bad_credentials", "message": "Le mot de passe est refusé.", "blocking": true},
		map[string]any{"kind": "document", "doctype": float64(1), "code": "summary_sheet", "message": "La fiche synthétique.", "blocking": false},
	}
	if diff := cmp.Diff(wantMissing, waiting["missing"]); diff != "" || waiting["state"] != "waiting" || waiting["updated"] != "Mon, 18 May 2026 09:31:00 GMT" {
		t.Errorf("waiting order %v (-want +got):\n%s", waiting, diff)
	}
	h.record(t, id, predate.DossierComplete, nil)
	if diff := cmp.Diff(wantMissing[2:], c.do("GET", "/order/"+id, nil).payload()["missing"]); diff != "" {
		t.Errorf("what is still owed once nothing holds the order back (-want +got):\n%s", diff)
	}
}

// record writes a step of the pipeline, as a worker would.
func (h *house) record(t testing.TB, id string, trigger predate.Trigger, change func(*predate.Run)) predate.Run {
	t.Helper()
	var view desk.View
	for _, account := range h.accounts(t) {
		if found, err := h.desk.View(t.Context(), account.ID, predate.OrderID(id)); err == nil {
			view = found
		}
	}
	held, err := h.desk.Case(t.Context(), view.Order.Run)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.desk.Record(t.Context(), desk.Progress{Run: held.Run, Trigger: trigger, Change: change}); err != nil {
		t.Fatal(err)
	}
	return held.Run
}

func (h *house) accounts(t testing.TB) []predate.Account {
	t.Helper()
	accounts, err := h.auth.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return accounts
}

func TestListPagesNewestFirst(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	var placed []string
	for i := range 5 {
		h.clock.Pass(time.Second)
		placed = append(placed, c.place("external_id", "dossier "+strconv.Itoa(i), "test_mode", i == 4))
	}
	ids := func(got answer) (ids []string) {
		for _, one := range got.payload()["orders"].([]any) {
			ids = append(ids, one.(map[string]any)["orderid"].(string))
		}
		return ids
	}
	var seen []string
	target := "/order/?limit=2"
	for range 3 {
		got := c.do("GET", target, nil).is(200, "Transactions")
		seen = append(seen, ids(got)...)
		next, more := got.payload()["next"].(string)
		if !more {
			break
		}
		target = "/order/?limit=2&after=" + url.QueryEscape(next)
	}
	want := []string{placed[4], placed[3], placed[2], placed[1], placed[0]}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	for query, want := range map[string][]string{
		"external_id=dossier+3":     {placed[3]},
		"test_mode=true":            {placed[4]},
		"test_mode=false&limit=1":   {placed[3]},
		"state=done":                nil,
		"state=confirmed&limit=100": want,
		"unknown=1&limit=1":         {placed[4]},
	} {
		if diff := cmp.Diff(want, ids(c.do("GET", "/order?"+query, nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	for query, message := range map[string]string{
		"limit=0":       "limit: must be an integer from 1 to 100",
		"limit=101":     "limit: must be an integer from 1 to 100",
		"limit=ten":     "limit: must be an integer from 1 to 100",
		"after=%ff":     "after: must be the value of next of an earlier answer",
		"after=AAAA":    "after: must be the value of next of an earlier answer",
		"state=open":    "state: must be one of confirmed, received, waiting, done, need-refresh",
		"test_mode=yes": "test_mode: must be true or false",
		"external_id=" + strings.Repeat("x", 256): "external_id: must have at most 255 printable characters",
		"external_id=a%00b":                       "external_id: must have at most 255 printable characters",
		"external_id=%ff":                         "external_id: must have at most 255 printable characters",
	} {
		c.do("GET", "/order/?"+query, nil).is(400, "Invalid request: "+message)
	}
}

func TestReadingsHaveTags(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload", "documents", []any{map[string]any{"filename": "a.pdf", "content": "JVBERi0xLjcK"}})
	for _, target := range []string{"/order/" + id, "/order/", "/order/" + id + "/events", "/order/events", "/account/webhooks"} {
		first := c.do("GET", target, nil)
		tag := first.header.Get("ETag")
		h.clock.Pass(time.Second)
		second := c.with("If-None-Match", `"other", W/`+tag).do("GET", target, nil)
		if tag == "" || second.status != 304 || len(second.body) != 0 || second.header.Get("ETag") != tag {
			t.Errorf("%s: tag %q, then %d %q", target, tag, second.status, second.body)
		}
		if third := c.with("If-None-Match", `"other"`).do("GET", target, nil); third.status != 200 {
			t.Errorf("%s: another tag gives %d", target, third.status)
		}
	}
	tag := c.do("GET", "/order/"+id, nil).header.Get("ETag")
	c.do("POST", "/order/"+id+"/cancel", nil)
	if changed := c.with("If-None-Match", tag).do("GET", "/order/"+id, nil); changed.status != 200 {
		t.Errorf("a changed order gives %d", changed.status)
	}
}

func TestRefresh(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	refresh := "/order/" + id + "/refresh"
	c.do("POST", refresh, map[string]any{"method": "extranet"}).is(409, "The order is being processed")
	h.record(t, id, predate.DossierLacking, nil)
	for body, message := range map[string]string{
		`{`:                                    "Failed to decode JSON object",
		`[]`:                                   "Failed to decode JSON object",
		`{}`:                                   "Invalid request: method: is required",
		`{"method":"post"}`:                    "Invalid request: method: must be extranet or upload",
		`{"method":"extranet","comment":1}`:    "Invalid request: comment: must be a string",
		`{"method":"upload","all_due_paid":1}`: "Invalid request: all_due_paid: must be a boolean",
		`{"method":"extranet","syndic":"x"}`:   "Missing or invalid syndic information for method 'extranet'",
		`{"method":"extranet","syndic":{"password":1}}`: "Missing or invalid syndic information for method 'extranet'",
	} {
		c.do("POST", refresh, body).is(400, message)
	}
	h.clock.Pass(30 * time.Minute)
	got := c.do("POST", refresh, map[string]any{"method": "extranet", "syndic": map[string]any{"password": "nouveau"}}).is(200, "Refresh requested").payload()
	want := map[string]any{
		"account": "etude@notaires.example", "created": "Mon, 18 May 2026 09:30:00 GMT", "updated": "Mon, 18 May 2026 10:00:00 GMT",
		"external_id": "dossier-2026-118", "orderid": id, "pending": true, "refreshed": true, "state": "need-refresh", "test_mode": false,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("refreshed order (-want +got):\n%s", diff)
	}
	c.do("POST", refresh, map[string]any{"method": "extranet"}).is(409, "The order is being processed")
}

func TestRefreshWithoutKeptCredentials(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place("method", "upload")
	h.record(t, id, predate.DossierLacking, nil)
	c.do("POST", "/order/"+id+"/refresh", map[string]any{"method": "extranet"}).
		is(400, "Missing or invalid syndic information for method 'extranet'")
	c.do("POST", "/order/"+id+"/refresh", map[string]any{"method": "upload"}).is(200, "Refresh requested")
}

func TestNeedRefreshIsDeprecatedAndWorks(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	h.record(t, id, predate.DossierLacking, nil)
	c.do("POST", "/order/needrefresh", map[string]any{"method": "extranet"}).is(400, "Invalid request: orderid: is required")
	c.do("POST", "/order/needrefresh", map[string]any{"orderid": "nothing", "method": "extranet"}).is(404, "Order not found")
	got := c.do("POST", "/order/needrefresh", map[string]any{"orderid": strings.ToLower(id), "method": "extranet"}).is(200, "Refresh requested")
	if got.text("state") != "need-refresh" {
		t.Errorf("state %s", got.text("state"))
	}
	for name, want := range map[string]string{
		"Deprecation": "@1767225600", "Sunset": "Sat, 01 Jan 2028 00:00:00 GMT",
		"Link": `</order/{orderid}/refresh>; rel="successor-version"`,
	} {
		if got.header.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.header.Get(name), want)
		}
	}
}

func TestCancel(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	id := c.place()
	h.clock.Pass(time.Minute)
	first := c.do("POST", "/order/"+id+"/cancel", nil).is(200, "Transaction cancelled").payload()
	if first["pending"] != false || first["state"] != "confirmed" || first["cancelled"] != "Mon, 18 May 2026 09:31:00 GMT" {
		t.Errorf("cancelled order %v", first)
	}
	h.clock.Pass(time.Minute)
	second := c.do("POST", "/order/"+id+"/cancel", "ignored").is(200, "Transaction cancelled").payload()
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("a second cancel changed the order (-first +second):\n%s", diff)
	}
	c.do("POST", "/order/"+id+"/refresh", map[string]any{"method": "extranet", "syndic": map[string]any{"username": "u", "password": "p"}}).
		is(409, "The order is cancelled")
}

func TestEventFeed(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	first, second := c.place("external_id", "un"), c.place("external_id", "deux", "test_mode", true)
	h.record(t, first, predate.DossierLacking, nil)
	got := c.do("GET", "/order/events?limit=2", nil).is(200, "Events").payload()
	page := got["events"].([]any)
	if len(page) != 2 || got["next"] != float64(2) {
		t.Fatalf("first page %v", got)
	}
	one := page[1].(map[string]any)
	want := map[string]any{
		"id": one["id"], "position": float64(2), "orderid": second, "external_id": "deux", "status": "confirmed", "sequence": float64(1),
		"simulated": false, "test_mode": true, "created": "Mon, 18 May 2026 09:30:00 GMT",
		"body": map[string]any{"status": "confirmed", "orderid": second, "external_id": "deux"},
	}
	if diff := cmp.Diff(want, one); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
	got = c.do("GET", "/order/events?after=2", nil).payload()
	if page := got["events"].([]any); len(page) != 1 || got["next"] != float64(3) || page[0].(map[string]any)["status"] != "waiting" {
		t.Errorf("second page %v", got)
	}
	if got = c.do("GET", "/order/events?after=3", nil).payload(); len(got["events"].([]any)) != 0 || got["next"] != float64(3) {
		t.Errorf("end of the feed %v", got)
	}
	c.do("GET", "/order/events?after=-1", nil).is(400, "Invalid request: after: must be a position given by an earlier answer")
	if events := c.do("GET", "/order/"+first+"/events", nil).is(200, "Events").payload()["events"].([]any); len(events) != 2 {
		t.Errorf("events of the first order: %v", events)
	}
}
