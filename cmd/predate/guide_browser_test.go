package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"predate/internal/collecting/browsertest"
	"predate/internal/doors/guide"
)

// TestGuideInABrowser walks the documentation as people read it: each page is right for
// axe, light and dark, fits a telephone, is searched by keys alone and without a script,
// and asks no other host.
func TestGuideInABrowser(t *testing.T) {
	g := serveGuided(t)
	tab := browsertest.Open(t)
	tab.Before(sink)
	for _, lang := range guide.Languages() {
		for _, name := range append([]string{"", "search?q=token", "nowhere"}, guide.Names()...) {
			address := g.base + "/docs/" + lang + "/" + name
			tab.Go(address)
			tab.CheckAxe(address)
			for _, width := range []int64{320, 390, 900, 1440} {
				tab.Size(width, 900)
				if wide := browsertest.Eval[int](tab, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
					t.Errorf("%s is %d wider than a window of %d", address, wide, width)
				}
			}
			if heard := browsertest.Eval[[]string](tab, `window.hits`); len(heard) > 0 {
				t.Errorf("%s: %v", address, heard)
			}
		}
	}
	g.searches(tab)
	g.refers(tab)
	if hosts := tab.Hosts(); len(hosts) != 1 || "http://"+hosts[0] != g.base {
		t.Errorf("the pages asked %v", hosts)
	}
	g.keeps(tab)
}

// searches finds a code by keys alone, then copies a command.
func (g *guided) searches(tab *browsertest.Tab) {
	g.t.Helper()
	tab.Go(g.base + "/docs/fr/")
	tab.Press("/")
	tab.Wait(`document.activeElement.id === "q"`)
	tab.Press("second facteur")
	tab.Press("x")
	tab.Wait(`document.getElementById("hits").textContent.includes("Rien")`)
	browsertest.Eval[bool](tab, `q.value = ""; true`)
	tab.Press("second_factor")
	tab.Wait(`document.querySelectorAll("#hits a").length > 0`)
	tab.CheckAxe("the search")
	tab.Press(kb.ArrowDown)
	tab.Wait(`document.activeElement.closest("#hits") !== null`)
	tab.Press("\r")
	tab.Wait(`location.pathname === "/docs/fr/errors" && location.hash === "#second_factor"`)
	tab.Wait(`document.querySelectorAll(".copy").length === document.querySelectorAll(".code.sh").length`)
}

// refers opens the reference: it draws every operation of the file.
func (g *guided) refers(tab *browsertest.Tab) {
	g.t.Helper()
	for _, dark := range []bool{false, true} {
		tab.Dark(dark)
		tab.Go(g.base + "/docs/reference")
		tab.Wait(`document.querySelectorAll("#redoc [data-section-id^='tag/order/operation/']").length > 8`)
		if said := tab.Text("#redoc"); !strings.Contains(said, "/order/{orderid}/checklist") {
			g.t.Error("the reference lacks a path")
		}
		// The operations are drawn alike: axe looks at some, for there are too many for it.
		browsertest.Eval[bool](tab, `[...document.querySelectorAll("#redoc [data-section-id^='tag/order/operation/'], #redoc [id^='tag/'] ~ [id^='tag/']")].slice(2).forEach((one) => one.remove()), true`)
		for _, one := range tab.Axe() {
			if !strings.HasPrefix(one, "heading-order:") { // the renderer's own, and a practice, not a rule
				g.t.Errorf("the reference, dark %v: %s", dark, one)
			}
		}
	}
	tab.Dark(false)
}

// keeps pictures of pages where a folder asks for them.
func (g *guided) keeps(tab *browsertest.Tab) {
	g.t.Helper()
	folder := os.Getenv("PREDATE_SHOTS")
	if folder == "" {
		return
	}
	for _, one := range []struct {
		name, address string
		width         int64
		dark          bool
	}{
		{"guide", "/docs/fr/first-order", 1440, false},
		{"guide-dark", "/docs/en/webhooks", 1440, true},
		{"guide-index", "/docs/fr/", 1100, false},
		{"guide-narrow", "/docs/fr/errors", 390, false},
		{"guide-reference", "/docs/reference", 1440, false},
		{"guide-reference-dark", "/docs/reference", 1440, true},
		{"guide-codes", "/docs/en/errors#errors", 1440, false},
		{"guide-limits", "/docs/fr/limits", 390, true},
	} {
		tab.Dark(one.dark)
		tab.Size(one.width, 900)
		tab.Go("about:blank")
		tab.Go(g.base + one.address)
		if strings.HasSuffix(one.address, "reference") {
			tab.Wait(`document.querySelectorAll("#redoc [data-section-id^='tag/order/operation/']").length > 8`)
		}
		tab.Shot(filepath.Join(folder, one.name+".png"))
	}
}
