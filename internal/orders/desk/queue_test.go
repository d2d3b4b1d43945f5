package desk_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// section is where an order lies, and why.
func (o *office) section(order predate.OrderID) (predate.QueueSection, predate.Cause) {
	o.t.Helper()
	page := must[desk.QueuePage](o.t)(o.LookAtQueue(o.ctx, desk.QueueLook{Search: string(order)}))
	if len(page.Lines) != 1 {
		o.t.Fatalf("%d rows for %s", len(page.Lines), order)
	}
	return page.Lines[0].Section, page.Lines[0].Cause
}

// does records a step of a run, as the pipeline would.
func (o *office) does(order predate.Order, p desk.Progress) {
	o.t.Helper()
	p.Run = o.runOf(order)
	if err := o.Record(o.ctx, p); err != nil {
		o.t.Fatal(err)
	}
}

// TestSections leads an order through every section of the queue.
func TestSections(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.placing())
		want := func(section predate.QueueSection, cause predate.Cause) {
			t.Helper()
			if gotSection, gotCause := o.section(order.ID); gotSection != section || gotCause != cause {
				t.Errorf("the order is in %s because of %s, want %s because of %s", gotSection, gotCause, section, cause)
			}
		}
		want(predate.QueueWorking, "step_collect")
		o.does(order, desk.Progress{Change: func(r *predate.Run) { r.Failure, r.Again = predate.SiteUnavailable, o.clock.Now().Add(time.Hour) }})
		want(predate.QueueRetrying, "site_unavailable")
		o.does(order, desk.Progress{Review: true, Change: func(r *predate.Run) {
			r.Failure, r.Reasons = predate.Captcha, []string{"L’extranet demande une vérification humaine."}
		}})
		want(predate.QueueStopped, "captcha")
		if err := o.Approve(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: "captcha passé"}); err != nil {
			t.Fatal(err)
		}
		want(predate.QueueWorking, "step_collect")
		o.does(order, desk.Progress{Change: func(r *predate.Run) { r.Collected = true }})
		want(predate.QueueWorking, "step_read")
		reasons := []predate.Reason{predate.Because(predate.ReasonContradicted, predate.KeySupplierDebt, predate.Because(predate.ReasonPapersDiffer))}
		review := desk.Progress{Review: true, Trigger: predate.DossierComplete, Change: func(r *predate.Run) {
			r.Read, r.Outcome, r.Reasons, r.Cause = true, predate.OutcomeReview, []string{"Chiffre contradictoire."}, predate.CauseOf(reasons)
			r.Registration = "AA 1-234-567"
		}}
		o.does(order, review)
		want(predate.QueueDecide, "contradicted:supplier_debt")
		value := predate.Money(100)
		if err := o.Rule(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: "annexe 1"}, []predate.Ruling{{Key: predate.KeySupplierDebt, Value: value}}); err != nil {
			t.Fatal(err)
		}
		want(predate.QueueWorking, "step_read")
		review.Trigger = ""
		o.does(order, review)
		if err := o.Ask(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: "Merci de transmettre l’annexe 1."}, predate.GapDocument); err != nil {
			t.Fatal(err)
		}
		want(predate.QueueWaiting, "operator")
		if _, err := o.AddDocuments(o.ctx, o.account.ID, order.ID, []desk.Upload{{Filename: "a.pdf", Content: strings.NewReader("a"), Origin: predate.FromClient}}, nil); err != nil {
			t.Fatal(err)
		}
		want(predate.QueueWorking, "step_read")
		o.does(order, desk.Progress{Trigger: predate.DossierComplete, Change: func(r *predate.Run) { r.Read, r.Outcome, r.Gaps = true, predate.OutcomeDone, nil }})
		want(predate.QueueWorking, "step_typeset")
		o.to(order, predate.StatementReady)
		want(predate.QueueDone, predate.CauseIssued)
		refreshed := must[predate.Order](t)(o.Refresh(o.ctx, desk.Refreshing{Account: o.account.ID, Order: order.ID, Method: predate.MethodUpload}))
		want(predate.QueueWaiting, predate.CauseRefreshEmpty)
		if err := o.Damaged(o.ctx, o.runOf(refreshed)); err != nil {
			t.Fatal(err)
		}
		want(predate.QueueDecide, predate.CauseFileLost)
		if _, err := o.Cancel(o.ctx, o.account.ID, order.ID); err != nil {
			t.Fatal(err)
		}
		want(predate.QueueClosed, predate.CauseCancelled)
	})
}

