package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/browser"
	"predate/internal/collecting/browsertest"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/serving"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// TestConsoleAnswersASite: an operator who stays beside a collection reads the captcha
// of one site and types the code of another; the browser of another process goes on.
func TestConsoleAnswersASite(t *testing.T) {
	few := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	sites, hosts := map[predate.QuestionKind]*httptest.Server{}, []string{}
	for _, kind := range []predate.QuestionKind{predate.AsksCaptcha, predate.AsksCode} {
		site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{Family: extranetsim.WebDev, Asks: kind, Keep: few})
		if err != nil {
			t.Fatal(err)
		}
		sites[kind] = httptest.NewServer(site)
		t.Cleanup(sites[kind].Close)
		hosts = append(hosts, sites[kind].Listener.Addr().String())
	}
	worker := browser.New(browser.Options{Guard: egress.New(egress.Options{DevHosts: hosts}), Folder: t.TempDir(), Step: 10 * time.Second, WithoutSandbox: os.Getuid() == 0, Random: rand.Reader})
	process := httptest.NewServer(browser.Handler(worker, "key"))
	t.Cleanup(process.Close)
	b := newBureau(t, "2026-07-06", func(f *serving.ServerFlags) {
		f.Browser, f.BrowserKey, f.BrowserHosts = process.URL, "key", hosts
	})
	orders := map[predate.QuestionKind]predate.OrderID{}
	for kind, site := range sites {
		orders[kind] = b.ordered("d05", site.URL+"/")
	}
	tab := b.signedIn("C. Aubrac", predate.RoleOperator)
	for kind, answer := range map[predate.QuestionKind]string{predate.AsksCaptcha: extranetsim.AskedCaptcha, predate.AsksCode: extranetsim.AskedCode} {
		id := orders[kind]
		b.await(id, "stopped", func(o desk.Opened) bool { return o.Run.Failure != "" })
		tab.Go(fmt.Sprintf("%s/order/%s/collect", b.console, id))
		browsertest.Eval[bool](tab, `(document.querySelector("select[name=when]").value = "ici") === "ici"`)
		tab.Click(`form[action$="/collect/again"] button`)
		tab.Wait(`document.querySelector("#relay input[name=answer]")`)
		if kind == predate.AsksCaptcha {
			tab.Wait(`document.querySelector("img.captcha")?.naturalWidth > 100`)
			tab.CheckAxe("relay")
			keepShapes(tab, "collect-relay")
		} else if said := tab.Text("#relay"); !strings.Contains(said, "Saisissez le code à 6 chiffres") {
			t.Errorf("the operator is asked %q", said)
		}
		tab.Type(`#relay input[name=answer]`, answer)
		tab.Click(`#relay button`)
		o := b.await(id, "collected", func(o desk.Opened) bool { return o.Run.Collected || o.Run.Failure != "" })
		if len(o.Documents) != 2 || o.Run.Failure != "" {
			t.Errorf("%s: %d papers, run %+v", kind, len(o.Documents), o.Run)
		}
		if kept := b.kept(answer); kept != 0 {
			t.Errorf("%s: the answer is kept in %d rows", kind, kept)
		}
	}
}

// kept counts the relays and acts that hold a text, or any answer.
func (b *bureau) kept(text string) (rows int) {
	b.t.Helper()
	const query = "SELECT (SELECT COUNT(*) FROM relays) + (SELECT COUNT(*) FROM audit WHERE detail LIKE '%' || $1 || '%')"
	deadline := time.Now().Add(5 * time.Second)
	for {
		err := b.DB.View(b.ctx, func(ctx context.Context, tx store.Tx) error { return tx.QueryRow(ctx, query, text).Scan(&rows) })
		if err != nil {
			b.t.Fatal(err)
		}
		if rows == 0 || time.Now().After(deadline) {
			return rows
		}
		time.Sleep(20 * time.Millisecond)
	}
}
