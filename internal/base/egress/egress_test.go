package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// answers is a DNS whose answers are given in advance, one list per lookup.
type answers struct {
	lists [][]string
	asked int
}

func (a *answers) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	list := a.lists[min(a.asked, len(a.lists)-1)]
	a.asked++
	var addrs []netip.Addr
	for _, text := range list {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	return addrs, nil
}

func mustRefuse(t *testing.T, err error) {
	t.Helper()
	var refused *Refused
	if !errors.As(err, &refused) {
		t.Fatalf("want *Refused, got %v", err)
	}
	if refused.Reason != Sentence {
		t.Fatalf("reason %q tells more than the sentence", refused.Reason)
	}
}

func TestRefusalRepeatsNoPassword(t *testing.T) {
	for _, raw := range []string{"https://u:hunter2@example.com/", "https://u:hunter2@[bad/", "https://u:hunter2@exa%zzmple.com/"} {
		err := New(Options{}).CheckURL(raw)
		mustRefuse(t, err)
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the error repeats the password: %v", raw, err)
		}
	}
}

func TestPublicURLsPass(t *testing.T) {
	g := New(Options{DevHosts: []string{"127.0.0.1:8090", "Localhost"}})
	for raw, host := range map[string]string{
		"https://example.com/x":      "example.com",
		"https://EXAMPLE.com:8443/x": "example.com:8443",
		" https://bücher.example/ ":  "xn--bcher-kva.example",
		"http://127.0.0.1:8090/hook": "127.0.0.1:8090",
		"http://localhost:1234/":     "localhost:1234",
		"https://localhost/":         "localhost",
	} {
		u, err := g.Check(Policy{}, raw)
		if err != nil || u.Host != host {
			t.Errorf("%s: host %v, error %v", raw, u, err)
		}
	}
	mustRefuse(t, g.CheckURL("http://127.0.0.1:8091/"))
	mustRefuse(t, g.CheckURL("http://example.com/"))
}

func TestNamesLongerThanTheDNSAllows(t *testing.T) {
	g := New(Options{})
	label := strings.Repeat("b", 63)
	if err := g.CheckURL("https://a." + label + ".com/"); err != nil {
		t.Errorf("a label of 63 bytes: %v", err)
	}
	mustRefuse(t, g.CheckURL("https://a."+label+"b.com/"))
	mustRefuse(t, g.CheckURL("https://a."+strings.Repeat("b", 300)+".com/"))
	mustRefuse(t, g.CheckURL("https://"+strings.Repeat(label+".", 4)+"com/"))
}

func TestHostPatterns(t *testing.T) {
	g := New(Options{DevHosts: []string{"127.0.0.1:8090"}})
	p := Policy{Hosts: []string{"api.example.com", "*.tenants.example"}, Ports: []int{443}}
	for raw, ok := range map[string]bool{
		"https://api.example.com/": true, "https://a.tenants.example/": true, "https://a.b.tenants.example/": true, "https://a.tenants.example:443/": true,
		"https://tenants.example/": false, "https://eviltenants.example/": false, "https://x.api.example.com/": false,
		"https://a.tenants.example.evil.com/": false, "https://a.tenants.example:8443/": false, "http://127.0.0.1:8090/": false,
	} {
		if _, err := g.Check(p, raw); (err == nil) != ok {
			t.Errorf("%s: %v, want ok=%v", raw, err, ok)
		}
	}
}

func TestAddresses(t *testing.T) {
	r := newRanges()
	for text, public := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true, "172.15.0.1": true, "172.32.0.1": true, "100.128.0.1": true, "223.255.255.255": true,
		"0.1.2.3": false, "10.1.2.3": false, "100.64.0.1": false, "127.8.8.8": false, "169.254.169.254": false, "172.31.255.255": false,
		"192.0.0.8": false, "192.0.2.1": false, "192.88.99.1": false, "192.168.0.1": false, "198.19.0.1": false, "198.51.100.1": false, "203.0.113.1": false,
		"224.0.0.1": false, "239.1.1.1": false, "240.0.0.1": false, "255.255.255.255": false, "168.63.129.16": false,
		"::": false, "::1": false, "::ffff:10.0.0.1": false, "::10.0.0.1": false, "64:ff9b::808:808": false, "64:ff9b:1::1": false, "100::1": false,
		"2001::1": false, "2001:2::1": false, "2001:20::1": false, "2001:db8::1": false, "2002:808:808::1": false, "3fff::1": false,
		"fc00::1": false, "fd00:ec2::254": false, "fe80::1": false, "fec0::1": false, "ff02::1": false, "fe80::1%eth0": false,
		"2606:4700::5efe:a00:1": false, "2606:4700::200:5efe:a00:1": false, "5f00::1": false,
	} {
		if got := r.public(netip.MustParseAddr(text)); got != public {
			t.Errorf("%s: public %v, want %v", text, got, public)
		}
	}
}

