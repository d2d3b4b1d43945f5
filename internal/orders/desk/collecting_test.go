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

// stopped places an order whose collection stopped at a captcha and lies before the
// operators; its extranet gave one paper and lists another.
func (o *office) stopped() predate.Order {
	o.t.Helper()
	order := o.place(o.placing())
	run := o.runOf(order)
	listed := []predate.ListedPaper{{RemoteID: "doc/1", Title: "PV AG 2025", Hint: predate.TypeMinutes}, {RemoteID: "doc/2", Title: "DTA", Hint: predate.TypeAsbestos}}
	if err := o.Listed(o.ctx, run, listed); err != nil {
		o.t.Fatal(err)
	}
	had := desk.Upload{Filename: "PV AG 2025.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF- minutes"), Origin: predate.FromExtranet, RemoteID: "doc/1"}
	if err := o.Collected(o.ctx, run, had); err != nil {
		o.t.Fatal(err)
	}
	o.does(order, desk.Progress{Review: true, Change: func(r *predate.Run) {
		r.Failure, r.FailureText, r.Stage, r.FailedAt = predate.Captcha, "Êtes-vous un robot ?", predate.StageLogin, o.clock.Now()
		r.Attempts, r.Repeats, r.Final, r.Reasons = 2, 2, true, []string{"L’extranet demande une vérification humaine."}
	}})
	return order
}

func (o *office) collecting(order predate.Order) desk.Collecting {
	o.t.Helper()
	return must[desk.Collecting](o.t)(o.Collecting(o.ctx, order.ID))
}

func TestAStoppedCollectionIsSeen(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.stopped()
		c := o.collecting(order)
		if !c.Stopped() || c.Retrying() || !c.Open() || c.Review == nil || c.Run.Stage != predate.StageLogin || !c.Run.FailedAt.Equal(o.clock.Now()) {
			t.Errorf("the collection is %+v", c.Run)
		}
		if len(c.Documents) != 1 || len(c.Listed) != 1 || c.Listed[0].Title != "DTA" || !c.Until.Equal(o.clock.Now().Add(72*time.Hour)) {
			t.Errorf("%d papers, listed %+v, codes until %s", len(c.Documents), c.Listed, c.Until)
		}
	})
}

// What an operator fetches himself is read only once he says that it is all, and
// what the extranet lists is no longer named as lacking when he had it.
func TestAnOperatorEndsACollection(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.stopped()
		by := desk.Decision{By: "C. Aubrac", Operator: "opr_1", Role: predate.RoleOperator, Why: "récupérées sur l’extranet"}
		given := desk.Given{By: by.By, Operator: by.Operator, From: "l’extranet du syndic", How: "à la main", More: true}
		file := func(name, remoteID string) []desk.Upload {
			return []desk.Upload{{Filename: name, MediaType: "application/pdf", Content: strings.NewReader("%PDF- " + name), RemoteID: remoteID, Comment: "DTA"}}
		}
		for range 2 { // the same again changes nothing
			if err := o.GiveDocuments(o.ctx, order.ID, given, file("dta.pdf", "doc/2")); err != nil {
				t.Fatal(err)
			}
		}
		refused(t, o.GiveDocuments(o.ctx, order.ID, given, file("autre.pdf", "doc/2")), predate.CodeConflict, "ne propose plus")
		c := o.collecting(order)
		dta := func(d predate.Document) bool {
			return d.Filename == "dta.pdf" && d.Origin == predate.FromOperator && d.Comment == "Remis par l’extranet du syndic, à la main : DTA"
		}
		if !c.Stopped() || c.Review == nil || len(c.Listed) != 0 || len(c.Documents) != 2 || !slices.ContainsFunc(c.Documents, dta) {
			t.Fatalf("stopped %v, listed %+v, papers %+v", c.Stopped(), c.Listed, c.Documents)
		}
		if remotes := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Remotes; len(remotes) != 2 {
			t.Errorf("a refresh would fetch again what is there: %v", remotes)
		}

		durand := desk.Decision{By: "B. Durand", Operator: "opr_2", Role: predate.RoleOperator}
		if _, err := o.ClaimOrder(o.ctx, order.ID, durand); err != nil {
			t.Fatal(err)
		}
		refused(t, o.EndCollection(o.ctx, order.ID, by), predate.CodeConflict, "B. Durand travaille")
		if err := o.ReleaseOrder(o.ctx, order.ID, durand); err != nil {
			t.Fatal(err)
		}
		refused(t, o.EndCollection(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}), predate.CodeInvalid, "motif")
		if err := o.EndCollection(o.ctx, order.ID, by); err != nil {
			t.Fatal(err)
		}
		run := o.runOf(order)
		if !run.Collected || run.Read || run.Failure != "" || run.Ahead() != predate.StepRead || !run.CollectedAt.Equal(o.clock.Now()) {
			t.Errorf("the run is %+v", run)
		}
		if c := o.collecting(order); c.Review != nil || c.Stopped() {
			t.Error("it waits for an operator still")
		}
		if acts := o.acts(order.ID); !slices.Contains(acts, "C. Aubrac review.end_collection récupérées sur l’extranet") {
			t.Errorf("the audit has %q", acts)
		}
		refused(t, o.EndCollection(o.ctx, order.ID, by), predate.CodeConflict, "n’est pas arrêtée")
	})
}

