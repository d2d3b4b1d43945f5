package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
)

// noAdmin is the setting that opens no address for operators.
const noAdmin = "none"

// adminHandler answers on the address for operators: what the process measures,
// why it cannot serve, and the pages of the console, if there are any. None of it is
// for the public.
func (h *house) adminHandler(pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", h.measured.handler(h.log))
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

// check is one thing that the house needs in order to serve.
type check struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	Error string `json:"error,omitempty"`
}

// readiness answers with each check and its cause; the public /readyz answers
// with the sum of them alone.
func (h *house) readiness(w http.ResponseWriter, r *http.Request) {
	all := h.checks(r.Context())
	status := http.StatusOK
	for _, one := range all {
		if !one.Ready {
			status = http.StatusServiceUnavailable
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"ready": status == http.StatusOK, "checks": all}) // who asked is gone
}

// ready returns the first check that fails, for the public address.
func (h *house) ready(ctx context.Context) error {
	for _, one := range h.checks(ctx) {
		if !one.Ready {
			return fmt.Errorf("%s: %s", one.Name, one.Error)
		}
	}
	return nil
}

func (h *house) checks(ctx context.Context) []check {
	database := check{Name: "database", Ready: true}
	if err := h.db.Ping(ctx); err != nil {
		database.Ready, database.Error = false, err.Error()
	}
	disk := check{Name: "disk", Ready: !h.front.Full()}
	if !disk.Ready {
		disk.Error = "a write found no room"
	}
	return []check{database, disk}
}

// adminListener opens the address for operators. In development, where several
// servers run on one machine, another port is taken when the usual one is.
func (s serverFlags) adminListener(c *commandContext) (net.Listener, error) {
	if s.AdminListen == noAdmin {
		return nil, nil
	}
	listener, err := net.Listen("tcp", s.AdminListen)
	if err != nil && s.Dev && c.settings.originOf("admin-listen") == "default" {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("listen for operators on %s (choose another address with --admin-listen, or %s): %w", s.AdminListen, noAdmin, err)
	}
	return listener, nil
}
