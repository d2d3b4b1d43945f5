package egress

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Policy says what one client may do. The zero Policy reaches any public host
// over https, follows no redirect and gives up after DefaultTimeout.
type Policy struct {
	// Hosts are the only hosts that may be reached: "api.example.com", or
	// "*.example.com" for every name below it. Empty means any public host.
	// The port is part of a development host only: "127.0.0.1:8090".
	Hosts []string
	// MaxRedirects is how many redirects are followed; each is checked like a
	// first request. With 0 the caller gets the redirect as the answer.
	MaxRedirects int
	// Ports are the ports allowed. Empty means 443 and the unprivileged ones.
	Ports []int
	// Timeout bounds a whole exchange, reading the body included.
	Timeout time.Duration
}

// Check reads a URL and says whether a client of that policy may use it. The
// host of the URL it gives back is in its ASCII form. The error is a *Refused.
// Passing is not enough to connect: the numeric address is checked later, at
// every dial.
func (g *Guard) Check(p Policy, raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return nil, refuse("the URL cannot be read") // the parser's own text would repeat a password in it
	}
	return g.checkParsed(p, u)
}

// CheckURL reports whether a URL could be reached under the zero Policy. The error
// is a *Refused.
func (g *Guard) CheckURL(raw string) error {
	_, err := g.Check(Policy{}, raw)
	return err
}

func (g *Guard) checkParsed(p Policy, u *url.URL) (*url.URL, error) {
	if u.User != nil {
		return nil, refuse("user information in the URL")
	}
	if u.Opaque != "" || u.Host == "" {
		return nil, refuse("no host in the URL")
	}
	host, err := hostName(u.Hostname())
	if err != nil {
		return nil, err
	}
	if names(g.ownHosts, host, port(u)) {
		return nil, refuse("host %q is ourselves", host)
	}
	dev := g.developmentHost(host, port(u))
	if u.Scheme != "https" && (u.Scheme != "http" || !dev) {
		return nil, refuse("scheme %q of host %q", u.Scheme, host)
	}
	if !dev {
		if err := checkPublicName(host); err != nil {
			return nil, err
		}
		if !portAllowed(p.Ports, port(u)) {
			return nil, refuse("port %s of host %q", port(u), host)
		}
	}
	if !hostAllowed(p.Hosts, host, port(u)) {
		return nil, refuse("host %q is not one of this client's", host)
	}
	checked := *u
	checked.Host = host
	if strings.Contains(host, ":") {
		checked.Host = "[" + host + "]"
	}
	if u.Port() != "" {
		checked.Host = net.JoinHostPort(host, u.Port())
	}
	return &checked, nil
}

// hostName returns the ASCII, lower-case form of a host. Mapping comes before
// every other check, for letters such as "①" become digits by it.
func hostName(host string) (string, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil || ascii == "" || !utf8.ValidString(host) {
		return "", refuse("host name %q is not valid", host)
	}
	if again, err := idna.Lookup.ToASCII(ascii); err != nil || again != ascii {
		return "", refuse("host name %q has no stable form", host)
	}
	return ascii, nil
}

// The longest name of the DNS and the longest part of one, in bytes (RFC 1035
// §2.3.4).
const (
	maxName  = 253
	maxLabel = 63
)

// checkPublicName refuses what is not a name of the public DNS: addresses in
// any writing, names of one label, names reserved for private use.
func checkPublicName(host string) error {
	if _, err := netip.ParseAddr(host); err == nil {
		return refuse("host %q is an address", host)
	}
	labels := strings.Split(host, ".")
	if len(labels) < 2 || slices.Contains(labels, "") {
		return refuse("host %q is not a complete name", host)
	}
	if len(host) > maxName || slices.ContainsFunc(labels, func(label string) bool { return len(label) > maxLabel }) {
		return refuse("host name %.60q… is longer than a name can be", host)
	}
	last := labels[len(labels)-1]
	if last[0] >= '0' && last[0] <= '9' {
		// "0x7f.1", "127.1", "0177.0.0.1": system resolvers read them as
		// addresses; no top-level domain begins with a digit.
		return refuse("host %q is an address", host)
	}
	private := []string{"localhost", "localdomain", "local", "internal", "intranet", "private", "lan", "home", "corp", "arpa", "onion", "invalid", "alt"}
	if slices.Contains(private, last) {
		return refuse("host %q is a private name", host)
	}
	return nil
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "http" {
		return "80"
	}
	return "443"
}

func portAllowed(ports []int, text string) bool {
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 || n > 65535 {
		return false
	}
	if len(ports) > 0 {
		return slices.Contains(ports, n)
	}
	return n == 443 || n >= 1024
}

func hostAllowed(patterns []string, host, port string) bool {
	if len(patterns) == 0 {
		return true
	}
	for _, pattern := range patterns {
		pattern = strings.ToLower(pattern)
		if pattern == host || pattern == net.JoinHostPort(host, port) {
			return true
		}
		if suffix, ok := strings.CutPrefix(pattern, "*"); ok && len(suffix) > 1 && strings.HasPrefix(suffix, ".") && strings.HasSuffix(host, suffix) {
			return true
		}
	}
	return false
}
