package extranetsim

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/text/encoding/charmap"
)

// old reads a page in the encoding that the site does not name.
func (v *visit) old(text string) *goquery.Document {
	decoded, _ := charmap.Windows1252.NewDecoder().String(text) // every byte means something
	return v.page(decoded)
}

// walkIcs goes through the pages of ICS by their links alone.
func walkIcs(v *visit) {
	form := v.old(v.get("/")).Find(`form[action*="login_externe.php"]`)
	sent := fields(form)
	sent.Set("login", "camille")
	sent.Set("mdp", v.password)
	home := v.old(v.post(form.AttrOr("action", "/none"), sent, http.StatusOK))
	v.must(home.Find(`a[href*="logout.php"]`).Length() > 0, "not logged in")
	home.Find("#bien option").Each(func(_ int, option *goquery.Selection) {
		if text := option.Text(); strings.Contains(text, "Maraîchers") && !strings.Contains(text, "951") {
			home = v.old(v.get(icsHome + "accueil.php?bien=" + option.AttrOr("value", "")))
		}
	})
	v.must(strings.Contains(home.Find("#residence").Text(), "Maraîchers"), "another building")
	links := home.Find(`a[href*="mesDocuments.php"]`)
	v.must(links.Length() > 0, "no link")
	links.Each(func(_ int, link *goquery.Selection) {
		if link.Text() != councilFolder {
			v.icsFolder(icsHome + link.AttrOr("href", ""))
		}
	})
	v.get(icsHome + "logout.php")
}

func (v *visit) icsFolder(path string) {
	seen := map[string]bool{}
	folder := v.old(v.get(path))
	category := folder.Find("h1").Text()
	v.must(category != "", "no category")
	folder.Find("[onclick]").Each(func(_ int, node *goquery.Selection) {
		id := node.AttrOr("id", "")
		script := node.AttrOr("onclick", "")
		href := strings.TrimSuffix(strings.TrimPrefix(script, "document.location.href='"), "'")
		if !seen[id] {
			seen[id] = true
			data := v.get(icsHome + href)
			v.must(!strings.Contains(data, `name="mdp"`), "led to the login")
			v.bring(got{node.Find(".libelle").Text(), category, readDate(node.Find(".date").Text()), []byte(data)})
		}
	})
}

// TestIcsLinks: a link means something in the session that wrote it, and leads
// to the login, with status 200, in every other.
func TestIcsLinks(t *testing.T) {
	site, err := New(papersFS(), Options{Family: Ics})
	if err != nil {
		t.Fatal(err)
	}
	login := func() (*visit, string) {
		v := newVisit(site)
		v.get("/")
		home := v.old(v.post("/login_externe.php", url.Values{"login": {"a"}, "mdp": {"b"}, "groupe": {"agence"}}, http.StatusOK))
		return v, home.Find(`a[href*="mesDocuments.php"]`).First().AttrOr("href", "")
	}
	first, link := login()
	second, other := login()
	if first.failed != nil || second.failed != nil || link == other {
		t.Fatalf("%v, %v, %s", first.failed, second.failed, link)
	}
	if page := first.old(first.get(icsHome + link)); page.Find("[onclick]").Length() == 0 {
		t.Error("the own link leads nowhere")
	}
	for _, wrong := range []string{other, "mesDocuments.php", strings.Replace(link, "xxxx=", "xxxx=A", 1)} {
		if page := first.old(first.get(icsHome + wrong)); page.Find(`input[name="mdp"]`).Length() != 1 || first.failed != nil {
			t.Errorf("%s: %v", wrong, first.failed)
		}
	}
}

// TestIcsPassword: what a browser sends from such a page is in its encoding.
func TestIcsPassword(t *testing.T) {
	site, err := New(papersFS(), Options{Family: Ics, Password: "été"})
	if err != nil {
		t.Fatal(err)
	}
	for sent, open := range map[string]int{"\xe9t\xe9": 1, "été": 0} {
		v := newVisit(site)
		v.get("/")
		v.post("/login_externe.php", url.Values{"login": {"a"}, "mdp": {sent}, "groupe": {"agence"}}, http.StatusOK)
		if site.Open() != open || v.failed != nil {
			t.Errorf("%q: %d sessions, %v", sent, site.Open(), v.failed)
		}
		v.get(icsHome + "logout.php")
	}
}

// TestIcsEncoding: pages are windows-1252 and do not say so; the shape makes
// them say UTF-8.
func TestIcsEncoding(t *testing.T) {
	for _, shapes := range [][]Shape{nil, {WrongMeta}} {
		site, err := New(papersFS(), Options{Family: Ics, Shapes: shapes})
		if err != nil {
			t.Fatal(err)
		}
		v := newVisit(site)
		resp, err := v.http.Get(v.origin + icsHome + "login.php")
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		text := v.get(icsHome + "login.php")
		if resp.Header.Get("Content-Type") != "text/html" || utf8.ValidString(text) || strings.Contains(text, "utf-8") != (shapes != nil) {
			t.Errorf("%v: %q, %.80q", shapes, resp.Header.Get("Content-Type"), text)
		}
	}
}
