package extranetsim

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// got is a document that a visit brought home.
type got struct {
	title, category, date string
	data                  []byte
}

// visit is one person's way through a site, in plain HTTP: it logs in, lists,
// downloads, logs out, and stops at the first answer that it did not expect.
type visit struct {
	http       *http.Client
	origin     string
	password   string
	token      string // sent as a bearer's, when there is one
	refresh    func() bool
	transcript []string
	found      []got
	failed     error
}

// errUnexpected says that the site behaved otherwise than a site in health.
var errUnexpected = errors.New("unexpected answer")

func newVisit(site *Site) *visit {
	jar, _ := cookiejar.New(nil) // documented as never failing
	u, _ := url.Parse(site.family.id.URL())
	v := &visit{origin: "https://" + u.Host, password: "secret"}
	v.http = &http.Client{Jar: jar, Transport: recording{v, Transport(site)}}
	return v
}

// recording writes down what every answer was.
type recording struct {
	visit *visit
	next  http.RoundTripper
}

func (r recording) RoundTrip(req *http.Request) (*http.Response, error) {
	if strings.HasSuffix(req.URL.Host, "ailleurs.example") {
		r.visit.transcript = append(r.visit.transcript, "led away to "+req.URL.Host)
		return nil, errUnexpected
	}
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	_ = resp.Body.Close()
	sum := sha256.Sum256(body)
	r.visit.transcript = append(r.visit.transcript, fmt.Sprintf("%s %s %d %s %q %d %x %v",
		req.Method, req.URL.Path, resp.StatusCode, resp.Header.Get("Content-Type"), resp.Header.Get("Content-Disposition"), len(body), sum[:4], err))
	resp.Body = &readBack{strings.NewReader(string(body)), err}
	return resp, nil
}

// readBack gives a body again, and its error at the end.
type readBack struct {
	io.Reader
	err error
}

func (b *readBack) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF && b.err != nil {
		err = b.err
	}
	return n, err
}

func (b *readBack) Close() error { return nil }

