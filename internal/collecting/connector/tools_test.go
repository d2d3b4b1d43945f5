package connector_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// TestProbe: the landing page of an unknown host tells which family it looks
// like; nothing but that page is asked for, and no credential is sent.
func TestProbe(t *testing.T) {
	for _, tc := range []struct {
		family extranetsim.Family
		path   string
		want   string
	}{
		{extranetsim.Xnet, "/connexion/", "xnet"},
		{extranetsim.FonciaWeb, "/login", "foncia-web"},
		{extranetsim.Ics, "/V3b/agence/login.php", "ics"},
		{extranetsim.Powimo, "/", "powimo"},
		{extranetsim.WebForms, "/Login.aspx", "webforms"},
		{extranetsim.Foncia, "/x", ""},
	} {
		s := site(t, small(), extranetsim.Options{Family: tc.family})
		run := &connectortest.Run{
			Transport: extranetsim.Transport(s), URL: "https://extranet.cabinet-inconnu.example" + tc.path,
			Family: []string{"extranet.cabinet-inconnu.example"}, Options: connector.Options{Probe: true},
		}
		if err := run.Collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		failure := run.Failure()
		if failure == nil || failure.Code != predate.UnsupportedExtranet {
			t.Fatalf("%s: %v", tc.family, run.Err)
		}
		if said := strings.HasSuffix(failure.Err.Error(), "looks like "+tc.want); said != (tc.want != "") {
			t.Errorf("%s: %v", tc.family, failure.Err)
		}
		for _, request := range run.Requests {
			if !strings.HasPrefix(request, "GET ") {
				t.Errorf("%s: %s", tc.family, request)
			}
		}
		if len(run.Sent) != 0 || s.Logins() != 0 {
			t.Errorf("%s: sent %v", tc.family, run.Sent)
		}
	}
}

// TestBoundHost: a host that an operator binds is collected from; the recipe's
// own hosts stay the only others.
func TestBoundHost(t *testing.T) {
	const host = "extranet.cabinet-blanc.example"
	s := site(t, small(), extranetsim.Options{Family: extranetsim.Ics})
	run := &connectortest.Run{
		Transport: extranetsim.Transport(s), URL: "https://" + host + "/V3b/agence/login.php", Family: []string{host}, Request: subject(),
		Options: connector.Options{Hosts: map[string]string{host: "ics"}},
	}
	if err := run.Collect(context.Background()); err != nil {
		t.Fatal(err)
	}
	if run.Err != nil || run.N != 4 || len(run.Outside) != 0 {
		t.Errorf("kept %d, outside %v: %v", run.N, run.Outside, run.Err)
	}
}

// TestMissingSetting: a recipe that needs a setting is not begun without it.
func TestMissingSetting(t *testing.T) {
	run, s := visit(t, extranetsim.Vilogi, small(), extranetsim.Options{}, func(r *connectortest.Run) { r.Options.Settings = nil })
	if failure := run.Failure(); failure == nil || failure.Code != predate.UnsupportedExtranet || s.Requests() != 0 {
		t.Errorf("%v after %d requests", run.Err, s.Requests())
	}
}

// TestRehearsal: a rehearsal lists everything, fetches one document, leaves the
// session, and shows no secret in its trace.
func TestRehearsal(t *testing.T) {
	all, err := recipes()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range drivable() {
		s := site(t, small(), extranetsim.Options{Family: f, Shapes: shapes(f, extranetsim.SeveralAccounts)})
		var trace strings.Builder
		client := egress.InProcess(extranetsim.Transport(s))
		c := connector.New(all, func([]string) *http.Client { return client }, connector.Options{
			Now: (&clock{}).now, Pause: connector.NoPause, Random: strings.NewReader(strings.Repeat("chance", 100)), Hosts: bound(extranetsim.WebForms),
			Settings: map[string]string{"vilogi_token": "app-3f9c"},
			Trace: func(e connector.Exchange) {
				trace.WriteString(e.Method + " " + e.URL + " " + e.Leads + " " + e.Kind + "\n" + string(e.Body) + "\n")
				if e.Kind == "" {
					t.Errorf("%s: unknown page at %s", f, e.URL)
				}
			},
		})
		request := subject()
		request.URL, request.Username, request.Password = f.URL(), connectortest.Username, connectortest.Password
		found, err := c.Rehearse(context.Background(), request)
		if err != nil || len(found.Documents) != 4 || found.First == nil || found.Family.ID != string(f) {
			t.Errorf("%s: %+v, %v", f, found, err)
		}
		if len(found.Accounts) == 3 && (len(found.Chosen) != 1 || found.Chosen[0] != 1) {
			t.Errorf("%s: chose %v", f, found.Chosen)
		}
		for _, secret := range []string{connectortest.Username, connectortest.Password, "app-3f9c"} {
			if strings.Contains(trace.String(), secret) {
				t.Errorf("%s: the trace repeats %s", f, secret)
			}
		}
		if f != extranetsim.Foncia && s.Open() != 0 {
			t.Errorf("%s: %d sessions left open", f, s.Open())
		}
	}
}

func shapes(f extranetsim.Family, wanted extranetsim.Shape) []extranetsim.Shape {
	if f.Takes(wanted) {
		return []extranetsim.Shape{wanted}
	}
	return nil
}
