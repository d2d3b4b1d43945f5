package connector_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// paper is the smallest file that passes for a PDF, with a text of its own.
func paper(text string) []byte { return []byte("%PDF-1.4\n" + text + "\n%%EOF\n") }

// small is a dossier of five documents: two of the owner, two of the building,
// and one in a folder of the council.
func small() fstest.MapFS {
	entries := []extranetsim.Entry{
		{Title: "Appel de fonds T2", Category: "Mon compte / Appels de fonds", Space: "owner", Date: "2026-03-17", File: "a.pdf"},
		{Title: "Relevé de compte", Category: "Mon compte / Relevés", Space: "owner", Date: "2026-05-11", File: "b.pdf"},
		{Title: "PV AG du 26/03/2026", Category: "Immeuble / Assemblées générales", Space: "building", Date: "2026-03-26", File: "c.pdf"},
		{Title: "Fiche synthétique", Category: "Immeuble / Contrat de syndic", Space: "building", File: "d.pdf"},
		{Title: "Facture", Category: "Comptes", Space: "council", Date: "2026-01-02", File: "e.pdf"},
		{Title: "Liste des copropriétaires", Category: "Conseil syndical", Space: "building", Date: "2026-01-02", File: "f.pdf"},
	}
	return dossier(entries)
}

func dossier(entries []extranetsim.Entry) fstest.MapFS {
	list, err := json.Marshal(entries)
	if err != nil {
		return nil
	}
	folder := fstest.MapFS{"extranet.json": {Data: list}, "order.json": {Data: []byte(
		`{"address": "12, rue Félix Éboué", "zipcode": "44300", "city": "Nantes", "lots": "12, 45", "owners": [{"firstname": "Léa", "lastname": "Kerbrat"}]}`,
	)}}
	for _, e := range entries {
		folder["files/"+e.File] = &fstest.MapFile{Data: paper(e.File + strings.Repeat(" body", 2000))}
	}
	return folder
}

