package compute

import (
	"predate"
)

// Change is what differs between two statements of one dossier.
type Change struct {
	// Green and Red are the gates that turned so, by their ids.
	Green, Red []string
	// Settled and Raised are the doubts of the first that the second does not have, and
	// the other way round; a gate whose figures were all ruled on is settled.
	Settled, Raised []predate.Doubt
	// Figures are those whose status or value differs.
	Figures []predate.Key
}

// Compare says what differs between two statements of one dossier.
func Compare(before, after predate.Statement) Change {
	var c Change
	was := map[string]predate.GateStatus{}
	for _, g := range before.Gates {
		was[g.ID] = g.Status
	}
	for _, g := range after.Gates {
		switch {
		case was[g.ID] == g.Status:
		case g.Status == predate.GateGreen:
			c.Green = append(c.Green, g.ID)
		case g.Status == predate.GateRed:
			c.Red = append(c.Red, g.ID)
		}
	}
	one, other := unsettled(before), unsettled(after)
	c.Settled, c.Raised = beyond(one, other), beyond(other, one)
	for _, entry := range predate.Figures() {
		a, b := before.Figure(entry.Key), after.Figure(entry.Key)
		if a.Status != b.Status || !sameValue(a.Value, b.Value) {
			c.Figures = append(c.Figures, entry.Key)
		}
	}
	return c
}

// unsettled are the doubts of a statement that no ruling answers.
func unsettled(s predate.Statement) []predate.Doubt {
	return keep(Doubts(s), func(d predate.Doubt) bool { return d.Answered.IsZero() })
}

// beyond are the doubts of one list that are not in another.
func beyond(list, known []predate.Doubt) []predate.Doubt {
	ids := map[string]bool{}
	for _, d := range known {
		ids[d.ID] = true
	}
	return keep(list, func(d predate.Doubt) bool { return !ids[d.ID] })
}
