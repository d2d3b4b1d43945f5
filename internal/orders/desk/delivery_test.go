package desk_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// callback registers an endpoint of the office's account.
func (o *office) callback(wanted predate.Endpoint) predate.EndpointID {
	o.t.Helper()
	wanted.Account, wanted.URL = o.account.ID, "https://client.example/hook"
	endpoint, _, err := o.CreateEndpoint(o.ctx, wanted)
	if err != nil {
		o.t.Fatal(err)
	}
	return endpoint.ID
}

// sent lists what goes to an endpoint, the oldest first.
func (o *office) sent(endpoint predate.EndpointID) []desk.Sent {
	o.t.Helper()
	all := must[[]desk.Sent](o.t)(o.Deliveries(o.ctx, o.account.ID, predate.DeliveryFilter{Endpoint: endpoint, Limit: 1000}))
	for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
		all[i], all[j] = all[j], all[i]
	}
	return all
}

// take claims a delivery as a worker does.
func (o *office) take(id predate.DeliveryID) (desk.Consignment, bool) {
	o.t.Helper()
	c := must[desk.Consignment](o.t)(o.Consignment(o.ctx, id))
	if c.Blocked != nil || c.Delivery.Status != predate.DeliveryPending || c.Ready().After(o.clock.Now()) {
		return c, false
	}
	return c, must[bool](o.t)(o.Claim(o.ctx, c))
}

// answer records that the receiver answered a claimed delivery.
func (o *office) answer(c desk.Consignment, status int, v desk.Verdict) predate.Health {
	o.t.Helper()
	attempt := predate.Attempt{Delivery: c.Delivery.ID, Number: c.Delivery.Attempts + 1, At: o.clock.Now(), Status: status}
	if status >= 300 {
		attempt.Error = fmt.Sprintf("Le récepteur a répondu %d", status)
	}
	return must[predate.Health](o.t)(o.Attempted(o.ctx, attempt, v))
}

func TestDeliveriesOfAnOrderWaitForOneAnother(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	order := o.place(o.placing())
	o.clock.Pass(time.Second)
	o.to(order, predate.DossierComplete)
	deliveries := o.sent(endpoint)
	if len(deliveries) != 2 {
		t.Fatalf("%d deliveries", len(deliveries))
	}
	first, second := deliveries[0].ID, deliveries[1].ID
	waiting, taken := o.take(second)
	if taken || waiting.Blocked == nil {
		t.Errorf("the second delivery does not wait: %+v", waiting)
	}
	// A worker that read it as free, before the first was opened again, does not get it.
	free := desk.Consignment{Delivery: deliveries[1].Delivery}
	if must[bool](t)(o.Claim(o.ctx, free)) {
		t.Error("the claim of the second ignores the first")
	}
	c, taken := o.take(first)
	if !taken || len(c.Secrets) != 1 || c.Event.State != predate.Confirmed {
		t.Errorf("the first delivery cannot be sent: %+v", c)
	}
	if _, again := o.take(first); again {
		t.Error("a delivery was claimed twice")
	}
	o.answer(c, 204, desk.Verdict{Delivered: true})
	if _, taken := o.take(second); !taken {
		t.Error("the second delivery is not released")
	}
	if _, taken := o.take(first); taken {
		t.Error("an ended delivery was claimed")
	}
}

func TestAClaimIsLeftToOthersWhenItsWorkerDies(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	o.place(o.placing())
	id := o.sent(endpoint)[0].ID
	if _, taken := o.take(id); !taken {
		t.Fatal("a new delivery cannot be claimed")
	}
	o.clock.Pass(desk.ClaimLife)
	if _, taken := o.take(id); !taken {
		t.Error("a dead worker's delivery is lost")
	}
}

// The bodies of a delivery are byte-identical whatever is changed of the
// endpoint or of the account while it is under way.
func TestADeliveryKeepsTheFormItWasMadeIn(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{Link: true})
	order := o.place(o.placing())
	no, yes := false, true
	must[desk.Watched](t)(o.ChangeEndpoint(o.ctx, o.account.ID, endpoint, desk.EndpointChange{Link: &no, Details: &yes}))
	o.account.SendDocuments = !o.account.SendDocuments
	o.tx(func(ctx context.Context, tx store.Tx) error { return store.UpdateAccount(ctx, tx, &o.account) })
	c, _ := o.take(o.sent(endpoint)[0].ID)
	want := predate.Form{Link: true, Documents: !o.account.SendDocuments}
	if c.Form != want {
		t.Errorf("form %+v, want %+v", c.Form, want)
	}
	o.clock.Pass(time.Second)
	o.to(order, predate.DossierLacking)
	if got := o.sent(endpoint)[1].Form; got != (predate.Form{Details: true, Documents: o.account.SendDocuments}) {
		t.Errorf("form of the next %+v", got)
	}
}

