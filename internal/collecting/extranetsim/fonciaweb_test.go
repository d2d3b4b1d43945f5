package extranetsim

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
)

// readDate reads a date as a French site writes it: empty when it is none.
func readDate(text string) string {
	for _, layout := range []string{slashed, dotted} {
		if day, err := time.Parse(layout, text); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	for year := 2014; year < 2030; year++ {
		for month := range 12 {
			for day := 1; day <= 31; day++ {
				if date := time.Date(year, time.Month(month+1), day, 0, 0, 0, 0, time.UTC); inWords(date) == text {
					return date.Format(time.DateOnly)
				}
			}
		}
	}
	return ""
}

// readInstant reads an instant as the date that it has in Paris.
func readInstant(text string) string {
	instant, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return ""
	}
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		return "no zone"
	}
	return instant.In(paris).Format(time.DateOnly)
}

// fields gives the inputs of a form.
func fields(form *goquery.Selection) url.Values {
	values := url.Values{}
	form.Find("input[name]").Each(func(_ int, input *goquery.Selection) {
		values.Set(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return values
}

// walkFonciaWeb goes through the pages of the first generation of MyFoncia.
func walkFonciaWeb(v *visit) {
	form := v.page(v.get("/login")).Find("#login-form")
	for range 2 {
		sent := fields(form)
		sent.Set("username", "camille")
		if sent.Has("_password") {
			sent.Set("_password", v.password)
		}
		text := v.post(form.AttrOr("action", "/nowhere"), sent, http.StatusOK)
		if form = v.page(text).Find("#login-form"); form.Length() == 0 || sent.Has("_password") {
			break
		}
	}
	home := v.page(v.get(fonciaSpace + "/mon-bien"))
	v.must(home.Find(`a[href="/logout"]`).Length() == 1, "not logged in")
	ids := home.Find("li[data-property]").Map(func(_ int, li *goquery.Selection) string { return li.AttrOr("data-property", "") })
	v.must(len(ids) > 1, "no property")
	for _, id := range ids {
		if id == "" {
			continue
		}
		property := v.page(v.get(fonciaSpace + "/mon-bien/" + id))
		if !strings.Contains(property.Find(".PropertyAddress").Text(), "Maraîchers") || strings.Contains(property.Find(".PropertyLots").Text(), "951") {
			continue
		}
		v.fonciaWebRows(property.Find("a.Icon--euro").AttrOr("href", "/none"))
		v.fonciaWebRows(property.Find("a.Icon--book").AttrOr("href", "/none"))
		v.fonciaWebDeposit(fonciaSpace + "/mes-demandes/" + id)
	}
	v.get("/logout")
}

func (v *visit) fonciaWebRows(path string) {
	seen := map[string]bool{}
	v.page(v.get(path)).Find("article.TeaserRow").Each(func(_ int, row *goquery.Selection) {
		category := row.ParentsFiltered("section").Find("h2").Text()
		href, ok := row.Find("a.Download").Attr("href")
		if !ok || category == councilFolder || seen[row.AttrOr("id", "")] {
			return
		}
		seen[row.AttrOr("id", "")] = true
		v.bring(got{row.Find(".TeaserRow-desc").Text(), category, readDate(row.Find(".TeaserRow-date").Text()), []byte(v.get(href))})
	})
}

func (v *visit) fonciaWebDeposit(path string) {
	form := v.page(v.get(path)).Find("form#demande")
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	_ = w.WriteField("_csrf_token", fields(form).Get("_csrf_token"))
	_ = w.WriteField("objet", "Pièce")
	part, _ := w.CreateFormFile("piece[]", "a.pdf")
	_, _ = part.Write([]byte("%PDF-"))
	_ = w.Close() // all of memory
	req, err := http.NewRequest(http.MethodPost, v.address(form.AttrOr("action", "/none")), &body)
	if err != nil {
		v.failed = err
		return
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	said := v.page(v.send(req, http.StatusOK)).Find(".flash-success").Text()
	v.must(strings.Contains(said, "n° DEM-2026-000991"), "no receipt: %s", said)
}

// TestFonciaWebForm: a form without its token is refused whatever it says, and
// the session has another name once it is logged in.
func TestFonciaWebForm(t *testing.T) {
	site, err := New(papersFS(), Options{Family: FonciaWeb})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	sent := fields(v.page(v.get("/login")).Find("#login-form"))
	before := v.http.Jar.Cookies(&url.URL{Scheme: "https", Host: FonciaWeb.Hosts()[0]})[0].Value
	text := v.post("/login_check", url.Values{"username": {"camille"}, "_password": {"x"}}, http.StatusOK)
	if said := v.page(text).Find(".error").Text(); said != "Jeton CSRF invalide." || site.Logins() != 0 {
		t.Errorf("without a token: %q, %d logins", said, site.Logins())
	}
	sent.Set("username", "camille")
	sent.Set("_password", "x")
	v.post("/login_check", sent, http.StatusOK)
	after := v.http.Jar.Cookies(&url.URL{Scheme: "https", Host: FonciaWeb.Hosts()[0]})[0].Value
	if v.failed != nil || before == after || site.Open() != 1 {
		t.Errorf("session %s became %s, %d open, %v", before, after, site.Open(), v.failed)
	}
}

// TestRefusals: the four ways in which a page says that a password is wrong.
func TestRefusals(t *testing.T) {
	for trouble, want := range map[Trouble]struct{ path, said string }{
		BadPassword:         {"/login", "L'identifiant ou le mot de passe est incorrect"},
		BadPassword200:      {"/login_check", "L'identifiant ou le mot de passe est incorrect"},
		BadPasswordRedirect: {"/login?error=1", "L'identifiant ou le mot de passe est incorrect"},
		BadPasswordSilent:   {"/login_check", ""},
		LockedAccount:       {"/login", "Votre compte est bloqué suite à plusieurs tentatives. Contactez votre agence."},
	} {
		site, err := New(papersFS(), Options{Family: FonciaWeb, Trouble: trouble})
		if err != nil {
			t.Fatal(err)
		}
		v := newVisit(site)
		last := ""
		v.http.CheckRedirect = func(req *http.Request, _ []*http.Request) error { last = req.URL.RequestURI(); return nil }
		sent := fields(v.page(v.get("/login")).Find("#login-form"))
		text := v.post("/login_check", sent, http.StatusOK)
		if said := v.page(text).Find(".error").Text(); said != want.said || last != want.path && want.path != "/login_check" {
			t.Errorf("%s: %q at %s", trouble, said, last)
		}
	}
}

// TestSeveralAccounts: three accounts, two buildings, told apart by address and
// lots; the others hold papers of their own.
func TestSeveralAccounts(t *testing.T) {
	site, err := New(papersFS(), Options{Family: FonciaWeb, Shapes: []Shape{SeveralAccounts}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range site.accounts {
		lines = append(lines, strings.Join([]string{a.Street, a.Lots, a.Owner}, " | "))
	}
	want := "4 allée des Charmilles | 7 | VASSORELLE Hélène\n18 rue des Maraîchers-Fleuris | 14, 38 | VASSORELLE Hélène\n18 rue des Maraîchers-Fleuris | 951 | VASSORELLE Hélène"
	if got := strings.Join(lines, "\n"); got != want || site.accounts[0].place == site.accounts[1].place || site.accounts[1].place != site.accounts[2].place {
		t.Errorf("%s", got)
	}
}
