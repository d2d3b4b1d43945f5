package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/orders/desk"
)

// shownOrders is a script that gives the orders that the queue lists.
const shownOrders = `[...document.querySelectorAll("tr[data-order]")].map((row) => row.dataset.order).join(" ")`

// TestConsoleQueue walks through the queue of orders of the corpus: search, filters
// that the address keeps, keys, what another operator takes, and the order ahead.
func TestConsoleQueue(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	first := b.place("d05")
	b.await(first, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	second, waits := b.place("d05"), b.place("d04", "annexe1.pdf")
	b.await(second, "in review", func(o desk.Opened) bool { return o.Review != nil && o.Run.Read })
	b.await(waits, "read", func(o desk.Opened) bool { return o.Run.Read })
	opened, err := b.Desk.Open(b.ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	tab.Go(b.console.String() + "/")
	tab.Wait(fmt.Sprintf("%s === %q", shownOrders, fmt.Sprint(first, " ", second)))
	if n := tab.Bytes(); n > 100<<10 {
		t.Errorf("the page is %d bytes, want 100 KiB at most", n)
	}
	b.searches(tab, opened.Order)
	b.filters(tab)
	b.othersClaims(tab, first, second)
	b.queueLooks(tab)
	b.opensByKeys(tab, first)
	b.comesBack(tab, second)
	for _, host := range tab.Hosts() {
		if host != b.console.Host {
			t.Errorf("the page asked another host: %s", host)
		}
	}
}

// searches finds an order by all that is known of it; the address keeps the words.
func (b *bureau) searches(tab *browsertest.Tab, order predate.Order) {
	b.t.Helper()
	asked := []string{string(order.ID), order.Property.Street, order.Owners[0].Lastname, order.Syndic.Name}
	if order.ExternalID != "" {
		asked = append(asked, order.ExternalID)
	}
	for i, words := range asked {
		if i == 0 {
			tab.Press("/")
			tab.Wait(`document.activeElement.id === "q"`)
			browsertest.Eval[string](tab, `document.getElementById("q").value = ""`) // the driver sends the character apart from its key
			tab.Press(words + "\r")
		} else {
			tab.Go(b.console.String() + "/?" + url.Values{"q": {words}}.Encode())
		}
		tab.Wait(`document.readyState === "complete" && document.querySelector("h1").innerText === "Recherche"`)
		if shown := browsertest.Eval[string](tab, shownOrders); !strings.Contains(shown, string(order.ID)) {
			b.t.Errorf("%q finds %q", words, shown)
		}
		if kept := browsertest.Eval[string](tab, `new URLSearchParams(location.search).get("q")`); kept != words {
			b.t.Errorf("the address keeps %q of %q", kept, words)
		}
	}
	tab.Go(b.console.String() + "/?q=xyzzy")
	tab.Wait(`document.querySelector(".empty")?.innerText.includes("Aucune commande")`)
}

// filters chooses by the keyboard; a reload shows the same.
func (b *bureau) filters(tab *browsertest.Tab) {
	b.t.Helper()
	tab.Go(b.console.String() + "/")
	tab.Wait(`document.querySelector("[name=mode]")`)
	before := browsertest.Eval[string](tab, shownOrders)
	for _, change := range []struct{ name, value, want string }{{"mode", "live", before}, {"claim", "free", before}, {"older", "7j", ""}} {
		browsertest.Eval[bool](tab, fmt.Sprintf(`const choice = document.querySelector("select[name=%s]"); choice.value = %q; choice.dispatchEvent(new Event("change", { bubbles: true })); true`, change.name, change.value))
		tab.Wait(fmt.Sprintf(`document.readyState === "complete" && new URLSearchParams(location.search).get(%q) === %q`, change.name, change.value))
		if shown := browsertest.Eval[string](tab, shownOrders); shown != change.want {
			b.t.Errorf("%s=%s shows %q, want %q", change.name, change.value, shown, change.want)
		}
	}
	tab.Go(browsertest.Eval[string](tab, "location.href"))
	for name, value := range map[string]string{"mode": "live", "claim": "free", "older": "7j"} {
		if kept := browsertest.Eval[string](tab, fmt.Sprintf(`document.querySelector("[name=%s]").value`, name)); kept != value {
			b.t.Errorf("after a reload %s is %q, want %q", name, kept, value)
		}
	}
}

// othersClaims has another operator take an order: the row says so without a reload,
// the next order is the other one, and the row is as before once he leaves.
func (b *bureau) othersClaims(tab *browsertest.Tab, first, second predate.OrderID) {
	b.t.Helper()
	other := desk.Decision{By: "B. Petit", Operator: "opr_petit", Role: predate.RoleOperator}
	tab.Go(b.console.String() + "/")
	tab.Wait(`document.querySelectorAll("tr[data-order]").length === 2`)
	browsertest.Eval[bool](tab, "window.stays = true")
	claim := fmt.Sprintf(`document.querySelector('tr[data-order="%s"] .claim')?.innerText ?? ""`, first)
	began := time.Now()
	if _, err := b.Desk.ClaimOrder(b.ctx, first, other); err != nil {
		b.t.Fatal(err)
	}
	tab.Wait(claim + `.includes("Repris par B. Petit")`)
	b.t.Logf("the claim shows after %v", time.Since(began).Round(time.Millisecond))
	tab.Wait(`document.getElementById("status").innerText.includes("1 commande a changé")`)
	keep(tab, "queue-claim")
	if !browsertest.Eval[bool](tab, "window.stays === true") {
		b.t.Error("the page was loaded again")
	}
	tab.Press("n")
	tab.Wait(at("/order/" + string(second)))
	b.await(second, "hers", func(o desk.Opened) bool { return o.Claim != nil && o.Claim.By == "C. Aubrac" })
	if err := b.Desk.ReleaseOrder(b.ctx, first, other); err != nil {
		b.t.Fatal(err)
	}
	tab.Go(b.console.String() + "/")
	b.await(second, "left", func(o desk.Opened) bool { return o.Claim == nil }) // what a page says as it goes comes when it may
	tab.Wait(`document.querySelectorAll("tr[data-order]").length === 2`)
	if _, err := b.Desk.ClaimOrder(b.ctx, second, other); err != nil {
		b.t.Fatal(err)
	}
	tab.Wait(`document.querySelectorAll(".claim.other").length === 1`)
}

// queueLooks checks the page as persons with every kind of sight see it.
func (b *bureau) queueLooks(tab *browsertest.Tab) {
	b.t.Helper()
	for _, shape := range []struct {
		width int64
		dark  bool
		name  string
	}{{1400, false, "queue"}, {1400, true, "queue-dark"}, {390, false, "queue-narrow"}} {
		tab.Size(shape.width, 900)
		tab.Dark(shape.dark)
		keep(tab, shape.name)
		if over := browsertest.Eval[int](tab, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			b.t.Errorf("%s is %d pixels too wide", shape.name, over)
		}
		if !shape.dark {
			tab.CheckAxe(shape.name)
		}
	}
	tab.Size(1440, 900)
	tab.Dark(false)
}

// opensByKeys goes to a row and opens it: what its page shows first was made ready.
func (b *bureau) opensByKeys(tab *browsertest.Tab, first predate.OrderID) {
	b.t.Helper()
	focused := `document.activeElement.closest("tr")?.dataset.order ?? ""`
	at := func(script string) string { return browsertest.Eval[string](tab, script) }
	tab.Press("j")
	top := at(focused)
	tab.Press("j")
	if below := at(focused); top != string(first) || below == top {
		b.t.Errorf("j goes to %q, then %q", top, below)
	}
	tab.Press("k")
	if up := at(focused); up != top {
		b.t.Errorf("k goes to %q, want %q", up, top)
	}
	ready := `performance.getEntriesByType("resource").some((one) => one.name.includes("/order/` + top + `/facsimile/"))`
	tab.Wait(ready)
	began := time.Now()
	tab.Press("\r")
	tab.Wait(fmt.Sprintf(`location.pathname === "/order/%s" && document.querySelector(".doubt[aria-current]") && document.querySelector("svg.page image")`, top))
	b.t.Logf("the order ahead is there %v after the key", time.Since(began).Round(time.Millisecond))
}

// comesBack goes back to the queue, which the browser may have kept: it goes on.
func (b *bureau) comesBack(tab *browsertest.Tab, second predate.OrderID) {
	b.t.Helper()
	browsertest.Eval[bool](tab, "setTimeout(() => history.back(), 0); true")
	claims := `location.pathname === "/" && document.readyState === "complete" && document.querySelectorAll(".claim.other").length`
	tab.Wait(claims + " === 1")
	if err := b.Desk.ReleaseOrder(b.ctx, second, desk.Decision{By: "B. Petit", Operator: "opr_petit"}); err != nil {
		b.t.Fatal(err)
	}
	tab.Wait(claims + " === 0")
}
