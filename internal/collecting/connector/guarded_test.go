package connector_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"predate"
	"predate/connectors"
	"predate/internal/base/egress"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
)

// TestMain: no run leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// overHTTP collects from a real server through the real guard.
func overHTTP(t *testing.T, handler http.Handler, timeout time.Duration) (kept int, failure *predate.Failure) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	host := server.Listener.Addr().String()
	guard := egress.New(egress.Options{DevHosts: []string{host}})
	defer guard.CloseIdle()
	return guarded(t, guard, "http://"+host+"/", map[string]string{host: "xnet"}, timeout)
}

func guarded(t *testing.T, guard *egress.Guard, address string, dev map[string]string, timeout time.Duration) (int, *predate.Failure) {
	t.Helper()
	recipes, err := recipe.Load(connectors.Files())
	if err != nil {
		t.Fatal(err)
	}
	c := connector.New(recipes, func(hosts []string) *http.Client {
		return guard.Client(egress.Policy{Hosts: hosts, MaxRedirects: 5, Timeout: timeout})
	}, connector.Options{
		Now: time.Now, DevHosts: dev,
		Pause: connector.NoPause,
	})
	request := connector.Request{URL: address, Username: connectortest.Username, Password: connectortest.Password}
	n, err := c.Collect(context.Background(), request, func(_ context.Context, _ connector.Remote, r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	})
	var failure *predate.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("not a failure: %v", err)
	}
	if err != nil && (strings.Contains(err.Error(), connectortest.Username) || strings.Contains(err.Error(), connectortest.Password)) {
		t.Errorf("a credential is repeated: %v", err)
	}
	return n, failure
}

func TestOverHTTP(t *testing.T) {
	if kept, failure := overHTTP(t, site(t, extranetsim.Sample(), extranetsim.Options{Trouble: extranetsim.Lost401, After: 20}), time.Minute); failure != nil || kept != 37 {
		t.Errorf("the sample dossier: kept %d, %v", kept, failure)
	}
	for _, tc := range []struct {
		name    string
		handler http.Handler
		timeout time.Duration
		code    predate.FailureCode
		stage   predate.Stage
	}{
		{"leads away", site(t, small(), extranetsim.Options{Trouble: extranetsim.LeadsAway}), time.Minute, predate.SiteChanged, predate.StageDownload},
		{"slow", site(t, small(), extranetsim.Options{Delay: 10 * time.Second}), 50 * time.Millisecond, predate.SiteUnavailable, predate.StageLogin},
		{"broken", site(t, small(), extranetsim.Options{Trouble: extranetsim.BrokenTransfer, Shapes: []extranetsim.Shape{extranetsim.Raw}}), time.Minute, predate.DownloadFailed, predate.StageDownload},
		{"huge page", at("/connexion/", huge), time.Minute, predate.LimitReached, predate.StageLogin},
		{"bomb", at("/connexion/", bomb(t)), time.Minute, predate.LimitReached, predate.StageLogin},
		{"endless redirects", at("/connexion/", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }), time.Minute, predate.PolicyRefused, predate.StageLogin},
		{"metadata", at("/connexion/", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		}), time.Minute, predate.SiteChanged, predate.StageLogin},
		{"password sent on", at("/authenticate", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}), time.Minute, predate.PolicyRefused, predate.StageLogin},
	} {
		t.Run(tc.name, func(t *testing.T) {
			kept, failure := overHTTP(t, tc.handler, tc.timeout)
			if failure == nil || failure.Code != tc.code || failure.Stage != tc.stage {
				t.Errorf("kept %d, %v", kept, failure)
			}
		})
	}
}

// at is a site whose one path is answered otherwise.
func at(path string, answer http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			answer(w, r)
			return
		}
		_, _ = io.WriteString(w, "<html><body>ok</body></html>")
	})
}

func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	block := bytes.Repeat([]byte("<p>"), 100_000)
	for range 20 {
		_, _ = w.Write(block)
	}
}

func bomb(t *testing.T) http.HandlerFunc {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(make([]byte, 16<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}
}

// inside is a DNS that leads a known name into our own network.
type inside struct{ err error }

func (d inside) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("10.0.0.7")}, d.err
}

func TestKnownNameWrongNetwork(t *testing.T) {
	_, failure := guarded(t, egress.New(egress.Options{Resolver: inside{}}), "https://agence.crypto-extranet.com/", nil, time.Second)
	if failure == nil || failure.Code != predate.PolicyRefused || failure.Stage != predate.StageLogin {
		t.Errorf("%v", failure)
	}
	unknown := inside{&net.DNSError{Err: "no such host", Name: "agence.crypto-extranet.com", IsNotFound: true}}
	_, failure = guarded(t, egress.New(egress.Options{Resolver: unknown}), "https://agence.crypto-extranet.com/", nil, time.Second)
	if failure == nil || failure.Code != predate.SiteUnavailable || failure.Stage != predate.StageLogin {
		t.Errorf("%v", failure)
	}
}

// TestTestMode: what each magic username of test mode comes to.
func TestTestMode(t *testing.T) {
	for username, want := range map[string]struct {
		kept  int
		code  predate.FailureCode
		stage predate.Stage
	}{
		extranetsim.TestDone:            {37, "", ""},
		extranetsim.TestWaitingDocument: {35, "", ""},
		extranetsim.TestReview:          {38, "", ""},
		extranetsim.TestBadPassword:     {0, predate.BadCredentials, predate.StageLogin},
		extranetsim.TestSecondFactor:    {0, predate.SecondFactor, predate.StageLogin},
		extranetsim.TestSiteDown:        {0, predate.SiteUnavailable, predate.StageLogin},
	} {
		client, err := extranetsim.TestClient(username)
		if err != nil {
			t.Fatal(err)
		}
		run := &connectortest.Run{Recipe: extranetsim.Recipe, Transport: client.Transport, Username: username}
		if err := run.Collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		failure := run.Failure()
		if failure == nil {
			failure = &predate.Failure{}
		}
		if run.N != want.kept || failure.Code != want.code || failure.Stage != want.stage {
			t.Errorf("%s: kept %d, %v", username, run.N, run.Err)
		}
	}
}

