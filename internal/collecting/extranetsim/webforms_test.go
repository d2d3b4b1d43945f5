package extranetsim

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// click posts the form of a page back, as a link of it says.
func (v *visit) click(page *goquery.Document, href string, want int) string {
	said := regexp.MustCompile(`__doPostBack\('([^']*)','([^']*)'\)`).FindStringSubmatch(href)
	if said == nil {
		v.must(false, "no post-back: %s", href)
		return ""
	}
	sent := fields(page.Find("#form1"))
	sent.Set("__EVENTTARGET", said[1])
	sent.Set("__EVENTARGUMENT", said[2])
	return v.post("/Documents.aspx", sent, want)
}

func (v *visit) webFormsLogin() *goquery.Document {
	sent := fields(v.page(v.get("/")).Find("#form1"))
	sent.Set("ctl00$Main$txtLogin", "camille")
	sent.Set("ctl00$Main$txtPassword", v.password)
	home := v.page(v.post("/Login.aspx", sent, http.StatusOK))
	v.must(home.Find("#lnkLogout").Length() == 1, "not logged in")
	return home
}

// walkWebForms clicks its way through folders and pages.
func walkWebForms(v *visit) {
	current := v.webFormsLogin()
	folders := current.Find("a.dossier")
	v.must(folders.Length() > 0, "no folder")
	for i := range folders.Length() {
		folder := folders.Eq(i)
		if folder.Text() == councilFolder {
			continue
		}
		seen := map[string]bool{}
		next := folder.AttrOr("href", "")
		for n := 0; n < 9 && next != "" && v.failed == nil; n++ {
			current = v.page(v.click(current, next, http.StatusOK))
			current.Find("tr.doc").Each(func(_ int, row *goquery.Selection) {
				if id := row.AttrOr("data-id", ""); !seen[id] {
					seen[id] = true
					data := v.click(current, row.Find("td.titre a").AttrOr("href", ""), http.StatusOK)
					v.bring(got{row.Find("td.titre").Text(), folder.Text(), readDate(row.Find("td.date").Text()), []byte(data)})
				}
			})
			next = current.Find("tr.pager td:has(span) + td a").AttrOr("href", "")
		}
	}
	v.get("/Logout.aspx")
}

// TestWebFormsState: a post carries the state of the page shown last, whole,
// and opens only what that page shows.
func TestWebFormsState(t *testing.T) {
	site, err := New(papersFS(), Options{Family: WebForms})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	home := v.webFormsLogin()
	link := home.Find("a.dossier").First().AttrOr("href", "")
	folder := v.page(v.click(home, link, http.StatusOK))
	first := folder.Find("td.titre a").First().AttrOr("href", "")
	for range 2 { // a download leaves the page as it is
		if data := v.click(folder, first, http.StatusOK); !strings.HasPrefix(data, "%PDF-") || v.failed != nil {
			t.Fatalf("%.40q, %v", data, v.failed)
		}
	}
	stale := fields(home.Find("#form1"))
	missing := fields(folder.Find("#form1"))
	missing.Del("__EVENTVALIDATION")
	for name, sent := range map[string]url.Values{"stale": stale, "missing": missing} {
		sent.Set("__EVENTTARGET", "ctl00$Main$tree")
		sent.Set("__EVENTARGUMENT", "s701")
		if text := v.post("/Documents.aspx", sent, http.StatusInternalServerError); !strings.Contains(text, "viewstate MAC") {
			t.Errorf("%s: %s", name, text)
		}
	}
	elsewhere := fmt.Sprintf("javascript:__doPostBack('ctl00$Main$grid','Open$%d')", firstDocument+4)
	if text := v.click(folder, elsewhere, http.StatusInternalServerError); !strings.Contains(text, "Invalid postback") || v.failed != nil {
		t.Errorf("a document of another folder: %s, %v", text, v.failed)
	}
}

// TestWebFormsAlone: a session answers one request at a time.
func TestWebFormsAlone(t *testing.T) {
	site, err := New(papersFS(), Options{Family: WebForms})
	if err != nil {
		t.Fatal(err)
	}
	v := newVisit(site)
	v.webFormsLogin()
	token := v.http.Jar.Cookies(&url.URL{Scheme: "https", Host: WebForms.Hosts()[0]})[0].Value
	site.own.(*webForms).lockOf(token) <- struct{}{}
	if v.get("/Documents.aspx"); v.failed == nil || !strings.Contains(v.failed.Error(), "500") {
		t.Errorf("%v", v.failed)
	}
	<-site.own.(*webForms).lockOf(token)
	v.failed = nil
	if v.get("/Documents.aspx"); v.failed != nil {
		t.Error(v.failed)
	}
}
