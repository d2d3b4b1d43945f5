package serving

import (
	"fmt"
	"net"
	"net/http"

	"predate/internal/commands/terminal"
)

// NoAdmin is the setting that opens no address for operators.
const NoAdmin = "none"

// adminHandler answers on the address for operators: what the process measures,
// why it cannot serve, and the pages of the console, if there are any. None of it is
// for the public.
func (h *House) adminHandler(pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", h.measured.handler(h.Log))
	mux.HandleFunc("GET /readyz", h.readiness)
	if pages == nil {
		return h.measured.watched(mux)
	}
	return h.measured.watched(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/metrics", "/readyz":
			mux.ServeHTTP(w, r)
		default: // the console sets the headers of every answer, also of a refusal or a redirection
			pages.ServeHTTP(w, r)
		}
	}))
}

// adminListener opens the address for operators. In development, where several
// servers run on one machine, another port is taken when the usual one is.
func (s ServerFlags) adminListener(c *terminal.Context) (net.Listener, error) {
	if s.AdminListen == NoAdmin {
		return nil, nil
	}
	listener, err := net.Listen("tcp", s.AdminListen)
	if err != nil && s.Dev && c.Settings.OriginOf("admin-listen") == "default" {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("listen for operators on %s (choose another address with --admin-listen, or %s): %w", s.AdminListen, NoAdmin, err)
	}
	return listener, nil
}
