package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"predate"
)

// demoEvent is a webhook's body, as far as the demonstration shows it.
type demoEvent struct {
	Status    string            `json:"status"`
	Content   []byte            `json:"content"`
	Documents []json.RawMessage `json:"documents"`
	id        string
}

// demoReceiver is the client's callback: it verifies what it takes.
type demoReceiver struct {
	url     string
	events  chan demoEvent
	refused chan error
	close   func()
	// verifier is the official library: the client trusts nothing of ours.
	verifier *standardwebhooks.Webhook
}

func newDemoReceiver() (*demoReceiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	r := &demoReceiver{
		url: "http://" + listener.Addr().String() + "/callback", events: make(chan demoEvent, 8), refused: make(chan error, 1),
	}
	server := &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }()
	r.close = func() { _ = server.Close() }
	return r, nil
}

// trust gives the receiver the secret that was shown when its endpoint was
// created.
func (r *demoReceiver) trust(secret predate.Secret) error {
	verifier, err := standardwebhooks.NewWebhook(secret.Reveal())
	if err != nil {
		return fmt.Errorf("open the webhook secret: %w", err)
	}
	r.verifier = verifier
	return nil
}

// maxDemoBody bounds what the receiver reads.
const maxDemoBody = 64 << 20

// ServeHTTP takes one delivery; one that does not verify is refused and ends
// the demonstration.
func (r *demoReceiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, maxDemoBody))
	if err == nil {
		err = r.verifier.Verify(body, request.Header)
	}
	event := demoEvent{id: request.Header.Get("webhook-id")}
	if err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err != nil {
		http.Error(w, "refused", http.StatusBadRequest)
		select {
		case r.refused <- err:
		default:
		}
		return
	}
	r.events <- event
	w.WriteHeader(http.StatusNoContent)
}
