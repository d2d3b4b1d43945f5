package egress

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// The limits of every client.
const (
	// DefaultTimeout bounds a whole exchange when the policy names none.
	DefaultTimeout = 20 * time.Second
	// ConnectTimeout bounds name resolution and connection, and again the TLS
	// handshake.
	ConnectTimeout = 5 * time.Second
	// MaxHeaderBytes bounds the header of an answer.
	MaxHeaderBytes = 64 << 10

	maxAddresses = 4 // of one host that are tried, one after the other
)

// Resolver gives every address of a host; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Options are those of the installation; the zero value is what production
// uses.
type Options struct {
	// DevHosts are development hosts, "127.0.0.1:8090" or "localhost" for any
	// port: they alone may be reached over http and on a loopback address.
	DevHosts []string
	// OwnHosts are the names under which we are reached ourselves, with a port
	// or for any port: nobody may make us call our own front door, not even in
	// development.
	OwnHosts []string
	// OwnAddresses lists the addresses of this machine, which may be public
	// ones; the system's interfaces when nil. A listener of ours that is meant
	// for the machine alone must not be reached through them.
	OwnAddresses func() ([]netip.Addr, error)
	// Resolver is the system's when nil.
	Resolver Resolver
	// ConnectTimeout is ConnectTimeout when zero.
	ConnectTimeout time.Duration
	// RootCAs are the system's when nil.
	RootCAs *x509.CertPool
}

// Guard makes guarded clients. All of them share one pool of connections; it is
// safe for concurrent use.
type Guard struct {
	devHosts  []string
	ownHosts  []string
	ownAddrs  func() ([]netip.Addr, error)
	resolver  Resolver
	timeout   time.Duration
	ranges    ranges
	dialer    func(loopback bool) dialFunc
	transport *http.Transport
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// New makes a Guard.
func New(o Options) *Guard {
	g := &Guard{
		devHosts: lower(o.DevHosts), ownHosts: lower(o.OwnHosts), ownAddrs: o.OwnAddresses,
		resolver: o.Resolver, timeout: o.ConnectTimeout, ranges: newRanges(),
	}
	if g.ownAddrs == nil {
		g.ownAddrs = interfaceAddresses
	}
	if g.resolver == nil {
		g.resolver = net.DefaultResolver
	}
	if g.timeout <= 0 {
		g.timeout = ConnectTimeout
	}
	g.dialer = g.netDialer
	g.transport = &http.Transport{
		Proxy:                  nil, // never the environment's
		DialContext:            g.dial,
		ForceAttemptHTTP2:      true,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: o.RootCAs},
		TLSHandshakeTimeout:    g.timeout,
		MaxResponseHeaderBytes: MaxHeaderBytes,
		MaxIdleConns:           64,
		MaxIdleConnsPerHost:    4,
		IdleConnTimeout:        30 * time.Second,
		ExpectContinueTimeout:  time.Second,
	}
	return g
}

// CloseIdle closes the connections that nobody uses.
func (g *Guard) CloseIdle() { g.transport.CloseIdleConnections() }

// developmentHost reports whether host and port are on the development list.
func (g *Guard) developmentHost(host, port string) bool { return names(g.devHosts, host, port) }

// names reports whether a list holds a host, for that port or for any.
func names(list []string, host, port string) bool {
	return slices.Contains(list, host) || slices.Contains(list, net.JoinHostPort(host, port))
}

func lower(hosts []string) []string {
	var all []string
	for _, host := range hosts {
		all = append(all, strings.ToLower(host))
	}
	return all
}

// dial resolves, refuses the host when a single address of it is forbidden, and
// connects to the very addresses that were checked: a second, different DNS
// answer is never asked for.
func (g *Guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, refuse("address %q: %w", address, err)
	}
	ctx, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	dev := g.developmentHost(strings.ToLower(host), port)
	addrs, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	for _, addr := range addrs {
		if !g.allowed(addr, dev) {
			return nil, refuse("host %q resolves to %s", host, addr)
		}
	}
	return g.dialFirst(ctx, g.dialer(dev), network, addrs, port)
}

func (g *Guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}, nil
	}
	addrs, err := g.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	if len(addrs) == 0 {
		return nil, &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	}
	return addrs, nil
}

// dialFirst returns the first connection that succeeds; the addresses share the
// connect time-out.
func (g *Guard) dialFirst(ctx context.Context, dial dialFunc, network string, addrs []netip.Addr, port string) (net.Conn, error) {
	addrs = addrs[:min(len(addrs), maxAddresses)]
	share := g.timeout / time.Duration(len(addrs))
	var last error
	for _, addr := range addrs {
		conn, err := dialWithin(ctx, share, func(ctx context.Context) (net.Conn, error) {
			return dial(ctx, network, net.JoinHostPort(addr.Unmap().String(), port))
		})
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, last
}

func dialWithin(ctx context.Context, d time.Duration, dial func(context.Context) (net.Conn, error)) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return dial(ctx)
}

func (g *Guard) allowed(addr netip.Addr, loopback bool) bool {
	return g.ranges.public(addr) && !g.own(addr) || loopback && addr.Unmap().IsLoopback()
}

// own reports whether an address is one of this machine's. Where the system will
// not list them, as under a strict service manager, the ranges alone decide.
func (g *Guard) own(addr netip.Addr) bool {
	addrs, err := g.ownAddrs()
	return err == nil && slices.Contains(addrs, addr.Unmap())
}

func interfaceAddresses() ([]netip.Addr, error) {
	listed, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var addrs []netip.Addr
	for _, one := range listed {
		if network, err := netip.ParsePrefix(one.String()); err == nil {
			addrs = append(addrs, network.Addr().Unmap())
		}
	}
	return addrs, nil
}

// netDialer dials with the last check of all, made by the runtime on the
// address that it is about to connect to.
func (g *Guard) netDialer(loopback bool) dialFunc {
	d := net.Dialer{
		Timeout: g.timeout,
		ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
			return g.control(network, address, loopback)
		},
	}
	return d.DialContext
}

func (g *Guard) control(network, address string, loopback bool) error {
	if network != "tcp4" && network != "tcp6" {
		return refuse("network %q", network)
	}
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("address %q: %w", address, err)
	}
	if !g.allowed(target.Addr(), loopback) {
		return refuse("address %s", target)
	}
	return nil
}
