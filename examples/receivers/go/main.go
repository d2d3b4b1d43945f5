// Command receiver takes predate's webhooks: it verifies them, keeps each once,
// answers at once, and works on them afterwards.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	largest   = 64 << 20        // bytes of a body: a statement comes in base64
	tolerance = 5 * time.Minute // between our clock and the sender's
)

var wellFormed = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)

type receiver struct {
	key    []byte
	inbox  string
	work   chan event
	newest map[string]int // the latest sequence of each order
}

type event struct {
	id       string
	sequence int // 0 for a rehearsal
	Status   string
	OrderID  string
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("PREDATE_WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) < 24 {
		log.Fatal("PREDATE_WEBHOOK_SECRET is not a secret of the form whsec_…")
	}
	r := &receiver{key: key, inbox: os.Getenv("INBOX"), work: make(chan event, 1000), newest: map[string]int{}}
	if err := os.MkdirAll(r.inbox, 0o700); err != nil {
		log.Fatal(err)
	}
	go func() {
		for e := range r.work {
			r.process(e)
		}
	}()
	server := &http.Server{Addr: "127.0.0.1:" + os.Getenv("PORT"), Handler: r, ReadTimeout: time.Minute}
	log.Fatal(server.ListenAndServe())
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, largest))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	if err := r.verify(request.Header, body); err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	id := request.Header.Get("webhook-id")
	switch err := r.keep(id, body); {
	case errors.Is(err, fs.ErrExist):
		fmt.Println("duplicate", id)
	case err != nil:
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	default:
		e := event{id: id}
		_ = json.Unmarshal(body, &e)
		e.sequence, _ = strconv.Atoi(request.Header.Get("predate-sequence"))
		r.work <- e
	}
	w.WriteHeader(http.StatusNoContent)
}

// verify follows Standard Webhooks 1.0, over the bytes as they came.
func (r *receiver) verify(header http.Header, body []byte) error {
	id, stamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age > tolerance || age < -tolerance {
		return errors.New("stale or missing timestamp")
	}
	mac := hmac.New(sha256.New, r.key)
	fmt.Fprintf(mac, "%s.%s.%s", id, stamp, body)
	want := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal(want, []byte(signature)) && wellFormed.MatchString(id) {
			return nil
		}
	}
	return errors.New("bad signature")
}

// keep writes a delivery under its id; one that is there already is
// fs.ErrExist. Only what is on the disk is answered with a success.
func (r *receiver) keep(id string, body []byte) error {
	draft, err := os.CreateTemp(r.inbox, "draft-")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(body)
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	return os.Link(draft.Name(), filepath.Join(r.inbox, id+".json"))
}

// process is where your own work goes. An older event of an order, sent again
// after a newer one, must not overwrite it.
func (r *receiver) process(e event) {
	if e.sequence > 0 && e.sequence < r.newest[e.OrderID] {
		fmt.Println("late", e.id)
		return
	}
	r.newest[e.OrderID] = max(e.sequence, r.newest[e.OrderID])
	fmt.Println("event", e.Status, e.OrderID, e.sequence)
}
