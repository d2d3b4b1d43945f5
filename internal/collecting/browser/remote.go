package browser

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"predate"
	"predate/internal/base/seats"
)

// request is a job on its way to the process of the browser. It travels over
// this machine's loopback or a private network of the operator's, and nowhere
// else: it holds a password.
type request struct {
	URL      string   `json:"url"`
	Hosts    []string `json:"hosts"`
	Username string   `json:"username"`
	Password string   `json:"password"`
	Known    []string `json:"known,omitempty"`
	Holder   string   `json:"holder,omitempty"` // whose turn it takes
	Asks     bool     `json:"asks,omitempty"`   // a person may be asked
}

// line is one line of the answer: a paper with its bytes, or the end.
type line struct {
	Listed  []Paper  `json:"listed,omitempty"`
	Paper   *Paper   `json:"paper,omitempty"`
	Missed  string   `json:"missed,omitempty"` // why the paper has no bytes
	Data    []byte   `json:"data,omitempty"`
	Asked   *asked   `json:"asked,omitempty"`
	End     bool     `json:"end,omitempty"`
	Failure *failure `json:"failure,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// failure is a predate.Failure on its way.
type failure struct {
	Code    predate.FailureCode `json:"code"`
	Stage   predate.Stage       `json:"stage"`
	Message string              `json:"message,omitempty"`
	Why     string              `json:"why,omitempty"`

	Unsettled bool `json:"unsettled,omitempty"`
	Final     bool `json:"final,omitempty"`
}

// maxRequest bounds a job: a thousand known identifiers are not much.
const maxRequest = 1 << 20

// Handler serves collections at POST /collect to whoever shows the key, as
// lines of JSON, each sent as soon as its document has come. GET /livez answers anybody.
func Handler(w *Worker, key predate.Secret) http.Handler {
	mux, waiting := http.NewServeMux(), &waiting{random: w.options.Random, answers: map[string]chan predate.Secret{}}
	mux.HandleFunc("POST /collect", func(rw http.ResponseWriter, r *http.Request) {
		var q request
		if err := json.NewDecoder(http.MaxBytesReader(rw, r.Body, maxRequest)).Decode(&q); err != nil || len(q.Hosts) == 0 {
			http.Error(rw, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
			return
		}
		serve(w, rw, r, q, waiting)
	})
	mux.HandleFunc("POST /answer", waiting.take)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == "/livez" {
			return // whoever asks may know that the process lives
		}
		shown, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if key == "" || subtle.ConstantTimeCompare([]byte(shown), []byte(key.Reveal())) != 1 {
			http.Error(rw, http.StatusText(http.StatusUnauthorized), http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(rw, r)
	})
}

func serve(w *Worker, rw http.ResponseWriter, r *http.Request, q request, waiting *waiting) {
	job := Job{URL: q.URL, Hosts: q.Hosts, Username: q.Username, Password: q.Password, Known: map[string]bool{}}
	for _, id := range q.Known {
		job.Known[id] = true
	}
	rw.Header().Set("Content-Type", "application/x-ndjson")
	out, flush := json.NewEncoder(rw), http.NewResponseController(rw)
	tell := func(l line) error {
		if err := out.Encode(l); err != nil {
			return fmt.Errorf("send a line: %w", err)
		}
		return flush.Flush()
	}
	job.Listed = func(_ context.Context, all []Paper) error { return tell(line{Listed: all}) }
	job.Missed = func(_ context.Context, paper Paper, reason string) error {
		return tell(line{Paper: &paper, Missed: reason})
	}
	if q.Asks {
		job.Ask = func(ctx context.Context, question predate.SiteQuestion) (predate.Secret, error) {
			id, answer, forget, err := waiting.open()
			if err != nil {
				return "", err
			}
			defer forget()
			if err := tell(line{Asked: &asked{id, question}}); err != nil {
				return "", err
			}
			select {
			case typed := <-answer:
				return typed, nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
	}
	_, err := w.Collect(seats.Holding(r.Context(), q.Holder), job, func(_ context.Context, paper Paper, body io.Reader) error {
		data, err := io.ReadAll(body)
		if err != nil {
			return err
		}
		return tell(line{Paper: &paper, Data: data})
	})
	end := line{End: true}
	if f := (*predate.Failure)(nil); errors.As(err, &f) {
		end.Failure = &failure{Code: f.Code, Stage: f.Stage, Message: f.Message, Why: fmt.Sprint(f.Err), Unsettled: f.Unsettled, Final: f.Final}
	} else if err != nil {
		end.Error = "the browser does not run" // what it says may hold anything
	}
	_ = out.Encode(end) // the server went away
}

// Client asks the process of the browser for collections.
type Client struct {
	URL  string // of the process: "http://127.0.0.1:8095"
	Key  predate.Secret
	HTTP *http.Client // without a time-out shorter than a collection
}

// Collect is Worker.Collect in the other process.
func (c Client) Collect(ctx context.Context, job Job, keep Keep) (n int, err error) {
	q := request{URL: job.URL, Hosts: job.Hosts, Username: job.Username, Password: job.Password, Holder: seats.HolderOf(ctx), Asks: job.Ask != nil}
	for id := range job.Known {
		q.Known = append(q.Known, id)
	}
	resp, err := c.post(ctx, "/collect", q)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	ask, end := patiently(job.Ask)
	defer end()
	job.Ask = ask
	return c.receive(ctx, json.NewDecoder(resp.Body), job, keep)
}

// post sends something to the other process, which takes it.
func (c Client) post(ctx context.Context, path string, what any) (*http.Response, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return nil, fmt.Errorf("ask the browser: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(c.URL, "/")+path, bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("ask the browser: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+c.Key.Reveal())
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask the browser at %s: %w", c.URL, err)
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("ask the browser at %s: status %d", c.URL, resp.StatusCode)
	}
	return resp, nil
}

func (c Client) receive(ctx context.Context, lines *json.Decoder, job Job, keep Keep) (n int, err error) {
	stop := func() {}
	for {
		var l line
		err := lines.Decode(&l)
		stop()
		stop = func() {}
		if err != nil {
			return n, fmt.Errorf("the browser at %s broke off: %w", c.URL, err)
		}
		switch {
		case l.Failure != nil:
			return n, &predate.Failure{Code: l.Failure.Code, Stage: l.Failure.Stage, Message: l.Failure.Message, Err: errors.New(l.Failure.Why), Unsettled: l.Failure.Unsettled, Final: l.Failure.Final}
		case l.Error != "":
			return n, fmt.Errorf("the browser at %s: %s", c.URL, l.Error)
		case l.End:
			return n, nil
		case l.Listed != nil || l.Missed != "":
			if err := job.hears(ctx, l); err != nil {
				return n, err
			}
			continue
		case l.Asked != nil:
			stop = c.relay(ctx, *l.Asked, job)
			continue
		case l.Paper == nil:
			return n, fmt.Errorf("the browser at %s sent a line that says nothing", c.URL)
		}
		if err := keep(ctx, *l.Paper, bytes.NewReader(l.Data)); err != nil {
			return n, err
		}
		n++
	}
}

// hears passes on what is listed, and what is missed of it.
func (j Job) hears(ctx context.Context, l line) error {
	switch {
	case l.Listed != nil && j.Listed != nil:
		return j.Listed(ctx, l.Listed)
	case l.Missed != "" && l.Paper != nil && j.Missed != nil:
		return j.Missed(ctx, *l.Paper, l.Missed)
	}
	return nil
}