func TestAnEventRemembersWhatItWaitedFor(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	gaps := []predate.Gap{{Kind: predate.GapDocument, Code: "minutes", DocType: predate.TypeMinutes, Message: "Il manque le procès-verbal."}}
	owed := predate.Gap{Kind: predate.GapDocument, Code: "summary_sheet", DocType: predate.TypeSummarySheet, Message: "La fiche synthétique.", Reserve: true}
	run := o.runOf(order)
	err := o.Record(o.ctx, desk.Progress{Run: run, Trigger: predate.DossierLacking, Change: func(r *predate.Run) { r.Gaps = append(gaps[:1:1], owed) }})
	if err != nil {
		t.Fatal(err)
	}
	err = o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Trigger: predate.DossierComplete, Change: func(r *predate.Run) { r.Gaps = nil }})
	if err != nil {
		t.Fatal(err)
	}
	var missing [][]predate.Gap
	for _, event := range must[[]predate.Event](t)(o.Events(o.ctx, o.account.ID, order.ID)) {
		missing = append(missing, event.Missing)
	}
	if diff := cmp.Diff([][]predate.Gap{nil, gaps, nil}, missing); diff != "" {
		t.Error(diff)
	}
}

// A receiver that is down is parked after five failures: what is due waits
// unattempted, one worker probes, and its return releases the others.
func TestADownReceiverIsParkedAndNothingIsDropped(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	for range 8 {
		o.place(o.placing())
	}
	deliveries := o.sent(endpoint)
	retry := desk.Verdict{Retry: o.clock.Now()} // at once, so that parking alone holds it
	var health predate.Health
	for _, one := range deliveries[:webhook.ParkAfter] {
		c, taken := o.take(one.ID)
		if !taken {
			t.Fatalf("parked after %d failures", health.Failures)
		}
		health = o.answer(c, 500, retry)
	}
	for _, one := range deliveries {
		c, taken := o.take(one.ID)
		if taken || !c.Ready().Equal(health.Parked) || c.Delivery.Attempts > 1 {
			t.Fatalf("while parked until %s: taken %v, ready %s, %d attempts", health.Parked, taken, c.Ready(), c.Delivery.Attempts)
		}
	}
	watched := must[desk.Watched](t)(o.Endpoint(o.ctx, o.account.ID, endpoint))
	if watched.Health != health || !watched.Enabled {
		t.Errorf("health %+v, want %+v", watched.Health, health)
	}
	o.clock.Pass(health.Parked.Sub(o.clock.Now()))
	racer := must[desk.Consignment](t)(o.Consignment(o.ctx, deliveries[6].ID))
	probe, taken := o.take(deliveries[5].ID)
	if !taken {
		t.Fatal("nobody may probe")
	}
	if must[bool](t)(o.Claim(o.ctx, racer)) {
		t.Error("two workers probe")
	}
	if _, taken := o.take(deliveries[7].ID); taken {
		t.Error("another is sent during the probe")
	}
	if !must[bool](t)(o.Sleep(o.ctx, deliveries[7].ID)) {
		t.Error("what waits for the probe does not sleep")
	}
	before := o.pile.all()[deliveries[7].ID]
	o.answer(probe, 204, desk.Verdict{Delivered: true})
	if o.pile.all()[deliveries[7].ID] != before+1 {
		t.Error("the return of the receiver does not wake what slept")
	}
	for i, one := range deliveries {
		if _, taken := o.take(one.ID); taken != (i != 5) {
			t.Errorf("after the return: delivery %d taken: %v", i, taken)
		}
	}
}

