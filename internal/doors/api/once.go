package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"predate"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

// maxKey bounds an idempotency key.
const maxKey = 255

// running is the idempotency keys whose requests are under way in this
// process. Between processes the store decides.
type running struct {
	mu   sync.Mutex
	keys map[string]bool
}

func newRunning() *running { return &running{keys: make(map[string]bool)} }

// enter says whether nobody else is using the key.
func (r *running) enter(key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.keys[key] {
		return false
	}
	r.keys[key] = true
	return true
}

func (r *running) leave(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.keys, key)
}

// once carries out a request that changes an order. With an Idempotency-Key it
// has its effect once: the answer is kept in the transaction of the effect,
// and the same request is answered with it for desk.Retention.Replays.
func (s *Server) once(r *http.Request, hash predate.Hash, carryOut func(*desk.Replay) (predate.Order, error)) (any, error) {
	call := callOf(r)
	replay, err := s.replayOf(r, hash)
	if err != nil {
		return nil, err
	}
	if replay == nil {
		return call.told(carryOut(nil))
	}
	name := fmt.Sprintf("%s %s %s", replay.Account, replay.Route, replay.Key)
	if !s.running.enter(name) {
		return nil, errStillRunning
	}
	defer s.running.leave(name)
	if kept, err := s.replayed(r, replay); !errors.Is(err, predate.ErrNotFound) {
		return kept, err
	}
	order, err := carryOut(replay)
	if errors.Is(err, desk.ErrReplayed) {
		return s.replayed(r, replay)
	}
	return call.told(order, err)
}

// told is the answer of a request that changed an order.
func (c *call) told(order predate.Order, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.order = order.ID
	return toOrder(order, c.caller.Account.Email), nil
}

// replayOf reads the header Idempotency-Key; nil without one.
func (s *Server) replayOf(r *http.Request, hash predate.Hash) (*desk.Replay, error) {
	given := r.Header.Values("Idempotency-Key")
	if len(given) == 0 {
		return nil, nil
	}
	key := given[0]
	if len(given) > 1 || key == "" || len(key) > maxKey {
		return nil, invalid("Idempotency-Key", fmt.Sprintf("must have 1 to %d characters", maxKey))
	}
	for i := range len(key) {
		if key[i] < '!' || key[i] > '~' {
			return nil, invalid("Idempotency-Key", "must be visible ASCII characters")
		}
	}
	call := callOf(r)
	route := call.route.name()
	if call.caller.Key.Test {
		route += " test" // what a live key was answered is nothing for a test key
	}
	return &desk.Replay{
		Account: call.caller.Account.ID, Route: route, Key: key, RequestHash: hash,
		Answer: func(order predate.Order) (int, []byte, error) {
			body, err := encode(envelope{
				Message: call.done(), Payload: toOrder(order, call.caller.Account.Email), Success: true,
			})
			return http.StatusOK, body, err
		},
	}, nil
}

// replayed answers with what the key was answered before.
func (s *Server) replayed(r *http.Request, replay *desk.Replay) (any, error) {
	kept, err := s.Desk.Replayed(r.Context(), replay.Account, replay.Route, replay.Key)
	if err != nil {
		return nil, err
	}
	if kept.RequestHash != replay.RequestHash {
		return nil, errOtherBody
	}
	return keptAnswer(kept), nil
}

// keptAnswer is an answer given before, to be given again.
type keptAnswer predate.KeptAnswer

func (k keptAnswer) write(_ *Server, w http.ResponseWriter, r *http.Request) {
	callOf(r).replayed = true
	w.Header().Set("Idempotent-Replayed", "true")
	speak(w, k.language())
	writeJSON(w, k.Status, k.Body)
}

// language is that in which the answer was given: its message says.
func (k keptAnswer) language() web.Language {
	var kept envelope
	if err := json.Unmarshal(k.Body, &kept); err != nil {
		return web.English
	}
	for _, sentence := range web.Successes() {
		if sentence.French == kept.Message {
			return web.French
		}
	}
	return web.English
}
