package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

// canary is a server of our own network that must never hear anything. It
// listens on every address of the machine, in both families.
type canary struct {
	*httptest.Server
	heard atomic.Int64
}

func newCanary(t *testing.T) *canary {
	t.Helper()
	c := &canary{}
	c.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { c.heard.Add(1) }))
	c.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			c.heard.Add(1)
		}
	}
	listener, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Listener.Close()
	c.Listener = listener
	c.Start()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	c.URL = "http://127.0.0.1:" + port
	t.Cleanup(c.Close)
	return c
}

func (c *canary) port() string { return c.URL[strings.LastIndex(c.URL, ":")+1:] }

// zone is a DNS that knows some names, each with its addresses.
type zone map[string][]string

func (z zone) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	list, ok := z[host]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for _, text := range list {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	return addrs, nil
}

// hostile is an address that somebody may give us to reach what is inside. A
// text that is refused as it stands resolves to nothing; a name that may be
// anybody's resolves to addresses of which one is forbidden.
type hostile struct {
	what string
	url  string // PORT is the canary's
	dns  []string
}

func hostileAddresses() []hostile {
	return []hostile{
		{"loopback", "https://127.0.0.1:PORT/", nil},
		{"loopback, far end", "https://127.255.255.254:PORT/", nil},
		{"two numbers", "https://127.1:PORT/", nil},
		{"three numbers", "https://127.0.1:PORT/", nil},
		{"octal", "https://0177.0.0.1:PORT/", nil},
		{"octal, long", "https://00000177.0.0.01:PORT/", nil},
		{"octal, one number", "https://017700000001:PORT/", nil},
		{"hexadecimal", "https://0x7f.0.0.1:PORT/", nil},
		{"hexadecimal, capitals", "https://0X7F.0X0.0X0.0X1:PORT/", nil},
		{"hexadecimal, one number", "https://0x7f000001:PORT/", nil},
		{"hexadecimal, short", "https://0x7f.1:PORT/", nil},
		{"decimal, one number", "https://2130706433:PORT/", nil},
		{"decimal, past 32 bits", "https://6425673729:PORT/", nil},
		{"bases mixed", "https://0x7f.0.1:PORT/", nil},
		{"all zeros", "https://0.0.0.0:PORT/", nil},
		{"zero", "https://0:PORT/", nil},
		{"zero in hexadecimal", "https://0x0:PORT/", nil},
		{"trailing dot on an address", "https://127.0.0.1.:PORT/", nil},
		{"IPv6 loopback", "https://[::1]:PORT/", nil},
		{"IPv6 loopback in full", "https://[0:0:0:0:0:0:0:1]:PORT/", nil},
		{"IPv6 unspecified", "https://[::]:PORT/", nil},
		{"mapped", "https://[::ffff:127.0.0.1]:PORT/", nil},
		{"mapped, in hexadecimal", "https://[::ffff:7f00:1]:PORT/", nil},
		{"mapped, in full", "https://[0:0:0:0:0:ffff:127.0.0.1]:PORT/", nil},
		{"IPv4-compatible", "https://[::127.0.0.1]:PORT/", nil},
		{"translated (SIIT)", "https://[::ffff:0:127.0.0.1]:PORT/", nil},
		{"NAT64", "https://[64:ff9b::127.0.0.1]:PORT/", nil},
		{"NAT64 to the metadata", "https://[64:ff9b::a9fe:a9fe]:PORT/", nil},
		{"NAT64, local prefix", "https://[64:ff9b:1::7f00:1]:PORT/", nil},
		{"6to4", "https://[2002:7f00:1::1]:PORT/", nil},
		{"Teredo", "https://[2001:0:7f00:1::1]:PORT/", nil},
		{"ISATAP", "https://[2a00::5efe:127.0.0.1]:PORT/", nil},
		{"link-local", "https://[fe80::1]:PORT/", nil},
		{"zone id", "https://[fe80::1%25lo]:PORT/", nil},
		{"zone id on loopback", "https://[::1%25lo]:PORT/", nil},
		{"zone id, bare", "https://[::1%lo]:PORT/", nil},
		{"unique local", "https://[fd00::1]:PORT/", nil},
		{"site-local", "https://[fec0::1]:PORT/", nil},
		{"IPv6 multicast", "https://[ff02::1]:PORT/", nil},
		{"IPv6 documentation", "https://[2001:db8::1]:PORT/", nil},
		{"address without brackets", "https://::1:PORT/", nil},
		{"future address form", "https://[v1.7f000001]:PORT/", nil},
		{"metadata, AWS and others", "https://169.254.169.254:PORT/latest/", nil},
		{"metadata, decimal", "https://2852039166:PORT/", nil},
		{"metadata, AWS over IPv6", "https://[fd00:ec2::254]:PORT/", nil},
		{"metadata, containers", "https://169.254.170.2:PORT/", nil},
		{"metadata, Alibaba", "https://100.100.100.200:PORT/", nil},
		{"metadata, Azure", "https://168.63.129.16:PORT/", nil},
		{"metadata, Oracle", "https://192.0.0.192:PORT/", nil},
		{"metadata, Google by name", "https://metadata.google.internal:PORT/", nil},
		{"private, 10", "https://10.0.0.1:PORT/", nil},
		{"private, 172.16", "https://172.17.0.1:PORT/", nil},
		{"private, 192.168", "https://192.168.1.1:PORT/", nil},
		{"multicast", "https://224.0.0.1:PORT/", nil},
		{"broadcast", "https://255.255.255.255:PORT/", nil},
		{"an address, though public", "https://8.8.8.8:PORT/", nil},
		{"localhost", "https://localhost:PORT/", nil},
		{"localhost in capitals", "https://LOCALHOST:PORT/", nil},
		{"localhost with a dot", "https://localhost.:PORT/", nil},
		{"below localhost", "https://a.localhost:PORT/", nil},
		{"localhost.localdomain", "https://localhost.localdomain:PORT/", nil},
		{"localhost in wide letters", "https://ｌｏｃａｌｈｏｓｔ:PORT/", nil},
		{"localhost in circled letters", "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/", nil},
		{"localhost with a soft hyphen", "https://local\u00adhost:PORT/", nil},
		{"localhost with a zero-width space", "https://local\u200bhost:PORT/", nil},
		{"name of one label", "https://intranet:PORT/", nil},
		{"mDNS name", "https://printer.local:PORT/", nil},
		{"internal name", "https://vault.internal:PORT/", nil},
		{"reverse name", "https://1.0.0.127.in-addr.arpa:PORT/", nil},
		{"public name with a trailing dot", "https://rebind.example.:PORT/", nil},
		{"wide digits", "https://１２７.0.0.１:PORT/", nil},
		{"circled digits", "https://①②⑦.⓪.⓪.①:PORT/", nil},
		{"mathematical digits", "https://𝟏𝟐𝟕.0.0.𝟏:PORT/", nil},
		{"ideographic full stop, U+3002", "https://127。0。0。1:PORT/", nil},
		{"wide full stop, U+FF0E", "https://127．0．0．1:PORT/", nil},
		{"half-width full stop, U+FF61", "https://127｡0｡0｡1:PORT/", nil},
		{"a trailing dot that only looks like one", "https://localhost。:PORT/", nil},
		{"percent-encoded digits", "https://%31%32%37.0.0.1:PORT/", nil},
		{"percent-encoded dots", "https://127%2e0%2e0%2e1:PORT/", nil},
		{"punycode of plain letters", "https://xn--localhost-:PORT/", nil},
		{"punycode that decodes to nothing", "https://xn--.example:PORT/", nil},
		{"user information", "https://example.com@127.0.0.1:PORT/", nil},
		{"user and password", "https://example.com:443@127.0.0.1:PORT/", nil},
		{"user information for a public host", "https://u:p@rebind.example:PORT/", nil},
		{"fragment before the host's end", "https://127.0.0.1:PORT#@example.com/", nil},
		{"query before the host's end", "https://127.0.0.1:PORT?@example.com/", nil},
		{"backslash", "https://example.com\\@127.0.0.1:PORT/", nil},
		{"no slashes", "https:127.0.0.1:PORT", nil},
		{"one slash", "https:/127.0.0.1:PORT", nil},
		{"no scheme", "//127.0.0.1:PORT/", nil},
		{"a space in the host", "https://127.0.0.1 .example:PORT/", nil},
		{"a line break in the host", "https://rebind.example\r\n:PORT/", nil},
		{"a NUL in the host", "https://127.0.0.1\x00.example:PORT/", nil},
		{"bytes that are no text", "https://\xff\xfe.example:PORT/", nil},
		{"empty label", "https://a..example:PORT/", nil},
		{"http", "http://rebind.example:PORT/", nil},
		{"http by the default port", "http://rebind.example/", nil},
		{"gopher", "gopher://127.0.0.1:PORT/_GET", nil},
		{"file", "file:///etc/passwd", nil},
		{"file with a host", "file://127.0.0.1:PORT/", nil},
		{"ftp", "ftp://127.0.0.1:PORT/", nil},
		{"unix socket", "unix:///var/run/docker.sock", nil},
		{"data", "data:text/plain,hello", nil},
		{"script", "javascript:alert(1)", nil},
		{"port of mail", "https://rebind.example:25/", nil},
		{"port of ssh", "https://rebind.example:22/", nil},
		{"port zero", "https://rebind.example:0/", nil},
		{"port past the last", "https://rebind.example:65536/", nil},
		{"port in words", "https://rebind.example:https/", nil},
		{"port below zero", "https://rebind.example:-1/", nil},
		{"our own front door", "https://predate.example/order/", nil},
		{"our own front door, another port", "https://PREDATE.example:PORT/order/", nil},

		{"a name for loopback", "https://rebind.example:PORT/", []string{"127.0.0.1"}},
		{"a name of all names", "https://127.0.0.1.nip.example:PORT/", []string{"127.0.0.1"}},
		{"a name for IPv6 loopback", "https://rebind.example:PORT/", []string{"::1"}},
		{"a name for a mapped address", "https://rebind.example:PORT/", []string{"::ffff:127.0.0.1"}},
		{"a name for a compatible address", "https://rebind.example:PORT/", []string{"::127.0.0.1"}},
		{"a name for everything", "https://rebind.example:PORT/", []string{"0.0.0.0"}},
		{"a name for everything in IPv6", "https://rebind.example:PORT/", []string{"::"}},
		{"a name for a NAT64 address", "https://rebind.example:PORT/", []string{"64:ff9b::7f00:1"}},
		{"a name for a local NAT64 address", "https://rebind.example:PORT/", []string{"64:ff9b:1::7f00:1"}},
		{"a name for a SIIT address", "https://rebind.example:PORT/", []string{"::ffff:0:7f00:1"}},
		{"a name for a 6to4 address", "https://rebind.example:PORT/", []string{"2002:7f00:1::1"}},
		{"a name for a Teredo address", "https://rebind.example:PORT/", []string{"2001:0:4136:e378:8000:63bf:80ff:fffe"}},
		{"a name for an ISATAP address", "https://rebind.example:PORT/", []string{"2a00::200:5efe:7f00:1"}},
		{"a name for the metadata", "https://rebind.example:PORT/", []string{"169.254.169.254"}},
		{"a name for the metadata in IPv6", "https://rebind.example:PORT/", []string{"fd00:ec2::254"}},
		{"a name for a private address", "https://rebind.example:PORT/", []string{"10.1.2.3"}},
		{"a name for a shared address", "https://rebind.example:PORT/", []string{"100.64.0.1"}},
		{"a name for a link-local address", "https://rebind.example:PORT/", []string{"fe80::1"}},
		{"a zone id in the answer", "https://rebind.example:PORT/", []string{"fe80::1%lo"}},
		{"a name for a unique local address", "https://rebind.example:PORT/", []string{"fd12:3456::1"}},
		{"one forbidden among public ones", "https://rebind.example:PORT/", []string{"8.8.8.8", "127.0.0.1"}},
		{"forbidden in the other family", "https://rebind.example:PORT/", []string{"8.8.8.8", "::1"}},
		{"forbidden past those we would try", "https://rebind.example:PORT/", []string{"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "127.0.0.1"}},
		{"this machine by its public address", "https://rebind.example:PORT/", []string{"8.8.4.4"}},
		{"this machine by its public address, mapped", "https://rebind.example:PORT/", []string{"::ffff:8.8.4.4"}},
		{"accents in a name for loopback", "https://bücher.example:PORT/", []string{"127.0.0.1"}},
		{"letters of another alphabet", "https://еxample.example:PORT/", []string{"127.0.0.1"}},
	}
}

// TestHostileAddressesReachNobody gives each address to us in the two ways
// there are: as somebody's callback, and as the redirect of a server that we
// may reach.
func TestHostileAddressesReachNobody(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	c := newCanary(t)
	decoy := hops(t, false)
	for _, h := range hostileAddresses() {
		t.Run(h.what, func(t *testing.T) {
			raw := strings.ReplaceAll(h.url, "PORT", c.port())
			g := guardOf(h, hostOf(decoy.URL))
			if err := g.CheckURL(raw); (err == nil) != (h.dns != nil) {
				t.Errorf("checking %s: %v", raw, err)
			}
			for way, address := range map[string]string{"given": raw, "by a redirect": decoy.URL + "/?302," + raw} {
				resp, err := g.Client(Policy{MaxRedirects: 3}).Get(address)
				if err == nil {
					_ = resp.Body.Close()
					if resp.Request.URL.Host != hostOf(decoy.URL) || resp.StatusCode < 400 {
						t.Errorf("%s: fetched %s", way, raw)
					}
				}
				var refused *Refused
				if h.dns != nil && !errors.As(err, &refused) {
					t.Errorf("%s: %s is not refused: %v", way, raw, err)
				}
			}
			if n := c.heard.Load(); n != 0 {
				t.Fatalf("the canary heard %d connections", n)
			}
		})
	}
	if n := len(hostileAddresses()); n < 80 {
		t.Errorf("only %d addresses", n)
	}
}

// guardOf is the guard of production, but for a decoy that it may reach and a
// DNS of the hostile party's.
func guardOf(h hostile, decoy string) *Guard {
	names := zone{}
	if h.dns != nil {
		for _, name := range []string{"rebind.example", "127.0.0.1.nip.example", "xn--bcher-kva.example", "xn--xample-2of.example"} {
			names[name] = h.dns
		}
	}
	return New(Options{
		DevHosts: []string{decoy}, OwnHosts: []string{"predate.example"}, Resolver: names,
		OwnAddresses: func() ([]netip.Addr, error) { return []netip.Addr{netip.MustParseAddr("8.8.4.4")}, nil },
	})
}

// TestCanaryHears: the canary is one, on every address that the table tries to
// reach it by; and without the guard some of these addresses do reach it.
func TestCanaryHears(t *testing.T) {
	c := newCanary(t)
	reached := 0
	for _, host := range []string{"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "0.0.0.0"} {
		resp, err := http.Get("http://" + host + ":" + c.port() + "/")
		if err != nil {
			continue // a machine without IPv6
		}
		_ = resp.Body.Close()
		reached++
	}
	if reached < 3 || c.heard.Load() == 0 {
		t.Fatalf("the canary was reached by %d addresses and heard %d", reached, c.heard.Load())
	}
}

func TestOwnListeners(t *testing.T) {
	c := newCanary(t)
	own := "127.0.0.1:" + c.port()
	g := New(Options{DevHosts: []string{"127.0.0.1", "localhost"}, OwnHosts: []string{own}})
	mustRefuse(t, g.CheckURL("http://"+own+"/order/"))
	_, err := g.Client(Policy{}).Get("http://" + own + "/order/")
	mustRefuse(t, err)
	if c.heard.Load() != 0 {
		t.Fatal("the canary heard something")
	}
	if err := g.CheckURL("http://127.0.0.1:1/"); err != nil {
		t.Errorf("another port of a development host: %v", err)
	}
	addrs, err := interfaceAddresses()
	if err != nil || len(addrs) == 0 {
		t.Fatalf("addresses of this machine: %v, %v", addrs, err)
	}
	for _, addr := range addrs {
		if !g.own(addr) {
			t.Errorf("%s is not our own", addr)
		}
	}
	blind := New(Options{OwnAddresses: func() ([]netip.Addr, error) { return nil, fmt.Errorf("not permitted") }})
	if blind.allowed(netip.MustParseAddr("127.0.0.1"), false) || !blind.allowed(netip.MustParseAddr("8.8.8.8"), false) {
		t.Error("without the list of our addresses the ranges do not decide")
	}
}
