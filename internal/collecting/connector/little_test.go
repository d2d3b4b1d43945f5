package connector_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/recipe"
)

// A little site belongs to no family: it has a shape of its own and a small
// recipe of its own. What it gets right or wrong is what a test is about.

func littleRecipes(t *testing.T, changes ...string) []recipe.Recipe {
	t.Helper()
	recipes, err := connectortest.LittleRecipes(changes...)
	if err != nil {
		t.Fatal(err)
	}
	return recipes
}

// overWire leads the requests of a run to a server of this machine.
type overWire struct{ address string }

// RoundTrip sends the request there.
func (o overWire) RoundTrip(req *http.Request) (*http.Response, error) {
	local := req.Clone(req.Context())
	local.URL.Scheme, local.URL.Host = "http", o.address
	transport := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	resp, err := transport.RoundTrip(local)
	if resp != nil {
		resp.Request = req
	}
	return resp, err
}

// serve serves a site on this machine and gives its address.
func serve(t *testing.T, site http.Handler) string {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// visitLittle collects once from a little site.
func visitLittle(t *testing.T, l http.Handler, recipes []recipe.Recipe, change func(*connectortest.Run)) *connectortest.Run {
	t.Helper()
	server := httptest.NewServer(l)
	defer server.Close()
	run := &connectortest.Run{Recipe: "petit", Recipes: recipes, Transport: overWire{server.Listener.Addr().String()}}
	if change != nil {
		change(run)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := run.Collect(ctx); err != nil {
		t.Fatal(err)
	}
	for _, leak := range run.Leaks() {
		t.Errorf("a credential is repeated: %s", leak)
	}
	if len(run.Outside) > 0 {
		t.Errorf("outside: %v", run.Outside)
	}
	return run
}

// texts are what the kept files say, in the order in which they came.
func texts(run *connectortest.Run) string {
	var all []string
	for _, k := range run.Kept {
		all = append(all, strings.Split(string(k.Data), "\n")[1])
	}
	return strings.Join(all, " ")
}

// known are the identifiers that a run kept.
func known(run *connectortest.Run) map[string]bool {
	ids := map[string]bool{}
	for _, id := range run.IDs() {
		ids[id] = true
	}
	return ids
}

func TestALittleSite(t *testing.T) {
	run := visitLittle(t, connectortest.NewLittle(), littleRecipes(t), nil)
	if run.Err != nil || texts(run) != "pv annexes" {
		t.Fatalf("%q, %v", texts(run), run.Err)
	}
	refused := visitLittle(t, connectortest.NewLittle(), littleRecipes(t), func(r *connectortest.Run) { r.Password = "une autre clé" })
	if failure := refused.Failure(); failure == nil || failure.Code != predate.BadCredentials || failure.Message != "Nom ou clé inconnus." {
		t.Fatalf("%v", refused.Err)
	}
}

// TestTheStepIsNamed: who mends a recipe is told at which of its steps and lines the
// site was another.
func TestTheStepIsNamed(t *testing.T) {
	for _, tc := range []struct{ old, replacement, want string }{
		{"submit: \"form#entree\"", "submit: \"form#sortie\"", "login[1], line 24"},
		{"{get: /chezmoi, expect: [inside]}", "{get: /chezmoi, expect: [form]}", "logged_in, line 31"},
		{".pieces[]", ".pieces[].absente.x", "list[0].then[0].request, line 37"},
	} {
		run := visitLittle(t, connectortest.NewLittle(), littleRecipes(t, tc.old, tc.replacement), nil)
		failure := run.Failure()
		if failure == nil || failure.Code != predate.SiteChanged || !strings.Contains(failure.Err.Error(), tc.want) {
			t.Errorf("%v, want %q", run.Err, tc.want)
		}
	}
}
