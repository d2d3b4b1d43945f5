package api

import (
	"net/http"

	"predate/internal/doors/web"
)

// visitorOf names a visitor by its network address; an IPv6 subscriber has a
// whole /64.
func (s *Server) visitorOf(r *http.Request) string {
	address, ok := web.Visitor(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), s.TrustedProxies)
	if !ok {
		return r.RemoteAddr
	}
	if address.Is4() {
		return address.String()
	}
	prefix, err := address.WithZone("").Prefix(64)
	if err != nil {
		return address.String()
	}
	return prefix.String()
}
