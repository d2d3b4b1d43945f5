package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/demo"
	"predate/internal/commands/readers"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
)

// tracedHouse is a whole house that tells traces, with a client and his endpoint.
type tracedHouse struct {
	t       *testing.T
	house   *serving.House
	log     *lockedBuffer
	client  *remote.Client
	shut    func() // ends the house, once
	mu      sync.Mutex
	heard   map[string]http.Header // by event
	arrived chan struct{}
	refuses string // the event of which the endpoint refuses the first attempt
}

func newTold(t *testing.T, traces serving.TraceFlags) *tracedHouse {
	t.Helper()
	h := &tracedHouse{t: t, log: &lockedBuffer{}, heard: map[string]http.Header{}, arrived: make(chan struct{}, 100)}
	listener := listenAnywhere(t)
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: t.TempDir(), Dev: true}, ReaderFlags: readers.ReaderFlags{Tesseract: "none"}, TraceFlags: traces,
		Listen: listener.Addr().String(), TokenLife: time.Hour, RateLimit: 1 << 20, ReferenceDate: extranetsim.ReferenceDate().String(),
	}
	var err error
	if h.house, err = serving.Build(t.Context(), flags, meansOf(terminal.NewLog(h.log, terminal.JSONLog, -4))); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.house.Serve(ctx, serving.Addresses{Public: listener}, func(string) {}) }()
	h.shut = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		h.house.Close()
	})
	t.Cleanup(h.shut)
	account, keys, err := h.house.Auth.CreateAccount(t.Context(), auth.NewAccount{Email: "etude@example.fr", Kind: predate.Premium, Password: demo.Password})
	if err != nil {
		t.Fatal(err)
	}
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		event := r.Header.Get("predate-event")
		if event == h.refuses && r.Header.Get("predate-attempt") == "1" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		h.heard[event] = r.Header
		h.arrived <- struct{}{}
	}))
	t.Cleanup(endpoint.Close)
	if _, _, err := h.house.Desk.CreateEndpoint(t.Context(), predate.Endpoint{Account: account.ID, URL: endpoint.URL + "/hook?token=" + canary}); err != nil {
		t.Fatal(err)
	}
	h.client = &remote.Client{Base: h.house.Base, Http: &http.Client{Timeout: time.Minute}, Key: keys.Live, Email: account.Email, Password: demo.Password}
	if err := h.client.Authenticate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

// call sends a request, with a trace unless it is empty.
func (h *tracedHouse) call(method, path, trace string, body any) (status int, payload struct{ OrderID string }) {
	h.t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	request, err := http.NewRequest(method, h.house.Base+path, bytes.NewReader(sent))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Header.Set("X-Auth-Key", h.client.Key.Reveal())
	request.Header.Set("Authorization", "Bearer "+h.client.Token.Reveal())
	request.Header.Set("Content-Type", "application/json")
	if trace != "" {
		request.Header.Set("traceparent", trace)
	}
	response, err := h.client.Http.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	answer := struct{ Payload any }{&payload}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		h.t.Fatal(err)
	}
	return response.StatusCode, payload
}

// await waits until the endpoint has heard of an event.
func (h *tracedHouse) await(state predate.State) http.Header {
	h.t.Helper()
	for deadline := time.After(time.Minute); ; {
		h.mu.Lock()
		header := h.heard[string(state)]
		h.mu.Unlock()
		if header != nil {
			return header
		}
		select {
		case <-h.arrived:
		case <-deadline:
			h.t.Fatalf("the endpoint never hears of %s:\n%s", state, h.log)
		}
	}
}

const (
	clientTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	clientSpan  = "00f067aa0ba902b7"
)

