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
	"predate/internal/base/prooftest"
)

// The receivers of a witness: one takes everything, the other refuses the
// second event of every other order once. All orders have second events, so a
// process that makes enough of them comes by a refusal however its sendings
// mix; and they are never several in a row, for which it would be parked.
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
	odd   bool                // whether the flaky one has seen an odd number of second events
	dead  map[string]bool     // senders
	wrong []string
	// carries is the webhook-id under which each event came: path, order and
	// sequence number.
	carries map[string]string
	// outages are those of what senders record in: begun and ended ones, and how
	// many had ended when each webhook-id first came.
	begun, ended int
	before       map[string]int
	prooftest.Tally
}

func newWitness() *witness {
	return &witness{
		verifiers: map[string]*standardwebhooks.Webhook{}, from: map[string][]string{}, last: map[string]int{},
		dead: map[string]bool{}, carries: map[string]string{}, before: map[string]int{},
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
	if r.URL.Path == pathFlaky && sequence == 2 && r.Header.Get("predate-attempt") == "1" {
		if w.odd = !w.odd; w.odd {
			return http.StatusBadRequest
		}
	}
	sender := r.Header.Get("test-process")
	w.from[id] = append(w.from[id], sender)
	if senders := w.from[id]; len(senders) > 1 {
		w.repeated(id, senders)
		return http.StatusNoContent
	}
	w.before[id] = w.ended
	line := r.URL.Path + " " + event.OrderID
	this := fmt.Sprint(line, " ", sequence)
	if earlier, came := w.carries[this]; came {
		w.Doubled++
		w.complain("event %d of order %s came to %s as %s and as %s", sequence, event.OrderID, r.URL.Path, earlier, id)
	}
	w.carries[this] = id
	if sequence != w.last[line]+1 {
		w.Disordered++
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

// outage begins one of what senders record in, and gives its end.
func (w *witness) outage() (over func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun++
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.ended++
	}
}

// repeated judges a delivery that came again: the sender before was killed since,
// or could not record what it had sent.
func (w *witness) repeated(id string, senders []string) {
	if len(senders) == 2 {
		w.Again++
	}
	if w.begun > w.before[id] {
		return
	}
	sender, before := senders[len(senders)-1], senders[:len(senders)-1]
	// A process that was killed may still be in the midst of its end: testify
	// looks whether it was.
	if slices.Contains(before, sender) {
		w.Doubled++
		w.complain("%s came from %q", id, senders)
	}
}

// testify tells what was wrong: each time but the last that a delivery came is
// from a sender that was killed, or before an outage.
func (w *witness) testify(t *testing.T) prooftest.Tally {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, wrong := range w.wrong {
		t.Error(wrong)
	}
	for id, senders := range w.from {
		for _, sender := range senders[:len(senders)-1] {
			if !w.dead[sender] && w.begun == w.before[id] {
				w.Doubled++
				t.Errorf("%s came from %q", id, senders)
			}
		}
	}
	return w.Tally
}