func TestAnEndpointThatNeverAnswersIsSwitchedOff(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	o.place(o.placing())
	id := o.sent(endpoint)[0].ID
	for attempt := range 30 {
		c, taken := o.take(id)
		if !taken {
			t.Fatalf("attempt %d cannot be made", attempt+1)
		}
		if !c.Endpoint.Enabled {
			t.Fatalf("off after %d attempts", attempt)
		}
		o.answer(c, 500, desk.Verdict{Retry: o.clock.Now()})
		watched := must[desk.Watched](t)(o.Endpoint(o.ctx, o.account.ID, endpoint))
		if !watched.Enabled {
			if want := "aucun envoi n’a abouti depuis cinq jours : Le récepteur a répondu 500"; watched.DisabledReason != want {
				t.Errorf("reason %q", watched.DisabledReason)
			}
			if attempt+1 != webhook.DeadFailures {
				t.Errorf("off after %d failures", attempt+1)
			}
			break
		}
		if attempt == 0 {
			o.clock.Pass(webhook.DeadAfter)
		}
		o.clock.Pass(5 * time.Minute)
	}
	_, err := o.Resend(o.ctx, o.account.ID, endpoint, id)
	refused(t, err, predate.CodeConflict, "pending")
	if err := o.GiveUp(o.ctx, id); err != nil {
		t.Fatal(err)
	}
	_, err = o.Resend(o.ctx, o.account.ID, endpoint, id)
	refused(t, err, predate.CodeConflict, "The webhook endpoint is disabled: enable it first")
	_, err = o.Recover(o.ctx, o.account.ID, endpoint, predate.TimeRange{})
	refused(t, err, predate.CodeConflict, "The webhook endpoint is disabled: enable it first")
	yes := true
	watched := must[desk.Watched](t)(o.ChangeEndpoint(o.ctx, o.account.ID, endpoint, desk.EndpointChange{Enabled: &yes}))
	if !watched.Enabled || watched.DisabledReason != "" || watched.Health.Failures != 0 {
		t.Errorf("switched on: %+v", watched)
	}
	if count := must[int](t)(o.Recover(o.ctx, o.account.ID, endpoint, predate.TimeRange{})); count != 1 {
		t.Errorf("recovered %d", count)
	}
	if c, taken := o.take(id); !taken || c.Delivery.Earlier != c.Delivery.Attempts {
		t.Errorf("recovered delivery: %+v", c.Delivery)
	}
}

func TestRecoverGoesInBatchesAndKeepsToItsRange(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	p := o.placing()
	p.Order.TestMode = true
	order := o.place(p)
	const many = 450
	began := o.clock.Now()
	for range many {
		o.clock.Pass(time.Second)
		must[[]predate.Delivery](t)(o.Simulate(o.ctx, o.account.ID, order.ID, desk.Simulation{State: predate.Received}))
	}
	for _, one := range o.sent(endpoint) {
		if err := o.GiveUp(o.ctx, one.ID); err != nil {
			t.Fatal(err)
		}
	}
	within := predate.TimeRange{Since: began.Add(11 * time.Second), Until: began.Add(421 * time.Second)}
	if count := must[int](t)(o.Recover(o.ctx, o.account.ID, endpoint, within)); count != 410 {
		t.Errorf("recovered %d, want 410", count)
	}
}

func TestWhatWasPendingToADeletedEndpointIsGivenUp(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	o.place(o.placing())
	id := o.sent(endpoint)[0].ID
	if err := o.DeleteEndpoint(o.ctx, o.account.ID, endpoint); err != nil {
		t.Fatal(err)
	}
	c := must[desk.Consignment](t)(o.Consignment(o.ctx, id))
	if c.Delivery.Status != predate.DeliveryGivenUp || c.Delivery.Ended.IsZero() {
		t.Errorf("delivery %+v", c.Delivery)
	}
}

// What happens while an endpoint is off is not lost: it is listed as given up,
// and recovered like the rest once the endpoint is on again.
func TestWhatHappensWhileAnEndpointIsOffCanBeRecovered(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	other := o.callback(predate.Endpoint{Events: []predate.State{predate.Done}})
	yes, no := true, false
	for _, id := range []predate.EndpointID{endpoint, other} {
		must[desk.Watched](t)(o.ChangeEndpoint(o.ctx, o.account.ID, id, desk.EndpointChange{Enabled: &no}))
	}
	o.place(o.placing())
	if sent := o.sent(other); len(sent) != 0 {
		t.Errorf("to an endpoint that does not want it: %+v", sent)
	}
	sent := o.sent(endpoint)
	if len(sent) != 1 || sent[0].Status != predate.DeliveryGivenUp || sent[0].Ended.IsZero() {
		t.Fatalf("while off: %+v", sent)
	}
	must[desk.Watched](t)(o.ChangeEndpoint(o.ctx, o.account.ID, endpoint, desk.EndpointChange{Enabled: &yes}))
	if count := must[int](t)(o.Recover(o.ctx, o.account.ID, endpoint, predate.TimeRange{})); count != 1 {
		t.Errorf("recovered %d", count)
	}
	if c, taken := o.take(sent[0].ID); !taken {
		t.Errorf("cannot be sent: %+v", c)
	}
}