// TestOneIdentityAtATime: the sessions of one person follow one another, those
// of two run side by side.
func TestOneIdentityAtATime(t *testing.T) {
	recipes, err := recipe.Load(connectors.Files())
	if err != nil {
		t.Fatal(err)
	}
	var inSession, most atomic.Int32
	var both sync.WaitGroup
	both.Add(2)
	transport := extranetsim.Transport(site(t, small(), extranetsim.Options{}))
	c := connector.New(recipes, func([]string) *http.Client { return egress.InProcess(transport) }, connector.Options{
		Now: time.Now, DevHosts: map[string]string{connectortest.Host: "xnet"},
		Pause: connector.NoPause,
	})
	collect := func(username string, meet func()) error {
		first := true
		_, err := c.Collect(context.Background(), connector.Request{URL: connectortest.Origin, Username: username, Password: "x"}, func(_ context.Context, _ connector.Remote, r io.Reader) error {
			if first {
				first = false
				n := inSession.Add(1)
				most.Store(max(n, most.Load()))
				defer inSession.Add(-1)
				meet()
			}
			_, err := io.Copy(io.Discard, r)
			return err
		})
		return err
	}
	errs := make(chan error, 8)
	for range 6 {
		go func() { errs <- collect("Same@example.org", func() {}) }()
	}
	for range 6 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if most.Load() != 1 {
		t.Errorf("%d sessions of one person at once", most.Load())
	}
	for i := range 2 {
		// Each waits for the other in the middle of its session.
		go func() { errs <- collect(fmt.Sprint("person", i), func() { both.Done(); both.Wait() }) }()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// FuzzHostileSite: whatever a site answers, a run ends with a failure or a
// list, asks nobody else, logs in twice at most and repeats no password.
func FuzzHostileSite(f *testing.F) {
	f.Add("text/html", []byte("<html>"), 200, uint8(1))
	f.Add("application/json", []byte(`{"authentication":true,"success":true,"user":{"id":1},"data":{"Classeurs":[{"id":1,"nom":"a","parent":1}],"Documents":[{"id":2,"title":"x"}]},"totalItemCount":1,"base64":"JVBERi0K"}`), 200, uint8(0))
	f.Add("application/json", []byte(`{"authentication":true,"success":true,"user":{"id":1},"allClasseurs":[{"id":1,"nom":null,"parent":2},{"id":2,"parent":1}],"data":{"Documents":{"1":{"id":"../../x"}}},"totalItemCount":99999}`), 200, uint8(0))
	f.Add("application/pdf", []byte("%PDF-"), 401, uint8(5))
	f.Add("text/html", []byte(`<a href="/logout"></a><form id="login-form" method="post" action="https://ailleurs.example/"><input name="username"><input name="_password"></form><main><h1>x</h1><li data-property="1"></li></main>`), 200, uint8(1))
	f.Add("text/html", []byte(`<a id="lnkLogout"></a><a class="dossier" href="javascript:__doPostBack('a','b')">x</a><form id="form1" method="post"><input name="ctl00$Main$txtPassword"><input name="__EVENTTARGET"></form>`), 302, uint8(7))
	f.Add("application/json", []byte(`[{"idCopro":1,"idAdh":2,"id":3,"fichier":"x","display_name":"Lot 1","place_id":2,"documents_count":3,"uuid":"../.."}]`), 200, uint8(6))
	f.Fuzz(func(t *testing.T, media string, body []byte, status int, odd uint8) {
		if status < 200 || status > 599 || strings.ContainsAny(media, "\r\n\x00") {
			return
		}
		calls := uint8(0)
		hostile := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			calls++
			w.Header().Set("Content-Type", media)
			if calls == odd {
				w.WriteHeader(status)
			}
			_, _ = w.Write(body)
		})
		all, err := recipes()
		if err != nil {
			t.Fatal(err)
		}
		family := drivable()[int(odd)%len(drivable())]
		run := &connectortest.Run{
			Recipes: all, Transport: extranetsim.Transport(hostile), URL: family.URL(), Family: family.Hosts(), Request: subject(),
			Options: connector.Options{Settings: map[string]string{"vilogi_token": "x"}, Hosts: bound(extranetsim.WebForms)},
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := run.Collect(ctx); err != nil {
			t.Fatal(err)
		}
		if run.Err != nil && run.Failure() == nil {
			t.Fatalf("not a failure: %v", run.Err)
		}
		most := 2
		if family == extranetsim.Foncia { // each login may meet the older generation
			most = 4
		}
		if len(run.Outside) != 0 || run.PasswordsSent() > most || len(run.Leaks()) != 0 {
			t.Fatalf("outside %v, passwords %d, leaks %v", run.Outside, run.PasswordsSent(), run.Leaks())
		}
	})
}

// TestPatienceOverHTTP: what is asked again after the time that a site wants is a
// request of its own, which the end of the first does not end.
func TestPatienceOverHTTP(t *testing.T) {
	simulated, asked := site(t, small(), extranetsim.Options{}), false
	kept, failure := overHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !asked {
			asked = true
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		simulated.ServeHTTP(w, r)
	}), time.Minute)
	if failure != nil || kept != 4 || !asked {
		t.Errorf("kept %d, %v", kept, failure)
	}
}
