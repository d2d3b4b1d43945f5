package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"predate/internal/keeping/store"
)

// tally is a receiver that counts what it took, by order, number of the event, and
// webhook-id. While it is shut it takes nothing.
type tally struct {
	shut  atomic.Bool
	mu    sync.Mutex
	taken map[string]map[string]int
}

func newTally(t *testing.T) (*tally, string) {
	t.Helper()
	r := &tally{taken: map[string]map[string]int{}}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return r, server.URL
}

// ServeHTTP takes one delivery.
func (r *tally) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var event struct{ OrderID string }
	body, err := io.ReadAll(request.Body)
	if err != nil || json.Unmarshal(body, &event) != nil || r.shut.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	of := event.OrderID + " " + request.Header.Get("predate-sequence")
	if r.taken[of] == nil {
		r.taken[of] = map[string]int{}
	}
	r.taken[of][request.Header.Get("webhook-id")]++
}

// ids are those under which an event came.
func (r *tally) ids(of string) (all []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.taken[of] {
		all = append(all, id)
	}
	return all
}

// rehearsal is a server that is backed up, lost and restored.
type rehearsal struct {
	*attacker
	receiver   *tally
	to, keys   string            // the backup, and the copy of the keys in another place
	statements map[string]string // of the orders that are done
	inReview   string
}

// rehearse has orders in every state, some of their events undelivered, and more
// that come in while the backup is taken.
func rehearse(t *testing.T) *rehearsal {
	t.Helper()
	f := newFort(t)
	r := &rehearsal{
		attacker: f.account("a@example.com"), to: filepath.Join(t.TempDir(), "backup"), keys: filepath.Join(t.TempDir(), "keys"),
		statements: map[string]string{},
	}
	f.start("--reference-date", "2026-05-18")
	r.login()
	var url string
	r.receiver, url = newTally(t)
	if got := r.call("POST", "/account/webhooks", map[string]any{"url": url}); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.message)
	}
	done := r.place(r.order("test-done"))
	r.untilState(done, "done")
	until(t, "it is delivered", func() bool { return len(r.receiver.ids(done+" 3")) == 1 })
	r.receiver.shut.Store(true)
	more := r.place(r.order("test-done"))
	waiting, review, down := r.place(r.order("test-waiting-document")), r.place(r.order("test-review")), r.place(r.order("test-site-down"))
	r.untilState(more, "done")
	r.untilState(waiting, "waiting")
	r.untilState(review, "received")
	until(t, "its site was asked", func() bool { return r.logged("order="+down, "step=collect") })
	until(t, "an operator sees the one", func() bool { _, out, _ := r.run("review", "list"); return strings.Contains(out, review) })
	r.inReview = review
	for _, id := range []string{done, more} {
		r.statements[id] = r.statement(id)
	}
	r.backUpAmongOrders()
	if err := os.CopyFS(r.keys, os.DirFS(filepath.Join(f.data, "keys"))); err != nil {
		t.Fatal(err)
	}
	f.kill()
	if err := os.RemoveAll(f.data); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rehearsal) order(username string) map[string]any {
	order := plainOrder()
	order["method"], order["test_mode"] = "extranet", true
	order["syndic"] = map[string]any{"name": "n", "username": username, "password": canaryPassword(1), "url": "https://e.example.com"}
	return order
}

// logged reports whether a line of the server's log has two texts.
func (r *rehearsal) logged(one, other string) bool {
	for line := range strings.Lines(r.log.String()) {
		if strings.Contains(line, one) && strings.Contains(line, other) {
			return true
		}
	}
	return false
}

func (r *rehearsal) untilState(id, state string) {
	r.t.Helper()
	until(r.t, id+" is "+state, func() bool { return textOfState(r.call("GET", "/order/"+id, nil)) == state })
}

func textOfState(got reply) string {
	var view struct{ State string }
	if json.Unmarshal(got.payload, &view) != nil {
		return ""
	}
	return view.State
}

func (r *rehearsal) statement(id string) string {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.base+"/order/"+id+"/statement", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header = r.header.Clone()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	pdf, err := io.ReadAll(response.Body)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		r.t.Fatalf("the statement of %s: %d %.100s %v", id, response.StatusCode, pdf, err)
	}
	return string(pdf)
}

// backUpAmongOrders takes a backup twice while orders come in.
func (r *rehearsal) backUpAmongOrders() {
	r.t.Helper()
	ctx, stop := context.WithCancel(r.t.Context())
	var group sync.WaitGroup
	var placed atomic.Int64
	group.Go(func() {
		for ctx.Err() == nil {
			if got, err := r.try("POST", "/order/", withPaper(fmt.Sprint(placed.Load()))); err == nil && got.status == 200 {
				placed.Add(1)
			}
		}
	})
	for range 2 {
		before := placed.Load()
		until(r.t, "orders come in", func() bool { return placed.Load() > before })
		if status, out, complaint := r.run("backup", "--to", r.to); status != 0 || !strings.Contains(out, "LEFT OUT: the keys") {
			r.t.Errorf("backup: %d %s %s", status, out, complaint)
		}
	}
	stop()
	group.Wait()
	if status, out, complaint := r.run("restore", "--check", "--from", r.to); status != 0 || !strings.Contains(out, "is whole") {
		r.t.Errorf("restore --check: %d %s %s", status, out, complaint)
	}
}

