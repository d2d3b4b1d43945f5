package guide_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/doors/guide"
)

const base = "https://predate.example.fr"

func open(t *testing.T) *guide.Guide {
	t.Helper()
	options := guide.Options{Base: base}
	for _, code := range api.Codes() {
		options.Refusals = append(options.Refusals, guide.Refusal{Code: code.Name, Status: code.Status})
	}
	g, err := guide.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// ask gets an answer; header is of pairs.
func ask(g http.Handler, address string, header ...string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	g.ServeHTTP(w, r)
	return w
}

// addresses lists every page.
func addresses() []string {
	all := []string{"/docs/reference"}
	for _, lang := range guide.Languages() {
		all = append(all, "/docs/"+lang+"/", "/docs/"+lang+"/search?q=token")
		for _, name := range guide.Names() {
			all = append(all, "/docs/"+lang+"/"+name)
		}
	}
	return all
}

// attributes returns what an attribute holds anywhere in a page.
func attributes(t *testing.T, page, name string) []string {
	t.Helper()
	tree, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for node := range tree.Descendants() {
		for _, a := range node.Attr {
			if a.Key == name {
				all = append(all, a.Val)
			}
		}
	}
	return all
}

// Every code and every status has a page of its own, in both languages, with what it means.
func TestEveryCodeHasAPage(t *testing.T) {
	g := open(t)
	pages := map[string]string{}
	for _, code := range api.Codes() {
		pages[code.Name] = fmt.Sprintf("HTTP %d", code.Status)
		pages[fmt.Sprint(code.Status)] = code.Name
	}
	for _, code := range predate.FailureCodes() {
		pages[string(code)] = "errors#" + string(code)
	}
	for name, holds := range pages {
		for _, lang := range guide.Languages() {
			got := ask(g, "/docs/"+lang+"/codes/"+name)
			if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), holds) {
				t.Errorf("the page of %s in %s: %d, without %q", name, lang, got.Code, holds)
			}
			if strings.Contains(got.Body.String(), "`") {
				t.Errorf("the page of %s in %s shows Markdown", name, lang)
			}
			for _, link := range attributes(t, got.Body.String(), "href") {
				to, _, _ := strings.Cut(link, "#")
				if led := ask(g, "/"+strings.TrimPrefix(to, "/")); to != "" && !strings.HasPrefix(to, "/openapi") && (!strings.HasPrefix(to, "/") || led.Code != http.StatusOK) {
					t.Errorf("the page of %s in %s leads to %q: %d", name, lang, link, led.Code)
				}
			}
		}
		if got := ask(g, "/docs/codes/"+name); got.Code != http.StatusFound {
			t.Errorf("/docs/codes/%s: %d", name, got.Code)
		}
	}
}

// TestLinksLead: every link of every page leads to a page or a file that is there, and to
// an anchor that it has; no anchor is there twice.
func TestLinksLead(t *testing.T) {
	g := open(t)
	elsewhere := []string{"/openapi.yaml", "https://www.standardwebhooks.com"}
	anchors := map[string][]string{}
	for _, address := range addresses() {
		anchors[address] = attributes(t, ask(g, address).Body.String(), "id")
		sorted := slices.Sorted(slices.Values(anchors[address]))
		if unique := slices.Compact(slices.Clone(sorted)); len(unique) != len(sorted) {
			t.Errorf("%s has an anchor twice: %v", address, sorted)
		}
	}
	for _, address := range addresses() {
		from := httptest.NewRequest(http.MethodGet, address, nil).URL
		for _, link := range attributes(t, ask(g, address).Body.String(), "href") {
			to, err := from.Parse(link)
			if err != nil || slices.Contains(elsewhere, link) {
				continue
			}
			if got := ask(g, to.RequestURI()); got.Code != http.StatusOK {
				t.Errorf("%s: %s answers %d", address, link, got.Code)
			}
			if to.Fragment != "" && !slices.Contains(anchors[to.RequestURI()], to.Fragment) {
				t.Errorf("%s: %s leads nowhere", address, link)
			}
		}
	}
}

