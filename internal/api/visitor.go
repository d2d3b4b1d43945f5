package api

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// visitorOf names a visitor by its network address; an IPv6 subscriber has a
// whole /64.
func (s *Server) visitorOf(r *http.Request) string {
	address, ok := addressOf(r.RemoteAddr)
	if !ok {
		return r.RemoteAddr
	}
	address = s.behindProxies(address, r.Header.Values("X-Forwarded-For"))
	if address.Is4() {
		return address.String()
	}
	prefix, err := address.WithZone("").Prefix(64)
	if err != nil {
		return address.String()
	}
	return prefix.String()
}

// behindProxies gives the address for which a proxy of ours speaks: each proxy
// adds the one that it sees to the end of X-Forwarded-For. What comes before
// the first address that is no proxy of ours may be anybody's invention.
func (s *Server) behindProxies(seen netip.Addr, forwarded []string) netip.Addr {
	chain := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(chain) - 1; i >= 0 && s.trusts(seen); i-- {
		next, ok := addressOf(strings.TrimSpace(chain[i]))
		if !ok {
			break
		}
		seen = next
	}
	return seen
}

func (s *Server) trusts(address netip.Addr) bool {
	return slices.ContainsFunc(s.TrustedProxies, func(network netip.Prefix) bool { return network.Contains(address) })
}

// addressOf reads an address with or without a port.
func addressOf(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return address.Unmap(), err == nil
}
