package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"predate"
	"predate/internal/bench"
)

// What tells one webhook from the others in an account of them.
const (
	byDelivery = "delivery" // the identifier that all its attempts bear
	byOrder    = "order"    // the order and the place of the event in it
)

// benchHook is the receiver of the measurement: it verifies what it takes with the
// official library, and enters it in the account of the row that is measured.
type benchHook struct {
	server   *http.Server
	url      string
	endpoint predate.EndpointID
	verifier *standardwebhooks.Webhook
	bytes    atomic.Int64

	mu      sync.Mutex
	ledger  *bench.Ledger
	by      string
	refused error
}

// listen opens a receiver and registers it with the server. A server that does not
// send to this machine is measured without.
func (t *benchTarget) listen() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	hook := &benchHook{url: "http://" + listener.Addr().String() + "/callback"}
	var made struct {
		ID     predate.EndpointID `json:"id"`
		Secret predate.Secret     `json:"secret"`
	}
	err = t.call(http.MethodPost, "/account/webhooks", map[string]any{"url": hook.url, "test_mode": true}, &made)
	if refused := (*apiError)(nil); errors.As(err, &refused) && refused.status == http.StatusBadRequest {
		_ = listener.Close() // nothing was taken by it
		t.run.report.Note("Webhooks were not measured: the server sends none to this machine (%s).", refused.message)
		return nil
	}
	if err == nil {
		hook.endpoint = made.ID
		hook.verifier, err = standardwebhooks.NewWebhook(made.Secret.Reveal())
	}
	if err != nil {
		return errors.Join(fmt.Errorf("register the receiver: %w", err), listener.Close())
	}
	hook.server = &http.Server{Handler: hook, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = hook.server.Serve(listener) }()
	t.hook = hook
	return nil
}

// deafen takes the receiver back.
func (t *benchTarget) deafen() {
	if t.hook == nil {
		return
	}
	if t.folder == "" { // an own server goes with all it has
		if err := t.call(http.MethodDelete, "/account/webhooks/"+string(t.hook.endpoint), nil, nil); err != nil {
			t.run.report.Note("The endpoint %s could not be removed: %v.", t.hook.url, err)
		}
	}
	_ = t.hook.server.Close() // what is still on its way goes nowhere
}

// account opens the account of a row; there is none without a receiver.
func (h *benchHook) account(by string) *bench.Ledger {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ledger, h.by = bench.NewLedger(), by
	return h.ledger
}

// verdict is the first delivery that did not verify.
func (h *benchHook) verdict() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refused != nil {
		return fmt.Errorf("a delivery does not verify: %w", h.refused)
	}
	return nil
}

// ServeHTTP takes one delivery.
func (h *benchHook) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, maxDemoBody))
	if err != nil {
		http.Error(w, "cut", http.StatusBadRequest) // it is sent again
		return
	}
	at := time.Now()
	var event struct {
		OrderID string `json:"orderid"`
	}
	if err = h.verifier.Verify(body, request.Header); err == nil {
		err = json.Unmarshal(body, &event)
	}
	h.mu.Lock()
	if err != nil && h.refused == nil {
		h.refused = err
	}
	ledger, by := h.ledger, h.by
	h.mu.Unlock()
	if err != nil {
		http.Error(w, "refused", http.StatusBadRequest)
		return
	}
	h.enter(ledger, by, arrived{event.OrderID, len(body), at}, request.Header)
	w.WriteHeader(http.StatusNoContent)
}

// arrived is a delivery that verifies.
type arrived struct {
	order string
	bytes int
	at    time.Time
}

func (h *benchHook) enter(ledger *bench.Ledger, by string, a arrived, header http.Header) {
	sequence, err := strconv.Atoi(header.Get("predate-sequence"))
	real := err == nil && sequence > 0
	switch {
	case ledger == nil:
	case by == byOrder && real:
		ledger.Arrive(bench.Arrival{Key: eventKey(a.order, sequence), Order: a.order, Sequence: sequence, At: a.at})
	case by == byDelivery && !real:
		h.bytes.Add(int64(a.bytes))
		ledger.Arrive(bench.Arrival{Key: header.Get("webhook-id"), Order: a.order, At: a.at})
	}
}

// eventKey names an event by its order and its place in it.
func eventKey(order string, sequence int) string {
	return order + "/" + strconv.Itoa(sequence)
}