// TestLanguagesSayTheSame: both languages have the same anchors, in the same order, and
// show the same commands.
func TestLanguagesSayTheSame(t *testing.T) {
	g := open(t)
	for _, name := range append([]string{""}, guide.Names()...) {
		en, fr := ask(g, "/docs/en/"+name).Body.String(), ask(g, "/docs/fr/"+name).Body.String()
		if diff := cmp.Diff(attributes(t, en, "id"), attributes(t, fr, "id")); diff != "" {
			t.Errorf("%q has other anchors (-en +fr):\n%s", name, diff)
		}
		code := regexp.MustCompile(`(?s)<pre tabindex="0">.*?</pre>`)
		if diff := cmp.Diff(code.FindAllString(en, -1), code.FindAllString(fr, -1)); diff != "" {
			t.Errorf("%q shows other commands (-en +fr):\n%s", name, diff)
		}
		if strings.Contains(en+fr, "{{") || strings.Contains(en+fr, "{#") {
			t.Errorf("%q has a mark that was not replaced", name)
		}
	}
}

// TestEveryCommandIsRun: no page shows a command of bash that no test runs, and no
// command waits for a page that shows it.
func TestEveryCommandIsRun(t *testing.T) {
	blocks, err := guide.Blocks()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("pages/blocks/*/*.sh")
	if err != nil || len(files) != len(blocks) {
		t.Errorf("%d commands are shown, and %d are there: %v", len(blocks), len(files), err)
	}
	pages, err := filepath.Glob("pages/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "```sh") || strings.Contains(string(text), "```json") {
			t.Errorf("%s shows a command that is not run", page)
		}
	}
}

// TestCodesAreExplained: every code has its anchor on the page of errors; where an error
// of the API and a failure have one name, the plain anchor is the error's.
func TestCodesAreExplained(t *testing.T) {
	page := ask(open(t), "/docs/en/errors").Body.String()
	ids := attributes(t, page, "id")
	var want []string
	for _, code := range api.Codes() {
		want = append(want, code.Name)
	}
	for _, code := range predate.FailureCodes() {
		if code == predate.RateLimited {
			code = "failure-" + code
		}
		want = append(want, string(code))
	}
	for _, kind := range predate.Kinds() {
		if kind != predate.KindOther {
			want = append(want, string(kind))
		}
	}
	for _, state := range predate.States() {
		want = append(want, string(state))
	}
	for _, one := range append(want, predate.CodeUnreadable) {
		if !slices.Contains(ids, one) {
			t.Errorf("%s is not explained", one)
		}
	}
	if _, err := guide.New(guide.Options{Refusals: []guide.Refusal{{Code: "never_heard_of", Status: 400}}}); err == nil {
		t.Error("a code without an explanation is let through")
	}
}

// TestFrenchIsSetAsFrenchIs: no sign that asks for a thin space has a plain one or none.
func TestFrenchIsSetAsFrenchIs(t *testing.T) {
	files, err := filepath.Glob("pages/fr/*")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\{\\{[^}]*\\}\\}|\\]\\([^)]*\\)|\\{#[^}]*\\}|https?://\\S+")
	wrong := regexp.MustCompile(`.{0,20}(?: [;:?!»]|« |[\pL\d)][;?!»]|\pL:\s|«[^\x{a0}]|\d %).{0,20}`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		said := code.ReplaceAllString(string(text), "")
		for line := range strings.Lines(said) {
			if filepath.Ext(file) == ".txt" {
				_, line, _ = strings.Cut(line, ": ")
			}
			if found := wrong.FindString(line); found != "" {
				t.Errorf("%s: %q", file, found)
			}
		}
		if strings.Contains(said, "'") {
			t.Errorf("%s has a straight apostrophe", file)
		}
	}
}

