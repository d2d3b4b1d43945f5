package predate

// State is what the client is told of an order. There are five, by contract.
type State string

// The states of the contract.
const (
	Confirmed   State = "confirmed"
	Received    State = "received"
	Waiting     State = "waiting"
	Done        State = "done"
	NeedRefresh State = "need-refresh"
)

// States lists the five in the order of the contract.
func States() []State { return []State{Confirmed, Received, Waiting, Done, NeedRefresh} }

// Valid says whether s is one of the five.
func (s State) Valid() bool {
	for _, known := range States() {
		if s == known {
			return true
		}
	}
	return false
}

// Trigger is a reason for which a state may change.
type Trigger string

// The five triggers.
const (
	Placed           Trigger = "placed"
	DossierComplete  Trigger = "dossier-complete"
	DossierLacking   Trigger = "dossier-lacking"
	StatementReady   Trigger = "statement-ready"
	RefreshRequested Trigger = "refresh-requested"
)

// Triggers lists them all.
func Triggers() []Trigger {
	return []Trigger{Placed, DossierComplete, DossierLacking, StatementReady, RefreshRequested}
}

// noState is where an order is before it is placed.
const noState State = ""

// transition answers which state follows, and whether any may. It is the whole
// life of an order; a pair that is not here is refused.
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
