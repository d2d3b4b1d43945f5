package browser

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
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
	random io.Reader

	mu      sync.Mutex
	answers map[string]chan predate.Secret
}

// open names a question; forget ends it. No other question ever has the same name, of
// this process, of another, or after a restart: an answer reaches the site that asked.
func (w *waiting) open() (id string, answer <-chan predate.Secret, forget func(), err error) {
	if id, err = predate.NewID("ask_", w.random); err != nil {
		return "", nil, nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	one := make(chan predate.Secret, 1)
	w.answers[id] = one
	return id, one, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.answers, id)
	}, nil
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

// relay has a person answer a question of the other process, while its next line is
// waited for: when that comes, stop says that nobody needs to answer any more. That
// nobody answers is said to it too: its session waits.
func (c Client) relay(ctx context.Context, q asked, job Job) (stop func()) {
	limited, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		answer, err := predate.Secret(""), error(nil)
		if job.Ask != nil {
			answer, err = job.Ask(limited, q.Question)
		}
		if err != nil {
			answer = ""
		}
		if limited.Err() != nil {
			return
		}
		// When the other process no longer waits, its stream says what became of it.
		if resp, err := c.post(limited, "/answer", typed{q.ID, answer.Reveal()}); err == nil {
			_ = resp.Body.Close()
		}
	}()
	return func() {
		cancel()
		<-done
	}
}
