package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

const printedCode = predate.Code("8G9P-Z8TN-PDKR-M4A6-NMBF")

// issueCode brings a run of the order to its end under a code.
func (h *house) issueCode(t testing.TB, run predate.Run, code predate.Code) {
	t.Helper()
	now := h.clock.Now()
	err := h.desk.Record(t.Context(), desk.Progress{
		Run: run, Code: code, Change: func(r *predate.Run) { r.Issued = now },
	})
	if err != nil {
		t.Fatal(err)
	}
}

// latest reads the run that an order is at.
func (h *house) latest(t testing.TB, id predate.OrderID) (run predate.Run) {
	t.Helper()
	err := h.db.View(t.Context(), func(ctx context.Context, tx store.Tx) error {
		order, err := store.OrderByID(ctx, tx, id)
		if err != nil {
			return err
		}
		run, err = store.RunByID(ctx, tx, order.Run)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestVerify(t *testing.T) {
	onBothEngines(t, func(t *testing.T, h *house) {
		c := h.client(t, "etude@notaires.example", predate.Premium)
		nobody := &client{t: t, h: h, header: http.Header{}}
		browser := nobody.with("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
		const unknown = "No statement was issued under this code"
		nobody.do("GET", "/verify/"+string(printedCode), nil).is(404, unknown)
		nobody.do("GET", "/verify/what", nil).is(404, unknown)

		run := h.latest(t, predate.OrderID(c.place()))
		h.issueCode(t, run, printedCode)
		for _, typed := range []string{string(printedCode), "8g9pz8tnpdkrm4a6nmbf"} {
			got := nobody.do("GET", "/verify/"+typed, nil).is(200, "Statement").payload()
			if got["code"] != string(printedCode) || got["issued"] != "2026-05-18" || got["current"] != true || got["replaced"] != nil {
				t.Errorf("%s: %v", typed, got)
			}
		}
		page := browser.do("GET", "/verify/"+string(printedCode), nil)
		if page.status != 200 || !strings.Contains(string(page.body), "a été émis le 18\u00a0mai\u00a02026") || !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") {
			t.Errorf("the page is %d %s", page.status, page.body)
		}
		for _, secret := range []string{string(run.Order), "Martin", "Lyon", "etude@"} {
			if strings.Contains(string(page.body), secret) {
				t.Errorf("the page tells %q", secret)
			}
		}
		if lost := browser.do("GET", "/verify/%3Cscript%3E", nil); lost.status != 404 || !strings.Contains(string(lost.body), "Aucun pré-état daté") || strings.Contains(string(lost.body), "<script") {
			t.Errorf("the page of an unknown code is %d %s", lost.status, lost.body)
		}
	})
}

// A statement that another replaced says so; one made of test papers is never
// known.
func TestVerifyReplacedAndSpecimen(t *testing.T) {
	h := newHouse(t)
	c := h.client(t, "etude@notaires.example", predate.Premium)
	nobody := &client{t: t, h: h, header: http.Header{}}
	id, _ := h.issue(t, c)
	h.issueCode(t, h.latest(t, predate.OrderID(id)), printedCode)
	c.do("POST", "/order/needrefresh", map[string]any{"orderid": id, "method": "upload"}).is(200, "Refresh requested")
	specimen := h.latest(t, predate.OrderID(c.place("test_mode", true)))
	h.clock.Pass(100 * 24 * time.Hour)
	h.issueCode(t, h.latest(t, predate.OrderID(id)), "0000-0000-0000-0000-0001")
	got := nobody.do("GET", "/verify/"+string(printedCode), nil).payload()
	if got["current"] != false || got["replaced"] != "2026-08-26" || got["issued"] != "2026-05-18" {
		t.Errorf("the first is %v", got)
	}
	if got := nobody.do("GET", "/verify/0000-0000-0000-0000-0001", nil).payload(); got["current"] != true {
		t.Errorf("the second is %v", got)
	}
	page := nobody.with("Accept", "text/html").do("GET", "/verify/"+string(printedCode), nil)
	if !strings.Contains(string(page.body), "émis le 26\u00a0août\u00a02026, le remplace") {
		t.Errorf("the page is %s", page.body)
	}
	h.issueCode(t, specimen, "0000-0000-0000-0000-0002")
	nobody.do("GET", "/verify/0000-0000-0000-0000-0002", nil).is(404, "No statement was issued under this code")
}

// Whoever tries codes is held up, without holding up others.
func TestVerifyIsPaced(t *testing.T) {
	h := newHouse(t, func(o *api.Options) { o.Limits.Visits = 2 })
	statuses := func(from string, n int) map[int]int {
		seen := map[int]int{}
		for range n {
			r := httptest.NewRequest("GET", "/verify/"+string(printedCode), nil)
			r.RemoteAddr = from
			seen[h.send(t, r).status]++
		}
		return seen
	}
	if seen := statuses("192.0.2.7:1000", 10); seen[404] != 8 || seen[429] != 2 {
		t.Errorf("one address: %v", seen)
	}
	if seen := statuses("[2001:db8:0:1::7]:1000", 8); seen[404] != 8 {
		t.Errorf("another address: %v", seen)
	}
	if seen := statuses("[2001:db8:0:1:ffff::9]:99", 1); seen[429] != 1 {
		t.Errorf("the same subscriber: %v", seen)
	}
	h.clock.Pass(time.Second)
	if seen := statuses("192.0.2.7:1001", 3); seen[404] != 2 || seen[429] != 1 {
		t.Errorf("a second later: %v", seen)
	}
}

// Only a proxy of ours is believed when it says for whom it asks.
func TestVerifyIsPacedBehindProxies(t *testing.T) {
	h := newHouse(t, func(o *api.Options) {
		o.Limits.Visits = 1 // four at once
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32")}
	})
	for _, test := range []struct {
		name, from string
		forwarded  func(i int) []string
		held       bool
	}{
		{"no proxy, another name each time", "198.51.100.7:1", func(i int) []string { return []string{fmt.Sprintf("203.0.113.%d", i)} }, true},
		{"our proxy, one visitor", "10.0.0.1:1", func(int) []string { return []string{"203.0.113.200"} }, true},
		{"our proxy, many visitors", "10.0.0.2:1", func(i int) []string { return []string{fmt.Sprintf("203.0.113.%d", i)} }, false},
		{"two proxies of ours", "10.0.0.3:1", func(i int) []string { return []string{fmt.Sprintf("203.0.113.%d, 192.0.2.1", 100+i)} }, false},
		{"two lines", "10.0.0.4:1", func(i int) []string { return []string{fmt.Sprintf("198.51.100.%d:4711", 100+i), "192.0.2.1"} }, false},
		{"what a visitor invents", "10.0.0.5:1", func(i int) []string { return []string{fmt.Sprintf("203.0.113.%d, 198.51.100.9", i)} }, true},
		{"nonsense", "10.0.0.6:1", func(i int) []string { return []string{fmt.Sprintf("203.0.113.%d, unknown", i)} }, true},
		{"our proxy, many subscribers", "10.0.0.7:1", func(i int) []string { return []string{fmt.Sprintf("2001:db8:0:%d::1", i)} }, false},
		{"our proxy, one subscriber", "10.0.0.8:1", func(i int) []string { return []string{fmt.Sprintf("[2001:db8:1::%d]:80", i)} }, true},
		{"our proxy silent", "10.0.0.9:1", func(int) []string { return nil }, true},
	} {
		held := false
		for i := range 6 {
			r := httptest.NewRequest("GET", "/verify/"+string(printedCode), nil)
			r.RemoteAddr, r.Header["X-Forwarded-For"] = test.from, test.forwarded(i)
			held = held || h.send(t, r).status == 429
		}
		if held != test.held {
			t.Errorf("%s: held up %v, want %v", test.name, held, test.held)
		}
	}
}
