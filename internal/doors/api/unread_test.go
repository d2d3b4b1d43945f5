package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/doors/api"
)

// dial opens a connection and sends the head of a request.
func (c *client) dial(t *testing.T, server *httptest.Server, target string, length int) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", target, length)
	if err := c.header.Write(conn); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "\r\n")
	return conn
}

// Most clients send all before they read anything: the refused ones come to
// read their refusal all the same.
func TestTheRefusedReadTheirRefusal(t *testing.T) {
	const length = 16 << 20
	h := newHouse(t, func(o *api.Options) {
		o.Limits.LargeBody, o.Limits.Large, o.Limits.SeatWait = 32<<20, 1, 50*time.Millisecond
	})
	c := h.client(t, "etude@notaires.example", predate.Premium)
	server := httptest.NewServer(h.server)
	t.Cleanup(server.Close)
	stalled := c.dial(t, server, "/order/", length)
	fmt.Fprint(stalled, `{"x":"`)
	eventually(t, func() bool { return c.do("POST", "/order/", `{"x":"`+strings.Repeat("x", 2<<20)+`"}`).status == 503 })
	for _, test := range []struct {
		name   string
		caller *client
		target string
		length int
		status int
	}{
		{"no seat", c, "/order/", length, 503},
		{"too large", c, "/account/webhooks", length, 413},
		{"no token", c.with("Authorization", ""), "/order/", length, 401},
		{"media type", c.with("Content-Encoding", "gzip"), "/order/", length, 415},
		{"no key", c.with("X-Auth-Key", ""), "/order/", 900 << 10, 400},
		{"unknown path", c, "/nothing", 900 << 10, 404},
	} {
		t.Run(test.name, func(t *testing.T) {
			conn := test.caller.dial(t, server, test.target, test.length)
			if _, err := io.Copy(conn, io.LimitReader(letters{}, int64(test.length))); err != nil {
				t.Fatalf("the body is not taken: %v", err)
			}
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil || answer.StatusCode != test.status || !answer.Close || !strings.Contains(string(body), `"success":false`) {
				t.Errorf("%d %s %v, want %d and a closed connection", answer.StatusCode, body, err, test.status)
			}
		})
	}
	if strings.Contains(h.logged(), `"ERROR"`) {
		t.Error("a refusal is logged as a fault of ours")
	}
}

// letters is a text without end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func eventually(t *testing.T, held func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !held(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come")
		}
	}
}

// An answer does not wait for a body that nobody reads.
func TestRefusalsDoNotWaitForTheBody(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	server := httptest.NewServer(h.server)
	t.Cleanup(server.Close)
	begun := time.Now()
	answer, err := http.ReadResponse(bufio.NewReader(c.with("X-Auth-Key", "x").dial(t, server, "/order/", 100_000)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 400 || time.Since(begun) > 5*time.Second {
		t.Errorf("%d after %s", answer.StatusCode, time.Since(begun))
	}
}

func TestRecordsAreBrief(t *testing.T) {
	h := newHouse(t)
	nobody := &client{t: t, h: h, header: http.Header{}}
	before := len(h.logged())
	nobody.do("GET", "/x/"+strings.Repeat("a", 55_000), nil).is(404, "Not found")
	if grown := len(h.logged()) - before; grown == 0 || grown > 2000 {
		t.Errorf("the log grew by %d bytes", grown)
	}
}
