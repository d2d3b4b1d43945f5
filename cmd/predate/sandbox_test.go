package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/readers"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
)

// sandbox is a server with an account that only makes tests.
type sandbox struct {
	*remote.Client
	t     *testing.T
	house *serving.House
}

// nobodyThere is the host of an extranet of which no port answers.
const nobodyThere = "127.0.0.1:1"

// openSandbox serves until the test ends, on an SQLite file where no other database is
// named.
func openSandbox(t *testing.T, database string) sandbox {
	t.Helper()
	data := t.TempDir()
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: data, Dev: true, Database: database}, ReaderFlags: readers.ReaderFlags{Tesseract: "none", CacheFlags: readers.CacheFlags{Cache: emptyCache(t)}},
		Listen: "127.0.0.1:0", RateLimit: 500, Collectors: 8, Workers: 2, ExtranetHosts: map[string]string{nobodyThere: extranetsim.Recipe},
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	flags.PublicURL = "http://" + listener.Addr().String()
	h, err := serving.Build(t.Context(), flags, meansOf(slog.New(slog.DiscardHandler)))
	must(err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(ctx, serving.Addresses{Public: listener}, func(string) {}) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		h.Close()
	})
	_, keys, err := h.Auth.CreateAccount(t.Context(), auth.NewAccount{Email: "essais@example.fr", Kind: predate.Premium, Password: storyPassword})
	must(err)
	client, err := remote.ClientFlags{Server: flags.PublicURL, APIKey: keys.Test.Reveal(), Email: "essais@example.fr", Password: storyPassword}.Open(t.Context())
	must(err)
	return sandbox{client, t, h}
}

// seen is an order as its client sees it.
type seen struct {
	OrderID string
	State   predate.State
	Missing []struct {
		Code     string
		Blocking bool
	}
	Activity struct {
		Code        predate.ActivityCode
		NextAttempt string `json:"next_attempt"` // an HTTP-date
	}
	Statement *struct{ URL string }
}

// lacks are the codes of what holds the statement back.
func (s seen) lacks() (codes []string) {
	for _, gap := range s.Missing {
		if gap.Blocking {
			codes = append(codes, gap.Code)
		}
	}
	return codes
}

// credentials open the extranet of test mode under a username.
func credentials(username string) map[string]any {
	return map[string]any{"name": "Cabinet Orvellac-Brimont", "username": username, "password": "essai", "url": extranetsim.TestURL}
}

func (b sandbox) place(username string) string {
	b.t.Helper()
	body := map[string]any{
		"address": "18 rue des Maraîchers-Fleuris", "city": "Lyon", "zipcode": "69003", "lots": "14, 38", "all_due_paid": true,
		"owners":  []any{map[string]any{"firstname": "Hélène", "lastname": "Vassorelle"}},
		"invoice": map[string]any{"address": "1 place de l’Étude", "city": "Lyon", "zipcode": "69003", "lastname": "ÉTUDE DES QUATRE-VENTS"},
		"method":  "extranet", "test_mode": true, "syndic": credentials(username),
	}
	var placed seen
	if err := b.Call(b.t.Context(), http.MethodPost, "/order/", body, &placed); err != nil {
		b.t.Fatalf("place %s: %v", username, err)
	}
	return placed.OrderID
}

func (b sandbox) see(id string) (order seen) {
	b.t.Helper()
	if err := b.Call(b.t.Context(), http.MethodGet, "/order/"+id, nil, &order); err != nil {
		b.t.Fatal(err)
	}
	return order
}

// reviewed reports whether an order waits for an operator.
func (b sandbox) reviewed(id string) bool {
	_, err := b.house.Desk.Inquiry(b.t.Context(), predate.OrderID(id))
	return err == nil
}

// stays reports whether an order has the final state of its outcome, and for a stopped
// collection the failure of the outcome.
func (b sandbox) stays(id string, o extranetsim.Outcome) bool {
	order := b.see(id)
	if o.Review && o.State == predate.Confirmed {
		c, err := b.house.Desk.Collecting(b.t.Context(), predate.OrderID(id))
		if err != nil || c.Run.Failure != o.Failure {
			return false
		}
	}
	return order.State == o.State && slices.Equal(order.lacks(), o.Missing) && b.reviewed(id) == o.Review && (order.State != predate.Done || order.Statement != nil)
}

