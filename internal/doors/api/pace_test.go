package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/doors/api"
)

// padded is a body of an order, of so many bytes and a few.
func padded(n int) string {
	return `{"method":"upload","pad":"` + strings.Repeat("x", n) + `"}`
}

// endless is a body that stops coming, until it is closed.
type endless struct {
	io.Reader
	stalled, over chan struct{}
	once          sync.Once
}

func newEndless(sent string) *endless {
	return &endless{Reader: strings.NewReader(sent), stalled: make(chan struct{}), over: make(chan struct{})}
}

// Read gives what was sent, and then waits.
func (e *endless) Read(into []byte) (int, error) {
	n, err := e.Reader.Read(into)
	if err == nil {
		return n, nil
	}
	e.once.Do(func() { close(e.stalled) })
	<-e.over
	return 0, io.ErrUnexpectedEOF
}

// stall sends a body that stops coming, and gives it.
func (c *client) stall(sent string) *endless {
	body := newEndless(sent)
	var group sync.WaitGroup
	group.Go(func() {
		r := httptest.NewRequest("POST", "/order/", body)
		r.Header = c.header.Clone()
		c.h.server.ServeHTTP(httptest.NewRecorder(), r)
	})
	c.t.Cleanup(func() {
		close(body.over)
		group.Wait()
	})
	return body
}

// Whoever stalls as many large bodies as there are seats keeps nobody else out.
func TestSeatsAreSharedByAccount(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.Body, o.Limits.SeatWait = 1<<10, 50*time.Millisecond })
	a := h.client(t, "etude@notaires.example", predate.Premium)
	b := h.client(t, "autre@notaires.example", predate.Premium)
	for i := range 4 {
		if body := a.stall(padded(2 << 10)[:2<<10]); i < 2 { // those that are seated
			<-body.stalled
		}
	}
	for range 5 {
		if got := b.do("POST", "/order/", padded(4<<10)); got.status != 400 {
			t.Errorf("another account's large body: %d %s", got.status, got.body)
		}
	}
	a.do("POST", "/order/", padded(4<<10)).is(503, "Too many large requests at once: try again in a moment")
}

// listening serves the house on a socket, where bodies can stall.
func listening(t *testing.T, h *house) string {
	t.Helper()
	server := httptest.NewServer(h.server)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// send opens a request of a body so long, of which nothing is sent yet.
func (c *client) send(address string, length int) net.Conn {
	c.t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = connection.Close() })
	head := fmt.Sprintf("POST /order/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", length)
	for name := range c.header {
		head += name + ": " + c.header.Get(name) + "\r\n"
	}
	if _, err := io.WriteString(connection, head+"\r\n"); err != nil {
		c.t.Fatal(err)
	}
	return connection
}

func answerOn(t *testing.T, connection net.Conn) *http.Response {
	t.Helper()
	if err := connection.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// A body that stops coming is cut, told so, and its seat is another's.
func TestStalledBodiesAreCut(t *testing.T) {
	h := newHouse(t, func(o *api.Options) {
		o.Limits.Body, o.Limits.Large, o.Limits.Stall = 1<<10, 1, 200*time.Millisecond
	})
	c := h.client(t, "etude@notaires.example", predate.Premium)
	address := listening(t, h)
	for _, sent := range []int{1, 100, 4 << 10} { // before a seat is taken, and on it
		connection := c.send(address, 50_000_000)
		if _, err := io.WriteString(connection, padded(8 << 10)[:sent]); err != nil {
			t.Fatal(err)
		}
		got := answerOn(t, connection)
		if got.StatusCode != http.StatusRequestTimeout || got.Header.Get("predate-error") != "body_too_slow" || !got.Close {
			t.Errorf("after %d bytes: %s %v", sent, got.Status, got.Header)
		}
	}
	if got := c.do("POST", "/order/", padded(4<<10)); got.status != 400 {
		t.Errorf("after the seat was given back: %d", got.status)
	}
}

// A body that comes slowly and steadily is taken, however long that takes.
func TestSlowBodiesAreTaken(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.Stall = 400 * time.Millisecond })
	c := h.client(t, "etude@notaires.example", predate.Premium)
	body := padded(1 << 20)
	connection := c.send(listening(t, h), len(body))
	for rest := body; rest != ""; {
		part := min(len(rest), 64<<10)
		if _, err := io.WriteString(connection, rest[:part]); err != nil {
			t.Fatal(err)
		}
		rest = rest[part:]
		time.Sleep(60 * time.Millisecond)
	}
	if got := answerOn(t, connection); got.StatusCode != http.StatusBadRequest || got.Header.Get("predate-error") != "invalid_request" {
		t.Errorf("%s %v", got.Status, got.Header)
	}
}