// From the request that places an order to the deliveries of its events everything is one
// trace, which is the client's own, and each span stands under what had it done.
func TestOneTraceFromRequestToDelivery(t *testing.T) {
	t.Parallel()
	collector := newCollectorOfTraces(t)
	h := newTold(t, serving.TraceFlags{OTLPEndpoint: collector.url, TraceShare: 0, OTLPHeaders: "x-key=collectors-own; x-of=a=b"})
	h.refuses = string(predate.Done)
	status, placed := h.call("POST", "/order/", "00-"+clientTrace+"-"+clientSpan+"-01", sampleTestOrder(t))
	if status != http.StatusOK {
		t.Fatalf("place: %d", status)
	}
	h.await(predate.Done)
	if !strings.Contains(h.log.String(), `"trace_id":"`+clientTrace) {
		t.Error("no line of the log has the trace")
	}
	h.shut()
	spans := collector.spans("")
	t.Logf("the trace:\n%s", drawn(spans))
	if !bytes.Contains(collector.everything(), []byte("X-Key:[collectors-own] X-Of:[a=b]")) {
		t.Error("the collector is not sent its key")
	}
	one := map[string]toldSpan{}
	for _, s := range spans {
		if hex.EncodeToString(s.TraceId) != clientTrace {
			t.Errorf("span %s is of trace %x: none but the client's was asked for", s.Name, s.TraceId)
		}
		if id := s.about("predate.order"); id != "" && id != placed.OrderID {
			t.Errorf("span %s is about order %s", s.Name, id)
		}
		name := s.Name
		if name == "deliver" {
			name += " " + s.about("predate.event")
			if s.about("predate.attempt") == "1" && s.about("predate.event") == h.refuses {
				name = "refused"
			}
		}
		one[name] = s
	}
	for child, parent := range map[string]string{
		"place": "POST /order/", "deliver confirmed": "place", "collect": "place", "read": "place", "typeset": "place", "issue": "place",
		"open": "read", "pages": "open", "sort": "read", "extract": "read", "compute": "read", "deliver received": "read", "deliver done": "issue", "refused": "issue",
	} {
		if child == "pages" && one[child].Span == nil {
			continue // the cache of this machine may know them all
		}
		if one[child].Span == nil || one[child].parent() != one[parent].id() {
			t.Errorf("%s does not stand under %s", child, parent)
		}
	}
	request := one["POST /order/"]
	if request.parent() != clientSpan || request.about("http.response.status_code") != "200" || request.about("predate.order") != placed.OrderID {
		t.Errorf("the request says %v", request)
	}
	if s := one["deliver done"]; s.about("predate.status_class") != "2xx" || s.about("predate.attempt") != "2" {
		t.Errorf("the delivery says %v", s)
	}
	if s := one["refused"]; s.about("predate.status_class") != "4xx" || s.Status.GetCode() != tracepb.Status_STATUS_CODE_ERROR {
		t.Errorf("the delivery that is refused says %v", s)
	}
	for _, state := range []predate.State{predate.Confirmed, predate.Received, predate.Done} {
		want := "00-" + clientTrace + "-" + one["deliver "+string(state)].id() + "-01"
		if got := h.await(state).Get("traceparent"); got != want {
			t.Errorf("%s comes with trace %s, want %s", state, got, want)
		}
	}
	h.checkLines(placed.OrderID)
}

// checkLines holds the lines about an order to the trace that it is part of.
func (h *tracedHouse) checkLines(order string) {
	h.t.Helper()
	lines := 0
	for line := range strings.Lines(h.log.String()) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			h.t.Fatal(err)
		}
		if record["order"] != order || record["route"] != nil && record["route"] != "POST /order/" {
			continue
		}
		if lines++; record["trace_id"] != clientTrace {
			h.t.Errorf("a line is of no trace: %s", line)
		}
	}
	if lines < 8 { // the request, four steps, three deliveries
		h.t.Errorf("%d lines are about the order:\n%s", lines, h.log)
	}
}

// Without a collector nothing is told, and the client's trace goes on all the same: into
// the log, and into what he is sent. One that is not valid is as if it were not there.
func TestTraceWithoutACollector(t *testing.T) {
	t.Parallel()
	h := newTold(t, serving.TraceFlags{TraceShare: 1})
	sent := "00-" + clientTrace + "-" + clientSpan + "-00"
	if status, _ := h.call("POST", "/order/", sent, sampleTestOrder(t)); status != http.StatusOK {
		t.Fatalf("place: %d", status)
	}
	if got := h.await(predate.Done).Get("traceparent"); got != sent {
		t.Errorf("done comes with trace %q, want %q", got, sent)
	}
	h.mu.Lock()
	clear(h.heard)
	h.mu.Unlock()
	if status, _ := h.call("POST", "/order/", "00-"+clientTrace+"-"+clientSpan, sampleTestOrder(t)); status != http.StatusOK {
		t.Fatalf("place: %d", status)
	}
	if got, there := h.await(predate.Done)["Traceparent"]; there {
		t.Errorf("done comes with trace %q, and none was asked for", got)
	}
}

