package console

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/orders/desk/desktest"
)

var cluster desktest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	cluster.Stop()
	os.Exit(code)
}

// node is a console with its desk, on a database that others may share.
type node struct {
	*Console
	*desktest.Desk
	t testing.TB
}

func newNode(t testing.TB, database string) *node {
	t.Helper()
	n := &node{t: t, Desk: desktest.Open(t, database)}
	origin, err := url.Parse("http://127.0.0.1:8081")
	if err != nil {
		t.Fatal(err)
	}
	n.Console, err = New(Options{
		People: staff{}, Origin: origin, Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Desk: n.Desk.Desk,
	})
	if err != nil {
		t.Fatal(err)
	}
	n.live.every, n.live.beat = 20*time.Millisecond, 100*time.Millisecond
	return n
}

func (n *node) get(address string, header ...string) *httptest.ResponseRecorder {
	n.t.Helper()
	return visitAs(n.Console, predate.RoleSupport, http.MethodGet, address, header...)
}

// TestQueuePage shows each order where it lies, with its reason, client and age.
func TestQueuePage(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	order, other := n.ToDecide(nil), n.Placed(nil)
	shown := n.get("/").Body.String()
	for _, want := range []string{
		`href="/order/` + string(order.ID) + `"`, "Dette fournisseurs\u202f: contradictoire", "+1", "1 rue des Essais, 69003 Lyon", "Zoé Vassorelle",
		"etude@example.fr", "client-7", "dans les temps", `À décider <span class="count">1</span>`, `En traitement <span class="count">1</span>`,
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(shown, string(other.ID)) {
		t.Error("the page shows an order that is not to decide")
	}
	for address, want := range map[string][]bool{
		"/?section=working":                     {false, true},
		"/?q=vassorelle":                        {true, true},
		"/?q=vassorelle&section=decide":         {true, false},
		"/?q=" + string(order.ID):               {true, false},
		"/?cause=contradicted%3Asupplier_debt":  {true, false},
		"/?cause=captcha":                       {false, false},
		"/?older=4h":                            {false, false},
		"/?mode=live":                           {true, false},
		"/?mode=test":                           {false, false},
		"/?client=acc_etude":                    {true, false},
		"/?client=acc_other":                    {false, false},
		"/?section=nowhere&older=x&after=y.z.1": {true, false},
	} {
		shown := n.get(address).Body.String()
		for i, id := range []predate.OrderID{order.ID, other.ID} {
			if got := strings.Contains(shown, "/order/"+string(id)); got != want[i] {
				t.Errorf("%s: order %d is shown: %v", address, i, got)
			}
		}
	}
}

// TestQueueHoldsItsFilters: each link and form of the page keeps what the address
// says.
func TestQueueHoldsItsFilters(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	for range 51 {
		n.ToDecide(nil)
	}
	shown := n.get("/?section=decide&cause=contradicted%3Asupplier_debt&client=acc_etude&mode=live").Body.String()
	for _, want := range []string{
		`<option value="contradicted:supplier_debt" selected>Dette fournisseurs` + "\u202f" + `: contradictoire (51)`, `<option value="live" selected>`,
		`value="acc_etude" checked`, "etude@example.fr seulement", `name="section" value="decide"`,
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	_, next, _ := strings.Cut(shown, `class="button" href="`)
	next, _, _ = strings.Cut(next, `"`)
	next = strings.ReplaceAll(next, "&amp;", "&")
	if at, err := url.Parse(next); err != nil || at.Query().Get("client") != "acc_etude" || at.Query().Get("mode") != "live" || at.Query().Get("after") == "" {
		t.Fatalf("the next page is at %q", next)
	}
	if behind := n.get(next).Body.String(); strings.Count(behind, "data-order=") != 1 || !strings.Contains(behind, "Début") {
		t.Errorf("the second page has %d orders, want one", strings.Count(behind, "data-order="))
	}
}

// TestQueueShowsWhatClientsWriteAsText: nothing that a client, an extranet or a
// paper controls becomes markup.
func TestQueueShowsWhatClientsWriteAsText(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	for i, evil := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'-alert(1)-'`, `</td></table><svg onload=alert(1)>`, `javascript:alert(1)`,
		`{{.Who}}`, "\u202e<b>", `<a href="javascript:alert(1)">`, "]]><script>x</script>",
	} {
		n.ToDecide(func(o *predate.Order) {
			o.ExternalID, o.Comment, o.Lots = evil, evil, evil
			o.Property = predate.Address{Street: evil, Additional: evil, City: evil, Zipcode: evil}
			o.Owners, o.Syndic.Name = []predate.Owner{{Firstname: evil, Lastname: evil}}, evil
		})
		for _, address := range []string{"/", "/?q=" + url.QueryEscape(evil), "/?client=" + url.QueryEscape(evil) + "&cause=" + url.QueryEscape(evil) + "&after=" + url.QueryEscape(evil), "/queue/rows"} {
			shown := n.get(address).Body.String()
			if address == "/queue/rows" {
				var rows struct{ List string }
				if err := json.Unmarshal([]byte(shown), &rows); err != nil {
					t.Fatal(err)
				}
				shown = rows.List
			}
			for _, bad := range []string{"<script>", "<svg", "<img", "onerror=alert(1)>", `href="javascript:`, "<b>"} {
				if strings.Contains(shown, bad) {
					t.Errorf("text %d at %s becomes %q", i, address, bad)
				}
			}
		}
	}
}