// A client who was told of a failure is waited for no longer, once an operator had
// the papers all the same.
func TestACollectionThatWaitsForTheClientIsEnded(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	by := desk.Decision{By: "C. Aubrac", Why: "le syndic a envoyé les pièces"}
	refused(t, o.EndCollection(o.ctx, order.ID, by), predate.CodeConflict, "n’est pas arrêtée")
	o.does(order, desk.Progress{Trigger: predate.DossierLacking, Change: func(r *predate.Run) { r.Failure = predate.SecondFactor }})
	refused(t, o.EndCollection(o.ctx, order.ID, by), predate.CodeConflict, "aucune pièce")
	given := desk.Given{By: by.By, From: "le syndic", How: "courriel", More: true}
	if err := o.GiveDocuments(o.ctx, order.ID, given, []desk.Upload{{Filename: "a.pdf", Content: strings.NewReader("%PDF- a")}}); err != nil {
		t.Fatal(err)
	}
	if o.runOf(order).Collected {
		t.Error("it is read before the operator said that it is all")
	}
	if err := o.EndCollection(o.ctx, order.ID, by); err != nil || !o.runOf(order).Collected {
		t.Errorf("%v, collected %v", err, o.runOf(order).Collected)
	}
	if _, err := o.Cancel(o.ctx, o.account.ID, order.ID); err != nil {
		t.Fatal(err)
	}
	refused(t, o.EndCollection(o.ctx, order.ID, by), predate.CodeConflict, "annulée")
}

func TestAStoppedCollectionIsTriedWhenAnOperatorSays(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		by := desk.Decision{By: "C. Aubrac", Why: "le site revient demain"}
		order := o.stopped()
		tomorrow := o.clock.Now().Add(24 * time.Hour)
		refused(t, o.CollectAgain(o.ctx, order.ID, by, o.clock.Now().Add(73*time.Hour)), predate.CodeInvalid, "effacés")
		if err := o.CollectAgain(o.ctx, order.ID, by, tomorrow); err != nil {
			t.Fatal(err)
		}
		run := o.runOf(order)
		if !run.Again.Equal(tomorrow) || run.Final || run.Failure != predate.Captcha || run.Collected {
			t.Errorf("the run is %+v", run)
		}
		if section, cause := o.section(order.ID); section != predate.QueueRetrying || cause != "captcha" || !o.collecting(order).Retrying() {
			t.Errorf("the order is in %s because of %s", section, cause)
		}
		if err := o.CollectAgain(o.ctx, order.ID, by, time.Time{}); err != nil || !o.runOf(order).Again.IsZero() {
			t.Errorf("who put it off may not have it tried now: %v", err)
		}
		refused(t, o.CollectAgain(o.ctx, order.ID, by, time.Time{}), predate.CodeConflict, "n’est pas arrêtée")

		at := o.stopped()
		if err := o.CollectAgain(o.ctx, at.ID, by, time.Time{}); err != nil {
			t.Fatal(err)
		}
		if run := o.runOf(at); run.Failure != "" || !run.Again.IsZero() || run.Stage != predate.StageLogin {
			t.Errorf("the run is %+v", run)
		}
		if acts := o.acts(at.ID); len(acts) != 1 || !strings.HasPrefix(acts[0], "C. Aubrac review.collect_again") {
			t.Errorf("the audit has %q", acts)
		}

		gone := o.stopped()
		o.tx(func(ctx context.Context, tx store.Tx) error { return store.EraseCredentials(ctx, tx, gone.ID) })
		refused(t, o.CollectAgain(o.ctx, gone.ID, by, time.Time{}), predate.CodeConflict, "ne sont plus conservés")
	})
}

