package browser

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"predate"
)

// asked is a question on its way to the server.
type asked struct {
	ID       string               `json:"id"`
	Question predate.SiteQuestion `json:"question"`
}

// typed is the answer to a question on its way back; an empty one says that nobody
// answers.
type typed struct {
	ID     string `json:"id"`
	Answer string `json:"answer"`
}

// waiting is the questions of this process that wait for an answer.
type waiting struct {
	mu      sync.Mutex
	last    int
	answers map[string]chan predate.Secret
}

// open numbers a question; forget ends it.
func (w *waiting) open() (id string, answer <-chan predate.Secret, forget func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	id = strconv.Itoa(w.last)
	one := make(chan predate.Secret, 1)
	w.answers[id] = one
	return id, one, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.answers, id)
	}
}

// take takes the answer to a question; one that nobody waits for is not found.
func (w *waiting) take(rw http.ResponseWriter, r *http.Request) {
	var t typed
	if err := json.NewDecoder(http.MaxBytesReader(rw, r.Body, maxRequest)).Decode(&t); err != nil {
		http.Error(rw, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	w.mu.Lock()
	answer := w.answers[t.ID]
	delete(w.answers, t.ID)
	w.mu.Unlock()
	if answer == nil {
		http.Error(rw, http.StatusText(http.StatusNotFound), http.StatusNotFound)
		return
	}
	answer <- predate.Secret(t.Answer)
	rw.WriteHeader(http.StatusNoContent)
}

// relay has a person answer a question of the other process. That nobody answers is
// said to it too: its session waits.
func (c Client) relay(ctx context.Context, q asked, job Job) error {
	answer, err := predate.Secret(""), error(nil)
	if job.Ask != nil {
		limited, cancel := context.WithTimeout(ctx, predate.PersonPatience)
		answer, err = job.Ask(limited, q.Question)
		cancel()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		answer = ""
	}
	// When the other process no longer waits, its stream says what became of it.
	if resp, err := c.post(ctx, "/answer", typed{q.ID, answer.Reveal()}); err == nil {
		_ = resp.Body.Close()
	}
	return nil
}
