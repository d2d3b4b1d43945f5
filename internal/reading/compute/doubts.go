package compute

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// Doubts lists what a person must settle of a statement: first the figures, in
// their order, then the red gates, then the other reasons of its outcome. A reason that is
// about a figure that is listed, or about a gate, is no doubt of its own. It asks for
// a statement as it was computed: one that was kept has the words of its reasons alone.
func Doubts(s predate.Statement) []predate.Doubt {
	d := &doubting{Statement: s, about: map[predate.Key]predate.Reason{}, gates: map[string]bool{}}
	d.sort()
	out := d.figures()
	out = append(out, d.redGates()...)
	for _, reason := range d.others {
		out = append(out, d.other(reason))
	}
	return distinguish(out)
}

// doubting sorts the reasons of an outcome by what they are about.
type doubting struct {
	predate.Statement
	about  map[predate.Key]predate.Reason // the figures that a reason names
	gates  map[string]bool                // that a reason says are not met
	others []predate.Reason
}

func (d *doubting) sort() {
	for _, reason := range d.Outcome.Reasons {
		switch key, named := keyOf(reason); {
		case reason.Code == predate.ReasonGateNotMet && d.notMet(reason):
		case named && !settled(d.Figure(key)):
			d.about[key] = reason
		case !d.borne(reason):
			d.others = append(d.others, reason)
		}
	}
}

// keyOf returns the figure that a reason names as the one in doubt.
func keyOf(reason predate.Reason) (predate.Key, bool) {
	switch reason.Code {
	case predate.ReasonContradicted, predate.ReasonNotEstablished, predate.ReasonToConfirm:
		key, ok := reason.About[0].(predate.Key)
		return key, ok
	}
	return "", false
}

// notMet notes the gates that a reason is about; false where there is none.
func (d *doubting) notMet(reason predate.Reason) bool {
	found := false
	for _, g := range d.Gates {
		if g.Status == predate.GateRed && within(g.Detail, reason.About[0]) {
			d.gates[g.ID], found = true, true
		}
	}
	return found
}

// within reports whether a detail is one of those that a gate puts together.
func within(all predate.Reason, term predate.Term) bool {
	one, ok := term.(predate.Reason)
	if !ok {
		return false
	}
	if all.Equal(one) {
		return true
	}
	return all.Code == predate.ReasonAnd && slices.ContainsFunc(all.About, func(t predate.Term) bool {
		part, ok := t.(predate.Reason)
		return ok && within(part, one)
	})
}

// borne notes the figures without a value that bear a reason as their own; false
// where there is none.
func (d *doubting) borne(reason predate.Reason) bool {
	found := false
	for key, f := range d.Figures {
		if !settled(f) && f.Derivation.Equal(reason) {
			found = true
			if _, named := d.about[key]; !named {
				d.about[key] = reason
			}
		}
	}
	return found
}

// settled reports whether nobody needs to look at a figure: it has a value, the
// law does not ask for it, or an operator decided it.
func settled(f predate.Figure) bool {
	return isRuled(f) || f.Status != predate.StatusMissing && f.Status != predate.StatusConflicting
}

// figures lists those that are conflicting, those that the law asks for and
// nothing gives, and those that a reason is about.
func (d *doubting) figures() []predate.Doubt {
	var out []predate.Doubt
	for _, entry := range predate.Figures() {
		f := d.Figure(entry.Key)
		_, stated := d.Figures[entry.Key]
		reason, named := d.about[entry.Key]
		needed := named || stated && (f.Status == predate.StatusConflicting || entry.Is(predate.Decisive))
		if settled(f) || !needed {
			continue
		}
		reason = reason.Or(f.Derivation).Or(predate.Because(predate.ReasonNotEstablished, entry.Key, predate.Because(predate.ReasonNoPaperGives)))
		out = append(out, predate.Doubt{ID: predate.DoubtOfFigure(entry.Key), Code: reason.Code, Key: entry.Key, Says: wording.Of(reason)})
	}
	return out
}

// redGates lists the gates that are not met; one whose figures were ruled on is
// answered.
func (d *doubting) redGates() []predate.Doubt {
	var out []predate.Doubt
	for _, entry := range predate.Gates() {
		i := slices.IndexFunc(d.Gates, func(g predate.Gate) bool { return g.ID == entry.ID && g.Status == predate.GateRed })
		if i < 0 {
			continue
		}
		said := predate.Because(predate.ReasonGateNotMet, d.Gates[i].Detail)
		one := predate.Doubt{ID: predate.DoubtOfGate(entry.ID), Code: said.Code, Gate: entry.ID, Says: wording.Of(said)}
		if !d.gates[entry.ID] {
			one.Answered = d.ruledUnder(entry.ID)
		}
		out = append(out, one)
	}
	return out
}

// ruledUnder returns who ruled last on a figure under a gate.
func (d *doubting) ruledUnder(id string) predate.Declaration {
	var last predate.Declaration
	for _, key := range under(id) {
		if f := d.Figure(key); isRuled(f) && !f.Declared.On.Before(last.On) {
			last = f.Declared
		}
	}
	return last
}

// under lists what is under a gate in any exercise, and what follows from it.
func under(id string) []predate.Key {
	var keys []predate.Key
	for _, g := range gateRules() {
		if g.id == id {
			for _, c := range []cover{g.always, g.inN, g.inN1, g.inN2} {
				keys = slices.Concat(keys, c.printed, c.computed, c.absent)
			}
		}
	}
	for derived, from := range follows() {
		if slices.ContainsFunc(from, func(k predate.Key) bool { return slices.Contains(keys, k) }) {
			keys = append(keys, derived)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// other makes the doubt of a reason that is about no figure in doubt. A ruling on
// the figure that bears it answers it.
func (d *doubting) other(reason predate.Reason) predate.Doubt {
	t := terms{}
	t.read(reason)
	out := predate.Doubt{Code: reason.Code, Says: wording.Of(reason)}
	for _, entry := range predate.Figures() {
		if f, ok := d.Figures[entry.Key]; ok && f.Derivation.Equal(reason) {
			out.Key = entry.Key
			break
		}
	}
	if len(t.files) > 0 {
		out.File = t.files[0]
		out.ID = predate.DoubtOf(reason.Code, strings.Join(t.files, "\n"))
		return out
	}
	out.ID = predate.DoubtOf(reason.Code, strings.Join(t.words, "\n"))
	return out
}

// terms are what a reason is about, without the amounts and places that another
// ruling may change.
type terms struct{ files, words []string }

func (t *terms) read(reason predate.Reason) {
	t.words = append(t.words, string(reason.Code))
	for _, term := range reason.About {
		switch term := term.(type) {
		case predate.FileName:
			t.files = append(t.files, string(term))
		case predate.Reason:
			t.read(term)
		case predate.Reasons:
			for _, one := range term {
				t.read(one)
			}
		case predate.Key, predate.Text, predate.Nature, predate.Date, predate.Period, predate.Span:
			t.words = append(t.words, fmt.Sprint(term))
		}
	}
}

// distinguish gives doubts that would have one ID another, by what they say, and
// lists none twice.
func distinguish(doubts []predate.Doubt) []predate.Doubt {
	count := map[string]int{}
	for _, d := range doubts {
		count[d.ID]++
	}
	var out []predate.Doubt
	for _, d := range doubts {
		if count[d.ID] > 1 {
			d.ID = predate.DoubtOf(cmp.Or(d.Code, "other"), d.ID+"\n"+d.Says)
		}
		if !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}