// TestLanguageIsChosen by the browser where the address names none; the page and its
// anchor stay.
func TestLanguageIsChosen(t *testing.T) {
	g := open(t)
	for _, one := range []struct{ accept, address, to string }{
		{"fr-FR,fr;q=0.9,en;q=0.8", "/docs", "/docs/fr/"},
		{"fr-CA", "/docs/errors", "/docs/fr/errors"},
		{"de,en;q=0.5", "/docs/errors", "/docs/en/errors"},
		{"de", "/docs/", "/docs/en/"},
		{"", "/docs/webhooks.md", "/docs/en/webhooks.md"},
		{"!!", "/docs", "/docs/en/"},
	} {
		got := ask(g, one.address, "Accept-Language", one.accept)
		if got.Code != http.StatusFound || got.Header().Get("Location") != one.to || got.Header().Get("Vary") != "Accept-Language" {
			t.Errorf("%s for %q: %d %v", one.address, one.accept, got.Code, got.Header())
		}
	}
	if got := ask(g, "/docs/fr"); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `<html lang="fr">`) {
		t.Errorf("/docs/fr answers %d", got.Code)
	}
	if got := ask(g, "/docs/fr/nowhere"); got.Code != http.StatusNotFound || !strings.Contains(got.Body.String(), "n’existe pas") {
		t.Errorf("a page that is not there answers %d\n%s", got.Code, got.Body)
	}
}

// TestPagesKeepBrowsersSafe: nothing is loaded from elsewhere, no script stands in a page,
// and only the renderer of the reference writes styles.
func TestPagesKeepBrowsersSafe(t *testing.T) {
	g := open(t)
	for _, address := range append(addresses(), "/docs/en/nowhere", "/docs/en/search?q=%3Cscript%3Ealert(1)%3C/script%3E") {
		got := ask(g, address)
		policy, page := got.Header().Get("Content-Security-Policy"), got.Body.String()
		if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "script-src 'self';") || strings.Contains(policy, "unsafe-eval") {
			t.Errorf("%s: %s", address, policy)
		}
		if strings.Contains(policy, "unsafe-inline") != (address == "/docs/reference") {
			t.Errorf("%s: %s", address, policy)
		}
		if strings.Contains(page, "<script>") || strings.Contains(page, " style=") || strings.Contains(page, "onclick") {
			t.Errorf("%s has a script or a style in it", address)
		}
		for _, from := range attributes(t, page, "src") {
			if !strings.HasPrefix(from, "/docs/assets/") {
				t.Errorf("%s loads %s", address, from)
			}
		}
	}
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/docs/en/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("a POST answers %d", w.Code)
	}
}

// TestSearch finds words whatever their accents, and codes; titles come first.
func TestSearch(t *testing.T) {
	g := open(t)
	for _, one := range []struct{ address, first string }{
		{"/docs/fr/search?q=securite", "/docs/fr/security"},
		{"/docs/fr/search?q=CAPTCHA", "/docs/fr/errors#captcha"},
		{"/docs/en/search?q=idempotency+mismatch", "/docs/en/errors#idempotency_mismatch"},
		{"/docs/en/search?q=webhook-timestamp", "/docs/en/webhooks#"},
	} {
		page := ask(g, one.address).Body.String()
		_, list, _ := strings.Cut(page, `<ul class="found">`)
		if links := attributes(t, list, "href"); len(links) == 0 || !strings.HasPrefix(links[0], one.first) {
			t.Errorf("%s finds %v", one.address, links[:min(3, len(links))])
		}
	}
	for _, nothing := range []string{"", "q=", "q=zzzzqq", "q=" + strings.Repeat("a", 500)} {
		if page := ask(g, "/docs/en/search?"+nothing).Body.String(); !strings.Contains(page, "Nothing was found.") {
			t.Errorf("a search for %.20s finds something", nothing)
		}
	}
	var index []map[string]string
	if err := json.Unmarshal(ask(g, "/docs/fr/search.json").Body.Bytes(), &index); err != nil || len(index) < 100 {
		t.Errorf("the index has %d sections: %v", len(index), err)
	}
}

