package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/doors/api"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// secretOfTest is the password of the extranet of these tests.
const secretOfTest = "mot-de-passe-7Qx&<é"

// stopped places an order of the corpus at a simulated extranet that asks for a captcha
// each time, until it lies before the operators.
func (b *bureau) stopped(dossier string) (predate.OrderID, *extranetsim.Site) {
	b.t.Helper()
	site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{Trouble: extranetsim.AsksCaptcha})
	if err != nil {
		b.t.Fatal(err)
	}
	server := httptest.NewServer(site)
	b.t.Cleanup(server.Close)
	id := b.ordered(dossier, server.URL+"/")
	b.await(id, "tried", func(o desk.Opened) bool { return o.Run.Failure == predate.Captcha })
	b.await(id, "before the operators", func(o desk.Opened) bool {
		b.hurry()
		return o.Review != nil
	})
	return id, site
}

// hurry makes the next try of every collection due that nobody holds: the second one of
// a captcha would be made in six hours.
func (b *bureau) hurry() {
	b.t.Helper()
	err := b.DB.InTx(b.ctx, func(ctx context.Context, tx store.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE hosts SET shut_until = 0, free = 0"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE jobs SET due = 0 WHERE line = 'collect' AND holder = ''")
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// ordered places an order of the corpus whose papers lie at an extranet.
func (b *bureau) ordered(dossier, address string) predate.OrderID {
	b.t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "testdata", "corpus", dossier, "order.json"))
	if err != nil {
		b.t.Fatal(err)
	}
	order, err := api.DecodeOrder(body)
	if err != nil {
		b.t.Fatal(err)
	}
	order.Method, order.Syndic.URL = predate.MethodExtranet, address
	placed, err := b.Desk.Place(b.ctx, desk.Placing{
		Account: b.account, Order: order, Credentials: desk.Credentials{Username: "proprietaire-7", Password: secretOfTest},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return placed.ID
}

// TestConsoleCollectsByHand: an operator drops the papers of a login that stopped, and
// the order is read; a lead sees the password for some seconds, and nobody else does.
func TestConsoleCollectsByHand(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	id, site := b.stopped("d05")
	logins := site.Logins()
	tab, operator := browsertest.Open(t), b.session("C. Aubrac", predate.RoleOperator)
	tab.Cookie(b.console.String(), "predate_session", operator.Reveal())
	tab.Go(b.console.String() + "/?section=stopped")
	tab.Click(`a[href$="/collect"]`)
	tab.Wait(`document.querySelectorAll(".slot").length > 3`)
	if said := tab.Text("main"); !strings.Contains(said, "2ᵉ essai") || !strings.Contains(said, "Se connecter") || !strings.Contains(said, "arrêtée ici") || strings.Contains(said, secretOfTest) {
		t.Errorf("the page says:\n%s", said)
	}
	tab.CheckAxe("collect")
	keepShapes(tab, "collect")
	b.onlyALeadSees(tab, id, operator)

	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "corpus", "d05", "files", "*.pdf"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	minutes := func(file string) bool { return strings.HasPrefix(filepath.Base(file), "PV_AG") }
	tab.Give(`input[name^="needed:minutes"]`, slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !minutes(file) })...)
	tab.Give(`input[name="other"]`, slices.DeleteFunc(slices.Clone(files), minutes)...)
	tab.Click(`#fetched button`)
	tab.Wait(fmt.Sprintf(`document.querySelectorAll(".held li").length === %d`, len(files)))
	if o, err := b.Desk.Open(b.ctx, id); err != nil || o.Run.Collected || o.Review == nil {
		t.Errorf("the order is read before the operator said that it is all: %+v, %v", o.Run, err)
	}
	keepShapes(tab, "collect-held")
	tab.Click(`form[action$="/collect/end"] button`)
	o := b.await(id, "read", func(o desk.Opened) bool { return o.Run.Read })
	named := func(d predate.Document) bool {
		return d.Origin == predate.FromOperator && strings.HasPrefix(d.GivenFor, string(predate.KindMinutes)+":")
	}
	if len(o.Documents) != len(files) || !slices.ContainsFunc(o.Documents, named) || o.Run.Failure != "" {
		t.Errorf("%d papers of %d; run %+v", len(o.Documents), len(files), o.Run)
	}
	var acts []string
	for _, act := range o.Acts {
		acts = append(acts, act.Who+" "+act.Act)
	}
	for _, want := range []string{"L. Ferry review.reveal", "C. Aubrac review.document", "C. Aubrac review.end_collection"} {
		if !slices.Contains(acts, want) {
			t.Errorf("the history lacks %q: %q", want, acts)
		}
	}
	if site.Logins() != logins {
		t.Errorf("the extranet was asked again: %d logins, want %d", site.Logins(), logins)
	}
}

// onlyALeadSees leaves the tab as the operator's again.
func (b *bureau) onlyALeadSees(tab *browsertest.Tab, id predate.OrderID, operator predate.Secret) {
	b.t.Helper()
	address := fmt.Sprintf("%s/order/%s/collect", b.console, id)
	ask := fmt.Sprintf(`fetch(%q, {method: "POST", body: new URLSearchParams({why: "pour voir"})}).then(async (a) => a.status + " " + await a.text())`, address+"/reveal")
	if said := browsertest.Eval[string](tab, ask); !strings.HasPrefix(said, "403 ") || strings.Contains(said, secretOfTest) {
		b.t.Errorf("an operator who asks for the password is answered %q", said)
	}
	if tab.Text("#reveal") != "" {
		b.t.Error("an operator is offered to see the password")
	}
	tab.Cookie(b.console.String(), "predate_session", b.session("L. Ferry", predate.RoleLead).Reveal())
	tab.Go(address)
	tab.Wait(`document.getElementById("reveal")`)
	browsertest.Eval[bool](tab, `(() => { const real = setInterval; window.setInterval = (f, ms) => real(f, ms / 20); return true; })()`)
	tab.Type(`#reveal input`, "captcha à la main")
	tab.Click(`#reveal button`)
	tab.Wait(`document.querySelector("#codes-shown dl")`)
	if said := tab.Text("#codes-shown"); !strings.Contains(said, secretOfTest) || !strings.Contains(said, "proprietaire-7") {
		b.t.Errorf("a lead is shown %q", said)
	}
	tab.CheckAxe("codes")
	tab.Wait(`!document.getElementById("codes-shown").hasChildNodes()`)
	if said := browsertest.Eval[string](tab, `document.documentElement.outerHTML`); strings.Contains(said, "mot-de-passe-7Qx") {
		b.t.Error("the password stays in the page")
	}
	tab.Cookie(b.console.String(), "predate_session", operator.Reveal())
	tab.Go(address)
	tab.Wait(`document.querySelectorAll(".slot").length > 3`)
	if said := tab.Text(".acts"); !strings.Contains(said, "L. Ferry a vu les codes de l’extranet") || strings.Contains(said, secretOfTest) {
		b.t.Errorf("the history says %q", said)
	}
}
