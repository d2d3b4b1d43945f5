package predate

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
)

// Doubt is one point of a statement that an operator must settle: a figure without a
// reliable value, a red gate, or another reason.
type Doubt struct {
	// ID identifies the doubt within its order. It stays the same over readings as
	// long as the subject does, even if the amounts change.
	ID   string
	Code ReasonCode
	Key  Key    // the figure that is in doubt, or whose ruling answers the doubt; may be empty
	Gate string // the gate that is red; empty otherwise
	File string // the paper that it is about; may be empty
	Says string // French
	// Answered is the declaration that settles a red gate, made by ruling on the figures
	// that the gate checks; zero if there is none.
	Answered Declaration
}

// The IDs of doubts. Those about files contain a digest, since the names of files are
// not under our control.

// DoubtOfFigure returns the ID of the doubt about a figure.
func DoubtOfFigure(k Key) string { return "figure." + string(k) }

// DoubtOfGate returns the ID of the doubt about a red gate.
func DoubtOfGate(id string) string { return "gate." + id }

// DoubtOf returns the ID of a doubt with the given code about anything else.
func DoubtOf(code ReasonCode, about string) string {
	return fmt.Sprintf("%s.%x", code, sha256.Sum256([]byte(about)))[:len(code)+1+doubtDigits]
}

const doubtDigits = 12

// DoubtState is the state of a doubt.
type DoubtState string

// The states of a doubt.
const (
	DoubtOpen         DoubtState = "open"
	DoubtDecided      DoubtState = "decided"      // by a ruling
	DoubtAcknowledged DoubtState = "acknowledged" // seen, with a reason
)

// Acknowledgement records that an operator saw a doubt and accepted it. It is valid as
// long as the doubt's sentence does not change.
type Acknowledgement struct {
	Doubt    string // its ID
	Says     string // what the doubt said
	By       string
	Operator string // the operator's id; empty on the command line
	On       Date
	Why      string
}

// SettledDoubt is a doubt with its state and the person who settled it, if any.
type SettledDoubt struct {
	Doubt
	State    DoubtState
	By       string
	Operator string
	On       Date
	Why      string
}

// Settle returns each doubt with its state and who settled it. A ruling on a figure or a
// paper that no doubt names any more is returned too, as a decided doubt.
func Settle(doubts []Doubt, rulings []Ruling, seen []Acknowledgement) []SettledDoubt {
	var out []SettledDoubt
	used := map[string]bool{}
	for _, d := range doubts {
		one := SettledDoubt{Doubt: d, State: DoubtOpen}
		if i := slices.IndexFunc(rulings, d.decidedBy); i >= 0 {
			used[rulings[i].doubt().ID] = true
			one.decide(rulings[i])
		} else if by := d.Answered; !by.IsZero() {
			one.State, one.By, one.On, one.Why = DoubtDecided, by.Name, by.On, by.Why
		} else if i := slices.IndexFunc(seen, d.seenBy); i >= 0 {
			a := seen[i]
			one.State, one.By, one.Operator, one.On, one.Why = DoubtAcknowledged, a.By, a.Operator, a.On, a.Why
		}
		out = append(out, one)
	}
	for _, r := range rulings {
		if d := r.doubt(); !used[d.ID] {
			one := SettledDoubt{Doubt: d}
			one.decide(r)
			out = append(out, one)
		}
	}
	slices.SortStableFunc(out, func(a, b SettledDoubt) int { return cmp.Compare(a.rank(), b.rank()) })
	return out
}

// OpenDoubts returns the doubts that nobody has settled.
func OpenDoubts(all []SettledDoubt) []SettledDoubt {
	return slices.DeleteFunc(slices.Clone(all), func(d SettledDoubt) bool { return d.State != DoubtOpen })
}

func (d *SettledDoubt) decide(r Ruling) {
	d.State, d.By, d.Operator, d.On, d.Why = DoubtDecided, r.By, r.Operator, r.On, r.Why
}

// decidedBy reports whether a ruling decides the doubt.
func (d Doubt) decidedBy(r Ruling) bool {
	if r.File != "" {
		return r.doubt().ID == d.ID
	}
	return d.Key != "" && d.Key == r.Key
}

// seenBy reports whether an acknowledgement is for this doubt with its present sentence.
func (d Doubt) seenBy(a Acknowledgement) bool { return a.Doubt == d.ID && a.Says == d.Says }

// doubt returns the doubt that the ruling decides.
func (r Ruling) doubt() Doubt {
	if r.File != "" {
		return Doubt{ID: DoubtOf(ReasonMayWeigh, r.File), Code: ReasonMayWeigh, File: r.File, Says: r.Why}
	}
	return Doubt{ID: DoubtOfFigure(r.Key), Code: ReasonRuled, Key: r.Key, Says: r.Why}
}

// rank returns the sort key of a doubt: figures in the order of the statement, then
// gates, then all other doubts.
func (d Doubt) rank() int {
	figures, gates := Figures(), Gates()
	if d.ID == DoubtOfFigure(d.Key) {
		return slices.IndexFunc(figures, func(e FigureEntry) bool { return e.Key == d.Key })
	}
	if d.Gate != "" {
		return len(figures) + slices.IndexFunc(gates, func(e GateEntry) bool { return e.ID == d.Gate })
	}
	return len(figures) + len(gates)
}