func TestRotation(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	o.place(o.placing())
	id := o.sent(endpoint)[0].ID
	count := func() int { return len(must[desk.Consignment](t)(o.Consignment(o.ctx, id)).Secrets) }
	rotate := func(grace time.Duration, scheme predate.Signature) desk.Rotated {
		t.Helper()
		return must[desk.Rotated](t)(o.RotateSecret(o.ctx, desk.Rotation{
			Account: o.account.ID, Endpoint: endpoint, Grace: grace, Signature: scheme,
		}))
	}
	if r := rotate(30*24*time.Hour, ""); !strings.HasPrefix(r.Secret.Reveal(), "whsec_") || r.PreviousUntil.Sub(o.clock.Now()) > desk.LongestGrace {
		t.Errorf("rotated: %+v", r)
	}
	if got := count(); got != 2 {
		t.Errorf("%d secrets sign during the grace", got)
	}
	pair := rotate(time.Hour, predate.Ed25519)
	watched := must[desk.Watched](t)(o.Endpoint(o.ctx, o.account.ID, endpoint))
	if pair.Secret != "" || !strings.HasPrefix(pair.Public, "whpk_") || watched.PublicKey != pair.Public || watched.Signature != predate.Ed25519 {
		t.Errorf("rotated to a pair: %+v, endpoint %+v", pair, watched)
	}
	if got := count(); got != 3 {
		t.Errorf("%d keys sign", got)
	}
	rotate(0, "")
	if got := count(); got != 1 {
		t.Errorf("%d keys sign though no grace was granted", got)
	}
	rotate(time.Hour, "")
	o.clock.Pass(time.Hour)
	if got := count(); got != 1 {
		t.Errorf("%d keys sign after the grace", got)
	}
	other := o.open("autre@example.fr")
	if _, err := o.RotateSecret(o.ctx, desk.Rotation{Account: other.ID, Endpoint: endpoint}); !errors.Is(err, predate.ErrNotFound) {
		t.Errorf("another account rotated it: %v", err)
	}
}

// The sweeper finds pending deliveries without a job: one whose job the queue
// lost, one that sleeps though nothing holds it back, and one to probe with.
func TestTheSweeperWakes(t *testing.T) {
	o := open(t)
	endpoint := o.callback(predate.Endpoint{})
	order := o.place(o.placing())
	o.clock.Pass(time.Second)
	o.to(order, predate.DossierComplete)
	sweep := func() (woken []int) {
		t.Helper()
		before := o.pile.all()
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
		for i, one := range o.sent(endpoint) {
			if o.pile.all()[one.ID] > before[one.ID] {
				woken = append(woken, i)
			}
		}
		return woken
	}
	want := func(why string, wanted ...int) {
		t.Helper()
		if diff := cmp.Diff(wanted, sweep()); diff != "" {
			t.Errorf("%s: %s", why, diff)
		}
	}
	first, second := o.sent(endpoint)[0].ID, o.sent(endpoint)[1].ID
	if must[bool](t)(o.Sleep(o.ctx, first)) || !must[bool](t)(o.Sleep(o.ctx, second)) {
		t.Error("the first sleeps, or the second does not")
	}
	want("all is well")
	o.clock.Pass(time.Hour)
	want("the first was due an hour ago", 0)
	want("once is enough")
	park := func(until time.Time) {
		o.tx(func(ctx context.Context, tx store.Tx) error {
			return store.PutHealth(ctx, tx, predate.Health{Endpoint: endpoint, Failures: 9, Parked: until})
		})
	}
	park(o.clock.Now().Add(time.Minute))
	if !must[bool](t)(o.Sleep(o.ctx, first)) {
		t.Error("the first does not sleep though its endpoint is parked")
	}
	want("parked")
	o.clock.Pass(time.Minute)
	want("to probe with", 0)
	park(time.Time{})
	if err := o.GiveUp(o.ctx, first); err != nil {
		t.Fatal(err)
	}
	want("released by the first")
	o.tx(func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE deliveries SET asleep = TRUE WHERE id = $1", second)
		return err
	})
	want("its waking was missed", 1)
}