// inReview places an order and puts it before the operators.
func (o *office) toDecide(change func(*predate.Order)) predate.Order {
	o.t.Helper()
	p := o.placing()
	if change != nil {
		change(&p.Order)
	}
	order := o.place(p)
	o.does(order, desk.Progress{Review: true, Trigger: predate.DossierComplete, Change: func(r *predate.Run) {
		r.Collected, r.Read, r.Outcome, r.Cause = true, true, predate.OutcomeReview, "papers_differ"
		r.Reasons, r.Registration = []string{"Les pièces se contredisent."}, "AB1 234 567"
	}})
	return order
}

// TestQueuePages goes through a section page by page: every order once, the
// longest waiting first, each with its pace.
func TestQueuePages(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		var want []predate.OrderID
		for range 7 {
			want = append(want, o.toDecide(nil).ID)
			o.clock.Pass(time.Hour)
		}
		o.place(o.placing())
		var got []predate.OrderID
		var paces []desk.Pace
		look := desk.QueueLook{QueueFilter: store.QueueFilter{Section: predate.QueueDecide, Limit: 3}}
		for {
			page := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, look))
			for _, line := range page.Lines {
				got, paces = append(got, line.Order), append(paces, line.Pace)
			}
			if n := page.Counts[predate.QueueDecide].Count; n != 7 || page.Counts[predate.QueueWorking].Count != 1 {
				t.Fatalf("%d to decide, want 7: %+v", n, page.Counts)
			}
			if page.Next == (store.QueueCursor{}) {
				break
			}
			look.After = page.Next
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		wantPaces := []desk.Pace{desk.Late, desk.Late, desk.Late, desk.Soon, desk.OnTime, desk.OnTime, desk.OnTime}
		if !slices.Equal(paces, wantPaces) {
			t.Errorf("paces %v, want %v", paces, wantPaces)
		}
		older := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, desk.QueueLook{QueueFilter: store.QueueFilter{Section: predate.QueueDecide}, Older: 5*time.Hour + time.Minute}))
		if len(older.Lines) != 2 || older.Counts[predate.QueueDecide].Count != 2 {
			t.Errorf("%d orders of more than five hours, counted %d, want 2", len(older.Lines), older.Counts[predate.QueueDecide].Count)
		}
	})
}

// TestSearch finds an order by each thing that operators know of it, however it is
// written, and by nothing else.
func TestSearch(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.toDecide(func(other *predate.Order) { other.Property.City = "Brest" })
		order := o.toDecide(func(order *predate.Order) {
			order.ExternalID = "Dossier/2026-118"
			order.Property = predate.Address{Street: "12 bis rue de l’Évêché", Additional: "Bât. C", Zipcode: "34000", City: "Saint-Éloi"}
			order.Owners = []predate.Owner{{Firstname: "Zoé", Lastname: "Lœillet-Ångström"}, {Lastname: "SCI Αθήνα"}}
			order.Syndic.Name = "Cabinet Ça Gère"
		})
		other := o.open("autre@example.fr")
		for _, asked := range []string{
			string(order.ID), strings.ToLower(string(order.ID)), string(order.ID[:4]), "2026-118", "dossier 118", "eveche", "ÉVÊCHÉ 12", "saint eloi", "34000",
			"loeillet", "angstrom zoe", "αθηνα", "ca gere", "AB1234567 ", "ab1 234 567", "  ZOÉ   evec ",
		} {
			page := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, desk.QueueLook{Search: asked}))
			if !slices.ContainsFunc(page.Lines, func(l desk.Line) bool { return l.Order == order.ID }) {
				t.Errorf("%q finds %d orders, and not the one", asked, len(page.Lines))
			}
		}
		for _, asked := range []string{"zoe brest", "veche", "loeillet 35000", "%", "' OR 1=1 --", "118 119"} {
			look := desk.QueueLook{Search: asked, QueueFilter: store.QueueFilter{Section: predate.QueueWaiting}}
			if page := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, look)); len(page.Lines) > 0 {
				t.Errorf("%q finds %d orders that wait for the client", asked, len(page.Lines))
			}
		}
		for name, filter := range map[string]store.QueueFilter{
			"another client": {Account: other.ID}, "another cause": {Cause: "captcha"}, "tests": {TestMode: new(true)},
			"another section": {Section: predate.QueueStopped}, "an earlier day": {Before: o.clock.Now().Add(-time.Hour)},
		} {
			if page := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, desk.QueueLook{Search: "zoe", QueueFilter: filter})); len(page.Lines) > 0 {
				t.Errorf("%s: %d orders", name, len(page.Lines))
			}
		}
		page := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, desk.QueueLook{Search: "zoe", QueueFilter: store.QueueFilter{
			Account: o.account.ID, Cause: "papers_differ", TestMode: new(false), Section: predate.QueueDecide,
		}}))
		if len(page.Lines) != 1 || page.Lines[0].Email != o.account.Email || page.Lines[0].Owners[0].Firstname != "Zoé" {
			t.Errorf("every filter that fits: %+v", page.Lines)
		}
		if len(page.Causes) != 1 || page.Causes[0].Count != 2 || page.Causes[0].Cause != "papers_differ" {
			t.Errorf("causes %+v", page.Causes)
		}
	})
}

