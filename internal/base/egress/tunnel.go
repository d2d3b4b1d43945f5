package egress

import (
	"context"
	"net"
	"net/url"
)

// Tunnel connects to "host:port" as a client of that policy would, for what
// brings its own TLS and cannot take an http.Client: a browser behind a proxy of
// ours. The caller bounds the use of the connection; the policy's Timeout does
// not. The error is a *Refused when the address may not be reached.
func (g *Guard) Tunnel(ctx context.Context, p Policy, address string) (net.Conn, error) {
	checked, err := g.checkParsed(p, &url.URL{Scheme: "https", Host: address})
	if err != nil {
		return nil, err
	}
	return g.dial(ctx, "tcp", net.JoinHostPort(checked.Hostname(), port(checked)))
}
