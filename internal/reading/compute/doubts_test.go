package compute

import (
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/wording"
)

func doubtIDs(doubts []predate.Doubt) []string {
	var out []string
	for _, d := range doubts {
		out = append(out, d.ID)
	}
	return out
}

func openIDs(in Input) []string {
	var out []string
	for _, d := range predate.OpenDoubts(predate.Settle(Doubts(Compute(in)), in.Rulings, nil)) {
		out = append(out, d.ID)
	}
	return out
}

// redDossier has an annexe 1 whose totals do not balance.
func redDossier(t *testing.T) Input {
	s := soundDossier()
	for i := range s.in.Papers {
		if s.in.Papers[i].Part.Kind == predate.KindSchedule1 {
			change(&s.in.Papers[i], predate.FactAssetsTotal, func(v predate.Value) predate.Value { return v.(predate.Money) + 1240 })
		}
	}
	if out := Compute(s.in).Outcome; out.State != predate.OutcomeReview {
		t.Fatalf("the dossier is %s", out.State)
	}
	return s.in
}

func TestDoubtsOfASoundDossier(t *testing.T) {
	if got := Doubts(Compute(soundDossier().in)); len(got) > 0 {
		t.Errorf("doubts of a sound dossier: %v", got)
	}
}

// A figure that papers contradict is one doubt, whose sentence names it, until
// somebody rules on it.
func TestDoubtOfAFigure(t *testing.T) {
	in := disputedDossier(t)
	got := Doubts(Compute(in))
	i := slices.Index(doubtIDs(got), "figure.condominium_arrears")
	if i < 0 || got[i].Key != predate.KeyArrears || !strings.Contains(got[i].Says, "contredisent") {
		t.Fatalf("doubts %+v", got)
	}
	for _, d := range got[1:] {
		if strings.Contains(d.Says, "charges impayées") {
			t.Errorf("the same doubt twice: %+v", d)
		}
	}
	before := doubtIDs(got)
	for n, p := range in.Papers {
		if strings.HasPrefix(p.File, "autre ") {
			change(&in.Papers[n], predate.KeyArrears, func(v predate.Value) predate.Value { return v.(predate.Money) + 7 })
		}
	}
	if after := doubtIDs(Doubts(Compute(in))); !slices.Equal(before, after) {
		t.Errorf("another amount makes another doubt: %v, then %v", before, after)
	}
	in.Rulings = []predate.Ruling{ruling(predate.KeyArrears, predate.Money(123456))}
	if open := openIDs(in); len(open) > 0 {
		t.Errorf("open after the ruling: %v", open)
	}
	settled := predate.Settle(Doubts(Compute(in)), in.Rulings, nil)
	if len(settled) != 1 || settled[0].State != predate.DoubtDecided || settled[0].By != "A. Martin" || settled[0].Why == "" {
		t.Errorf("settled %+v", settled)
	}
}

// A red gate is a doubt beside the figures under it, and is answered once an
// operator ruled on all of them.
func TestDoubtOfAGate(t *testing.T) {
	in := redDossier(t)
	got := Doubts(Compute(in))
	ids := doubtIDs(got)
	gate := slices.Index(ids, "gate.schedule_1.balance")
	if gate < 1 || got[gate].Gate != "schedule_1.balance" || !slices.Contains(ids, "figure.condominium_arrears") {
		t.Fatalf("doubts %v", ids)
	}
	if slices.ContainsFunc(got[gate+1:], func(d predate.Doubt) bool { return d.Code == predate.ReasonGateNotMet && d.Gate == "" }) {
		t.Errorf("the gate is a doubt and a reason: %v", ids)
	}
	values := Compute(soundDossier().in).Figures
	for _, d := range got {
		if d.Key != "" {
			in.Rulings = append(in.Rulings, ruling(d.Key, values[d.Key].Value))
		}
	}
	if open := openIDs(in); len(open) > 0 {
		t.Errorf("open after rulings on all figures under the gate: %v", open)
	}
	for _, d := range predate.Settle(Doubts(Compute(in)), in.Rulings, nil) {
		if d.Gate != "" && (d.State != predate.DoubtDecided || d.By != "A. Martin") {
			t.Errorf("the gate is %+v", d)
		}
	}
	in.Rulings = in.Rulings[1:]
	if open := openIDs(in); !slices.Contains(open, "gate.schedule_1.balance") {
		t.Errorf("the gate is answered while a figure under it is not ruled on: %v", open)
	}
}

