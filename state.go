package predate

// State is the public state of an order. The contract defines five.
type State string

// The states of the contract.
const (
	Confirmed   State = "confirmed"
	Received    State = "received"
	Waiting     State = "waiting"
	Done        State = "done"
	NeedRefresh State = "need-refresh"
)

// States returns the five states in the order of the contract.
func States() []State { return []State{Confirmed, Received, Waiting, Done, NeedRefresh} }

// Valid reports whether s is one of the five states.
func (s State) Valid() bool {
	for _, known := range States() {
		if s == known {
			return true
		}
	}
	return false
}

// Trigger is an event that may change the state of an order.
type Trigger string

// The five triggers.
const (
	Placed           Trigger = "placed"
	DossierComplete  Trigger = "dossier-complete"
	DossierLacking   Trigger = "dossier-lacking"
	StatementReady   Trigger = "statement-ready"
	RefreshRequested Trigger = "refresh-requested"
)

// Triggers returns all triggers.
func Triggers() []Trigger {
	return []Trigger{Placed, DossierComplete, DossierLacking, StatementReady, RefreshRequested}
}

// noState is the state of an order before it is placed.
const noState State = ""

// transition returns the state that follows from by trigger. It returns false for a pair
// that is not in the table, which is the complete state machine of an order.
func transition(from State, trigger Trigger) (State, bool) {
	table := map[State]map[Trigger]State{
		noState:     {Placed: Confirmed},
		Confirmed:   {DossierComplete: Received, DossierLacking: Waiting},
		Received:    {DossierLacking: Waiting, StatementReady: Done},
		Waiting:     {DossierComplete: Received, RefreshRequested: NeedRefresh},
		Done:        {RefreshRequested: NeedRefresh},
		NeedRefresh: {DossierComplete: Received, DossierLacking: Waiting},
	}
	to, ok := table[from][trigger]
	return to, ok
}