// TestForbiddenAnswer: one forbidden address among public ones is enough.
func TestForbiddenAnswer(t *testing.T) {
	c := newCanary(t)
	for _, list := range [][]string{{"127.0.0.1"}, {"8.8.8.8", "127.0.0.1"}, {"2606:4700::1111", "::1"}, {"::ffff:127.0.0.1"}, {"8.8.8.8", "64:ff9b::7f00:1"}} {
		dialled := false
		g := New(Options{Resolver: &answers{lists: [][]string{list}}})
		g.dialer = func(bool) dialFunc {
			return func(context.Context, string, string) (net.Conn, error) {
				dialled = true
				return nil, errors.New("dialled")
			}
		}
		_, err := g.Client(Policy{}).Get("https://rebind.example:" + c.port() + "/")
		mustRefuse(t, err)
		if dialled {
			t.Errorf("%v: dialled", list)
		}
	}
	if c.heard.Load() != 0 {
		t.Fatal("the canary heard something")
	}
}

// TestRebinding: a name is looked up once per connection, and the connection
// goes to the address that was checked.
func TestRebinding(t *testing.T) {
	dns := &answers{lists: [][]string{{"8.8.8.8"}, {"127.0.0.1"}}}
	g := New(Options{Resolver: dns})
	var dialled []string
	g.dialer = func(loopback bool) dialFunc {
		return func(_ context.Context, network, address string) (net.Conn, error) {
			dialled = append(dialled, fmt.Sprint(address, loopback))
			return nil, errors.New("no network in this test")
		}
	}
	client := g.Client(Policy{})
	_, err := client.Get("https://rebind.example/")
	var refused *Refused
	if err == nil || errors.As(err, &refused) {
		t.Fatalf("first: %v", err)
	}
	_, err = client.Get("https://rebind.example/")
	mustRefuse(t, err)
	if len(dialled) != 1 || dialled[0] != "8.8.8.8:443false" || dns.asked != 2 {
		t.Fatalf("dialled %v after %d lookups", dialled, dns.asked)
	}
}

// TestControlIsTheLastWord: even an address that slipped past resolution is
// refused by the dialer itself.
func TestControlIsTheLastWord(t *testing.T) {
	c := newCanary(t)
	g := New(Options{})
	address := "127.0.0.1:" + c.port()
	if conn, err := g.netDialer(false)(context.Background(), "tcp", address); err == nil {
		_ = conn.Close()
		t.Fatal("connected to loopback")
	} else {
		mustRefuse(t, err)
	}
	if c.heard.Load() != 0 {
		t.Fatal("the canary heard something")
	}
	conn, err := g.netDialer(true)(context.Background(), "tcp", address)
	if err != nil {
		t.Fatalf("development host: %v", err)
	}
	_ = conn.Close()
	for _, bad := range []string{"10.0.0.1:80", "[::ffff:10.0.0.1]:80", "nonsense"} {
		mustRefuse(t, g.control("tcp4", bad, true))
	}
	mustRefuse(t, g.control("udp4", "8.8.8.8:53", false))
}

func TestEnvironmentProxyIsNotUsed(t *testing.T) {
	c := newCanary(t)
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		t.Setenv(name, c.URL)
	}
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }))
	defer target.Close()
	g := New(Options{DevHosts: []string{hostOf(target.URL)}, Resolver: &answers{lists: [][]string{{"10.0.0.1"}}}})
	if got := fetch(t, g.Client(Policy{}), target.URL); got != "200 ok" {
		t.Fatalf("got %q", got)
	}
	_, err := g.Client(Policy{}).Get("https://example.com/")
	mustRefuse(t, err)
	if c.heard.Load() != 0 {
		t.Fatal("the proxy heard something")
	}
}

func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Host
}

func fetch(t *testing.T, client *http.Client, raw string) string {
	t.Helper()
	resp, err := client.Get(raw)
	if err != nil {
		t.Fatalf("get %s: %v", raw, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("read %s: %v", raw, err)
	}
	return fmt.Sprint(resp.StatusCode, " ", string(body))
}

func TestTLSFloor(t *testing.T) {
	target := httptest.NewUnstartedServer(http.NotFoundHandler())
	target.StartTLS()
	defer target.Close()
	g := New(Options{DevHosts: []string{hostOf(target.URL)}, RootCAs: target.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs})
	if got := fetch(t, g.Client(Policy{}), target.URL); !strings.HasPrefix(got, "404") {
		t.Fatalf("got %q", got)
	}
	old := httptest.NewUnstartedServer(http.NotFoundHandler())
	old.TLS = target.TLS.Clone()
	old.TLS.MaxVersion = 0x0302 // TLS 1.1
	old.TLS.MinVersion = 0x0301
	old.StartTLS()
	defer old.Close()
	g = New(Options{DevHosts: []string{hostOf(old.URL)}, RootCAs: target.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs})
	if _, err := g.Client(Policy{}).Get(old.URL); err == nil {
		t.Fatal("TLS 1.1 accepted")
	}
	if _, err := New(Options{DevHosts: []string{hostOf(target.URL)}}).Client(Policy{}).Get(target.URL); err == nil {
		t.Fatal("unknown certificate accepted")
	}
}

func TestTimeoutAndHeaderCap(t *testing.T) {
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Second):
			}
			return
		}
		w.Header().Set("X-Big", strings.Repeat("a", MaxHeaderBytes))
	}))
	defer target.Close()
	g := New(Options{DevHosts: []string{hostOf(target.URL)}})
	client := g.Client(Policy{Timeout: 50 * time.Millisecond})
	var timeout interface{ Timeout() bool }
	if _, err := client.Get(target.URL + "/slow"); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Fatalf("slow: %v", err)
	}
	if _, err := g.Client(Policy{}).Get(target.URL + "/big"); err == nil {
		t.Fatal("a header of 64 KiB was accepted")
	}
}
