package extranetsim

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWhileRunning: a site falls ill and is well again without a new session.
func TestWhileRunning(t *testing.T) {
	site, err := New(papersFS(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	v.ask("/authenticate", map[string]string{"login": "a", "password": "b"}, &struct{}{})
	status := func() string {
		v.get("/api/current-logged-user")
		v.failed = nil
		return strings.Fields(v.transcript[len(v.transcript)-1])[2]
	}
	var seen []string
	for _, trouble := range []Trouble{"", Maintenance, MaintenanceInside, "", TooManyRequests, ""} {
		if err := site.SetTrouble(trouble); err != nil {
			t.Fatal(err)
		}
		seen = append(seen, status())
	}
	if want := []string{"200", "503", "200", "200", "429", "200"}; !slices.Equal(seen, want) || site.Requests() != 7 {
		t.Errorf("%v, want %v", seen, want)
	}
	if err := site.SetShapes(Raw, NoDates); err != nil || !site.shaped(Raw) || site.shaped(Doubles) {
		t.Error(err)
	}
}

// TestSlowStart: only the first request waits.
func TestSlowStart(t *testing.T) {
	site, err := New(papersFS(), Options{Delay: 80 * time.Millisecond, Shapes: []Shape{SlowStart}})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	took := func() time.Duration {
		begun := time.Now()
		v.get("/connexion/")
		return time.Since(begun)
	}
	if first, second := took(), took(); first < 80*time.Millisecond || second > 60*time.Millisecond || v.failed != nil {
		t.Errorf("%v, then %v, %v", first, second, v.failed)
	}
}

// TestFaults: the same seed strikes the same requests; another strikes others;
// nothing is struck for ever.
func TestFaults(t *testing.T) {
	walk := func(seed uint64) []string {
		site, err := New(papersFS(), Options{Faults: 0.3, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		v := newVisit(site)
		for range 40 {
			walkXnet(v)
			v.failed = nil
		}
		if len(v.found) == 0 {
			t.Errorf("seed %d: nobody ever came through", seed)
		}
		return v.transcript
	}
	if first := walk(7); !slices.Equal(first, walk(7)) || slices.Equal(first, walk(8)) {
		t.Error("a seed does not decide")
	}
	site, err := New(papersFS(), Options{Faults: 0.9, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	struck, row := 0, 0
	for n := 1; n < 2000; n++ {
		if !site.falls("GET /", n) {
			row = 0
			continue
		}
		struck++
		if row++; row > faultsInARow {
			t.Fatalf("%d faults in a row", row)
		}
	}
	for n, total := 1, 0; n < 20_000; n++ {
		site.options.Faults = 0.05
		if site.falls("GET /page", n) {
			total++
		}
		if n == 19_999 && (total < 800 || total > 1200) || struck == 0 {
			t.Errorf("%d faults of %d at 5 %%", total, n)
		}
	}
}

// TestArchive: the dossier is among 460 documents, whole, and everything listed
// can be read.
func TestArchive(t *testing.T) {
	archive, err := Archive(Sample())
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(archive, "extranet.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []Entry
	if err := json.Unmarshal(text, &all); err != nil || len(all) != archiveSize {
		t.Fatalf("%d documents, %v", len(all), err)
	}
	own, undated, titles := 0, 0, map[string]int{}
	for _, e := range all {
		data, err := fs.ReadFile(archive, "files/"+e.File)
		if err != nil || !strings.HasPrefix(string(data), "%PDF-") {
			t.Fatalf("%s: %v", e.File, err)
		}
		if _, err := fs.Stat(Sample(), "files/"+e.File); err == nil {
			own++
		}
		if e.Date == "" {
			undated++
		}
		titles[e.Title]++
	}
	if own != 38 || undated < 20 || titles["Relevé bancaire"] < 10 {
		t.Errorf("%d of the dossier, %d undated, %v", own, undated, titles)
	}
	site, err := New(archive, Options{Family: Eseis})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	if walkEseis(v); v.failed != nil || len(v.found) < 350 {
		t.Errorf("%d brought home, %v", len(v.found), v.failed)
	}
}

// TestOneAddress: over HTTP one address stands for all the hosts of a family,
// and a second one may serve what is signed.
func TestOneAddress(t *testing.T) {
	var site *Site
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { site.ServeHTTP(w, r) })
	first, second := httptest.NewServer(handler), httptest.NewServer(handler)
	defer first.Close()
	defer second.Close()
	var err error
	if site, err = New(papersFS(), Options{Family: Foncia, Storage: second.URL}); err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	v.http.Transport = folding{v, first.Listener.Addr().String()}
	if walkFoncia(v); v.failed != nil || len(v.found) != 6 {
		t.Errorf("%d documents, %v", len(v.found), v.failed)
	}
	signed := 0
	for _, line := range v.transcript {
		if strings.HasPrefix(line, second.URL) {
			signed++
		}
	}
	if signed != 6 {
		t.Errorf("%d files came from the second address", signed)
	}
	if site, err = New(papersFS(), Options{Family: Powimo}); err != nil {
		t.Fatal(err)
	}
	v = newVisit(site)
	v.http.Transport = folding{v, first.Listener.Addr().String()}
	shell := v.get("/")
	form := v.page(v.get(strings.ReplaceAll(powimoAuthorize(v), url.QueryEscape(v.origin), url.QueryEscape(first.URL)))).Find("#kc-form-login")
	if !strings.Contains(shell, `"authUrl":"`+first.URL+`/auth"`) || !strings.HasPrefix(form.AttrOr("action", ""), first.URL+realm) || v.failed != nil {
		t.Errorf("%s leads to %s, %v", shell, form.AttrOr("action", "nowhere"), v.failed)
	}
}

// folding sends what a visit asks of the real hosts to one address, and notes
// what the site itself led to.
type folding struct {
	visit   *visit
	address string
}

func (f folding) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme == "https" {
		req = req.Clone(req.Context())
		req.URL.Scheme, req.URL.Host, req.Host = "http", f.address, f.address
	}
	f.visit.transcript = append(f.visit.transcript, req.URL.String())
	return http.DefaultTransport.RoundTrip(req)
}

// TestBombs: what swells is as large as it says, and reads as a PDF at first.
func TestBombs(t *testing.T) {
	for _, trouble := range []Trouble{HugeFile, GzipBomb} {
		site, err := New(papersFS(), Options{Trouble: trouble, Shapes: []Shape{Raw}})
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(site)
		jar, _ := cookiejar.New(nil) // documented as never failing
		client := &http.Client{Jar: jar}
		resp, err := client.Post(server.URL+"/authenticate", "application/json", strings.NewReader(`{"login":"a","password":"b"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp, err = client.Get(server.URL + "/api/extranet/documents/downloadFile/48213"); err != nil {
			t.Fatal(err)
		}
		head := make([]byte, 5)
		_, err = io.ReadFull(resp.Body, head)
		rest, err2 := io.Copy(io.Discard, resp.Body)
		if err != nil || err2 != nil || string(head) != "%PDF-" || rest != hugeSize-5 {
			t.Errorf("%s: %q and %d bytes, %v, %v", trouble, head, rest, err, err2)
		}
		_ = resp.Body.Close()
		server.Close()
	}
}
