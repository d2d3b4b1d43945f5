package pipeline_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"predate"
)

// The receivers of a witness: one takes everything, the other refuses the
// second event of some orders once; never several in a row, for which it would
// be parked.
const (
	pathSound = "/sound"
	pathFlaky = "/flaky"
)

// witness is a receiver that outlives the senders, and remembers from whom it
// took what.
type witness struct {
	verifiers map[string]*standardwebhooks.Webhook // by path

	mu    sync.Mutex
	from  map[string][]string // the senders of each webhook-id, in turn
	last  map[string]int      // sequence number taken, by path and order
	calm  int                 // deliveries to the flaky one since its last refusal
	dead  map[string]bool     // senders
	wrong []string
}

func newWitness() *witness {
	return &witness{
		verifiers: map[string]*standardwebhooks.Webhook{}, from: map[string][]string{}, last: map[string]int{},
		dead: map[string]bool{},
	}
}

// expect prepares for deliveries under a path.
func (w *witness) expect(path string, secret predate.Secret) (err error) {
	w.verifiers[path], err = standardwebhooks.NewWebhook(secret.Reveal())
	return err
}

// ServeHTTP takes a delivery.
func (w *witness) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // its sender was killed in the middle of it: nothing was taken
	}
	answer.WriteHeader(w.take(r, body))
}

func (w *witness) take(r *http.Request, body []byte) (status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.verifiers[r.URL.Path].VerifyIgnoringTimestamp(body, r.Header); err != nil {
		w.complain("%s does not verify: %v", r.URL.Path, err)
	}
	var event struct{ OrderID string }
	sequence, err := strconv.Atoi(r.Header.Get("predate-sequence"))
	if err != nil || json.Unmarshal(body, &event) != nil || event.OrderID == "" {
		w.complain("cannot read %q, event %q", body, r.Header.Get("predate-sequence"))
	}
	id := r.Header.Get("webhook-id")
	if r.URL.Path == pathFlaky {
		if w.calm++; sequence == 2 && w.calm > 3 && r.Header.Get("predate-attempt") == "1" {
			w.calm = 0
			return http.StatusBadRequest
		}
	}
	w.from[id] = append(w.from[id], r.Header.Get("test-process"))
	if len(w.from[id]) > 1 {
		return http.StatusNoContent
	}
	line := r.URL.Path + " " + event.OrderID
	if sequence != w.last[line]+1 {
		w.complain("event %d of order %s came to %s after event %d", sequence, event.OrderID, r.URL.Path, w.last[line])
	}
	w.last[line] = sequence
	return http.StatusNoContent
}

func (w *witness) complain(format string, args ...any) {
	if len(w.wrong) < 20 {
		w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
	}
}

// died notes that a sender was killed.
func (w *witness) died(sender string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead[sender] = true
}

func (w *witness) took(id predate.DeliveryID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.from[string(id)]) > 0
}

// testify tells what was wrong, and how many deliveries came more than once:
// each time but the last from a sender that was killed, and never twice from
// the same.
func (w *witness) testify(t *testing.T) (again int) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, wrong := range w.wrong {
		t.Error(wrong)
	}
	for id, senders := range w.from {
		if len(senders) > 1 {
			again++
		}
		for i, sender := range senders {
			if slices.Contains(senders[:i], sender) || i < len(senders)-1 && !w.dead[sender] {
				t.Errorf("%s came from %q", id, senders)
			}
		}
	}
	return again
}