// TestNextOrder goes through the orders to decide by age, and round again.
func TestNextOrder(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	if to := n.get("/next").Header().Get("Location"); to != "/" {
		t.Errorf("where nothing waits, next is %q", to)
	}
	var orders []predate.Order
	for range 3 {
		orders = append(orders, n.ToDecide(nil))
		time.Sleep(time.Millisecond) // ages differ
	}
	for after, want := range map[string]predate.OrderID{
		"": orders[0].ID, "?after=" + string(orders[0].ID): orders[1].ID, "?after=" + string(orders[1].ID): orders[2].ID,
		"?after=" + string(orders[2].ID): orders[0].ID, "?after=nowhere": orders[0].ID,
	} {
		if to := n.get("/next" + after).Header().Get("Location"); to != "/order/"+string(want) {
			t.Errorf("next%s is %q, want %s", after, to, want)
		}
	}
	if err := n.Desk.Approve(t.Context(), orders[1].ID, desk.Decision{By: "C. Aubrac", Why: "vu"}); err != nil {
		t.Fatal(err)
	}
	if to := n.get("/next?after=" + string(orders[1].ID)).Header().Get("Location"); to != "/order/"+string(orders[2].ID) {
		t.Errorf("after a decided order comes %q, want %s", to, orders[2].ID)
	}
}

// TestQueueShowsClaims: a row says who works on its order, and the filter and the
// next order pass over it.
func TestQueueShowsClaims(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	mine, theirs, free := n.ToDecide(nil), n.ToDecide(nil), n.ToDecide(nil)
	for id, who := range map[predate.OrderID]desk.Decision{mine.ID: {By: "C. Aubrac", Operator: "opr_support"}, theirs.ID: {By: "<b>Petit", Operator: "opr_2"}} {
		if _, err := n.ClaimOrder(t.Context(), id, who); err != nil {
			t.Fatal(err)
		}
	}
	shown := n.get("/").Body.String()
	for _, want := range []string{`<span class="claim">Repris par vous</span>`, `<span class="claim other">Repris par &lt;b&gt;Petit</span>`, `data-ends="4`} {
		if !strings.Contains(shown, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Count(shown, "Repris par") != 2 {
		t.Errorf("%d rows are claimed, want 2", strings.Count(shown, "Repris par"))
	}
	shown = n.get("/?section=decide&claim=free&mode=live").Body.String()
	if strings.Contains(shown, string(theirs.ID)) || strings.Count(shown, "data-order=") != 2 || !strings.Contains(shown, `<option value="free" selected>`) ||
		!strings.Contains(shown, `href="/?claim=free&amp;mode=live&amp;section=waiting"`) {
		t.Errorf("without those of others the page is\n%s", shown)
	}
	if to := n.get("/next?after=" + string(mine.ID)).Header().Get("Location"); to != "/order/"+string(free.ID) {
		t.Errorf("after %s comes %q, want %s", mine.ID, to, free.ID)
	}
}

// TestQueueOfTenThousand: the first page of a queue of 10,000 orders is no larger than
// any other. How soon it comes is proven apart.
func TestQueueOfTenThousand(t *testing.T) {
	n := newNode(t, desktest.SQLite(t))
	pattern := n.ToDecide(nil)
	n.TenThousand(pattern.ID)
	for _, address := range []string{"/", "/?claim=free", "/?q=vassorelle"} {
		w := n.get(address)
		if shown := w.Body.String(); w.Code != http.StatusOK || len(shown) > 100<<10 || !strings.Contains(shown, `<span class="count">10001</span>`) || strings.Count(shown, "data-order=") != 50 {
			t.Errorf("%s answers %d with %d orders in %d bytes", address, w.Code, strings.Count(shown, "data-order="), len(shown))
		}
	}
}
