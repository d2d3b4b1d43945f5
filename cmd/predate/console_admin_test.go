package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/browsertest"
	"predate/internal/collecting/warden"
	"predate/internal/commands/remote"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/store"
	"predate/internal/keeping/store/storetest"
	"predate/internal/reading/look"
)

// adminsTab is a bureau with the browser of an administrator.
type adminsTab struct {
	*bureau
	*browsertest.Tab
	at string
}

// show checks a page of administration as it is seen and heard, and keeps pictures.
func (o adminsTab) show(name string) {
	o.t.Helper()
	o.CheckAxe(name)
	keepShapes(o.Tab, name)
}

// visit opens a page of administration.
func (o adminsTab) visit(path, title string) {
	o.t.Helper()
	o.Go(o.at + path)
	o.Wait(heading(title))
}

// send sends the form at an address by its button, and waits for what follows.
func (o adminsTab) send(action, awaited string) {
	o.t.Helper()
	form := "form[method='post'][action='" + action + "']"
	o.Eval(`document.querySelector("` + form + `").closest("details")?.setAttribute("open", "")`)
	o.Click(form + " button")
	o.Wait(shows(awaited))
}

// Eval runs a script for what it does.
func (o adminsTab) Eval(script string) {
	o.t.Helper()
	browsertest.Eval[bool](o.Tab, script+"; true")
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// An administrator opens an account whose key works, and has all of it recorded
// under his name; an operator sees none of these pages.
func TestConsoleAdministers(t *testing.T) {
	b := newBureau(t, "2026-07-06")
	o := adminsTab{b, b.signedIn("A. Dupin", predate.RoleAdmin), b.console.String()}
	o.accounts()
	o.deliveries()
	o.recipes()
	o.looks()
	o.erasures()
	o.refused()
}

func (o adminsTab) accounts() {
	t := o.t
	o.visit("/admin", "Comptes")
	o.Type("#email", "cabinet@example.fr")
	o.Click("input[name=registration]")
	o.show("admin-accounts")
	o.send("/admin/accounts", "Le compte est ouvert")
	key, password := o.Text(".told dd:nth-of-type(1)"), o.Text(".told dd:nth-of-type(3)")
	o.show("admin-account")
	client := remote.ClientFlags{Server: o.Base, APIKey: key, Email: "cabinet@example.fr", Password: password}
	api, err := client.Open(o.ctx)
	if err != nil {
		t.Fatalf("the new key opens nothing: %v", err)
	}
	var orders any
	if err := api.Call(o.ctx, http.MethodGet, "/order/", nil, &orders); err != nil {
		t.Fatalf("the new account sees no orders: %v", err)
	}
	account, err := o.Auth.Account(o.ctx, "cabinet@example.fr")
	if err != nil || !account.SendRegistration || account.FourEyes {
		t.Fatalf("the account is %+v: %v", account, err)
	}
	page := "/admin/accounts/" + string(account.ID)
	o.visit(page, "cabinet@example.fr")
	if keys := o.Text("table"); strings.Count(keys, "jamais") != 1 {
		t.Errorf("the page does not say which key was used: %s", keys)
	}
	o.send(page+"/keys/revoke", "La clé est révoquée")
	if err := api.Call(o.ctx, http.MethodGet, "/order/", nil, &orders); err == nil {
		t.Error("the revoked key still works")
	}
	o.visit(page, "cabinet@example.fr")
	o.send(page+"/reset-link", "/account/reset?token=")
	acts, err := o.Auth.Acts(o.ctx, account.ID)
	if err == nil && len(acts) > 0 && acts[0].Act == "account.reset_link" {
		acts = acts[1:]
	}
	if err != nil || len(acts) != 2 || acts[0].Act != "account.key_revoked" || acts[0].Who != "A. Dupin" || acts[0].Operator == "" {
		t.Errorf("recorded: %+v, %v", acts, err)
	}
}

// reluctant is a receiver that refuses what it is sent first for good, and takes the
// rest.
type reluctant struct {
	mu     sync.Mutex
	got    []*http.Request
	bodies [][]byte
}

func (r *reluctant) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body) // a short one is told by its signature
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got, r.bodies = append(r.got, request), append(r.bodies, body)
	if len(r.got) == 1 {
		w.Header().Set("predate-control", "stop")
		w.WriteHeader(http.StatusInternalServerError)
	}
	_, _ = io.WriteString(w, "<script>alert(1)</script> merci")
}

// like returns what came with the id of what came first, the latest of it, and how
// often that came.
func (r *reluctant) like() (request *http.Request, body []byte, count int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, one := range r.got {
		if one.Header.Get("webhook-id") == r.got[0].Header.Get("webhook-id") {
			request, body, count = one, r.bodies[i], count+1
		}
	}
	return request, body, count
}

