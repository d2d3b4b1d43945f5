package predate

// GateStatus is the result of checking a gate.
type GateStatus string

// The statuses. A gate without the papers that it needs is not applicable, never green.
const (
	GateGreen         GateStatus = "green"
	GateRed           GateStatus = "red"
	GateNotApplicable GateStatus = "not_applicable"
)

// Gate is an accounting identity that must hold between figures.
type Gate struct {
	ID       string // "schedule_1.balance"
	Status   GateStatus
	Detail   Reason // what was compared
	Evidence []Evidence
}

// Difference returns by how much the two sums of a gate differ, the first minus the second,
// of the first pair that does; false where none does, or nothing is compared.
func (g Gate) Difference() (Cents, bool) { return differenceIn(g.Detail) }

func differenceIn(r Reason) (Cents, bool) {
	var sums []Cents
	for _, t := range r.About {
		switch t := t.(type) {
		case Reason:
			if d, differ := differenceIn(t); differ {
				return d, true
			}
		case Cents:
			sums = append(sums, t)
		}
	}
	const two = 2
	if len(sums) < two {
		return 0, false
	}
	d := sums[len(sums)-two] - sums[len(sums)-1]
	return d, d != 0
}
