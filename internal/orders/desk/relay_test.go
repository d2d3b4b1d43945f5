package desk_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// ending is a context that ends at a time of the test's clock.
type ending struct {
	context.Context
	at time.Time
}

// Deadline is that time.
func (e ending) Deadline() (time.Time, bool) { return e.at, true }

// A question of an extranet goes to the operator who stays for it, and his answer
// back, sealed, once.
func TestAnOperatorAnswersASite(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.stopped()
		by := desk.Decision{By: "C. Aubrac", Operator: "opr_1", Role: predate.RoleOperator, Why: "je reste"}
		captcha := predate.SiteQuestion{Kind: predate.AsksCaptcha, Words: "Recopiez", Image: []byte("png")}
		if _, err := o.AskPerson(o.ctx, o.runOf(order), captcha); !errors.Is(err, predate.ErrNotFound) {
			t.Fatalf("somebody is asked though nobody stays: %v", err)
		}
		if err := o.CollectAttended(o.ctx, order.ID, by); err != nil {
			t.Fatal(err)
		}
		run := o.runOf(order)
		relay := func() store.Relay {
			t.Helper()
			r, _, err := o.Relay(o.ctx, order.ID)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := relay(); run.Failure != "" || r.Question != "" || !r.Until.After(o.clock.Now()) {
			t.Fatalf("run %+v, relay %+v", run, r)
		}
		id, err := o.AskPerson(o.ctx, run, captcha)
		if err != nil {
			t.Fatal(err)
		}
		if r := relay(); r.Question != id || r.Words != "Recopiez" || string(r.Image) != "png" {
			t.Errorf("the operator is shown %+v", r)
		}
		if sealed, err := o.TakeAnswer(o.ctx, run, id); err != nil || sealed != nil {
			t.Errorf("an answer before there is one: %v", err)
		}
		refused(t, o.AnswerSite(o.ctx, order.ID, by, "qst_other", "731905"), predate.CodeConflict, "n’attend plus")
		refused(t, o.AnswerSite(o.ctx, order.ID, by, id, "  "), predate.CodeInvalid, "caractères")
		refused(t, o.AnswerSite(o.ctx, order.ID, by, id, predate.Secret(strings.Repeat("x", 65))), predate.CodeInvalid, "caractères")
		if err := o.AnswerSite(o.ctx, order.ID, by, id, " 731905 "); err != nil {
			t.Fatal(err)
		}
		refused(t, o.AnswerSite(o.ctx, order.ID, by, id, "000000"), predate.CodeConflict, "n’attend plus")
		if r := relay(); r.Question != "" || r.Answer != nil {
			t.Errorf("an answered question is shown again: %+v", r)
		}
		sealed := must[[]byte](t)(o.TakeAnswer(o.ctx, run, id))
		if typed, err := o.opener.Open(sealed, desk.AnswerContext(order.ID)); err != nil || typed.Reveal() != "731905" || strings.Contains(string(sealed), "731905") {
			t.Errorf("the worker opens %v", err)
		}
		if _, err := o.TakeAnswer(o.ctx, run, id); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("an answer is given twice: %v", err)
		}
		acts := o.acts(order.ID)
		if !slices.Contains(acts, "C. Aubrac review.relay captcha") || strings.Contains(strings.Join(acts, " "), "731905") {
			t.Errorf("the audit has %q", acts)
		}

		soon := o.clock.Now().Add(time.Minute)
		must[string](t)(o.AskPerson(ending{o.ctx, soon}, run, captcha))
		if r := relay(); !r.Until.Equal(soon) {
			t.Errorf("a collection that ends at %v asks until %v", soon, r.Until)
		}
		again := must[string](t)(o.AskPerson(o.ctx, run, captcha))
		o.clock.Pass(predate.PersonPatience + time.Second)
		refused(t, o.AnswerSite(o.ctx, order.ID, by, again, "731905"), predate.CodeConflict, "n’attend plus")
		if _, err := o.TakeAnswer(o.ctx, run, again); !errors.Is(err, predate.ErrNotFound) {
			t.Errorf("a question outlives its time: %v", err)
		}
		if err := o.EndRelay(o.ctx, run); err != nil {
			t.Fatal(err)
		}
		if _, there, err := o.Relay(o.ctx, order.ID); there || err != nil {
			t.Errorf("a relay outlives its collection: %v", err)
		}
	})
}