// A password is opened only behind its trace, for a lead who is named.
func TestAPasswordIsShownBehindItsTrace(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.stopped()
		lead := desk.Decision{By: "L. Ferry", Operator: "opr_9", Role: predate.RoleLead, Why: "captcha à la main"}
		opened := func(sealed []byte, context string) (predate.Secret, error) {
			if acts := o.acts(order.ID); len(acts) != 1 || acts[0] != "L. Ferry review.reveal captcha à la main" {
				t.Errorf("a password is opened while the audit has %q", acts)
			}
			return o.opener.Open(sealed, context)
		}
		for name, by := range map[string]desk.Decision{
			"an operator":     {By: "C. Aubrac", Operator: "opr_1", Role: predate.RoleOperator, Why: "x"},
			"nobody":          {By: "L. Ferry", Role: predate.RoleLead, Why: "x"},
			"no role":         {By: "L. Ferry", Operator: "opr_9", Why: "x"},
			"without reasons": {By: "L. Ferry", Operator: "opr_9", Role: predate.RoleLead},
		} {
			got, err := o.Reveal(o.ctx, order.ID, by, opened)
			if refusal := (*predate.Error)(nil); !errors.As(err, &refusal) || got != (desk.Credentials{}) {
				t.Errorf("%s: %v", name, err)
			}
		}
		got, err := o.Reveal(o.ctx, order.ID, lead, opened)
		if err != nil || got.Username.Reveal() != "A123456" || got.Password.Reveal() != "hunter2" {
			t.Errorf("%v", err)
		}
		o.tx(func(ctx context.Context, tx store.Tx) error { return store.EraseCredentials(ctx, tx, order.ID) })
		_, err = o.Reveal(o.ctx, order.ID, lead, opened)
		refused(t, err, predate.CodeNotFound, "ne sont plus conservés")
		if acts := o.acts(order.ID); len(acts) != 1 {
			t.Errorf("what was not shown is in the audit: %q", acts)
		}
	})
}

// Papers that a client sends after a failed collection end it as an operator does:
// nothing is left of why it had failed, and it is not tried again.
func TestPapersOfTheClientEndACollection(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	err := o.Record(o.ctx, desk.Progress{Run: o.runOf(order), Change: func(r *predate.Run) {
		r.Failure, r.FailureText, r.Final, r.Again, r.Reasons = predate.Captcha, "HTTP 503", true, o.Now().Add(time.Hour), []string{"Le site est en panne."}
	}})
	if err != nil {
		t.Fatal(err)
	}
	paper := desk.Upload{Filename: "a.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF"), Origin: predate.FromClient}
	if _, err := o.AddDocuments(o.ctx, o.account.ID, order.ID, []desk.Upload{paper}, nil); err != nil {
		t.Fatal(err)
	}
	run := o.runOf(order)
	if !run.Collected || !run.CollectedAt.Equal(o.Now()) || run.Failure != "" || run.FailureText != "" || run.Final || !run.Again.IsZero() || run.Reasons != nil {
		t.Errorf("the run: %+v", run)
	}
}

// The paper that a document was given for is kept as it was said.
func TestWhatADocumentWasGivenFor(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	paper := desk.Upload{Filename: "a.pdf", MediaType: "application/pdf", Content: strings.NewReader("%PDF"), Comment: "annexe : l’annexe 1"}
	given := desk.Given{By: "C. Aubrac", From: "le syndic : M. Essai", How: "courriel"}
	if err := o.GiveDocuments(o.ctx, order.ID, given, []desk.Upload{paper}); err != nil {
		t.Fatal(err)
	}
	got := must[desk.Case](t)(o.Case(o.ctx, order.Run)).Documents[0]
	if got.GivenFor != "annexe : l’annexe 1" || got.Comment != "Remis par le syndic : M. Essai, courriel : annexe : l’annexe 1" {
		t.Errorf("given for %q: %q", got.GivenFor, got.Comment)
	}
}
