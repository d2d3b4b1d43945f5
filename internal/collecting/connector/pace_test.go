package connector_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"predate/internal/base/egress"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// TestPaceOfDevelopment: requests to a development host on this machine follow one
// another at once, until it asks for patience; any other host keeps its pace, also
// where it is bound for development.
func TestPaceOfDevelopment(t *testing.T) {
	simulated := site(t, small(), extranetsim.Options{})
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !asked && strings.Contains(r.URL.Path, "/documents/classeur/") {
			asked = true
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		simulated.ServeHTTP(w, r)
	}))
	defer server.Close()
	here := server.Listener.Addr().String()
	guard := egress.New(egress.Options{DevHosts: []string{here}})
	defer guard.CloseIdle()
	recipes, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	pace, err := pace(recipes, "xnet")
	if err != nil || pace <= 0 {
		t.Fatal(pace, err)
	}
	for name, tc := range map[string]struct {
		patience bool
		host     string
		want     []time.Duration
	}{
		"this machine":                    {false, here, nil},
		"this machine, asks for patience": {true, here, []time.Duration{7 * time.Second, 2 * pace}},
		"another":                         {false, connectortest.Host, []time.Duration{pace}},
	} {
		t.Run(name, func(t *testing.T) {
			asked = !tc.patience
			var pauses []time.Duration
			o := connector.Options{
				Now: func() time.Time { return time.Date(2026, 5, 18, 10, 0, 0, 0, time.UTC) }, DevHosts: map[string]string{tc.host: "xnet"},
				Pause: func(ctx context.Context, d time.Duration) error {
					if d > 0 && !slices.Contains(pauses, d) {
						pauses = append(pauses, d)
					}
					return ctx.Err()
				},
			}
			scheme, client := "http://", guard.Client(egress.Policy{Hosts: []string{here}, MaxRedirects: 5, Timeout: time.Minute})
			if tc.host != here {
				scheme, client = "https://", egress.InProcess(extranetsim.Transport(simulated))
			}
			request := subject()
			request.URL, request.Username, request.Password = scheme+tc.host+"/connexion/", connectortest.Username, connectortest.Password
			n, err := connector.New(recipes, func([]string) *http.Client { return client }, o).Collect(context.Background(), request,
				func(_ context.Context, _ connector.Remote, r io.Reader) error {
					_, err := io.Copy(io.Discard, r)
					return err
				})
			if err != nil || n != 4 || !slices.Equal(pauses, tc.want) {
				t.Errorf("kept %d with the pauses %v, want %v: %v", n, pauses, tc.want, err)
			}
		})
	}
}
