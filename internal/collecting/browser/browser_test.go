package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/extranetsim"
)

// TestMain has Chromium there: without it nothing here can be said.
func TestMain(m *testing.M) {
	if said, err := exec.Command("../../../scripts/need.sh", "chromium").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s", said)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

const (
	username = "Z9Q8X7-login"
	password = `p4&ss"w<ord é`
)

// collected is what came of a collection.
type collected struct {
	papers []Paper
	data   [][]byte
	n      int
	err    error
}

func (c collected) failure() *predate.Failure {
	var failure *predate.Failure
	errors.As(c.err, &failure)
	return failure
}

// collect drives a browser through a simulated site.
func collect(t *testing.T, o extranetsim.Options, change func(*Job, *Options)) (collected, *extranetsim.Site) {
	t.Helper()
	o.Family, o.Username, o.Password = extranetsim.WebDev, username, password
	site, err := extranetsim.New(extranetsim.Sample(), o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site)
	defer server.Close()
	host := server.Listener.Addr().String()
	job := Job{URL: server.URL + "/", Hosts: []string{host}, Username: username, Password: password}
	options := Options{Guard: egress.New(egress.Options{DevHosts: []string{host}}), Folder: t.TempDir(), Step: 10 * time.Second, WithoutSandbox: os.Getuid() == 0}
	if change != nil {
		change(&job, &options)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	var c collected
	c.n, c.err = New(options).Collect(ctx, job, func(_ context.Context, paper Paper, r io.Reader) error {
		data, err := io.ReadAll(r)
		c.papers, c.data = append(c.papers, paper), append(c.data, data)
		return err
	})
	if left, _ := filepath.Glob(filepath.Join(options.Folder, "*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if c.err != nil && (strings.Contains(c.err.Error(), username) || strings.Contains(c.err.Error(), password)) {
		t.Errorf("a credential is repeated: %v", c.err)
	}
	return c, site
}

// TestSample: the browser brings home every paper of the owner and of the
// building, whole, and leaves the council's.
func TestSample(t *testing.T) {
	c, site := collect(t, extranetsim.Options{}, nil)
	if c.err != nil || c.n != 37 || site.Open() != 0 || site.Logins() != 1 {
		t.Fatalf("kept %d, %d sessions open, %d logins, %v", c.n, site.Open(), site.Logins(), c.err)
	}
	for i, paper := range c.papers {
		if !bytes.HasPrefix(c.data[i], []byte("%PDF-")) || paper.MediaType != "application/pdf" || paper.ID == "" || strings.Contains(paper.Category, "Conseil") {
			t.Errorf("%+v: %d bytes", paper, len(c.data[i]))
		}
	}
	if first := c.papers[0]; first.Title != "Appel de fonds 2023-3" || first.Space != "owner" || first.Date.String() != "2023-06-16" {
		t.Errorf("%+v", first)
	}
}

// TestContextLeft: when somebody else moves the server's context on, the list is
// loaded again and the collection goes on.
func TestContextLeft(t *testing.T) {
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	moved := false
	c, site := collect(t, extranetsim.Options{Keep: small}, func(_ *Job, o *Options) {
		o.beforeFetch = func(v *visit) {
			if !moved { // a page of the same session, loaded beside the list
				moved = true
				_, _ = chromedp.Run(v.ctx, chromedp.Evaluate[bool](`(async () => { await fetch(location.origin + "/WD280AWP/WD280AWP.exe/CTX_EXTRANET/PAGE_Menu"); return true; })()`, chromedp.EvalAwaitPromise))
			}
		}
	})
	if c.err != nil || c.n != 2 || site.Logins() != 1 || !moved {
		t.Errorf("kept %d, %d logins, %v", c.n, site.Logins(), c.err)
	}
}

// TestTroubles: what stands in the way has its code, and what could be kept was.
func TestTroubles(t *testing.T) {
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	for _, tc := range []struct {
		trouble extranetsim.Trouble
		code    predate.FailureCode
		stage   predate.Stage
		kept    int
	}{
		{extranetsim.BadPassword, predate.BadCredentials, predate.StageLogin, 0},
		{extranetsim.BadPasswordSilent, predate.SiteChanged, predate.StageLogin, 0}, // the form again, without a word, proves nothing
		{extranetsim.LockedAccount, predate.AccountLocked, predate.StageLogin, 0},
		{extranetsim.ExpiredPassword, predate.PasswordExpired, predate.StageLogin, 0},
		{extranetsim.AsksSecondFactor, predate.SecondFactor, predate.StageLogin, 0},
		{extranetsim.AsksTerms, predate.ActionRequired, predate.StageLogin, 0},
		{extranetsim.AsksCaptcha, predate.Captcha, predate.StageLogin, 0},
		{extranetsim.Wall, predate.Blocked, predate.StageLogin, 0},
		{extranetsim.TooManyLogins, predate.RateLimited, predate.StageLogin, 0},
		{extranetsim.Maintenance, predate.SiteUnavailable, predate.StageLogin, 0},
		{extranetsim.MaintenancePage, predate.SiteUnavailable, predate.StageLogin, 0},
		{extranetsim.NewSite, predate.SiteChanged, predate.StageLogin, 0},
		{extranetsim.NothingListed, predate.EmptyListing, predate.StageList, 0},
		{extranetsim.LostToLogin, predate.SessionLost, predate.StageDownload, 1},
		{extranetsim.HTMLFile, predate.DocumentInvalid, predate.StageVerify, 1},
		{extranetsim.EmptyFile, predate.DocumentInvalid, predate.StageVerify, 1},
		{extranetsim.CutFile, predate.DocumentInvalid, predate.StageVerify, 1},
		{extranetsim.HugeFile, predate.LimitReached, predate.StageDownload, 1},
	} {
		t.Run(string(tc.trouble), func(t *testing.T) {
			t.Parallel()
			c, site := collect(t, extranetsim.Options{Trouble: tc.trouble, Keep: small}, nil)
			failure := c.failure()
			if failure == nil || failure.Code != tc.code || failure.Stage != tc.stage || c.n != tc.kept || site.Logins() > 1 {
				t.Errorf("kept %d, %d logins: %v; want %+v", c.n, site.Logins(), c.err, tc)
			}
		})
	}
}

// TestNoWayOut: a page that asks for another host, or for another port of this
// machine, gets nothing there.
func TestNoWayOut(t *testing.T) {
	heard := make(chan string, 16)
	canary := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { heard <- r.URL.Path }))
	defer canary.Close()
	port := canary.URL[strings.LastIndex(canary.URL, ":"):]
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<html><body><img src="http://127.0.0.1%[1]s/img"><img src="http://localhost%[1]s/local"><iframe src="http://[::1]%[1]s/six"></iframe>
<script>fetch("http://127.0.0.1%[1]s/fetch",{mode:"no-cors"}).catch(()=>{});new WebSocket("ws://127.0.0.1%[1]s/ws");
fetch("http://169.254.169.254/latest/meta-data/").catch(()=>{});</script>momentanément indisponible</body></html>`, port)
	}))
	defer evil.Close()
	c, _ := collect(t, extranetsim.Options{}, func(job *Job, o *Options) {
		host := evil.Listener.Addr().String()
		job.URL, job.Hosts = evil.URL+"/", []string{host}
		o.Guard = egress.New(egress.Options{DevHosts: []string{host}})
	})
	if failure := c.failure(); failure == nil || failure.Code != predate.SiteUnavailable {
		t.Errorf("%v", c.err)
	}
	select {
	case path := <-heard:
		t.Errorf("the canary heard %s", path)
	case <-time.After(500 * time.Millisecond):
	}
}

// TestKnown: what the order holds already is not fetched again.
func TestKnown(t *testing.T) {
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	all, _ := collect(t, extranetsim.Options{Keep: small}, nil)
	if all.err != nil || all.n != 2 {
		t.Fatalf("%d, %v", all.n, all.err)
	}
	rest, _ := collect(t, extranetsim.Options{Keep: small}, func(job *Job, _ *Options) { job.Known = map[string]bool{all.papers[0].ID: true} })
	if rest.err != nil || rest.n != 1 || rest.papers[0].ID != all.papers[1].ID {
		t.Errorf("%+v, %v", rest.papers, rest.err)
	}
}