// Whatever a client, a stranger or an extranet says, no span repeats it; and no extranet
// is told of a trace.
func TestTracesHoldNobody(t *testing.T) {
	t.Parallel()
	collector := newCollectorOfTraces(t)
	h := newTold(t, serving.TraceFlags{OTLPEndpoint: collector.url, TraceShare: 1})
	a := &aviary{t: t}
	var visited sync.Map
	for i, trouble := range []extranetsim.Trouble{"", extranetsim.BadPassword, extranetsim.EchoingRefusal, extranetsim.ServerError} {
		inner := a.simulated(trouble)
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			visited.Store(i, true)
			for _, name := range []string{"traceparent", "tracestate", "baggage"} {
				if r.Header.Get(name) != "" {
					t.Errorf("the extranet is told %s: %s", name, r.Header.Get(name))
				}
			}
			inner.ServeHTTP(w, r)
		}))
		t.Cleanup(site.Close)
		body := a.order(i, site.URL+"/"+canary, "address", canary, "lots", canary, "comment", canary, "external_id", canary,
			"owners", []any{map[string]any{"firstname": canary, "lastname": "Vassorelle"}})
		if status, _ := h.call("POST", "/order/", "", json.RawMessage(body)); status != http.StatusOK {
			t.Fatalf("place: %d", status)
		}
	}
	for _, path := range []string{"/order/" + canary, "/" + canary, "/order/?state=" + canary, "/account/webhooks/" + canary, "/verify/" + canary} {
		h.call("GET", path, "", nil)
	}
	h.call("POST", "/order/", "", map[string]any{canary: canary, "method": canary})
	if request, err := http.NewRequest(canary, h.house.Base+"/"+canary, nil); err == nil {
		if response, err := h.client.Http.Do(request); err == nil {
			response.Body.Close()
		}
	}
	for deadline := time.Now().Add(time.Minute); strings.Count(h.log.String(), `"step":"collect"`) < 4; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the collections do not end:\n%s", h.log)
		}
	}
	h.shut()
	sent := collector.everything()
	for _, word := range []string{canary, strings.ToLower(canary), "Vassorelle", "proprietaire-", "etude@example.fr", "Cabinet Essai", "rue des Essais", "127.0.0.1:", "acc_", h.client.Key.Reveal(), demo.Password} {
		if at := bytes.Index(sent, []byte(word)); at >= 0 {
			t.Errorf("the collector is sent %q: %q", word, sent[max(0, at-80):min(len(sent), at+80)])
		}
	}
	h.checkWords(collector.spans(""))
}

// checkWords holds the names and attributes of spans to those that there are.
func (h *tracedHouse) checkWords(spans []toldSpan) {
	h.t.Helper()
	known := []string{
		"http.request.method", "http.route", "http.response.status_code", "error.type", "predate.order", "predate.run", "predate.recipe", "predate.event",
		"predate.outcome", "predate.status_class", "predate.attempt", "predate.documents", "predate.pages", "predate.pages_recognised",
	}
	failed := 0
	for _, s := range spans {
		for _, one := range s.Attributes {
			if !slices.Contains(known, one.Key) {
				h.t.Errorf("span %s says %s", s.Name, one.Key)
			}
		}
		if len(s.Events) > 0 || s.Status.GetMessage() != "" || s.TraceState != "" {
			h.t.Errorf("span %s tells %v, %q", s.Name, s.Events, s.Status.GetMessage())
		}
		if s.Name == "collect" && s.about("error.type") != "" && s.about("predate.recipe") != "" {
			failed++
		}
	}
	if failed < 3 || len(spans) < 20 {
		h.t.Errorf("%d collections fail in\n%s", failed, drawn(spans))
	}
}

// A collector that does not answer, or is not there, makes no order slower and no stop
// longer than its bound, and is told of once.
func TestCollectorOfTracesDown(t *testing.T) {
	silent := listenAnywhere(t) // takes connections, and never answers
	t.Cleanup(func() { silent.Close() })
	gone := listenAnywhere(t)
	gone.Close()
	took := func(traces serving.TraceFlags) time.Duration {
		h := newTold(t, traces)
		began := time.Now()
		for range 3 {
			if status, _ := h.call("POST", "/order/", "", sampleTestOrder(t)); status != http.StatusOK {
				t.Fatalf("place: %d", status)
			}
			h.await(predate.Done)
			h.mu.Lock()
			clear(h.heard)
			h.mu.Unlock()
		}
		took := time.Since(began)
		said := "the collector takes no traces"
		for deadline := time.Now().Add(30 * time.Second); traces.OTLPEndpoint == "http://"+gone.Addr().String() && !strings.Contains(h.log.String(), said); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("nothing is said of the collector:\n%s", h.log)
			}
		}
		began = time.Now()
		h.shut()
		if stop := time.Since(began); stop > serving.StopTime+serving.FlushTime {
			t.Errorf("the stop takes %s", stop)
		}
		if n := strings.Count(h.log.String(), said); n > 1 {
			t.Errorf("the collector is told of %d times:\n%s", n, h.log)
		}
		return took
	}
	took(serving.TraceFlags{}) // warms what is kept of papers
	without := took(serving.TraceFlags{})
	for _, down := range []net.Listener{silent, gone} {
		with := took(serving.TraceFlags{OTLPEndpoint: "http://" + down.Addr().String(), TraceShare: 1})
		t.Logf("three orders take %s, without traces %s", with, without)
		if with > 2*without+2*time.Second {
			t.Errorf("three orders take %s, without traces %s", with, without)
		}
	}
}
