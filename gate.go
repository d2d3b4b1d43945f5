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