func site(t *testing.T, source fs.FS, o extranetsim.Options) *extranetsim.Site {
	t.Helper()
	s, err := extranetsim.New(source, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func collect(t *testing.T, s *extranetsim.Site, change func(*connectortest.Run)) *connectortest.Run {
	t.Helper()
	run := &connectortest.Run{Recipe: "xnet", Transport: extranetsim.Transport(s)}
	if change != nil {
		change(run)
	}
	if err := run.Collect(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, leak := range run.Leaks() {
		t.Errorf("a credential is repeated: %s", leak)
	}
	return run
}

// healthy lists the shapes of a site that works, small losses included.
func healthy() map[string]extranetsim.Options {
	return map[string]extranetsim.Options{
		"current":      {},
		"raw":          {Shapes: []extranetsim.Shape{extranetsim.Raw}},
		"older":        {Shapes: []extranetsim.Shape{extranetsim.Older}},
		"folder map":   {Shapes: []extranetsim.Shape{extranetsim.FoldersAsMap}},
		"small pages":  {PageSize: 1},
		"with a check": {Username: connectortest.Username, Password: connectortest.Password},
		"broken once":  {Shapes: []extranetsim.Shape{extranetsim.Raw}, Trouble: extranetsim.BrokenOnce},
		"lost 401":     {Trouble: extranetsim.Lost401},
		"lost 403":     {Trouble: extranetsim.Lost403},
		"lost to page": {Trouble: extranetsim.LostToLogin},
		"late loss":    {Trouble: extranetsim.Lost401, After: 9},
		"error once":   {Trouble: extranetsim.ServerErrorOnce},
	}
}

// TestHealthySite: each shape of a site in good health gives the same documents.
func TestHealthySite(t *testing.T) {
	for name, o := range healthy() {
		t.Run(name, func(t *testing.T) {
			s := site(t, small(), o)
			run := collect(t, s, nil)
			if run.Err != nil {
				t.Fatal(run.Err)
			}
			var got []string
			for _, k := range run.Kept {
				got = append(got, fmt.Sprint(k.Title, "|", k.Category, "|", k.Space, "|", k.Date, "|", k.Hint, "|", k.MediaType))
				if !bytes.HasPrefix(k.Data, []byte("%PDF-")) || !bytes.HasSuffix(k.Data, []byte("%%EOF\n")) {
					t.Errorf("%s: %d bytes", k.Title, len(k.Data))
				}
			}
			want := []string{
				"Appel de fonds T2|Mon compte / Appels de fonds|owner|2026-03-17|0|application/pdf",
				"Relevé de compte|Mon compte / Relevés|owner|2026-05-11|0|application/pdf",
				"PV AG du 26/03/2026|Immeuble / Assemblées générales|building|2026-03-26|2|application/pdf",
				"Fiche synthétique|Immeuble / Contrat de syndic|building||1|application/pdf",
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") || run.N != len(want) {
				t.Errorf("kept %d:\n%s", run.N, strings.Join(got, "\n"))
			}
			if len(run.Outside) != 0 || fmt.Sprint(run.Hosts) != "["+connectortest.Host+"]" {
				t.Errorf("outside %v, hosts %v", run.Outside, run.Hosts)
			}
			if s.Open() != 0 {
				t.Errorf("%d sessions left open", s.Open())
			}
			for _, request := range run.Requests {
				if strings.Contains(request, "conseil-syndical") || strings.Contains(request, connectortest.Username) {
					t.Errorf("request %s", request)
				}
			}
		})
	}
}

// TestNoTroubleIsForgotten fails when the simulated site learns a trouble of
// which the contract says nothing.
func TestNoTroubleIsForgotten(t *testing.T) {
	tested := map[extranetsim.Trouble]bool{
		extranetsim.AlwaysLost: true, extranetsim.SamePage: true, extranetsim.LeadsAway: true, // in tests of their own
		// What is deposited does not concern a collection.
		extranetsim.DepositRefused: true, extranetsim.DepositClosed: true, extranetsim.DepositNoReceipt: true, extranetsim.DepositLost: true,
	}
	for _, o := range healthy() {
		tested[o.Trouble] = true
	}
	for _, tc := range troubled() {
		tested[tc.options.Trouble] = true
	}
	for _, known := range extranetsim.Troubles() {
		if extranetsim.Xnet.Has(known) && !tested[known] {
			t.Errorf("%s", known)
		}
	}
}

// TestTroubles: each trouble of a site has its code and its stage, and what
// could be kept was kept.
func TestTroubles(t *testing.T) {
	for _, tc := range troubled() {
		t.Run(strings.TrimSpace(string(tc.options.Trouble)+" "+tc.name), func(t *testing.T) {
			s := site(t, small(), tc.options)
			run := collect(t, s, nil)
			failure := run.Failure()
			if failure == nil {
				t.Fatalf("no failure but %v", run.Err)
			}
			if failure.Code != tc.code || failure.Stage != tc.stage || run.N != tc.kept || len(run.Kept) != tc.kept || run.Logins() != tc.logins {
				t.Errorf("%s at %s, kept %d, logins %d (%v); want %+v", failure.Code, failure.Stage, run.N, run.Logins(), failure, tc)
			}
			if len(run.Outside) != 0 {
				t.Errorf("outside: %v", run.Outside)
			}
			if left := s.Open(); left != 0 {
				t.Errorf("%d sessions left open", left)
			}
		})
	}
}

// TestLostAgainAndAgain: a second loss is not answered by a third login.
func TestLostAgainAndAgain(t *testing.T) {
	s := site(t, many(30), extranetsim.Options{Trouble: extranetsim.AlwaysLost, After: 9})
	run := collect(t, s, nil)
	failure := run.Failure()
	if failure == nil || failure.Code != predate.SessionLost || failure.Stage != predate.StageDownload || run.Logins() != 2 || run.N != 11 {
		t.Fatalf("%v, kept %d, %d logins", run.Err, run.N, run.Logins())
	}
}

// many is a dossier of n documents in one folder.
func many(n int) fstest.MapFS {
	var entries []extranetsim.Entry
	for i := range n {
		entries = append(entries, extranetsim.Entry{Title: fmt.Sprint("Facture ", i), Category: "Immeuble / Factures", Space: "building", Date: "2025-01-01", File: fmt.Sprint(i, ".pdf")})
	}
	return dossier(entries)
}

// TestSiteMessages: the sentence of the site comes along, without what it
// repeats of the credentials.
func TestSiteMessages(t *testing.T) {
	for trouble, want := range map[extranetsim.Trouble]string{
		extranetsim.BadPassword:      "L'identifiant ou le mot de passe est incorrect",
		extranetsim.ExpiredPassword:  "Votre mot de passe a expiré, merci d'en choisir un nouveau.",
		extranetsim.AsksSecondFactor: "Saisissez le code reçu par SMS.",
		extranetsim.MaintenancePage:  "Service momentanément indisponible",
	} {
		failure := collect(t, site(t, small(), extranetsim.Options{Trouble: trouble}), nil).Failure()
		if failure == nil || failure.Message != want {
			t.Errorf("%s: %+v", trouble, failure)
		}
	}
	echo := collect(t, site(t, small(), extranetsim.Options{Trouble: extranetsim.EchoingRefusal}), nil).Failure()
	if !strings.HasPrefix(echo.Message, "L'identifiant … ou le mot de passe … est incorrect.") || len([]rune(echo.Message)) > 300 {
		t.Errorf("%d characters: %s", len([]rune(echo.Message)), echo.Message)
	}
}

func TestRetryAfter(t *testing.T) {
	failure := collect(t, site(t, small(), extranetsim.Options{Trouble: extranetsim.Maintenance}), nil).Failure()
	if failure.RetryAfter != 15*time.Minute {
		t.Errorf("%v", failure.RetryAfter)
	}
}

// TestLoginIsSentOnce: a login whose answer is lost is not sent again.
func TestLoginIsSentOnce(t *testing.T) {
	s := site(t, small(), extranetsim.Options{})
	run := collect(t, s, func(r *connectortest.Run) {
		r.Transport = cutAt{"/authenticate", r.Transport}
	})
	if failure := run.Failure(); failure == nil || failure.Code != predate.SiteUnavailable || failure.Stage != predate.StageLogin || run.Logins() != 1 {
		t.Fatalf("%v after %d logins", run.Err, run.Logins())
	}
}

// cutAt loses the answers to one path.
type cutAt struct {
	path string
	next http.RoundTripper
}

func (c cutAt) RoundTrip(req *http.Request) (*http.Response, error) {
	if strings.HasPrefix(req.URL.Path, c.path) {
		return nil, fmt.Errorf("connection reset while sending %s", connectortest.Password)
	}
	return c.next.RoundTrip(req)
}

// goneFrom loses every answer from the first to a path on.
type goneFrom struct {
	path string
	gone *atomic.Bool
	next http.RoundTripper
}

func (g goneFrom) RoundTrip(req *http.Request) (*http.Response, error) {
	if g.gone.Load() || strings.HasPrefix(req.URL.Path, g.path) {
		g.gone.Store(true)
		return nil, fmt.Errorf("connection reset while sending %s", connectortest.Password)
	}
	return g.next.RoundTrip(req)
}

// TestSiteDownWhileDownloading: the run stops and keeps what it has.
func TestSiteDownWhileDownloading(t *testing.T) {
	run := collect(t, site(t, small(), extranetsim.Options{}), func(r *connectortest.Run) {
		r.Transport = goneFrom{"/api/extranet/documents/downloadFile/48215", &atomic.Bool{}, r.Transport}
	})
	if failure := run.Failure(); failure == nil || failure.Code != predate.SiteUnavailable || failure.Stage != predate.StageDownload || run.N != 2 {
		t.Fatalf("%v, kept %d", run.Err, run.N)
	}
}

func TestPaging(t *testing.T) {
	run := collect(t, site(t, many(250), extranetsim.Options{}), nil)
	if run.Err != nil || run.N != 250 {
		t.Fatalf("kept %d, %v", run.N, run.Err)
	}
	listings := 0
	for _, request := range run.Requests {
		if strings.Contains(request, "currentPageNumber=") {
			listings++
		}
	}
	if listings != 3 {
		t.Errorf("%d pages were asked for", listings)
	}
	run = collect(t, site(t, many(250), extranetsim.Options{Trouble: extranetsim.SamePage}), nil)
	if failure := run.Failure(); failure == nil || failure.Code != predate.SiteChanged || failure.Stage != predate.StageList {
		t.Errorf("the same page again: %v", run.Err)
	}
}

func TestTooManyDocuments(t *testing.T) {
	run := collect(t, site(t, many(1001), extranetsim.Options{}), nil)
	if failure := run.Failure(); failure == nil || failure.Code != predate.LimitReached || run.N != 0 {
		t.Fatalf("%v", run.Err)
	}
}

// TestResume: a second run fetches only what the first could not.
func TestResume(t *testing.T) {
	s := site(t, small(), extranetsim.Options{Trouble: extranetsim.BrokenTransfer, Victim: 1})
	first := collect(t, s, nil)
	if first.N != 3 {
		t.Fatalf("kept %d, %v", first.N, first.Err)
	}
	known := map[string]bool{}
	for _, id := range first.IDs() {
		known[id] = true
	}
	second := collect(t, site(t, small(), extranetsim.Options{}), func(r *connectortest.Run) { r.Known = known })
	if second.Err != nil || second.N != 1 || second.Kept[0].Title != "Relevé de compte" {
		t.Fatalf("kept %v, %v", second.IDs(), second.Err)
	}
	known[second.IDs()[0]] = true
	third := collect(t, site(t, small(), extranetsim.Options{}), func(r *connectortest.Run) { r.Known = known })
	if third.Err != nil || third.N != 0 {
		t.Fatalf("kept %v, %v", third.IDs(), third.Err)
	}
}

// TestKeepFails: an error of the caller stops the run and is no failure of the
// extranet.
func TestKeepFails(t *testing.T) {
	full := errors.New("disk full")
	run := collect(t, site(t, small(), extranetsim.Options{}), func(r *connectortest.Run) {
		r.Keep = func(_ context.Context, doc connector.Remote, _ io.Reader) error {
			if strings.HasPrefix(doc.Title, "PV") {
				return full
			}
			return nil
		}
	})
	if !errors.Is(run.Err, full) || run.Failure() != nil || run.N != 2 {
		t.Fatalf("%v, kept %d", run.Err, run.N)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := site(t, small(), extranetsim.Options{})
	run := &connectortest.Run{Recipe: "xnet", Transport: extranetsim.Transport(s)}
	run.Keep = func(context.Context, connector.Remote, io.Reader) error { cancel(); return nil }
	if err := run.Collect(ctx); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(run.Err, context.Canceled) || run.Failure() != nil {
		t.Fatalf("%v", run.Err)
	}
	if s.Open() != 0 {
		t.Error("a cancelled run left without logging out")
	}
}

// TestAddresses: nothing is sent unless a recipe knows the host and the
// address is plain.
func TestAddresses(t *testing.T) {
	for address, code := range map[string]predate.FailureCode{
		"https://extranet.inconnu.example/":                predate.UnsupportedExtranet,
		"https://crypto-extranet.com/":                     predate.UnsupportedExtranet,
		"https://evilcrypto-extranet.com/":                 predate.UnsupportedExtranet,
		"https://a.crypto-extranet.com.evil.example/":      predate.UnsupportedExtranet,
		"https://" + connectortest.Host + ".evil.example/": predate.UnsupportedExtranet,
		" ": predate.UnsupportedExtranet, "not an address": predate.UnsupportedExtranet, "https://%zz/": predate.UnsupportedExtranet,
		"https://agence.crypto-extranet.com@evil.example/":     predate.PolicyRefused,
		"https://u:p@agence.crypto-extranet.com/":              predate.PolicyRefused,
		"http://agence.crypto-extranet.com/":                   predate.PolicyRefused,
		"https://agence.crypto-extranet.com:8443/":             predate.PolicyRefused,
		"https://agence.crypto-extranet.com./":                 predate.PolicyRefused,
		"ftp://agence.mygercop.com/":                           predate.PolicyRefused,
		"https://agence.logique-extranet.com:22/connexion/?x=": predate.PolicyRefused,
	} {
		run := collect(t, site(t, small(), extranetsim.Options{}), func(r *connectortest.Run) { r.URL = address })
		failure := run.Failure()
		if failure == nil || failure.Code != code || failure.Stage != predate.StageResolve {
			t.Errorf("%q: %v", address, run.Err)
		}
		if len(run.Requests) != 0 {
			t.Errorf("%q: sent %v", address, run.Requests)
		}
	}
}

// TestOwnHostOnly: the client of a run is allowed the host of the order alone,
// and a redirect elsewhere gets neither request nor cookie.
func TestOwnHostOnly(t *testing.T) {
	for address, host := range map[string]string{
		"https://Agence.Crypto-Extranet.com/connexion/": "agence.crypto-extranet.com",
		"https://a.b.mygercop.com:443/xnet":             "a.b.mygercop.com",
		"https://x.gercop-extranet.com":                 "x.gercop-extranet.com",
	} {
		run := collect(t, site(t, small(), extranetsim.Options{}), func(r *connectortest.Run) { r.URL = address })
		if fmt.Sprint(run.Hosts) != "["+host+"]" {
			t.Errorf("%s: hosts %v", address, run.Hosts)
		}
	}
	run := collect(t, site(t, small(), extranetsim.Options{Trouble: extranetsim.LeadsAway}), nil)
	if run.N != 0 || run.Failure() == nil || run.Failure().Stage != predate.StageDownload {
		t.Fatalf("kept %d, %v", run.N, run.Err)
	}
}

// TestPasswordTravelsOnce: the password is in the body of the login and
// nowhere else.
func TestPasswordTravelsOnce(t *testing.T) {
	run := collect(t, site(t, small(), extranetsim.Options{}), nil)
	if len(run.Sent) != 1 {
		t.Fatalf("bodies: %q", run.Sent)
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(run.Sent[0]), &body); err != nil || body["password"] != connectortest.Password || body["login"] != connectortest.Username || len(body) != 2 {
		t.Fatalf("%q, %v", run.Sent[0], err)
	}
}
