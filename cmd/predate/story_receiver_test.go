package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiver is a client's callback: it verifies every delivery with the
// official library and remembers what it took.
type receiver struct {
	server *httptest.Server

	mu       sync.Mutex
	verifier *standardwebhooks.Webhook
	taken    []taken
	seen     map[string]bool // webhook-id
	refused  []string
	// failures is how many deliveries to answer with 503 first.
	failures int
	// cuts is how often the sender was killed: it may have been sending.
	cuts int
	// again is how many deliveries came under a webhook-id that had been taken.
	again int
}

// taken is one delivery that was accepted, duplicates left out.
type taken struct {
	order    string
	status   string
	sequence int
	body     []byte
}

func newReceiver() *receiver {
	r := &receiver{seen: map[string]bool{}}
	r.server = httptest.NewServer(r)
	return r
}

// expectCut says that the sender is about to die.
func (r *receiver) expectCut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cuts++
}

func (r *receiver) url() string { return r.server.URL + "/callback" }

func (r *receiver) trust(secret string) error {
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return fmt.Errorf("webhook secret: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verifier = verifier
	return nil
}

// ServeHTTP takes one delivery.
func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failures > 0 {
		r.failures--
		http.Error(w, "later", http.StatusServiceUnavailable)
		return
	}
	if r.cuts > 0 && errors.Is(err, io.ErrUnexpectedEOF) {
		return // its sender died while it was sending: nothing was delivered
	}
	if err == nil {
		err = r.verifier.Verify(body, request.Header)
	}
	var event struct {
		Status  string `json:"status"`
		OrderID string `json:"orderid"`
	}
	if err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err != nil {
		r.refused = append(r.refused, err.Error())
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if id := request.Header.Get("webhook-id"); !r.seen[id] {
		r.seen[id] = true
		sequence, _ := strconv.Atoi(request.Header.Get("predate-sequence"))
		r.taken = append(r.taken, taken{order: event.OrderID, status: event.Status, sequence: sequence, body: body})
	} else {
		r.again++
	}
	w.WriteHeader(http.StatusNoContent)
}

// of gives what was taken of one order, in the order of arrival.
func (r *receiver) of(order string) []taken {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []taken
	for _, t := range r.taken {
		if t.order == order {
			found = append(found, t)
		}
	}
	return found
}

func (r *receiver) complaints() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.refused, "\n")
}

// cmdReceiver opens the account's callback: receiver [failures]
func cmdReceiver(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	s.receiver = newReceiver()
	ts.Defer(s.receiver.server.Close)
	if len(args) > 0 {
		count, err := strconv.Atoi(args[0])
		ts.Check(err)
		s.receiver.failures = count
	}
}

// cmdEvents waits until the receiver has taken exactly these states of the
// story's order, in this order and numbered without a gap: events STATE…
func cmdEvents(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	deadline := time.Now().Add(60 * time.Second)
	var got []taken
	for {
		if got = s.receiver.of(s.vars["ORDER"]); len(got) >= len(args) || time.Now().After(deadline) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	var states []string
	for i, t := range got {
		states = append(states, t.status)
		if t.sequence != i+1 && t.sequence != 0 {
			ts.Fatalf("delivery %d bears sequence %d", i+1, t.sequence)
		}
	}
	if strings.Join(states, " ") != strings.Join(args, " ") {
		ts.Fatalf("the receiver took %v, want %v\nrefused: %s\nserver:\n%s", states, args, s.receiver.complaints(), s.output.String())
	}
	if refused := s.receiver.complaints(); refused != "" {
		ts.Fatalf("deliveries that do not verify: %s", refused)
	}
}

// cmdKeep writes what the last delivery of a state carried, which may still be on
// its way: keep STATE pdf|body FILE
func cmdKeep(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	var last *taken
	for deadline := time.Now().Add(60 * time.Second); last == nil && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for _, t := range s.receiver.of(s.vars["ORDER"]) {
			if t.status == args[0] {
				last = &t
			}
		}
	}
	if last == nil {
		ts.Fatalf("no delivery of %s", args[0])
	}
	content := last.body
	if args[1] == "pdf" {
		var event struct {
			Content []byte `json:"content"`
		}
		ts.Check(json.Unmarshal(last.body, &event))
		content = event.Content
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), content, 0o600))
}

// cmdErased fails when a text stands anywhere in the server's files or output:
// erased TEXT
func cmdErased(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	if strings.Contains(s.output.String(), args[0]) {
		ts.Fatalf("the server printed %q", args[0])
	}
	ts.Check(filepath.WalkDir(ts.MkAbs("data"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil && bytes.Contains(content, []byte(args[0])) {
			return fmt.Errorf("%s holds %q", path, args[0])
		}
		return err
	}))
}

// cmdMany places orders all at once and remembers them, or waits until every
// one has told its whole story in order: many place N BODYFILE | many done
func cmdMany(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	switch args[0] {
	case "place":
		count, err := strconv.Atoi(args[1])
		ts.Check(err)
		body := s.expand(ts.ReadFile(args[2]))
		var ids []string
		for range count {
			status, answer := s.request(ts, "POST", "/order/", strings.NewReader(body), "application/json")
			var placed struct {
				Payload struct {
					OrderID string `json:"orderid"`
				} `json:"payload"`
			}
			if err := json.Unmarshal(answer, &placed); err != nil || status != 200 {
				ts.Fatalf("place: %d %s", status, answer)
			}
			ids = append(ids, placed.Payload.OrderID)
		}
		s.vars["MANY"] += " " + strings.Join(ids, " ")
	case "done":
		for _, id := range strings.Fields(s.vars["MANY"]) {
			s.vars["ORDER"] = id
			cmdUntil(ts, false, []string{"done"})
			cmdEvents(ts, false, []string{"confirmed", "received", "done"})
		}
	}
}

// lockedBuffer takes a process's output while others read it.
type lockedBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write appends.
func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

// String gives all that was written.
func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

func freeAddress(ts *testscript.TestScript) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	defer listener.Close()
	return listener.Addr().String()
}

// lookPath finds the program that testscript put into the script's PATH.
func lookPath(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
	}
	ts.Fatalf("%s is not in the script's PATH", name)
	return ""
}

// environment is the script's, as its processes see it.
func environment(ts *testscript.TestScript) []string {
	var all []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "WORK", "PREDATE_CACHE", "PREDATE_SEAL_PASSWORD_FILE", "GOCOVERDIR"} {
		if value := ts.Getenv(name); value != "" {
			all = append(all, name+"="+value)
		}
	}
	return all
}