// TestFillQueue makes the rows of orders that were there before the queue was.
func TestFillQueue(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		var orders []predate.Order
		for range 120 {
			orders = append(orders, o.place(o.placing()))
		}
		o.tx(func(ctx context.Context, tx store.Tx) error {
			for _, table := range []string{"queue_words", "queue_rows"} {
				if _, err := tx.Exec(ctx, "DELETE FROM "+table); err != nil {
					return err
				}
			}
			return nil
		})
		for _, want := range []int{2, 0} {
			if batches := must[int](t)(o.FillQueue(o.ctx)); batches != want {
				t.Errorf("%d batches, want %d", batches, want)
			}
		}
		for _, i := range []int{0, 50, 119} {
			if section, _ := o.section(orders[i].ID); section != predate.QueueWorking {
				t.Errorf("order %d is in %q", i, section)
			}
		}
	})
}

// TestChanges: every transaction that changes an order says so, in one sequence,
// and a position is never given twice nor passed over.
func TestChanges(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		first := must[desk.Changes](t)(o.Changes(o.ctx, 0))
		order := o.toDecide(nil)
		changes := must[desk.Changes](t)(o.Changes(o.ctx, first.Last))
		var kinds []string
		for i, change := range changes.All {
			if change.Order != order.ID || change.Position != first.Last+int64(i)+1 || change.At.IsZero() {
				t.Errorf("change %d: %+v", i, change)
			}
			kinds = append(kinds, string(change.Kind))
		}
		if got := strings.Join(kinds, " "); got != "order run order review run" {
			t.Errorf("kinds %q", got)
		}
		refusal := o.Approve(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"})
		refused(t, refusal, predate.CodeInvalid, "motif")
		if more := must[desk.Changes](t)(o.Changes(o.ctx, changes.Last)); len(more.All) > 0 || more.Lost || more.Last != changes.Last {
			t.Errorf("a refused decision leaves %+v", more)
		}
		if ahead := must[desk.Changes](t)(o.Changes(o.ctx, changes.Last+1)); !ahead.Lost {
			t.Error("a position that was never given is not said lost")
		}
		o.clock.Pass(25 * time.Hour)
		o.place(o.placing())
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
		if gone := must[desk.Changes](t)(o.Changes(o.ctx, first.Last)); !gone.Lost {
			t.Error("what was swept is not said lost")
		}
		if kept := must[desk.Changes](t)(o.Changes(o.ctx, changes.Last)); kept.Lost || len(kept.All) != 2 {
			t.Errorf("what is kept: %+v", kept)
		}
	})
}

