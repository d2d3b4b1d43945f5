package desk_test

import (
	"strings"
	"testing"

	"predate"
	"predate/internal/keeping/store"
	"predate/internal/orders/desk"
)

// readWith drives the order's run through a reading that leaves doubts.
func (o *office) readWith(order predate.Order, trigger predate.Trigger, doubts ...predate.Doubt) {
	o.t.Helper()
	err := o.Record(o.ctx, desk.Progress{
		Run: o.runOf(order), Trigger: trigger, Review: true,
		Change: func(r *predate.Run) {
			r.Collected, r.Read, r.ReportHash = true, true, "ab"
			r.Outcome, r.Reasons, r.Doubts = predate.OutcomeReview, []string{"Les pièces se contredisent."}, doubts
		},
	})
	if err != nil {
		o.t.Fatal(err)
	}
}

var (
	arrearsDoubt = predate.Doubt{ID: predate.DoubtOfFigure(predate.KeyArrears), Code: predate.ReasonContradicted, Key: predate.KeyArrears, Says: "12 345,67 ou 12 354,67"}
	gateDoubt    = predate.Doubt{ID: predate.DoubtOfGate("schedule_1.list"), Code: predate.ReasonGateNotMet, Gate: "schedule_1.list", Says: "12,40 de trop"}
)

func (o *office) doubts(order predate.Order) map[string]predate.DoubtState {
	o.t.Helper()
	states := map[string]predate.DoubtState{}
	for _, d := range must[[]predate.SettledDoubt](o.t)(o.Doubts(o.ctx, order.ID)) {
		states[d.ID] = d.State
	}
	return states
}

// A doubt is acknowledged by itself, with who and why, in one transaction with its
// trace; it counts until the doubt is another, and nothing is read again.
func TestAcknowledge(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		order := o.place(o.placing())
		o.readWith(order, predate.DossierComplete, arrearsDoubt, gateDoubt)
		by := desk.Decision{By: "C. Aubrac", Operator: "op_1", Why: "écart d’arrondi"}
		refused(t, o.Acknowledge(o.ctx, order.ID, desk.Decision{By: "C. Aubrac"}, gateDoubt.ID), predate.CodeInvalid, "un nom et un motif")
		refused(t, o.Acknowledge(o.ctx, order.ID, by, "gate.none"), predate.CodeNotFound, "n’a plus ce doute")
		if err := o.Acknowledge(o.ctx, order.ID, by, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		if run := o.runOf(order); !run.Read {
			t.Error("the dossier is read again")
		}
		i := must[desk.Inquiry](t)(o.Inquiry(o.ctx, order.ID))
		if len(i.Doubts) != 2 || i.Doubts[0].State != predate.DoubtOpen || i.Doubts[1].State != predate.DoubtAcknowledged ||
			i.Doubts[1].Operator != "op_1" || i.Doubts[1].Why != by.Why || i.Doubts[1].On != predate.DateOf(o.clock.Now()) {
			t.Errorf("doubts %+v", i.Doubts)
		}
		acts := o.acts(order.ID)
		if want := "C. Aubrac review.acknowledge gate.schedule_1.list: écart d’arrondi"; len(acts) != 1 || acts[0] != want {
			t.Errorf("acts %v", acts)
		}
		if entries := must[[]store.AuditEntry](t)(o.Acts(o.ctx, order.ID)); entries[0].Operator != "op_1" || entries[0].About != gateDoubt.ID || entries[0].Value != gateDoubt.Says || entries[0].Why != by.Why {
			t.Errorf("the audit has no operator, or not what was seen and why: %+v", entries)
		}

		if err := o.Rule(o.ctx, order.ID, by, []predate.Ruling{{Key: predate.KeyArrears, Value: predate.Money(1)}}); err != nil {
			t.Fatal(err)
		}
		if got := o.doubts(order); got[arrearsDoubt.ID] != predate.DoubtDecided || got[gateDoubt.ID] != predate.DoubtAcknowledged {
			t.Errorf("after a ruling: %v", got)
		}
		refused(t, o.Acknowledge(o.ctx, order.ID, by, gateDoubt.ID), predate.CodeConflict, "en cours de relecture")
		changed := gateDoubt
		changed.Says = "112,40 de trop"
		o.readWith(order, "", changed)
		if got := o.doubts(order); got[gateDoubt.ID] != predate.DoubtOpen || got[arrearsDoubt.ID] != predate.DoubtDecided {
			t.Errorf("after the gate changed: %v", got)
		}
		refused(t, o.Acknowledge(o.ctx, order.ID, by, arrearsDoubt.ID), predate.CodeConflict, "déjà tranché par C. Aubrac")

		if err := o.Unacknowledge(o.ctx, order.ID, by, gateDoubt.ID); err != nil {
			t.Fatal(err)
		}
		refused(t, o.Unacknowledge(o.ctx, order.ID, by, gateDoubt.ID), predate.CodeNotFound, "pris acte")
		if acts := strings.Join(o.acts(order.ID), "\n"); !strings.Contains(acts, "review.unacknowledge gate.schedule_1.list") {
			t.Errorf("acts %s", acts)
		}
	})
}

// A reading from before doubts were kept shows its reasons.
func TestDoubtsOfAnOlderReading(t *testing.T) {
	o := open(t)
	order := o.inReview()
	got := must[[]predate.SettledDoubt](t)(o.Doubts(o.ctx, order.ID))
	if len(got) != 1 || got[0].Says != "Les pièces se contredisent." || got[0].State != predate.DoubtOpen {
		t.Fatalf("doubts %+v", got)
	}
	if err := o.Acknowledge(o.ctx, order.ID, desk.Decision{By: "C. Aubrac", Why: "vu"}, got[0].ID); err != nil {
		t.Fatal(err)
	}
	if got := o.doubts(order); got[must[[]predate.SettledDoubt](t)(o.Doubts(o.ctx, order.ID))[0].ID] != predate.DoubtAcknowledged {
		t.Errorf("doubts %v", got)
	}
}