// A paper of which pages could not be read is a doubt that names it; looking at
// them settles it, also before the dossier is read again.
func TestDoubtOfAPaper(t *testing.T) {
	s := soundDossier()
	s.in.Documents = append(s.in.Documents, predate.ReadDocument{File: "Scan 7.pdf", Pages: 2, UnreadPages: []predate.UnreadPage{{Number: 2, Reason: "illisible"}}})
	got := Doubts(Compute(s.in))
	if len(got) != 1 || got[0].File != "Scan 7.pdf" || got[0].Code != predate.ReasonMayWeigh {
		t.Fatalf("doubts %+v", got)
	}
	seen := []predate.Ruling{{File: "Scan 7.pdf", By: "A. Martin", On: date("2026-05-18"), Why: "page blanche"}}
	before := predate.Settle(got, seen, nil)
	s.in.Rulings = seen
	after := predate.Settle(Doubts(Compute(s.in)), seen, nil)
	for _, settled := range [][]predate.SettledDoubt{before, after} {
		if len(settled) != 1 || settled[0].State != predate.DoubtDecided || settled[0].ID != got[0].ID || settled[0].File != "Scan 7.pdf" {
			t.Errorf("settled %+v", settled)
		}
	}
}

// Every reason of an outcome is a doubt, or is about one.
func TestNoReasonIsLost(t *testing.T) {
	for name, in := range map[string]Input{"disputed": disputedDossier(t), "red": redDossier(t)} {
		s := Compute(in)
		doubts := Doubts(s)
		for _, reason := range s.Outcome.Reasons {
			says := wording.Of(reason)
			if !slices.ContainsFunc(doubts, func(d predate.Doubt) bool {
				return strings.Contains(d.Says, says) || d.Gate != "" && strings.Contains(d.Says, wording.Of(reason.About[0].(predate.Reason)))
			}) {
				t.Errorf("%s: %q is no doubt of %v", name, says, doubtIDs(doubts))
			}
		}
	}
}

// An acknowledgement counts while the doubt says the same.
func TestAcknowledgedDoubt(t *testing.T) {
	doubts := Doubts(Compute(disputedDossier(t)))
	a := predate.Acknowledgement{Doubt: doubts[0].ID, Says: doubts[0].Says, By: "C. Aubrac", Operator: "op_1", On: date("2026-05-18"), Why: "vu"}
	got := predate.Settle(doubts, nil, []predate.Acknowledgement{a})
	if got[0].State != predate.DoubtAcknowledged || got[0].By != "C. Aubrac" || got[0].Operator != "op_1" {
		t.Errorf("acknowledged %+v", got[0])
	}
	a.Says += " et plus"
	if got := predate.Settle(doubts, nil, []predate.Acknowledgement{a}); got[0].State != predate.DoubtOpen {
		t.Errorf("another doubt is acknowledged: %+v", got[0])
	}
}

// What a ruling changes is told by gates, doubts and figures.
func TestCompare(t *testing.T) {
	in := disputedDossier(t)
	before := Compute(in)
	in.Rulings = []predate.Ruling{ruling(predate.KeyArrears, predate.Money(123456))}
	got := Compare(before, Compute(in))
	if len(got.Settled) != 1 || got.Settled[0].Key != predate.KeyArrears || len(got.Raised) > 0 || len(got.Green)+len(got.Red) > 0 {
		t.Errorf("change %+v", got)
	}
	if !slices.Contains(got.Figures, predate.KeyArrears) || slices.Contains(got.Figures, predate.KeySupplierDebt) {
		t.Errorf("figures %v", got.Figures)
	}
	back := Compare(Compute(in), before)
	if len(back.Raised) != 1 || len(back.Settled) > 0 {
		t.Errorf("back %+v", back)
	}
	sound, red := Compute(soundDossier().in), Compute(redDossier(t))
	if got := Compare(sound, red); !slices.Contains(got.Red, "schedule_1.balance") {
		t.Errorf("a gate turned red: %+v", got)
	}
	if got := Compare(red, sound); !slices.Contains(got.Green, "schedule_1.balance") {
		t.Errorf("a gate turned green: %+v", got)
	}
}
