package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/commands/serving"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// getPattern finds the routes of the console that show something, in its sources: a
// route that is added is walked by itself.
var getPattern = regexp.MustCompile(`\{http\.MethodGet, (?:"([^"]*)"|(\w+)),`)

func consoleRoutes(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "internal", "doors", "console", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range getPattern.FindAllStringSubmatch(string(source), -1) {
			if found[2] == "signInPath" {
				found[1] = "/signin"
			}
			if found[1] == "" {
				t.Errorf("%s has a route %s, which this test cannot read", file, found[0])
			}
			all = append(all, found[1])
		}
	}
	if len(all) < 20 {
		t.Fatalf("only %d routes are found: %v", len(all), all)
	}
	return all
}

// seenAddresses are where pages that a browser has seen lead, for the parameters of routes.
type seenAddresses struct {
	seen   []string
	values map[string]string // of parameters
}

var routeParameter = regexp.MustCompile(`\{(\w+)(\.\.\.)?\}`)

// of gives an address of a route: one that was seen, else one of values that were seen
// elsewhere.
func (a *seenAddresses) of(pattern string) string {
	pattern = strings.ReplaceAll(pattern, "{$}", "")
	if !strings.Contains(pattern, "{") {
		return pattern
	}
	like := regexp.MustCompile("^" + routeParameter.ReplaceAllString(strings.ReplaceAll(pattern, ".", `\.`), `(?P<$1>[^/?#]+)`) + `(\?[^#]*)?$`)
	for _, one := range a.seen {
		if found := like.FindStringSubmatch(one); found != nil {
			for i, name := range like.SubexpNames() {
				if _, known := a.values[name]; !known {
					a.values[name] = found[i]
				}
			}
			return one
		}
	}
	return routeParameter.ReplaceAllStringFunc(pattern, func(name string) string { return a.values[strings.Trim(name, "{}.")] })
}

// walker goes through pages with a browser in which markup that runs is heard.
type walker struct {
	*browsertest.Tab
	b      *bureau
	t      testing.TB
	seen   seenAddresses
	cookie string
}

const sink = `window.hits = []; window.hit = (what) => { hits.push("ran " + what); };
	addEventListener("securitypolicyviolation", (e) => hits.push(e.violatedDirective + " " + e.blockedURI + " " + e.sample));`

// get asks for an address as a browser's own visit does.
func (w *walker) get(address string) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.b.ctx, http.MethodGet, w.b.console.String()+address, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "predate_session", Value: w.cookie})
	client := &http.Client{Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	got, err := client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

// isPage reports whether an address draws a page. What it gives to scripts, as an image
// or as a file is never taken for one.
func (w *walker) isPage(address string) bool {
	w.t.Helper()
	got := w.get(address)
	defer got.Body.Close()
	kind, h := got.Header.Get("Content-Type"), got.Header
	if got.StatusCode >= http.StatusBadRequest {
		w.t.Errorf("%s answers %d", address, got.StatusCode)
	}
	if h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
		w.t.Errorf("%s (%s) does not keep the browser safe: %v", address, kind, h)
	}
	return strings.HasPrefix(kind, "text/html") && got.StatusCode == http.StatusOK
}

// apart are routes that the walk sees otherwise: one that lasts, one for who has no
// session, and one that needs a question.
func apart() []string { return []string{"/live", "/invite/{token}", "/order"} }

// show opens a page and notes where it leads.
func (w *walker) show(address string) {
	w.t.Helper()
	w.Go(w.b.console.String() + address)
	w.Wait(`document.readyState === "complete"`)
	links := browsertest.Eval[[]string](w.Tab, `[...document.querySelectorAll("a[href], img[src], svg image, form[action]")].map((e) => e.getAttribute("href") ?? e.getAttribute("src") ?? e.getAttribute("action")).filter((a) => a && a.startsWith("/"))`)
	for _, one := range links {
		if !slices.Contains(w.seen.seen, one) {
			w.seen.seen = append(w.seen.seen, one)
		}
	}
}

// unharmed fails for markup of others that ran, or became an element.
func (w *walker) unharmed(address string) {
	w.t.Helper()
	type harm struct {
		Hits   []string `json:"hits"`
		Markup int      `json:"markup"`
	}
	found := browsertest.Eval[harm](w.Tab, `({hits: window.hits, markup: document.querySelectorAll(".pwned, [onerror], [onload], [onclick], script:not([src]), iframe, object, embed, base").length})`)
	if len(found.Hits) > 0 || found.Markup > 0 {
		w.t.Errorf("%s: %d elements of others, and %v", address, found.Markup, found.Hits)
	}
}