// restore brings the backup back, has what is to be tried later tried at once, and
// gives what the database owes: the events with the ids of their deliveries.
func (r *rehearsal) restore() (owed map[string]string, orders int) {
	r.t.Helper()
	if status, out, complaint := r.run("restore", "--from", r.to); status != 0 || !strings.Contains(out, "Put the keys back") {
		r.t.Fatalf("restore: %d %s %s", status, out, complaint)
	}
	db, err := store.Open(r.t.Context(), filepath.Join(r.data, "predate.db"), store.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	defer db.Close()
	err = db.InTx(r.t.Context(), func(ctx context.Context, tx store.Tx) error {
		owed = map[string]string{}
		rows, err := tx.Query(ctx, "SELECT order_id || ' ' || seq, id FROM deliveries WHERE status = 'pending'")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var of, id string
			if err := rows.Scan(&of, &id); err != nil {
				return err
			}
			owed[of] = id
		}
		for _, query := range []string{
			"UPDATE endpoint_health SET parked = 0, failures = 0", "UPDATE deliveries SET next = 0 WHERE status = 'pending'", "UPDATE jobs SET due = 0 WHERE line = 'deliver'",
		} {
			if _, err := tx.Exec(ctx, query); err != nil {
				return err
			}
		}
		return tx.QueryRow(ctx, "SELECT COUNT(*) FROM orders").Scan(&orders)
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.receiver.shut.Store(false)
	return owed, orders
}

// asBefore looks at what must be as it was: the statements to the byte, each event
// that was owed, under its own id, and none under two.
func (r *rehearsal) asBefore(owed map[string]string) {
	r.t.Helper()
	for id, pdf := range r.statements {
		if r.statement(id) != pdf {
			r.t.Errorf("the statement of %s has other bytes", id)
		}
	}
	if len(owed) < 9 { // of five orders and those that came in meanwhile
		r.t.Errorf("only %d events were owed", len(owed))
	}
	for of, id := range owed {
		until(r.t, "event "+of+" arrives", func() bool { return slices.Equal(r.receiver.ids(of), []string{id}) })
	}
	r.receiver.mu.Lock()
	defer r.receiver.mu.Unlock()
	for of, ids := range r.receiver.taken {
		if len(ids) != 1 {
			r.t.Errorf("event %s came under %d ids", of, len(ids))
		}
	}
}

// A machine is lost. Its backup brings back every order as it was, every event that
// nobody had yet arrives, under its own id, and no password is readable in it.
func TestRestoreAfterALoss(t *testing.T) {
	r := rehearse(t)
	looked := 0
	err := filepath.WalkDir(r.to, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if looked++; len(readable(content)) > 0 {
			t.Errorf("%s holds a password", path)
		}
		return err
	})
	if err != nil || looked < 10 {
		t.Errorf("%d files were looked through, %v", looked, err)
	}
	owed, orders := r.restore()
	if orders < 7 {
		t.Errorf("%d orders came back", orders)
	}
	if status, _, complaint := r.run("serve", "--listen", "127.0.0.1:0", "--admin-listen", "none"); status != 1 || !strings.Contains(complaint, "the keys of this database are gone") {
		t.Errorf("without its keys: %d %s", status, complaint)
	}
	if err := os.RemoveAll(filepath.Join(r.data, "keys")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(r.data, "keys"), os.DirFS(r.keys)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"secrets.keys", "credentials.keys"} { // which no one else may read
		if err := os.Chmod(filepath.Join(r.data, "keys", name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.start("--reference-date", "2026-05-18")
	r.asBefore(owed)
	if _, out, _ := r.run("keys", "list"); !strings.Contains(out, " 4 sealed") {
		t.Errorf("the passwords of the orders under way are not there:\n%s", out)
	}
	if _, out, _ := r.run("review", "list"); !strings.Contains(out, r.inReview) {
		t.Errorf("the operators see\n%s", out)
	}
	status, _, complaint := r.run("restore", "--from", r.to)
	if status != 1 || !strings.Contains(complaint, "is not empty, and a restore overwrites nothing") {
		t.Errorf("over what is there: %d %s", status, complaint)
	}
	r.withoutKeys()
}

// withoutKeys restores once more, where the keys are lost too: all works but the
// passwords of extranets, which their clients are asked for.
func (r *rehearsal) withoutKeys() {
	r.t.Helper()
	r.kill()
	if err := os.RemoveAll(r.data); err != nil {
		r.t.Fatal(err)
	}
	r.receiver.taken = map[string]map[string]int{}
	owed, _ := r.restore()
	status, out, complaint := r.run("keys", "replace-lost")
	if status != 0 || !strings.Contains(out, "2 order(s) lost the password") || !strings.Contains(out, "whsec_") {
		r.t.Fatalf("replace-lost: %d %s %s", status, out, complaint)
	}
	if status, _, complaint := r.run("keys", "replace-lost"); status != 1 || !strings.Contains(complaint, "There are keys in") {
		r.t.Errorf("a second time: %d %s", status, complaint)
	}
	r.start("--reference-date", "2026-05-18")
	r.header.Del("Authorization")
	r.login()
	r.asBefore(owed)
}