// advance advances an order, and gives the code of a refusal.
func (b sandbox) advance(id, action, by string) (code string) {
	b.t.Helper()
	body := map[string]any{"orderid": id, "action": action}
	if by != "" {
		body["by"] = by
	}
	var done struct{ Ahead int }
	err := b.Call(b.t.Context(), http.MethodPost, "/order/test/advance", body, &done)
	refused := (*remote.Refusal)(nil)
	if errors.As(err, &refused) {
		return refused.Code
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return ""
}

// until waits until an order is somewhere, and has time pass where the order waits.
func (b sandbox) until(id, what string, there func() bool) {
	b.t.Helper()
	for deadline := time.Now().Add(120 * time.Second); !there(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.t.Errorf("%s: %+v, before an operator: %v", what, b.see(id), b.reviewed(id))
			return
		}
		if code := b.advance(id, "time", ""); code != "" && code != "nothing_waits" && code != "changed_meanwhile" {
			b.t.Fatalf("%s: time does not pass: %s", what, code)
		}
	}
}

// Every magic username comes to the end that the table says, stays there however much
// time passes, and none is a dead end: from each the client comes to a statement.
func TestTheSandbox(t *testing.T) {
	b := openSandbox(t, "")
	t.Run("the site is back", func(t *testing.T) { b.on(t).siteBack() })
	t.Run("what makes no sense", func(t *testing.T) { b.on(t).senseless() })
	t.Run("live orders", func(t *testing.T) { b.on(t).liveOrders() })
	t.Run("a later refresh", func(t *testing.T) { b.on(t).laterRefresh() })
	t.Run("a dossier is uploaded", func(t *testing.T) { b.on(t).upload() })
	t.Run("every outcome", func(t *testing.T) { b.on(t).everyOutcome() })
}

// The other engine agrees.
func TestTheSandboxOnPostgreSQL(t *testing.T) {
	b := openSandbox(t, cluster.Database(t))
	t.Run("the site is back", func(t *testing.T) { b.on(t).siteBack() })
	t.Run("live orders", func(t *testing.T) { b.on(t).liveOrders() })
	t.Run("a later refresh", func(t *testing.T) { b.on(t).laterRefresh() })
	t.Run("an operator decides", func(t *testing.T) {
		b := b.on(t)
		approved, refused := b.place("test-review-approved"), b.place("test-review-refused")
		b.soon(approved, "approved", func() bool { return b.see(approved).State == predate.Done })
		b.soon(refused, "refused", func() bool { return b.see(refused).State == predate.Waiting })
	})
}

// on has a part of the test tell what it finds.
func (b sandbox) on(t *testing.T) sandbox {
	b.t = t
	return b
}

func (b sandbox) everyOutcome() {
	orders := map[string]extranetsim.Outcome{}
	for _, o := range extranetsim.Outcomes() {
		orders[b.place(o.Username)] = o
	}
	b.together(orders)
	for id := range orders {
		if code := b.advance(id, "time", "3d"); code != "" {
			b.t.Errorf("three days do not pass: %s", code)
		}
		break // they pass for every order
	}
	for id, o := range orders {
		if !b.stays(id, o) {
			b.t.Errorf("%s moves on: %+v", o.Username, b.see(id))
		}
	}
	for id, o := range orders {
		if o.State == predate.Done {
			continue
		}
		b.lead(id, o)
		if o.Verdict == predate.SandboxRefuses { // the paper in doubt is still there
			b.until(id, o.Username+" again", func() bool { return b.reviewed(id) })
			b.advance(id, "operator_approves", "")
		}
		b.until(id, o.Username+" to its end", func() bool { return b.see(id).State == predate.Done })
	}
}

