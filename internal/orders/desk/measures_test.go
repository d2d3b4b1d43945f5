package desk_test

import (
	"testing"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// efforts drives three orders through decisions whose figures are computed by hand:
// what four doubts took, one that nobody measured, one that was undone, one that
// another person overturned, and a statement that no person saw.
func efforts(t *testing.T, o *office) (second predate.Order) {
	t.Helper()
	did := func(err error) {
		t.Helper()
		o.clock.Pass(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
	}
	took := func(by desk.Decision, strokes, seconds int) desk.Decision {
		by.Effort = desk.Effort{Strokes: strokes, Visible: time.Duration(seconds) * time.Second}
		return by
	}
	arrears := func(cents predate.Money) []predate.Ruling {
		return []predate.Ruling{{Key: predate.KeyArrears, Value: cents}}
	}
	first, second := o.place(o.placing()), o.place(o.placing())
	straight := o.place(o.placing())
	o.to(straight, predate.DossierComplete, predate.StatementReady)
	o.readWith(first, predate.DossierComplete, arrearsDoubt, gateDoubt)
	o.readWith(second, predate.DossierComplete, arrearsDoubt, gateDoubt)
	did(o.Acknowledge(o.ctx, first.ID, took(aubrac, 2, 10), gateDoubt.ID))
	did(o.Rule(o.ctx, first.ID, took(aubrac, 4, 30), arrears(100)))
	did(o.Rule(o.ctx, first.ID, took(durand, 1, 5), arrears(200)))
	did(o.Acknowledge(o.ctx, second.ID, took(durand, 6, 20), gateDoubt.ID))
	did(o.Rule(o.ctx, second.ID, took(durand, 9, 60), arrears(300)))
	did(o.Undo(o.ctx, second.ID, durand, time.Hour))
	o.readWith(second, "", arrearsDoubt, gateDoubt)
	did(o.Acknowledge(o.ctx, second.ID, aubrac, arrearsDoubt.ID)) // nobody measured
	o.readWith(first, "", arrearsDoubt, gateDoubt)
	did(o.Approve(o.ctx, first.ID, aubrac))
	o.to(first, predate.StatementReady)
	return second
}

func TestMeasures(t *testing.T) {
	onBothEngines(t, func(t *testing.T, o *office) {
		o.Promise = 5 * time.Minute
		second := efforts(t, o)
		today := predate.DateOf(o.clock.Now())
		m := must[desk.Measures](t)(o.Measures(o.ctx, today.AddDays(-1), today))
		// Settled and measured: 2 keys 10 s, 4 keys 30 s, 1 key 5 s, 6 keys 20 s.
		if want := (desk.Spread{Count: 4, MedianStrokes: 2, MostStrokes: 6, MedianVisible: 10 * time.Second, MostVisible: 30 * time.Second}); m.Doubts != want {
			t.Errorf("doubts %+v, want %+v", m.Doubts, want)
		}
		// The first order took 7 keys and 45 s; the second 15 and 80 s, what was undone among them.
		if want := (desk.Spread{Count: 2, MedianStrokes: 7, MostStrokes: 15, MedianVisible: 45 * time.Second, MostVisible: 80 * time.Second}); m.Orders != want {
			t.Errorf("orders %+v, want %+v", m.Orders, want)
		}
		if m.Rulings != 2 || m.Overturned != 1 {
			t.Errorf("%d of %d rulings overturned, want 1 of 2", m.Overturned, m.Rulings)
		}
		if len(m.Days) != 2 || m.Days[1] != (desk.DoneDay{Day: today, Done: 2, Straight: 1}) || m.Days[0].Done != 0 {
			t.Errorf("days %+v", m.Days)
		}
		arrears := m.Figures[0]
		if arrears.Figure != predate.KeyArrears || arrears.Count != 3 || arrears.Visible != 35*time.Second || arrears.Last != second.ID || arrears.Spread.MedianVisible != 5*time.Second {
			t.Errorf("costliest figure %+v", arrears)
		}
		if gate := m.Figures[1]; gate.Gate != "schedule_1.list" || gate.Count != 2 || gate.Visible != 30*time.Second {
			t.Errorf("second figure %+v", gate)
		}
		if cause := m.Causes[0]; cause.Cause != predate.ReasonContradicted || cause.Visible != 35*time.Second {
			t.Errorf("costliest cause %+v", cause)
		}
		if place := m.Places[0]; place.Syndic != "Cabinet Essai" || place.Figure != predate.KeyArrears || place.Cause != predate.ReasonContradicted {
			t.Errorf("costliest place %+v", place)
		}
		if len(m.Persons) != 2 || m.Persons[0].Person != durand.By || m.Persons[0].Count != 2 || m.Persons[1].Count != 3 {
			t.Errorf("persons %+v", m.Persons)
		}
		// The first review took seven minutes; the second order still waits, beyond the promise.
		if m.Closed != 1 || m.Kept != 0 || m.Waiting[4].Count != 0 || m.Waiting[3].Count != 1 || m.Oldest != 8*time.Minute || m.Stopped != 0 {
			t.Errorf("closed %d, kept %d, waiting %+v, oldest %v", m.Closed, m.Kept, m.Waiting, m.Oldest)
		}
		if again := must[desk.Measures](t)(o.Measures(o.ctx, today.AddDays(-9), today.AddDays(-2))); again.Doubts.Count+again.Rulings+again.Closed != 0 || len(again.Days) != 8 {
			t.Errorf("another week has %+v", again)
		}
		o.clock.Pass(2 * time.Hour)
		o.Retention.Audit = time.Hour
		if err := o.Sweep(o.ctx); err != nil {
			t.Fatal(err)
		}
		if old := must[desk.Measures](t)(o.Measures(o.ctx, today, today)); old.Doubts.Count+old.Rulings+len(old.Persons) != 0 {
			t.Errorf("beyond its time there is %+v", old)
		}
	})
}

// What a browser says is believed within bounds, and not at all without a time.
func TestEffortsAreBounded(t *testing.T) {
	o := open(t)
	order := o.place(o.placing())
	o.readWith(order, predate.DossierComplete, arrearsDoubt, gateDoubt)
	for _, sent := range []struct {
		doubt string
		desk.Effort
	}{{gateDoubt.ID, desk.Effort{Strokes: -5, Visible: 900 * time.Hour}}, {arrearsDoubt.ID, desk.Effort{Strokes: 7, Visible: -time.Second}}} {
		by := aubrac
		by.Effort = sent.Effort
		if err := o.Acknowledge(o.ctx, order.ID, by, sent.doubt); err != nil {
			t.Fatal(err)
		}
	}
	today := predate.DateOf(o.clock.Now())
	m := must[desk.Measures](t)(o.Measures(o.ctx, today, today))
	if want := (desk.Spread{Count: 1, MedianVisible: time.Hour, MostVisible: time.Hour}); m.Doubts != want {
		t.Errorf("doubts %+v, want %+v", m.Doubts, want)
	}
}
