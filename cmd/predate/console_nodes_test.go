package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/commands/office"
	"predate/internal/commands/serving"
)

// gate is the proxy before two nodes: the second answers where the first does not.
type gate struct {
	nodes []*url.URL

	mu    sync.Mutex
	heard []string // "PORT LAST-EVENT-ID" of each stream that a node answered
}

// RoundTrip asks the first node that answers.
func (g *gate) RoundTrip(r *http.Request) (response *http.Response, err error) {
	for _, node := range g.nodes {
		r.URL.Scheme, r.URL.Host = node.Scheme, node.Host
		if response, err = http.DefaultTransport.RoundTrip(r); err != nil {
			continue
		}
		if r.URL.Path == "/live" {
			g.mu.Lock()
			g.heard = append(g.heard, node.Port()+" "+r.Header.Get("Last-Event-ID"))
			g.mu.Unlock()
		}
		return response, nil
	}
	return nil, err
}

// streams are those that nodes answered until now.
func (g *gate) streams() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.heard)
}

// nodes are two server processes on one PostgreSQL, a proxy before their consoles,
// and what tests need to speak to them.
type nodes struct {
	*bureau
	*gate
	first, second *attacker
}

func newNodes(t *testing.T) *nodes {
	t.Helper()
	flags := serving.StoreFlags{Data: t.TempDir(), Dev: true, Database: cluster.Database(t)}
	cellar, err := serving.OpenCellar(t.Context(), flags, meansOf(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cellar.Close)
	n := &nodes{gate: &gate{}}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(*httputil.ProxyRequest) {}, Transport: n.gate, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	})
	t.Cleanup(proxy.Close)
	n.bureau = &bureau{t: t, ctx: t.Context()}
	if n.console, err = url.Parse(proxy.URL); err != nil {
		t.Fatal(err)
	}
	if n.people, err = cellar.People(n.console); err != nil {
		t.Fatal(err)
	}
	for _, client := range []**attacker{&n.first, &n.second} {
		f := newFort(t)
		f.start("--database", flags.Database, "--keys", flags.KeyFolder(), "--admin-url", proxy.URL)
		at, err := url.Parse(f.admin)
		if err != nil {
			t.Fatal(err)
		}
		n.gate.nodes = append(n.gate.nodes, at)
		*client = &attacker{fort: f}
	}
	status, out, complaint := n.first.run("account", "create", "--email", "a@example.com", "--password", fortPassword, "--json", "--dev",
		"--database", flags.Database, "--keys", flags.KeyFolder())
	var account office.Opened
	if err := json.Unmarshal([]byte(out), &account); err != nil || status != 0 {
		t.Fatalf("account create: %d %s %s: %v", status, out, complaint, err)
	}
	for _, client := range []*attacker{n.first, n.second} {
		client.email, client.header = "a@example.com", http.Header{"X-Auth-Key": {account.APIKey}}
		client.login()
	}
	return n
}

// TestConsoleOutlivesItsNode: an operator looks at the queue through a node that is
// killed. The page goes on by itself through the other, and misses nothing of what
// either did before, meanwhile and after.
func TestConsoleOutlivesItsNode(t *testing.T) {
	n := newNodes(t)
	tab := n.signedIn("C. Aubrac", predate.RoleSupport)
	tab.Go(n.console.String() + "/?q=lyon")
	tab.Wait(`document.querySelector(".empty")`)
	browsertest.Eval[bool](tab, `window.stays = true; window.heard = [];
		new EventSource("/live?after=" + document.getElementById("list").dataset.position).addEventListener("changes", (event) => heard.push(...JSON.parse(event.data).orders)); true`)
	var placed []string
	seen := func(what string) {
		t.Helper()
		began := time.Now()
		for _, id := range placed {
			tab.Wait(fmt.Sprintf(`document.querySelector('tr[data-order="%s"]') && heard.includes(%q)`, id, id))
		}
		t.Logf("%s: %d orders are shown after %v", what, len(placed), time.Since(began).Round(time.Millisecond))
	}
	placed = append(placed, n.first.place(plainOrder()), n.second.place(plainOrder()))
	seen("on both nodes")
	n.first.kill()
	placed = append(placed, n.second.place(plainOrder()), n.second.place(plainOrder()))
	seen("while the page had no node")
	placed = append(placed, n.second.place(plainOrder()))
	seen("on the node that is left")
	if !browsertest.Eval[bool](tab, "window.stays === true") {
		t.Error("the page was loaded again")
	}
	for i, stream := range n.streams() {
		var port, last string
		_, _ = fmt.Sscan(stream, &port, &last) // a stream that begins has no last id
		if resumed := port == n.gate.nodes[1].Port(); resumed != (i >= 2) || resumed == (last == "") {
			t.Errorf("stream %d is of %s, after %q", i, port, last)
		}
	}
	if got := len(n.streams()); got != 4 {
		t.Errorf("%d streams, want two on each node", got)
	}
}
