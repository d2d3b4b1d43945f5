package egress

import "net/netip"

// ranges holds the networks that nobody outside may make us reach. IPv6 is
// judged the other way round: only global unicast is allowed, less the parts of
// it that carry an IPv4 address inside or are not public.
type ranges struct {
	forbidden []netip.Prefix
	global6   netip.Prefix
}

// newRanges follows the IANA special-purpose registries (RFC 6890 and its
// updates); the last IPv4 line is a cloud's metadata service on an address that
// looks public.
func newRanges() ranges {
	texts := []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
		"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
		"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		"168.63.129.16/32",
		"2001::/23",     // protocol assignments: Teredo, benchmarking, ORCHID
		"2001:db8::/32", // documentation
		"2002::/16",     // 6to4: an IPv4 address inside
		"3fff::/20",     // documentation
	}
	r := ranges{global6: netip.MustParsePrefix("2000::/3")}
	for _, text := range texts {
		r.forbidden = append(r.forbidden, netip.MustParsePrefix(text))
	}
	return r
}

// public reports whether an address belongs to the public internet.
func (r ranges) public(addr netip.Addr) bool {
	if !addr.IsValid() || addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	if addr.Is6() && (!r.global6.Contains(addr) || isatap(addr)) {
		return false
	}
	for _, prefix := range r.forbidden {
		if prefix.Contains(addr) {
			return false
		}
	}
	return true
}

// isatap recognises the interface identifiers of RFC 5214, whose last four
// bytes are an IPv4 address that a router would tunnel to.
func isatap(addr netip.Addr) bool {
	b := addr.As16()
	return b[8]&^0x02 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}
