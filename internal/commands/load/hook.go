package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"predate/internal/commands/remote"

	"predate"
	"predate/internal/base/bench"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// What tells one webhook from the others in an account of them.
const (
	byDelivery = "delivery" // the identifier that all its attempts bear
	byOrder    = "order"    // the order and the place of the event in it
	byAttempt  = "attempt"  // the identifier and the number of the attempt
)

// benchHook is the receiver of the measurement: it verifies what it takes with the
// official library, and enters it in the account of the row that is measured.
type benchHook struct {
	server   *http.Server
	url      string
	endpoint predate.EndpointID
	verifier *standardwebhooks.Webhook
	bytes    atomic.Int64
	now      func() time.Time

	mu      sync.Mutex
	ledger  *bench.Ledger
	by      string
	refused error
	done    map[string]finished // by order
}

// finished is the delivery of an order's done event: how often it has come.
type finished struct {
	order, id string
	attempts  int
}

// listen opens a receiver and registers it with the server. A server that does not
// send to this machine is measured without.
func (t *benchTarget) listen() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	hook := &benchHook{url: "http://" + listener.Addr().String() + "/callback", done: map[string]finished{}, now: t.run.c.Now}
	var made struct {
		ID     predate.EndpointID `json:"id"`
		Secret predate.Secret     `json:"secret"`
	}
	err = t.call(http.MethodPost, "/account/webhooks", map[string]any{"url": hook.url, "test_mode": true}, &made)
	if refused := (*remote.Refusal)(nil); errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		_ = listener.Close() // nothing was taken by it
		t.run.report.Note("Webhooks were not measured: the server sends none to this machine (%s).", refused.Message)
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

// largestBody bounds what the receiver reads.
const largestBody = 64 << 20

// ServeHTTP takes one delivery.
func (h *benchHook) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, largestBody))
	if err != nil {
		http.Error(w, "cut", http.StatusBadRequest) // it is sent again
		return
	}
	at := h.now()
	var event struct {
		OrderID string        `json:"orderid"`
		Status  predate.State `json:"status"`
	}
	if err = h.verifier.Verify(body, request.Header); err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err != nil {
		h.refuse(err)
		http.Error(w, "refused", http.StatusBadRequest)
		return
	}
	h.enter(arrived{event.OrderID, event.Status, len(body), at}, request.Header)
	w.WriteHeader(http.StatusNoContent)
}

func (h *benchHook) refuse(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refused == nil {
		h.refused = err
	}
}

// arrived is a delivery that verifies.
type arrived struct {
	order string
	state predate.State
	bytes int
	at    time.Time
}

// enter enters a delivery in the account that is open, if it is of the kind that is
// accounted for.
func (h *benchHook) enter(a arrived, header http.Header) {
	id := header.Get("webhook-id")
	sequence, _ := strconv.Atoi(header.Get("predate-sequence")) // a rehearsal has none
	attempt, _ := strconv.Atoi(header.Get("predate-attempt"))
	h.mu.Lock()
	defer h.mu.Unlock()
	if sequence > 0 && a.state == predate.Done {
		h.done[a.order] = finished{a.order, id, attempt}
	}
	switch {
	case h.ledger == nil:
	case h.by == byOrder && sequence > 0:
		h.ledger.Arrive(bench.Arrival{Key: eventKey(a.order, sequence), Order: a.order, Sequence: sequence, At: a.at})
	case h.by == byAttempt && sequence > 0:
		h.bytes.Add(int64(a.bytes))
		h.ledger.Arrive(bench.Arrival{Key: attemptKey(id, attempt), At: a.at})
	case h.by == byDelivery && sequence == 0:
		h.bytes.Add(int64(a.bytes))
		h.ledger.Arrive(bench.Arrival{Key: id, At: a.at})
	}
}

// finished gives the deliveries of done that have come, always in one order.
func (h *benchHook) finished() []finished {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]finished, 0, len(h.done))
	for _, order := range slices.Sorted(maps.Keys(h.done)) {
		all = append(all, h.done[order])
	}
	return all
}

// unsettled reports whether an order is done whose webhook has not come yet.
func (h *benchHook) unsettled(t *benchTarget) bool {
	for _, id := range t.since(0) {
		h.mu.Lock()
		_, came := h.done[string(id)]
		h.mu.Unlock()
		if !came && t.feed.done(id) {
			return true
		}
	}
	return false
}

// attemptKey names one attempt of a delivery.
func attemptKey(id string, attempt int) string {
	return id + "#" + strconv.Itoa(attempt)
}

// eventKey names an event by its order and its place in it.
func eventKey(order string, sequence int) string {
	return order + "/" + strconv.Itoa(sequence)
}