// send makes a request and gives its body; another status than the one wanted
// ends the visit.
func (v *visit) send(req *http.Request, want int) string {
	if v.failed != nil {
		return ""
	}
	if v.token != "" && req.URL.Query().Get("access_token") == "" {
		req.Header.Set("Authorization", "Bearer "+v.token)
	}
	resp, err := v.http.Do(req)
	if err != nil {
		v.failed = err
		return ""
	}
	if resp.StatusCode == http.StatusUnauthorized && v.refresh != nil && v.refresh() {
		_ = resp.Body.Close()
		again := req.Clone(req.Context())
		query := again.URL.Query()
		if query.Has("access_token") {
			query.Set("access_token", v.token)
			again.URL.RawQuery = query.Encode()
		}
		return v.send(again, want)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != want {
		v.failed = fmt.Errorf("%w: %s %s: %d, %w", errUnexpected, req.Method, req.URL, resp.StatusCode, err)
	}
	return string(body)
}

// address completes a path by the origin of the site.
func (v *visit) address(path string) string {
	if strings.HasPrefix(path, "https://") || strings.HasPrefix(path, "http://") {
		return path
	}
	return v.origin + path
}

func (v *visit) get(path string) string {
	req, err := http.NewRequest(http.MethodGet, v.address(path), nil)
	if err != nil {
		v.failed = err
		return ""
	}
	return v.send(req, http.StatusOK)
}

func (v *visit) post(path string, form url.Values, want int) string {
	req, err := http.NewRequest(http.MethodPost, v.address(path), strings.NewReader(form.Encode()))
	if err != nil {
		v.failed = err
		return ""
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return v.send(req, want)
}

// ask posts JSON and reads JSON.
func (v *visit) ask(path string, body, into any) {
	text, err := json.Marshal(body)
	if err != nil {
		v.failed = err
		return
	}
	req, err := http.NewRequest(http.MethodPost, v.address(path), strings.NewReader(string(text)))
	if err != nil {
		v.failed = err
		return
	}
	req.Header.Set("Content-Type", "application/json")
	v.read(v.send(req, http.StatusOK), into)
}

func (v *visit) read(text string, into any) {
	if v.failed == nil {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			v.failed = fmt.Errorf("%w: %.80q: %w", errUnexpected, text, err)
		}
	}
}

// whatever gives the status and the body of an answer, whatever they are.
func (v *visit) whatever(t *testing.T, req *http.Request) string {
	t.Helper()
	resp, err := v.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s", resp.StatusCode, body)
}

func jsonOf(value any) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

// page reads a page; nothing is found in one that did not come.
func (v *visit) page(text string) *goquery.Document {
	doc, _ := goquery.NewDocumentFromReader(strings.NewReader(text)) // of memory
	return doc
}

// must ends the visit when something is not as it should be.
func (v *visit) must(ok bool, what string, args ...any) {
	if v.failed == nil && !ok {
		v.failed = fmt.Errorf("%w: %s", errUnexpected, fmt.Sprintf(what, args...))
	}
}

func (v *visit) bring(d got) {
	if v.failed == nil {
		v.found = append(v.found, d)
	}
}

// walkers are the ways through the families.
func walkers() map[Family]func(*visit) {
	return map[Family]func(*visit){Xnet: walkXnet, FonciaWeb: walkFonciaWeb, Ics: walkIcs, Foncia: walkFoncia, Eseis: walkEseis, Powimo: walkPowimo, Vilogi: walkVilogi, WebForms: walkWebForms, WebDev: walkWebDev}
}

// papers is a dossier with documents in every space, one of them undated.
func papers() made {
	var m made
	for _, e := range []Entry{
		{Title: "Appel de fonds T2 2026", Category: "Mon compte / Appels de fonds", Space: spaceOwner, Date: "2026-03-17"},
		{Title: "Appel de fonds T1 2026", Category: "Mon compte / Appels de fonds", Space: spaceOwner, Date: "2026-01-01"},
		{Title: "Appel de fonds T4 2025", Category: "Mon compte / Appels de fonds", Space: spaceOwner, Date: "2025-10-26"},
		{Title: "PV de l'AG du 26/03/2026", Category: "Immeuble / Assemblées générales", Space: spaceBuilding, Date: "2026-03-26"},
		{Title: "PV de l'AG du 27/03/2025", Category: "Immeuble / Assemblées générales", Space: spaceBuilding, Date: "2025-03-27"},
		{Title: "Règlement & état descriptif <1974>", Category: "Immeuble / Règlement de copropriété", Space: spaceBuilding},
		{Title: "Relevé bancaire", Category: "Comptes", Space: spaceCouncil, Date: "2026-02-01"},
	} {
		m.add(e, "Résidence Les Glycines")
	}
	return m
}

func papersFS() fs.FS {
	m := papers()
	return m.fs()
}

func walkThrough(t *testing.T, o Options) (*Site, *visit) {
	t.Helper()
	site, err := New(papersFS(), o)
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	walkers()[o.Family.orXnet()](v)
	return site, v
}

// listed writes down what a visit found.
func listed(found []got) []string {
	var lines []string
	for _, d := range found {
		lines = append(lines, fmt.Sprintf("%s | %s | %s | %d", d.title, d.category, d.date, len(d.data)))
	}
	return lines
}

// TestWalkers: every family has a way through it.
func TestWalkers(t *testing.T) {
	for _, f := range Families() {
		if walkers()[f] == nil {
			t.Errorf("nobody walks through %s", f)
		}
		if u, err := url.Parse(f.URL()); err != nil || u.Host != f.Hosts()[0] || u.Scheme != "https" {
			t.Errorf("%s: address %s, hosts %v", f, f.URL(), f.Hosts())
		}
	}
}

// TestHealth: a site in health gives all that the dossier has for the owner and
// the building, with its bytes, and ends no session by itself.
func TestHealth(t *testing.T) {
	for f := range walkers() {
		t.Run(string(f), func(t *testing.T) {
			site, v := walkThrough(t, Options{Family: f, Username: "camille", Password: "secret"})
			if v.failed != nil {
				t.Fatal(v.failed)
			}
			dossier := papers()
			for i, e := range dossier.entries {
				if e.Space == spaceCouncil {
					continue
				}
				at := slices.IndexFunc(v.found, func(d got) bool { return d.title == e.Title })
				if at < 0 {
					t.Errorf("no %s", e.Title)
					continue
				}
				if d := v.found[at]; string(d.data) != string(dossier.files[i].data) || d.date != e.Date && d.date != "" || e.Date == "" && d.date != "" {
					t.Errorf("%s: dated %q, %d bytes", d.title, d.date, len(d.data))
				}
			}
			if len(v.found) != 6 || site.Open() != 0 || site.Logins() != 1 {
				t.Errorf("%d documents, %d sessions open, %d logins:\n%s", len(v.found), site.Open(), site.Logins(), strings.Join(listed(v.found), "\n"))
			}
		})
	}
}

// TestShapes: a harmless peculiarity changes what is sent and nothing of what is
// brought home, but for those that are said to.
func TestShapes(t *testing.T) {
	changes := map[Shape]int{Doubles: 1, RowsWithoutFile: 0, NoDates: 0, ForeignPaper: 0, Scan: 0}
	for f := range walkers() {
		_, plain := walkThrough(t, Options{Family: f})
		for _, shape := range Shapes() {
			if !f.Takes(shape) || shape == SlowStart {
				continue
			}
			shapes := []Shape{shape}
			if f == Xnet && slices.Contains([]Shape{OddDisposition, ExtendedDisposition, OctetStream}, shape) {
				shapes = append(shapes, Raw) // an envelope has no such header
			}
			_, v := walkThrough(t, Options{Family: f, Shapes: shapes, PageSize: 2})
			if v.failed != nil {
				t.Errorf("%s, %s: %v", f, shape, v.failed)
				continue
			}
			if slices.Equal(v.transcript, plain.transcript) {
				t.Errorf("%s, %s: nothing differs", f, shape)
			}
			if _, changed := changes[shape]; !changed && !slices.Equal(listed(v.found), listed(plain.found)) {
				t.Errorf("%s, %s:\n%s", f, shape, strings.Join(listed(v.found), "\n"))
			} else if changed && len(v.found) < len(plain.found) {
				t.Errorf("%s, %s: %d documents", f, shape, len(v.found))
			}
		}
	}
}

// TestEveryTroubleBites: no trouble that a family is said to have leaves the
// visit as it is.
func TestEveryTroubleBites(t *testing.T) {
	for f := range walkers() {
		plain := map[bool]*visit{}
		for _, locked := range []bool{false, true} {
			plain[locked] = troubledVisit(t, f, "", locked)
			if plain[locked].failed != nil {
				t.Fatalf("%s: %v", f, plain[locked].failed)
			}
		}
		for _, trouble := range Troubles() {
			if !f.Has(trouble) {
				continue
			}
			locks := trouble == LocksOut || trouble == LocksOutSilently
			if v := troubledVisit(t, f, trouble, locks); slices.Equal(v.transcript, plain[locks].transcript) {
				t.Errorf("%s: %s does nothing", f, trouble)
			}
		}
	}
}

// troubledVisit visits a site; for a lock, after three people got the password
// wrong.
func troubledVisit(t *testing.T, f Family, trouble Trouble, locks bool) *visit {
	t.Helper()
	site, err := New(papersFS(), Options{Family: f, Trouble: trouble, Username: "camille", Password: "secret", PageSize: 2, After: 4})
	if err != nil {
		t.Fatal(err)
	}
	if locks {
		for range tries {
			wrong := newVisit(site)
			wrong.password = "wrong"
			walkers()[f](wrong)
			if wrong.failed == nil {
				t.Fatalf("%s: a wrong password was accepted", f)
			}
		}
	}
	v := newVisit(site)
	walkers()[f](v)
	return v
}

// TestUnknown: what a family cannot have is refused, whoever asks.
func TestUnknown(t *testing.T) {
	dossier := papers()
	for _, o := range []Options{{Family: "nobody"}, {Trouble: ExpiredURL}, {Trouble: "none"}, {Shapes: []Shape{TwoStep}}, {Shapes: []Shape{"none"}}} {
		if _, err := New(dossier.fs(), o); err == nil {
			t.Errorf("%+v", o)
		}
	}
	site, err := New(dossier.fs(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if site.SetTrouble(ExpiredURL) == nil || site.SetShapes(TwoStep) == nil || site.SetTrouble("") != nil {
		t.Error("changed into what it cannot be")
	}
}