// TestMachinesRead every page as Markdown, in a list and in one file.
func TestMachinesRead(t *testing.T) {
	g := open(t)
	list, whole := ask(g, "/llms.txt").Body.String(), ask(g, "/llms-full.txt").Body.String()
	if !strings.HasPrefix(list, "# predate\n\n> ") {
		t.Errorf("llms.txt begins with %.40q", list)
	}
	links := regexp.MustCompile(`\]\(`+base+`(/[^)]*)\)`).FindAllStringSubmatch(list, -1)
	if len(links) < len(guide.Names())+2 {
		t.Errorf("llms.txt has only %d links", len(links))
	}
	for _, link := range links {
		if got := ask(g, link[1]); got.Code != http.StatusOK && link[1] != "/openapi.yaml" {
			t.Errorf("llms.txt: %s answers %d", link[1], got.Code)
		}
	}
	for _, name := range guide.Names() {
		got := ask(g, "/docs/en/"+name+".md")
		if kind := got.Header().Get("Content-Type"); kind != "text/markdown; charset=utf-8" || !strings.Contains(whole, strings.TrimSpace(got.Body.String())) {
			t.Errorf("%s.md is %s, or not in llms-full.txt", name, kind)
		}
	}
}

// TestAnswersAreKept: what did not change is not sent again, and what is sent is packed.
func TestAnswersAreKept(t *testing.T) {
	g := open(t)
	first := ask(g, "/docs/en/errors", "Accept-Encoding", "gzip")
	if first.Header().Get("Content-Encoding") != "gzip" || first.Body.Len() > 25_000 {
		t.Errorf("the page of errors is sent as %s, %d bytes", first.Header().Get("Content-Encoding"), first.Body.Len())
	}
	if again := ask(g, "/docs/en/errors", "If-None-Match", first.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("the same page again answers %d", again.Code)
	}
	style := attributes(t, ask(g, "/docs/en/").Body.String(), "href")
	i := slices.IndexFunc(style, func(one string) bool { return strings.HasSuffix(one, "guide.css") })
	if got := ask(g, style[i]); !strings.Contains(got.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("the style is kept %q", got.Header().Get("Cache-Control"))
	}
	if got := ask(g, "/docs/assets/older/guide.css"); got.Code != http.StatusNotFound {
		t.Errorf("an older style answers %d", got.Code)
	}
}

// What the vendored Redoc has instead of the address of a picture on its maker's host.
const (
	redocPicture = "https://cdn.redoc.ly/redoc/logo-mini.svg"
	nothingShown = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
)

// redocHash is the SHA-256 of redoc.standalone.js of redoc 2.5.4 as npm has it.
const redocHash = "dcaf76612bc4a3fbcc923a8966dee2f6146a5f32e5ce1b6f02dd60cbbf89500b"

// TestRedocIsTheOneThatNPMHas, but for a picture that it would ask of another host.
func TestRedocIsTheOneThatNPMHas(t *testing.T) {
	g := open(t)
	scripts := attributes(t, ask(g, "/docs/reference").Body.String(), "src")
	i := slices.IndexFunc(scripts, func(one string) bool { return strings.HasSuffix(one, "redoc.standalone.js") })
	script := ask(g, scripts[i]).Body.String()
	sum := sha256.Sum256([]byte(strings.Replace(script, nothingShown, redocPicture, 1)))
	if got := hex.EncodeToString(sum[:]); got != redocHash {
		t.Errorf("redoc has the hash %s", got)
	}
	if licence := fmt.Sprint(ask(g, strings.Replace(scripts[i], "redoc.standalone.js", "redoc.LICENSE.txt", 1)).Body); !strings.Contains(licence, "MIT") {
		t.Error("the licence of Redoc is not served")
	}
}

func BenchmarkNew(b *testing.B) {
	options := guide.Options{Base: base}
	for _, code := range api.Codes() {
		options.Refusals = append(options.Refusals, guide.Refusal{Code: code.Name, Status: code.Status})
	}
	for b.Loop() {
		if _, err := guide.New(options); err != nil {
			b.Fatal(err)
		}
	}
}