// TestChangesAmongWriters has writers that keep their transactions open beside
// readers that go on after what they read: each reader sees every change once.
func TestChangesAmongWriters(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		const writers, each = 4, 12
		var orders []predate.Order
		for range writers {
			orders = append(orders, o.place(o.placing()))
		}
		start := must[desk.Changes](t)(o.Changes(o.ctx, 0)).Last
		written := make(chan error, writers)
		for w, order := range orders {
			go func() {
				for i := range each {
					err := o.DB.InTx(o.ctx, func(ctx context.Context, tx store.Tx) error {
						if o.DB.Engine() == store.Postgres && (w+i)%3 == 0 {
							// The change is written, and its transaction goes on for a while.
							store.Changed(tx, order.ID, predate.ChangedThread)
							tx.Late("linger", nil, func(context.Context, store.Tx, []any) error {
								time.Sleep(10 * time.Millisecond)
								return nil
							})
							return nil
						}
						store.Changed(tx, order.ID, predate.ChangedClaim)
						return nil
					})
					if err != nil {
						written <- err
						return
					}
				}
				written <- nil
			}()
		}
		seen := make(chan map[int64]bool)
		readers, over := 3, make(chan struct{})
		for range readers {
			go func() { seen <- o.readChanges(start, over) }()
		}
		for range writers {
			if err := <-written; err != nil {
				t.Error(err)
			}
		}
		close(over)
		for range readers {
			got := <-seen
			for p := start + 1; p <= start+writers*each; p++ {
				if !got[p] {
					t.Errorf("a reader missed the change at %d", p)
				}
			}
			if len(got) != writers*each {
				t.Errorf("a reader saw %d changes, want %d", len(got), writers*each)
			}
		}
	})
}

// readChanges reads on from a position until nothing more comes once the writers
// are done. A position seen twice or backwards counts as one that is too many.
func (o *office) readChanges(after int64, over <-chan struct{}) map[int64]bool {
	seen := map[int64]bool{}
	for last := false; ; {
		changes, err := o.Changes(o.ctx, after)
		if err != nil {
			o.t.Error(err)
			return seen
		}
		for _, change := range changes.All {
			if seen[change.Position] || change.Position <= after {
				o.t.Errorf("position %d comes again after %d", change.Position, after)
			}
			seen[change.Position] = true
		}
		after = changes.Last
		if last && len(changes.All) == 0 {
			return seen
		}
		select {
		case <-over:
			last = true
		default:
		}
	}
}

// TestANewOrderComesIntoTheQueue when somebody looks, or with its first change, be it
// at the same time; whoever hears of it finds it.
func TestANewOrderComesIntoTheQueue(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		for range 10 {
			order := o.place(o.placing())
			done := make(chan error, 3)
			go func() { _, err := o.Changes(o.ctx, 0); done <- err }()
			go func() { _, _, err := o.Levels(o.ctx); done <- err }()
			go func() {
				done <- o.DB.InTx(o.ctx, func(ctx context.Context, tx store.Tx) error {
					store.Changed(tx, order.ID, predate.ChangedRun)
					return nil
				})
			}()
			for range 3 {
				if err := <-done; err != nil {
					t.Fatal(err)
				}
			}
		}
		last := o.place(o.placing())
		if sections, _, err := o.Levels(o.ctx); err != nil || len(sections) != 1 || sections[0].Count != 11 {
			t.Errorf("11 orders are counted as %+v, %v", sections, err)
		}
		if page := must[desk.QueuePage](t)(o.LookAtQueue(o.ctx, desk.QueueLook{Search: "lyon " + string(last.ID)})); len(page.Lines) != 1 {
			t.Errorf("a new order is not found: %+v", page.Lines)
		}
		seen := map[predate.OrderID]int{}
		for _, change := range must[desk.Changes](t)(o.Changes(o.ctx, 0)).All {
			seen[change.Order]++
		}
		if len(seen) != 11 || seen[last.ID] != 2 {
			t.Errorf("changes of %d orders, %d of the last", len(seen), seen[last.ID])
		}
	})
}

// TestQueueRowOfTwoWriters: of two transactions that change different rows of one
// order at the same time, the later leaves the row of the queue as both say.
func TestQueueRowOfTwoWriters(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		for round := range 10 {
			order := o.toDecide(nil)
			done := make(chan error, 2)
			go func() {
				done <- o.Approve(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: fmt.Sprint("vu ", round)})
			}()
			go func() {
				done <- o.DB.InTx(o.ctx, func(ctx context.Context, tx store.Tx) error {
					store.Changed(tx, order.ID, predate.ChangedPaper)
					return nil
				})
			}()
			for range 2 {
				if err := <-done; err != nil {
					t.Fatal(err)
				}
			}
			if section, cause := o.section(order.ID); section != predate.QueueWorking {
				t.Fatalf("an approved order is in %s, because of %s", section, cause)
			}
		}
	})
}
