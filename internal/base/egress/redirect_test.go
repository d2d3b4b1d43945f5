package egress

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// hops is a server whose /to?URL redirects there, and which tells what
// authentication it was shown.
func hops(t *testing.T, tls bool) *httptest.Server {
	t.Helper()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if code, to, ok := strings.Cut(r.URL.RawQuery, ","); ok {
			status := http.StatusFound
			if code == "307" {
				status = http.StatusTemporaryRedirect
			}
			w.Header().Set("Location", to)
			w.WriteHeader(status)
			return
		}
		_, _ = fmt.Fprintf(w, "%q %q %q", r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("Referer"))
	})
	s := httptest.NewUnstartedServer(handler)
	if tls {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

func TestRedirects(t *testing.T) {
	c := newCanary(t)
	a, b, secure := hops(t, false), hops(t, false), hops(t, true)
	localhost := "http://localhost:" + b.URL[strings.LastIndex(b.URL, ":")+1:]
	g := New(Options{
		DevHosts: []string{hostOf(a.URL), hostOf(b.URL), hostOf(secure.URL)},
		RootCAs:  secure.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs,
		Resolver: &answers{lists: [][]string{{"127.0.0.1"}}},
	})
	allowed := []string{hostOf(a.URL), hostOf(b.URL), hostOf(secure.URL)}
	cases := []struct {
		name, method, url string
		max               int
		want              string // "" = refused
	}{
		{"none by default", "GET", a.URL + "/?302," + a.URL, 0, "302 "},
		{"same host keeps its header", "GET", a.URL + "/?302," + a.URL, 1, `200 "Bearer t" "k=v"`},
		{"another host gets none", "GET", a.URL + "/?302," + b.URL, 1, `200 "" "" ""`},
		{"nor after coming back", "GET", a.URL + "/?302," + b.URL + "/?302," + a.URL, 2, `200 "" ""`},
		{"count", "GET", a.URL + "/?302," + a.URL + "/?302," + a.URL, 1, ""},
		{"outside the list", "GET", a.URL + "/?302," + localhost, 3, ""},
		{"loopback", "GET", a.URL + "/?302," + c.URL, 3, ""},
		{"public name inside", "GET", a.URL + "/?302,https://rebind.example:" + c.port(), 3, ""},
		{"file", "GET", a.URL + "/?302,file:///etc/passwd", 3, ""},
		{"user information", "GET", a.URL + "/?302,http://u:p@" + hostOf(b.URL), 3, ""},
		{"https to http", "GET", secure.URL + "/?302," + a.URL, 3, ""},
		{"http to https", "GET", a.URL + "/?302," + secure.URL, 3, `200 "" "" ""`},
		{"a body is not sent twice", "POST", a.URL + "/?307," + a.URL, 3, ""},
		{"a form answered by a redirect", "POST", a.URL + "/?302," + a.URL, 3, `200 "Bearer t"`},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			req, err := http.NewRequest(tc.method, tc.url, strings.NewReader("password=x"))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer t")
			req.Header.Set("Cookie", "k=v")
			resp, err := g.Client(Policy{Hosts: allowed, MaxRedirects: tc.max}).Do(req)
			if tc.want == "" {
				mustRefuse(t, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = resp.Body.Close() }()
			body, _ := io.ReadAll(resp.Body)
			if got := fmt.Sprint(resp.StatusCode, " ", string(body)); !strings.HasPrefix(got, tc.want) {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
	if c.heard.Load() != 0 {
		t.Fatal("the canary heard something")
	}
}

func TestHostHeaderIsTheURLs(t *testing.T) {
	a := hops(t, false)
	g := New(Options{DevHosts: []string{hostOf(a.URL)}})
	req, err := http.NewRequest(http.MethodPost, a.URL, strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "vault.internal"
	_, err = g.Client(Policy{}).Do(req)
	mustRefuse(t, err)
}

func TestCapCountsDecompressedBytes(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	if _, err := z.Write(make([]byte, 4<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	}))
	defer s.Close()
	for _, limit := range []int64{1 << 20, 4<<20 - 1, 4 << 20} {
		resp, err := New(Options{DevHosts: []string{hostOf(s.URL)}}).Client(Policy{}).Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := ReadAll(resp.Body, limit)
		_ = resp.Body.Close()
		var large *TooLargeError
		if tooLarge := errors.As(err, &large); tooLarge != (limit < 4<<20) || int64(len(body)) != limit {
			t.Errorf("limit %d: %d bytes, error %v", limit, len(body), err)
		}
	}
}

func TestCapEdges(t *testing.T) {
	for _, tc := range []struct {
		body  string
		limit int64
		ok    bool
	}{{"", 0, true}, {"a", 0, false}, {"abc", 3, true}, {"abcd", 3, false}} {
		for _, step := range []int{1, 2, 512} {
			r := Cap(strings.NewReader(tc.body), tc.limit)
			var got []byte
			var err error
			for err == nil {
				buf := make([]byte, step)
				var n int
				n, err = r.Read(buf)
				got = append(got, buf[:n]...)
			}
			if (err == io.EOF) != tc.ok || int64(len(got)) > tc.limit {
				t.Errorf("%q limit %d step %d: %q, %v", tc.body, tc.limit, step, got, err)
			}
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"https://example.com/", "https://127.0.0.1/", "http://[::1%25lo]:80/", "https://①.example", "https://a\\@b.example/"} {
		f.Add(seed)
	}
	g := New(Options{})
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := g.Check(Policy{}, raw)
		if err != nil {
			mustRefuse(t, err)
			return
		}
		if u.Scheme != "https" || u.User != nil || !strings.Contains(u.Hostname(), ".") {
			t.Fatalf("%q passes as %s", raw, u)
		}
		if again, err := g.Check(Policy{}, u.String()); err != nil || again.Host != u.Host {
			t.Fatalf("%q: checked form %s does not pass: %v", raw, u, err)
		}
	})
}
