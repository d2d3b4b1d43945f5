package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// What asks whether a server is well is told what is not, waits when it is asked to,
// and needs no address for operators.
func TestHealth(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			http.NotFound(w, r)
			return
		}
		if asked.Add(1)%3 == 0 {
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		all := []check{{Name: "database", Error: "no route to it"}, {Name: "disk", Ready: true}}
		_ = json.NewEncoder(w).Encode(map[string]any{"ready": false, "checks": all})
	}))
	t.Cleanup(server.Close)
	at := strings.TrimPrefix(server.URL, "http://")
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"--admin-listen " + at, 1, "predate: database: no route to it\n"},
		{"--admin-listen none --listen " + at, 1, "predate: database: no route to it\n"},
		{"--admin-listen none --listen " + at, 0, ""},
		{"--wait 1m --admin-listen " + at, 0, ""},
		{"--url " + server.URL + "/livez", 1, "predate: " + server.URL + "/livez answers 404 Not Found\n"},
		{"--admin-listen 127.0.0.1:1", 1, "predate: no answer: "},
		{"--admin-listen here", 1, `predate: listen "here": want host:port`},
	} {
		c, out := command(t, append([]string{"health"}, strings.Fields(test.args)...)...)
		if status := run(t.Context(), c); status != test.status || !strings.HasPrefix(out.String(), test.says) || test.says == "" && out.Len() > 0 {
			t.Errorf("health %s: exit %d, %q", test.args, status, out)
		}
	}
}
