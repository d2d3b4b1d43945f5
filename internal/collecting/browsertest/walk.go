package browsertest

import (
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Before runs a script in every page that is opened from now on, before the page's own.
func (tab *Tab) Before(script string) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		tab.fatal("run a script before pages", err)
	}
}

// KeepNothing has the browser fetch everything again for each page, as at its first visit.
func (tab *Tab) KeepNothing() {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
		tab.fatal("keep nothing", err)
	}
}

// Still sets that the person wants nothing to move.
func (tab *Tab) Still() {
	tab.t.Helper()
	tab.prefer("prefers-reduced-motion", "reduce")
}

// BackTab moves the focus to what is before it.
func (tab *Tab) BackTab() {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent("\t", chromedp.KeyModifiers(chromedp.ModifierShift)))
}