// together brings orders to where they stay. Their clock is that of the account, and
// extranet passwords age with it: time passes only when no order is at work, and as
// much as the first of them waits. Passed for one order after the other, it would add
// up beyond the 72 hours of the passwords of those that are collected meanwhile.
func (b sandbox) together(orders map[string]extranetsim.Outcome) {
	b.t.Helper()
	for deadline := time.Now().Add(240 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		var first string
		var at time.Time
		var moving []string
		for id, o := range orders {
			if b.stays(id, o) {
				continue
			}
			order := b.see(id)
			moving = append(moving, fmt.Sprintf("%s: %+v, before an operator: %v", o.Username, order, b.reviewed(id)))
			next, err := http.ParseTime(order.Activity.NextAttempt)
			if err != nil || order.Activity.Code != predate.ActivityRetrying {
				at = time.Time{} // it is at work
				break
			}
			if first == "" || next.Before(at) {
				first, at = id, next
			}
		}
		switch {
		case len(moving) == 0:
			return
		case time.Now().After(deadline):
			b.t.Errorf("they do not come to their ends: %v", moving)
			return
		case !at.IsZero():
			if code := b.advance(first, "time", ""); code != "" && code != "nothing_waits" && code != "changed_meanwhile" {
				b.t.Fatalf("time does not pass: %s", code)
			}
		}
	}
}

// lead does what leads an order from where it stays to its statement.
func (b sandbox) lead(id string, o extranetsim.Outcome) {
	b.t.Helper()
	switch {
	case o.State == predate.Received && o.Review:
		if code := b.advance(id, "operator_approves", ""); code != "" {
			b.t.Errorf("%s is not approved: %s", o.Username, code)
		}
	case o.Review:
		if code := b.advance(id, "operator_approves", ""); code != "collection_stopped" {
			b.t.Errorf("%s, which has no statement, is approved: %s", o.Username, code)
		}
		// Its password has aged for three days: it is gone.
		if code := b.advance(id, "site_back", ""); code != "credentials_erased" {
			b.t.Errorf("%s: its password is three days old: %s", o.Username, code)
		}
		if code := b.advance(id, "operator_refuses", ""); code != "" {
			b.t.Errorf("%s: the operator does not ask: %s", o.Username, code)
		}
		fallthrough
	default:
		if err := b.Call(b.t.Context(), http.MethodPost, "/order/"+id+"/refresh", map[string]any{"method": "extranet", "all_due_paid": true, "syndic": credentials("test-done")}, nil); err != nil {
			b.t.Errorf("refresh %s: %v", o.Username, err)
		}
	}
}

// A site that is back is collected from at once, whether it is tried again by itself or
// an operator or the client was called.
func (b sandbox) siteBack() {
	for _, username := range []string{extranetsim.TestSiteDown, "test-captcha", "test-limit-reached"} {
		o := extranetsim.OutcomeOf(username)
		id := b.place(username)
		if o.Review {
			b.until(id, username, func() bool { return b.stays(id, o) })
		} else {
			b.soon(id, username+" is tried again", func() bool { return b.advance(id, "site_back", "") == "" })
		}
		if o.Review && b.advance(id, "site_back", "") != "" {
			b.t.Errorf("%s: the site is not back", username)
		}
		b.soon(id, username+" to its end", func() bool { return b.see(id).State == predate.Done })
	}
}

// soon waits until something is so, without any time of the sandbox.
func (b sandbox) soon(id, what string, there func() bool) {
	b.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !there(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.t.Errorf("%s: %+v", what, b.see(id))
			return
		}
	}
}

// What makes no sense is refused, and changes nothing.
func (b sandbox) senseless() {
	done, refused := b.place(extranetsim.TestDone), b.place(extranetsim.TestBadPassword)
	b.soon(done, "done", func() bool { return b.see(done).State == predate.Done })
	b.soon(refused, "refused", func() bool { return b.see(refused).State == predate.Waiting })
	for _, one := range []struct{ id, action, by, code string }{
		{done, "time", "", "nothing_waits"},
		{done, "site_back", "", "site_is_well"},
		{done, "operator_approves", "", "no_review"},
		{done, "operator_refuses", "", "no_review"},
		{refused, "site_back", "", "not_the_site"},
		{refused, "time", "3s", "invalid_request"},
		{refused, "time", "soon", "invalid_request"},
		{refused, "time", "-3d", "invalid_request"},
		{refused, "time", "367d", "invalid_request"},
		{refused, "site_back", "2h", "invalid_request"},
		{refused, "", "", "invalid_request"},
		{refused, "dance", "", "invalid_request"},
		{"ZZZZZZ", "time", "2h", "order_not_found"},
	} {
		if code := b.advance(one.id, one.action, one.by); code != one.code {
			b.t.Errorf("%v: %q", one, code)
		}
	}
	if order := b.see(done); order.State != predate.Done {
		b.t.Errorf("%+v", order)
	}
}

