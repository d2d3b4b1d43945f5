package extranetsim

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"predate"
)

var _ = flag.Bool("update", false, "write the embedded samples anew")

// browser is a client with cookies, over HTTP or in process.
type browser struct {
	t    *testing.T
	http *http.Client
	base string
}

func browse(t *testing.T, transport http.RoundTripper, base string) browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return browser{t, &http.Client{Transport: transport, Jar: jar}, base}
}

func (b browser) get(path string) (int, string, error) {
	b.t.Helper()
	resp, err := b.http.Get(b.base + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), err
}

func (b browser) login() int {
	b.t.Helper()
	resp, err := b.http.Post(b.base+"/authenticate", "application/json", strings.NewReader(`{"login":"A000001","password":"x"}`))
	if err != nil {
		b.t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// TestBothRoads: a site answers the same over HTTP and in process.
func TestBothRoads(t *testing.T) {
	for _, road := range []string{"http", "in process"} {
		t.Run(road, func(t *testing.T) {
			site, err := New(Sample(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			b := browse(t, Transport(site), "https://simulateur.invalid")
			if road == "http" {
				server := httptest.NewServer(site)
				defer server.Close()
				b = browse(t, nil, server.URL)
			}
			if status, _, _ := b.get("/api/current-logged-user"); status != 401 {
				t.Fatalf("without a session: %d", status)
			}
			if status := b.login(); status != 200 {
				t.Fatalf("login: %d", status)
			}
			_, body, err := b.get(fmt.Sprintf("/api/extranet/documents/downloadFile/%d", firstDocument))
			var envelope struct{ Base64 string }
			if err != nil || json.Unmarshal([]byte(body), &envelope) != nil {
				t.Fatalf("download: %v", err)
			}
			got, err := base64.StdEncoding.DecodeString(envelope.Base64)
			want, _ := fs.ReadFile(Sample(), "files/Appel_de_fonds_2023_3_01.pdf")
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%d bytes, want %d, %v", len(got), len(want), err)
			}
			b.get("/api/deconnexion")
			if site.Open() != 0 || site.Logins() != 1 {
				t.Fatalf("open %d, logins %d", site.Open(), site.Logins())
			}
		})
	}
}

// TestBrokenTransferBothRoads: what is announced and does not come is an error
// for the client on both roads.
func TestBrokenTransferBothRoads(t *testing.T) {
	for _, road := range []string{"http", "in process"} {
		site, err := New(Sample(), Options{Trouble: BrokenTransfer, Shapes: []Shape{Raw}})
		if err != nil {
			t.Fatal(err)
		}
		b := browse(t, Transport(site), "https://simulateur.invalid")
		if road == "http" {
			server := httptest.NewServer(site)
			defer server.Close()
			b = browse(t, nil, server.URL)
		}
		b.login()
		if _, _, err := b.get(fmt.Sprintf("/api/extranet/documents/downloadFile/%d", firstDocument)); err == nil {
			t.Errorf("%s: no error", road)
		}
	}
}

// TestTree: the folders are those of the categories, with their parents.
func TestTree(t *testing.T) {
	accounts, err := readAccounts(Sample(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	owner, council := view(accounts[0].entries, spaceOwner, spaceBuilding), view(accounts[0].entries, spaceCouncil)
	names, documents := map[string]int{}, 0
	for _, f := range owner.folders {
		name := f.name
		if f.parent != 0 {
			name = owner.folders[f.parent-firstFolder].name + " / " + name
		}
		names[name] = f.count
		documents += f.count
	}
	if names["Mon compte"] != 0 || names["Mon compte / Appels de fonds"] != 12 || documents != 37 || len(council.entries) != 1 {
		t.Fatalf("%v, %d documents, council %d", names, documents, len(council.entries))
	}
	for _, e := range append(owner.entries, council.entries...) {
		if data, err := fs.ReadFile(Sample(), "files/"+e.File); err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) {
			t.Errorf("%s: %v", e.File, err)
		}
	}
}

func TestSampleOrder(t *testing.T) {
	text, err := SampleOrder()
	if err != nil {
		t.Fatal(err)
	}
	var order struct {
		Method   string
		TestMode bool `json:"test_mode"`
		Syndic   struct{ URL, Username string }
	}
	if err := json.Unmarshal(text, &order); err != nil || order.Method != "extranet" || !order.TestMode || order.Syndic.URL != TestURL || order.Syndic.Username != TestDone {
		t.Fatalf("%+v, %v", order, err)
	}
	if want := (predate.Date{Year: 2026, Month: 5, Day: 18}); ReferenceDate() != want {
		t.Fatal(ReferenceDate())
	}
}

func TestSampleSize(t *testing.T) {
	var total int64
	err := fs.WalkDir(embedded, ".", func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		total += info.Size()
		return err
	})
	if err != nil || total > 3<<20 {
		t.Fatalf("%d bytes embedded, %v", total, err)
	}
}

// TestScenarios says what each magic username of test mode meets.
func TestScenarios(t *testing.T) {
	count := func(username string) (status int, landing, documents int) {
		transport, err := TestMode(username)
		if err != nil {
			t.Fatal(err)
		}
		b := browse(t, transport, "https://"+TestHost)
		landing, _, _ = b.get("/connexion/")
		status = b.login()
		_, body, _ := b.get("/api/extranet/coproprietaire/documents/classeur")
		var list struct {
			AllClasseurs []struct{ FileCount int }
		}
		_ = json.Unmarshal([]byte(body), &list) // a refusal has no list
		for _, f := range list.AllClasseurs {
			documents += f.FileCount
		}
		return status, landing, documents
	}
	for _, tc := range []struct {
		username                 string
		login, landing, document int
	}{
		{TestDone, 200, 200, 37},
		{"anything", 200, 200, 37},
		{" TEST-DONE ", 200, 200, 37},
		{TestWaitingDocument, 200, 200, 35},
		{TestReview, 200, 200, 38},
		{TestBadPassword, 401, 200, 0},
		{TestSecondFactor, 200, 200, 37},
		{TestSiteDown, 503, 503, 0},
	} {
		login, landing, documents := count(tc.username)
		if login != tc.login || landing != tc.landing || documents != tc.document {
			t.Errorf("%s: login %d, landing %d, %d documents; want %+v", tc.username, login, landing, documents, tc)
		}
	}
}