// TestConsoleWalk walks every page that the console draws, with orders in which all that
// others say is markup. None of it runs and none becomes an element; each page is right
// for axe, light and dark, wide and narrow, at twice the size, at its first visit, and by
// the keyboard alone.
func TestConsoleWalk(t *testing.T) {
	billing := filepath.Join(t.TempDir(), "billing.yaml")
	if err := os.WriteFile(billing, []byte(sampleBilling), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBureau(t, "2026-07-06", func(f *serving.ServerFlags) { f.Billing = billing })
	id, stopped := b.placeHostile(), b.stoppedHostile()
	w := b.walker("C. Aubrac", predate.RoleAdmin)
	w.hearsWhatRuns()
	order, collect := "/order/"+string(id), "/order/"+string(stopped)+"/collect"
	for _, address := range []string{"/?q=pwned", order, order + "/papers?q=pwned", order + "/client", collect} {
		w.show(address)
		if !strings.Contains(w.Text("body"), `<img src=x`) {
			t.Errorf("%s does not show the words of others", address)
		}
		w.unharmed(address)
	}
	pages := w.pages(b.invoiced(), order, order+"/papers?q=pwned", order+"/draft", collect, "/admin/deliveries?order="+string(id))
	for _, address := range pages {
		w.inspect(address)
	}
	w.looksUp(order)
	w.byKeys(order)
	stranger := b.stranger()
	for _, address := range []string{"/signin", stranger.invitation("B. Petit"), "/nowhere"} {
		stranger.inspect(address)
	}
	for _, host := range slices.Concat(w.Hosts(), stranger.Hosts()) {
		if host != b.console.Host {
			t.Errorf("the pages asked another host: %s", host)
		}
	}
	if t.Failed() || testing.Verbose() {
		t.Logf("%d pages: %s", len(pages), strings.Join(pages, " "))
	}
}

// invoiced is the page of an order that is done and invoiced.
func (b *bureau) invoiced() string {
	b.t.Helper()
	placed, err := b.Desk.Place(b.ctx, desk.Placing{Account: b.account, Order: b.order("d05"), Documents: b.uploads(b.filesOf("d05")[:1])})
	if err != nil {
		b.t.Fatal(err)
	}
	b.await(placed.ID, "waiting", func(o desk.Opened) bool { return o.Order.State == predate.Waiting })
	for _, trigger := range []predate.Trigger{predate.DossierComplete, predate.StatementReady} {
		opened, err := b.Desk.Open(b.ctx, placed.ID)
		if err != nil {
			b.t.Fatal(err)
		}
		at, err := b.Desk.Case(b.ctx, opened.Order.Run)
		if err == nil {
			err = b.Desk.Record(b.ctx, desk.Progress{Run: at.Run, Trigger: trigger})
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	return "/order/" + string(placed.ID)
}

// hearsWhatRuns makes sure that a page in which markup ran would be found out.
func (w *walker) hearsWhatRuns() {
	w.show("/")
	heard := browsertest.Eval[bool](w.Tab, `(async () => { try { const img = document.createElement("img"); img.setAttribute("onerror", "hit()"); } catch {}
		for (let i = 0; i < 100 && hits.length === 0; i++) await new Promise((go) => setTimeout(go, 20)); return hits.length > 0; })()`)
	if !heard {
		w.t.Fatal("a script in an attribute is not heard of")
	}
}

// stranger is a walker without a session.
func (b *bureau) stranger() *walker {
	b.t.Helper()
	tab := browsertest.Open(b.t)
	tab.Before(sink)
	return &walker{Tab: tab, b: b, t: b.t}
}

// invitation is the address of a link for a new operator.
func (w *walker) invitation(name string) string {
	w.t.Helper()
	made, err := w.b.people.Invite(w.b.ctx, auth.Actor{Name: "tests"}, auth.NewOperator{Email: "invited@example.fr", Name: name, Role: predate.RoleSupport})
	if err != nil {
		w.t.Fatal(err)
	}
	return "/invite/" + made.Token.Reveal()
}

// mostBytes is how much a page may be without its images, at its first visit.
const mostBytes = 100 << 10

// inspect looks at one page in every way.
func (w *walker) inspect(address string) {
	w.t.Helper()
	w.KeepNothing()
	w.Bytes()
	w.show(address)
	w.unharmed(address)
	if n := w.Bytes(); n > mostBytes {
		w.t.Errorf("%s is %d bytes, want %d at most", address, n, mostBytes)
	}
	for _, look := range looks() {
		w.Size(look.width, 900)
		w.Dark(look.dark)
		if found := w.Axe(); len(found) > 0 {
			w.t.Errorf("axe on %s, %d px, dark %v:\n%s", address, look.width, look.dark, strings.Join(found, "\n"))
		}
		w.fits(address, look.width)
	}
	w.Dark(false)
	w.Size(640, 450) // 1280 by 900 at twice the size
	w.fits(address, 640)
	w.Still()
	type told struct {
		Moving int      `json:"moving"`
		Mute   []string `json:"mute"`
		Orders int      `json:"orders"`
	}
	found := browsertest.Eval[told](w.Tab, `({
		moving: document.getAnimations().length,
		mute: [...document.querySelectorAll(".state, .doubt, .here")].filter((e) => e.checkVisibility() && !e.innerText.trim() && !e.parentElement.innerText.trim()).map((e) => e.outerHTML.slice(0, 80)),
		orders: document.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])').length})`)
	if found.Moving > 0 || len(found.Mute) > 0 || found.Orders > 0 {
		w.t.Errorf("%s: %d things move, %v say their state without words, %d change the order of the keyboard", address, found.Moving, found.Mute, found.Orders)
	}
	w.Size(1440, 900)
	w.Dark(false)
}

// aLook is a size and a scheme.
type aLook struct {
	width int64
	dark  bool
}

// fits fails for a page that is wider than its window, or that cuts words off.
func (w *walker) fits(address string, width int64) {
	w.t.Helper()
	wide := browsertest.Eval[[]string](w.Tab, `(() => {
		const scrolls = (e) => e && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
		const out = document.documentElement.scrollWidth > innerWidth ? ["the page is " + document.documentElement.scrollWidth + " wide"] : [];
		for (const e of document.body.querySelectorAll("*")) {
			if (!e.checkVisibility() || e.closest("svg, option, .hidden-visually, .skip")) continue;
			const r = e.getBoundingClientRect(), s = getComputedStyle(e);
			const cut = !e.matches("input, textarea, select") && e.scrollWidth > e.clientWidth + 1 && ["hidden", "clip"].includes(s.overflowX) && e.clientWidth > 1 && s.textOverflow !== "ellipsis";
			if ((r.right > innerWidth + 1 && r.width > 0 && !scrolls(e)) || cut) out.push(e.tagName + "." + e.className + " " + (e.innerText ?? "").slice(0, 40));
		}
		return out.slice(0, 5); })()`)
	if len(wide) > 0 {
		w.t.Errorf("%s at %d px is cut: %s", address, width, strings.Join(wide, " | "))
	}
}

// walker signs in and listens for what runs.
func (b *bureau) walker(name string, role predate.Role) *walker {
	b.t.Helper()
	tab, token := browsertest.Open(b.t), b.session(name, role).Reveal()
	tab.Before(sink)
	tab.Cookie(b.console.String(), "predate_session", token)
	return &walker{Tab: tab, b: b, t: b.t, cookie: token, seen: seenAddresses{values: map[string]string{"key": string(predate.KeySupplierDebt)}}}
}

// pages are an address of every route that draws a page. Pages that are seen lead on
// to others.
func (w *walker) pages(known ...string) []string {
	w.t.Helper()
	for _, one := range known {
		w.show(one)
	}
	w.seen.seen = slices.Concat(known, w.seen.seen)
	var all []string
	tried := map[string]bool{}
	for range 3 {
		for _, pattern := range consoleRoutes(w.t) {
			address := w.seen.of(pattern)
			if slices.Contains(apart(), pattern) || tried[address] || address != "/" && strings.Contains(address+"/", "//") {
				continue // what no page leads to yet may be found on the next one
			}
			if tried[address] = true; !w.isPage(address) {
				continue
			}
			all = append(all, address)
			w.show(address)
		}
	}
	for _, pattern := range consoleRoutes(w.t) {
		if address := w.seen.of(pattern); !tried[address] && !slices.Contains(apart(), pattern) {
			w.t.Errorf("no page leads to %s (%s)", pattern, address)
		}
	}
	return all
}

// looksUp has the order's scripts show markup as words: what is found in all papers.
func (w *walker) looksUp(order string) {
	w.show(order)
	w.Wait(`document.querySelector("svg.page image")`)
	w.Press("/")
	w.Wait(`document.activeElement.id === "search"`)
	w.Press("pwned\r")
	w.Wait(`document.querySelector(".hits")?.innerText.includes("class=pwned")`)
	w.unharmed(order + " (search)")
}