// deliveries finds a delivery that a receiver refused, reads what was sent, and sends
// it again; then the secret is changed and the address stopped.
func (o adminsTab) deliveries() {
	t := o.t
	receiver := &reluctant{}
	server := httptest.NewServer(receiver)
	defer server.Close()
	o.visit("/admin/accounts/acc_etude", "etude@example.fr")
	o.Type("#url", server.URL+"/rappel")
	o.send("/admin/accounts/acc_etude/endpoints", "L’adresse est enregistrée")
	secret := predate.Secret(o.Text(".told dd"))
	endpoints, err := o.Desk.Endpoints(o.ctx, "acc_etude")
	if err != nil || len(endpoints) != 1 {
		t.Fatalf("endpoints %v: %v", endpoints, err)
	}
	o.place("d05")
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		o.visit("/admin/deliveries", "Livraisons")
		if strings.Contains(o.Text("tbody"), "abandonnée") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no delivery was given up")
		}
	}
	o.show("admin-deliveries")
	o.Click("tbody th a")
	o.Wait(heading("Livraison «"))
	o.show("admin-delivery")
	request, body, count := receiver.like()
	if shown := o.Text("main"); count != 1 || !strings.Contains(shown, request.Header.Get("webhook-id")) || !strings.Contains(shown, `"status": "confirmed"`) {
		t.Errorf("the page does not show what was sent: %s", shown)
	}
	if headers := browsertest.Eval[string](o.Tab, `document.querySelector(".try pre").textContent`); !strings.Contains(headers, request.Header.Get("webhook-signature")) {
		t.Errorf("the page does not show the signature that was sent: %s", headers)
	}
	o.send(browsertest.Eval[string](o.Tab, "location.pathname")+"/resend", "La livraison repart")
	for deadline := time.Now().Add(10 * time.Second); count < 2 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		_, _, count = receiver.like()
	}
	again, same, count := receiver.like()
	if count < 2 || string(same) != string(body) || again.Header.Get("webhook-id") != request.Header.Get("webhook-id") {
		t.Fatalf("%d deliveries came; again: %s", count, same)
	}
	at, err := strconv.ParseInt(again.Header.Get("webhook-timestamp"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := webhook.Sign([]predate.Secret{secret}, predate.DeliveryID(again.Header.Get("webhook-id")), time.Unix(at, 0), bytes.NewReader(same))
	if err != nil || signed != again.Header.Get("webhook-signature") {
		t.Errorf("what came again is signed %s, not %s: %v", again.Header.Get("webhook-signature"), signed, err)
	}
	page := "/admin/endpoints/" + string(endpoints[0].ID)
	o.visit("/admin/endpoints", "Adresses de rappel")
	o.show("admin-endpoints")
	o.visit(page, "Adresse de rappel")
	o.send(page+"/rotate", "L’ancien secret signe encore")
	o.show("admin-endpoint")
	o.send(page+"/enabled", "L’adresse est arrêtée")
}

// meetsAChangedSite ends a collection at a page that a recipe does not know.
func (o adminsTab) meetsAChangedSite(recipe predate.RecipeVersion) {
	o.t.Helper()
	answer, err := o.Warden.Enter(o.ctx, warden.Knock{Account: "acc_etude", Host: "extranet.example", Recipe: recipe, Username: "martin", Password: "un mot de passe"})
	if err != nil || answer.Pass == nil {
		o.t.Fatalf("%+v, %v", answer, err)
	}
	if _, err := o.Warden.Leave(o.ctx, answer.Pass, &predate.Failure{Code: predate.SiteChanged, Stage: predate.StageList, Page: `<form id="entree">`}); err != nil {
		o.t.Fatal(err)
	}
}

// recipes pauses a recipe, at whose door nobody is let in then, and resumes it.
func (o adminsTab) recipes() {
	t := o.t
	atWork := o.Pipeline.Recipes()
	recipe := atWork[len(atWork)-1].Of()
	paused := func() bool {
		answer, err := o.Warden.Enter(o.ctx, warden.Knock{Account: "acc_etude", Host: "extranet.example", Recipe: recipe, Username: "dupont", Password: "un mot de passe"})
		if err != nil {
			t.Fatal(err)
		}
		if answer.Pass != nil {
			if err := o.Warden.Abandon(o.ctx, answer.Pass); err != nil {
				t.Fatal(err)
			}
		}
		return answer.Paused
	}
	o.meetsAChangedSite(recipe)
	o.visit("/admin/recipes", "Recettes")
	if page := browsertest.Eval[string](o.Tab, `document.querySelector("details pre")?.textContent ?? ""`); page != `<form id="entree">` {
		t.Errorf("the page of a changed site is %q", page)
	}
	place := fmt.Sprintf("#pause-%s-%d", recipe.ID, recipe.Version)
	o.Eval(`document.querySelector("` + place + `").closest("details").open = true`)
	o.Type(place, "le site annonce une migration")
	o.Click(place + " ~ button")
	o.Wait(shows("La recette est en pause"))
	if !paused() {
		t.Error("a paused recipe lets collections in")
	}
	o.show("admin-recipes")
	o.visit("/admin/alarms", "Alarmes")
	o.show("admin-alarms")
	o.visit("/admin/recipes", "Recettes")
	place = fmt.Sprintf("#resume-%s-%d", recipe.ID, recipe.Version)
	o.Eval(`document.querySelector("` + place + `").closest("details").open = true`)
	o.Type(place, "la migration est faite")
	o.Click(place + " ~ button")
	o.Wait(shows("La recette reprend"))
	if paused() {
		t.Error("a resumed recipe lets no collection in")
	}
	if report, err := o.Warden.Report(o.ctx); err != nil || len(report.Alarms) != 0 {
		t.Errorf("alarms are left: %v, %v", report.Alarms, err)
	}
}

// looks reads what was taught, replays it on the papers, and puts it to work.
func (o adminsTab) looks() {
	t := o.t
	taught := look.Look{Kind: predate.KindSchedule1, Issuer: "cabinet des essais", Program: look.Program{Key: predate.KeyArrears, Anchor: "ardoise des habitants", Relation: look.Right}}
	content, err := taught.Encode()
	if err != nil {
		t.Fatal(err)
	}
	row := store.Look{ID: "look_1", Content: content, State: store.LookProposed, TaughtBy: "C. Aubrac", Taught: time.Now()}
	if err := o.DB.InTx(o.ctx, func(ctx context.Context, tx store.Tx) error { return store.InsertLook(ctx, tx, row) }); err != nil {
		t.Fatal(err)
	}
	o.visit("/admin/looks", "Apprentissages")
	o.show("admin-looks")
	o.visit("/admin/looks/look_1", "Apprentissage")
	o.send("/admin/looks/look_1/replay", "rien n’est changé")
	o.show("admin-look")
	o.Type("#activate", "relu sur les pièces gardées")
	o.send("/admin/looks/look_1/activate", "Il lira les prochaines pièces")
	if one, err := o.Desk.Look(o.ctx, "look_1"); err != nil || !one.InUse() || one.ChangedBy != "A. Dupin" {
		t.Errorf("the look is %+v: %v", one, err)
	}
}

// erasures erases an order, once its reference was typed twice, and an account.
func (o adminsTab) erasures() {
	t := o.t
	orders, err := o.Desk.List(o.ctx, predate.OrderFilter{Account: "acc_etude"})
	if err != nil || len(orders) != 1 {
		t.Fatalf("orders %v: %v", orders, err)
	}
	id, seller := string(orders[0].ID), orders[0].Owners[0].Lastname
	o.visit("/admin/retention", "Conservation")
	o.Type("#order", id)
	o.Type("#again", "AAAAAA")
	o.Type("#why", "demande du 3 mai")
	o.send("/admin/retention", "Rien n’est effacé")
	o.Type("#again", id)
	o.send("/admin/retention", "La commande est effacée")
	o.show("admin-retention")
	if kept := storetest.Dump(t, o.DB); strings.Contains(kept, seller) {
		t.Errorf("the seller %s is still in the database", seller)
	}
	o.Go(o.at + "/order/" + id)
	o.Wait(heading(id))
	o.visit("/admin/accounts/acc_etude", "etude@example.fr")
	o.Eval(`document.querySelector("#erase-why").closest("details").open = true`)
	o.Type("#erase-why", "contrat terminé")
	o.Type("#erase-again", "etude@example.fr")
	o.send("/admin/accounts/acc_etude/erase", "Le compte est effacé")
	o.show("admin-account-erased")
	if account, err := o.Auth.AccountByID(o.ctx, "acc_etude"); err != nil || account.Erased.IsZero() {
		t.Errorf("the account is %+v: %v", account, err)
	}
}

// shows is a script that waits for a text of the page.
func shows(text string) string {
	return "document.readyState === 'complete' && document.querySelector('main')?.innerText.includes(" + quoted(text) + ")"
}

// refused visits as an operator, who may nothing of this.
func (o adminsTab) refused() {
	o.Cookie(o.at, "predate_session", o.session("C. Aubrac", predate.RoleOperator).Reveal())
	o.Go(o.at + "/admin/accounts")
	o.Wait(heading("pas possible"))
	if nav := o.Text("nav"); strings.Contains(nav, "Administration") {
		o.t.Errorf("an operator is shown what he may not: %s", nav)
	}
}
