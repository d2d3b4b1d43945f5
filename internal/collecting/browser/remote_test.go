package browser

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/extranetsim"
)

// TestRemote: a collection in the other process is what it is in this one, its
// failures included.
func TestRemote(t *testing.T) {
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{Family: extranetsim.WebDev, Username: username, Password: password, Keep: small})
	if err != nil {
		t.Fatal(err)
	}
	extranet := httptest.NewServer(site)
	defer extranet.Close()
	host := extranet.Listener.Addr().String()
	worker := New(Options{Guard: egress.New(egress.Options{DevHosts: []string{host}}), Folder: t.TempDir(), Step: 10 * time.Second, WithoutSandbox: os.Getuid() == 0})
	process := httptest.NewServer(Handler(worker, "key"))
	defer process.Close()
	client := Client{URL: process.URL, Key: "key", HTTP: egress.Direct(time.Minute)}
	job := Job{URL: extranet.URL + "/", Hosts: []string{host}, Username: username, Password: password}
	var papers []Paper
	keep := func(_ context.Context, p Paper, r io.Reader) error {
		papers = append(papers, p)
		data, err := io.ReadAll(r)
		if !strings.HasPrefix(string(data), "%PDF-") {
			t.Errorf("%s: %.20q", p.Title, data)
		}
		return err
	}
	n, err := client.Collect(context.Background(), job, keep)
	if err != nil || n != 2 || len(papers) != 2 || papers[0].Date.String() != "2023-06-16" {
		t.Fatalf("kept %d, %+v, %v", n, papers, err)
	}
	job.Password = "wrong"
	n, err = client.Collect(context.Background(), job, keep)
	c := collected{err: err}
	if f := c.failure(); n != 0 || f == nil || f.Code != predate.BadCredentials || f.Stage != predate.StageLogin || f.Message != "L'identifiant ou le mot de passe est incorrect" {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestKey: nobody is served without the key, and no job without hosts.
func TestKey(t *testing.T) {
	handler := Handler(New(Options{}), "key")
	for name, tc := range map[string]struct {
		key, body string
		want      int
	}{
		"no key":    {"", `{"url":"https://a.example/","hosts":["a.example"]}`, http.StatusUnauthorized},
		"wrong key": {"Bearer yek", `{"url":"https://a.example/","hosts":["a.example"]}`, http.StatusUnauthorized},
		"no hosts":  {"Bearer key", `{"url":"https://a.example/"}`, http.StatusBadRequest},
		"no job":    {"Bearer key", `nonsense`, http.StatusBadRequest},
	} {
		r := httptest.NewRequest(http.MethodPost, "/collect", strings.NewReader(tc.body))
		if tc.key != "" {
			r.Header.Set("Authorization", tc.key)
		}
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != tc.want {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	none := Handler(New(Options{}), "")
	r := httptest.NewRequest(http.MethodPost, "/collect", strings.NewReader("{}"))
	r.Header.Set("Authorization", "Bearer ")
	w := httptest.NewRecorder()
	if none.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("a process without a key serves: %d", w.Code)
	}
}

// TestListedAndMissed: what the site lists is told before anything is fetched, and
// what it does not give is named, from the other process too.
func TestListedAndMissed(t *testing.T) {
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{
		Family: extranetsim.WebDev, Username: username, Password: password, Keep: small, Trouble: extranetsim.EmptyFile,
	})
	if err != nil {
		t.Fatal(err)
	}
	extranet := httptest.NewServer(site)
	defer extranet.Close()
	host := extranet.Listener.Addr().String()
	worker := New(Options{Guard: egress.New(egress.Options{DevHosts: []string{host}}), Folder: t.TempDir(), Step: 10 * time.Second, WithoutSandbox: os.Getuid() == 0})
	process := httptest.NewServer(Handler(worker, "key"))
	defer process.Close()
	listed, missed := 0, ""
	job := Job{
		URL: extranet.URL + "/", Hosts: []string{host}, Username: username, Password: password,
		Listed: func(_ context.Context, all []Paper) error { listed = len(all); return nil },
		Missed: func(_ context.Context, p Paper, reason string) error { missed += p.Title + ": " + reason; return nil },
	}
	n, err := Client{URL: process.URL, Key: "key", HTTP: egress.Direct(time.Minute)}.Collect(context.Background(), job, func(_ context.Context, _ Paper, r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	})
	c := collected{err: err}
	if f := c.failure(); f == nil || f.Code != predate.DocumentInvalid || n != 1 || listed != 2 || !strings.Contains(missed, "le fichier que donne l’extranet est vide") {
		t.Errorf("kept %d of %d, missed %q, %v", n, listed, missed, err)
	}
}
