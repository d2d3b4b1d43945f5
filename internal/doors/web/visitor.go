package web

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Visitor returns the address from which a request comes: the address of the connection
// or, if that is a trusted proxy, the one that the proxy reports. Each proxy appends the
// address that it sees to X-Forwarded-For; everything before the last address that is not
// a trusted proxy may be forged.
func Visitor(remote string, forwarded []string, proxies []netip.Prefix) (address netip.Addr, ok bool) {
	seen, ok := addressOf(remote)
	if !ok {
		return seen, false
	}
	ours := func() bool {
		return slices.ContainsFunc(proxies, func(network netip.Prefix) bool { return network.Contains(seen) })
	}
	chain := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(chain) - 1; i >= 0 && ours(); i-- {
		next, ok := addressOf(strings.TrimSpace(chain[i]))
		if !ok {
			break
		}
		seen = next
	}
	return seen, true
}

// addressOf reads an address with or without a port.
func addressOf(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return address.Unmap(), err == nil
}