// Time of the sandbox passes for no live order, and for no other account.
func (b sandbox) liveOrders() {
	ctx := b.t.Context()
	account, err := b.house.Auth.Account(ctx, "essais@example.fr")
	if err != nil {
		b.t.Fatal(err)
	}
	order, err := serving.SampleOrder()
	if err != nil {
		b.t.Fatal(err)
	}
	order.Method, order.TestMode, order.Syndic.URL = predate.MethodExtranet, false, "http://"+nobodyThere+"/connexion/"
	live, err := b.house.Desk.Place(ctx, desk.Placing{
		Account: account, Order: order, Credentials: desk.Credentials{Username: "vassorelle", Password: "essai"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	waits := func() (until, again time.Time) {
		b.t.Helper()
		c, err := b.house.Desk.Collecting(ctx, live.ID)
		if err != nil {
			b.t.Fatal(err)
		}
		return c.Until, c.Run.Again
	}
	b.soon(b.place(extranetsim.TestDone), "the live order waits for its next try", func() bool {
		_, again := waits()
		return !again.IsZero()
	})
	until, again := waits()
	id := b.place(extranetsim.TestBadPassword)
	if code := b.advance(id, "time", "2h"); code != "" {
		b.t.Errorf("two hours do not pass: %s", code)
	}
	if u, a := waits(); !u.Equal(until) || !a.Equal(again) || until.IsZero() {
		b.t.Errorf("the password of a live order ends at %v, before at %v; its next try is at %v, before at %v", u, until, a, again)
	}
	if code := b.advance(string(live.ID), "time", "2h"); code != "order_not_found" {
		b.t.Errorf("a live order for a test key: %q", code)
	}
	if _, err := b.house.Desk.Pass(ctx, account.ID, live.ID, time.Hour); !strings.Contains(fmt.Sprint(err), "not in test mode") {
		b.t.Errorf("a live order for its holder: %v", err)
	}
	if err := b.house.Desk.CarryOut(ctx, live.ID, predate.SandboxApproves); !strings.Contains(fmt.Sprint(err), "not in test mode") {
		b.t.Errorf("an operator of the sandbox decides of a live order: %v", err)
	}
	if _, err := b.house.Desk.SiteBack(ctx, "acc_another", predate.OrderID(id)); !strings.Contains(fmt.Sprint(err), "Order not found") {
		b.t.Errorf("another account's order: %v", err)
	}
}

// A refresh is made for a day as much later as time has passed since the order was
// placed: after five months its papers are too old. One that is placed then is not.
func (b sandbox) laterRefresh() {
	id := b.place(extranetsim.TestDone)
	b.soon(id, "done", func() bool { return b.see(id).State == predate.Done })
	if code := b.advance(id, "time", "150d"); code != "" {
		b.t.Fatalf("five months do not pass: %s", code)
	}
	refresh := map[string]any{"method": "extranet", "all_due_paid": true, "syndic": credentials(extranetsim.TestDone)}
	if err := b.Call(b.t.Context(), http.MethodPost, "/order/"+id+"/refresh", refresh, nil); err != nil {
		b.t.Fatal(err)
	}
	b.soon(id, "waiting for newer papers", func() bool {
		order := b.see(id)
		return order.State == predate.Waiting && slices.Contains(order.lacks(), "fund_call")
	})
	fresh := b.place(extranetsim.TestDone)
	b.soon(fresh, "done", func() bool { return b.see(fresh).State == predate.Done })
}
