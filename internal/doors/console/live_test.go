package console

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

// heardEvent is one event of a stream.
type heardEvent struct {
	id, name string
	Orders   []predate.OrderID
	Lost     bool
}

// hear opens a stream of a server, and gives its events until it ends.
func hear(t *testing.T, base string, role predate.Role, after int64, last string) (<-chan heardEvent, context.CancelFunc) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprint(base, "/live?after=", after), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "predate_session", Value: string(role)})
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("the stream answers %d", answer.StatusCode)
	}
	events := make(chan heardEvent, 100)
	go func() {
		defer close(events)
		defer answer.Body.Close()
		var e heardEvent
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch field {
			case "id":
				e.id = value
			case "event":
				e.name = value
			case "data":
				_ = json.Unmarshal([]byte(value), &e)
			case "":
				if e.name != "" {
					events <- e
				}
				e = heardEvent{}
			}
		}
	}()
	return events, stop
}

// serve serves a node until the test ends.
func serve(t *testing.T, n *node) *httptest.Server {
	server := httptest.NewServer(n)
	t.Cleanup(func() {
		n.Drain()
		server.Close()
	})
	return server
}

// gather waits until a set of orders was heard of, and returns the last id.
func gather(t *testing.T, events <-chan heardEvent, want []predate.OrderID, into map[predate.OrderID]int) (last string) {
	t.Helper()
	for late := time.After(10 * time.Second); ; {
		if !slices.ContainsFunc(want, func(id predate.OrderID) bool { return into[id] == 0 }) {
			return last
		}
		select {
		case e, ok := <-events:
			if !ok {
				t.Fatal("the stream ended")
			}
			last = e.id
			for _, id := range e.Orders {
				into[id]++
			}
		case <-late:
			t.Fatalf("heard of %v, want %v", into, want)
		}
	}
}

// TestStreamOutlivesItsNode: a page listens to a node that dies, and comes back to
// another with the last id that it heard: of all that changed, on either node and
// in between, it misses nothing.
func TestStreamOutlivesItsNode(t *testing.T) {
	database := cluster.Database(t)
	first, second := newNode(t, database), newNode(t, database)
	one, two := serve(t, first), serve(t, second)
	from, err := first.Desk.Changes(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	heard := map[predate.OrderID]int{}
	events, _ := hear(t, one.URL, predate.RoleSupport, from.Last, "")
	here, there := first.ToDecide(nil), second.ToDecide(nil)
	last := gather(t, events, []predate.OrderID{here.ID, there.ID}, heard)
	one.CloseClientConnections() // as when the process is killed
	one.Close()
	between := second.ToDecide(nil)
	events, _ = hear(t, two.URL, predate.RoleSupport, from.Last, last)
	after := second.ToDecide(nil)
	gather(t, events, []predate.OrderID{between.ID, after.ID}, heard)
	if len(heard) != 4 {
		t.Errorf("heard of %v", heard)
	}
}

// leaving is staff whose sessions may all end.
type leaving struct {
	staff
	gone atomic.Bool
}

func (l *leaving) Session(ctx context.Context, token predate.Secret) (predate.Operator, string, error) {
	if l.gone.Load() {
		return predate.Operator{}, "", predate.ErrNotFound
	}
	return l.staff.Session(ctx, token)
}

// TestStreamsEnd with their session, with the server, and where too many listen.
func TestStreamsEnd(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	n.live.most = 2
	people := &leaving{}
	n.People = people
	server := serve(t, n)
	mine, _ := hear(t, server.URL, predate.RoleSupport, 0, "")
	hear(t, server.URL, predate.RoleLead, 0, "")
	if w := n.get("/live?after=0"); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("one listener too many is answered %d", w.Code)
	}
	people.gone.Store(true)
	for e := range mine {
		if e.name == "ended" {
			people.gone.Store(false)
		}
	}
	if people.gone.Load() {
		t.Error("the stream outlives its session")
	}
	others, _ := hear(t, server.URL, predate.RoleSupport, 0, "")
	n.Drain()
	for range others { // until it ends
	}
	for _, address := range []string{"/live", "/live?after=-1", "/live?after=x"} {
		if w := n.get(address); w.Code != http.StatusBadRequest {
			t.Errorf("%s answers %d", address, w.Code)
		}
	}
}

// TestLaggardsAreSentAway: a listener that takes nothing holds nobody up, and what
// it missed it is told when it comes again.
func TestLaggardsAreSentAway(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	heard, err := n.live.join(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range listenerBacklog + 1 {
		n.live.tell(t.Context(), desk.Changes{Last: int64(i)})
	}
	count := 0
	for range heard {
		count++
	}
	if count != listenerBacklog {
		t.Errorf("%d readings before the channel is closed", count)
	}
	n.live.leave(heard)
	if n.live.stop != nil {
		t.Error("the changes are read although nobody listens")
	}
}
