package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"predate"
	"predate/internal/base/prooftest"
)

// stormClock is the time of a storm: it jumps over the hours in which nothing
// happens.
type stormClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *stormClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *stormClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(max(d, 0))
}

// jump sets the clock forward, or back.
func (c *stormClock) jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// errDied ends a worker where it stands, as a crash does.
var errDied = errors.New("the worker died")

// mood is how a receiver of the storm behaves.
type mood int

const (
	sound  mood = iota // takes everything
	flaky              // fails one time in three, each time otherwise
	broken             // breaks the connection half the time, and some of the rest after taking the event
	away               // is down for hours, again and again
	gone               // is down for six days
	severe             // asks for time, ends deliveries, or switches itself off
	moods
	stubborn // refuses everything, and is in no storm
)

// listener is one receiver of the storm.
type listener struct {
	mood mood
	keys []signingKey // the current one last
	born time.Time
	// last is the sequence number last taken of each order.
	last map[string]int
	// refused is when a stubborn one refused each event, by sequence number.
	refused map[string][]time.Time
}

// world is the network of a storm: it holds every receiver, and kills workers.
type world struct {
	clock  *stormClock
	deadly bool // workers die around what they send

	mu        sync.Mutex
	random    *rand.Rand
	listeners map[string]*listener
	taken     map[string]int // by webhook-id
	// excused are ids whose receiver or worker broke after the event was taken:
	// only these may be sent again.
	excused  map[string]bool
	healed   bool
	wrong    []string
	attempts int
	deaths   int
	prooftest.Tally
}

func newWorld(clock *stormClock, seed uint64) *world {
	return &world{
		clock: clock, deadly: true, random: rand.New(rand.NewPCG(seed, 7)),
		listeners: map[string]*listener{}, taken: map[string]int{}, excused: map[string]bool{},
	}
}

func (w *world) chance(one int) bool { return w.random.IntN(one) == 0 }

func (w *world) complain(format string, args ...any) {
	if len(w.wrong) < 20 {
		w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
	}
}

// dies reports whether a worker dies here.
func (w *world) dies() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.deadly || !w.chance(150) {
		return false
	}
	w.deaths++
	return true
}

// excuse lets a delivery come twice: its worker died.
func (w *world) excuse(id predate.DeliveryID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.excused[string(id)] = true
}

// RoundTrip answers one delivery, or lets its worker die before or after it.
func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if w.dies() {
		panic(errDied)
	}
	response, err := w.answer(r, body)
	if response != nil && response.StatusCode < 300 && w.dies() {
		panic(errDied)
	}
	return response, err
}

func (w *world) answer(r *http.Request, body []byte) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.attempts++
	to := w.listeners[r.URL.Path]
	w.verify(to, r, body)
	if w.healed {
		return w.take(to, r)
	}
	down := w.clock.now().Sub(to.born)
	switch {
	case to.mood == flaky && w.chance(3):
		return w.fail()
	case to.mood == broken && w.chance(2):
		return nil, io.EOF
	case to.mood == broken && w.chance(3):
		_, err := w.take(to, r)
		w.excused[r.Header.Get("webhook-id")] = true
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	case to.mood == away && int(down/(3*time.Hour))%2 == 0:
		return nil, context.DeadlineExceeded
	case to.mood == gone && down < 6*24*time.Hour:
		return nil, context.DeadlineExceeded
	case to.mood == severe:
		return w.severely(to, r)
	case to.mood == stubborn:
		sequence := r.Header.Get("predate-sequence")
		to.refused[sequence] = append(to.refused[sequence], w.clock.now())
		return respond(http.StatusBadRequest), nil
	}
	return w.take(to, r)
}

// verify holds a delivery to bear a signature for each key in force, and for no
// other.
func (w *world) verify(to *listener, r *http.Request, body []byte) {
	for i, key := range to.keys {
		err := key.verifier.VerifyIgnoringTimestamp(body, r.Header)
		if inForce := key.until.IsZero() || key.until.After(w.clock.now()); inForce != (err == nil) {
			w.complain("%s by key %d of %d, in force: %v, verifies: %v", r.Header.Get("webhook-id"), i+1, len(to.keys), inForce, err)
		}
	}
}

func (w *world) severely(to *listener, r *http.Request) (*http.Response, error) {
	switch n := w.random.IntN(200); {
	case n == 0:
		return respond(http.StatusGone), nil
	case n < 3:
		answer := respond(http.StatusUnprocessableEntity)
		answer.Header.Set("predate-control", "stop")
		return answer, nil
	case n < 8:
		answer := respond(http.StatusTooManyRequests)
		answer.Header.Set("Retry-After", strconv.Itoa(w.random.IntN(100)))
		return answer, nil
	}
	return w.take(to, r)
}

func (w *world) fail() (*http.Response, error) {
	switch w.random.IntN(4) {
	case 0:
		return nil, io.EOF
	case 1:
		return nil, context.DeadlineExceeded
	case 2:
		return respond(http.StatusBadGateway), nil
	}
	return respond(http.StatusBadRequest), nil
}

// take notes an event that was taken, and whether it came in its order.
func (w *world) take(to *listener, r *http.Request) (*http.Response, error) {
	id := r.Header.Get("webhook-id")
	w.taken[id]++
	if w.taken[id] > 1 {
		if w.taken[id] == 2 {
			w.Again++
		}
		if !w.excused[id] {
			w.Doubled++
			w.complain("%s was sent again without a crash", id)
		}
		return respond(http.StatusNoContent), nil
	}
	sequence, err := strconv.Atoi(r.Header.Get("predate-sequence"))
	order := r.Header.Get("storm-order")
	if err != nil || sequence <= to.last[order] && !w.healed {
		w.Disordered++
		w.complain("event %d of order %s came after event %d", sequence, order, to.last[order])
	}
	to.last[order] = max(to.last[order], sequence)
	return respond(http.StatusNoContent), nil
}

func respond(status int) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), ProtoMajor: 1, ProtoMinor: 1}
}

// orderOf reads the order that a body speaks of, for take.
type orderOf struct{ *world }

// RoundTrip passes on the request with the order in a header.
func (o orderOf) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	_, rest, _ := strings.Cut(string(text), `"orderid":"`)
	order, _, _ := strings.Cut(rest, `"`)
	r = r.Clone(r.Context())
	r.Header.Set("storm-order", order)
	return o.world.RoundTrip(r)
}

// listen adds a receiver under a path.
func (w *world) listen(path string, secret predate.Secret, m mood) error {
	to := &listener{mood: m, born: w.clock.now(), last: map[string]int{}, refused: map[string][]time.Time{}}
	w.listeners[path] = to
	return to.learn(secret, time.Time{})
}

// signingKey is what a receiver verifies with until an instant; the current one
// for ever.
type signingKey struct {
	verifier *standardwebhooks.Webhook
	until    time.Time
}

// learn gives a receiver a new secret; no earlier one is good after an instant.
func (l *listener) learn(secret predate.Secret, previousUntil time.Time) error {
	for i := range l.keys {
		if l.keys[i].until.IsZero() || l.keys[i].until.After(previousUntil) {
			l.keys[i].until = previousUntil
		}
	}
	verifier, err := standardwebhooks.NewWebhook(secret.Reveal())
	l.keys = append(l.keys, signingKey{verifier: verifier})
	return err
}
