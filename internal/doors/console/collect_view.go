package console

import (
	"fmt"
	"slices"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
)

// collectView is the page of a collection that a person goes on with by hand.
type collectView struct {
	ID       predate.OrderID
	Property string
	Owners   string
	Syndic   string
	Host     string // of the extranet
	State    state
	Stopped  bool
	May      bool // the operator may add papers, and end the collection
	Decide   bool // it waits for an operator: he may ask the client
	Steps    []stepView
	Recipe   string // that the last try followed, with its version and hash
	Failure  string // in the catalogue's words
	Site     string // the site's own
	Tried    string // which try, and when
	Advice   string
	Next     string // when it is tried again by itself
	Asked    []string
	Codes    string // until when the codes are kept; empty where none are
	Keeps    bool   // the client has its codes kept, whatever comes
	Reveal   bool   // the operator may have them shown
	Whens    []queueChoice
	Slots    []slotView
	Listed   []slotView
	Held     []heldView
	Acts     []actView
	Relay    *relayView // nil where nobody stays for the collection
}

// stepView is one step of a collection.
type stepView struct {
	Name string
	Is   state
	Here bool
}

// slotView is a paper that is expected, and where its files are dropped.
type slotView struct {
	Field    string
	Paper    string // its code and exercise, where the client may be asked for it
	Name     string
	Why      string
	Blocking bool
	Have     []string // names of files that are there already
}

// heldView is a paper that the order holds.
type heldView struct{ File, From string }

func (c *Console) collectView(s desk.Collecting, needed []predate.Item, who predate.Operator) collectView {
	v := collectView{
		ID: s.Order.ID, Property: s.Order.Property.Line(), Owners: ownersOf(s.Order), Syndic: s.Order.Syndic.Name, Host: s.Order.Syndic.Host(),
		Recipe: s.Run.Recipe, Stopped: s.Stopped(), State: collectState(s), Whens: waits(), Keeps: s.Account.KeepCredentials,
	}
	operator := who.Role.May(predate.RoleOperator)
	v.May = operator && s.Stopped() && s.Open()
	v.Decide = v.May && s.Review != nil
	if !s.Until.IsZero() {
		v.Codes = c.when(s.Until)
		v.Reveal = who.Role.May(predate.RoleLead) && c.OpenCredentials != nil
	}
	if s.Stopped() {
		v.Steps = stepsOf(s.Run.Stage)
		v.Failure, v.Site, v.Advice = wording.Short(predate.Cause(s.Run.Failure)), s.Run.FailureText, wording.Advice(s.Run.Failure)
		v.Tried = c.tried(s.Run)
		if s.Retrying() && !s.Run.Again.IsZero() {
			v.Next = c.when(s.Run.Again)
		}
	}
	if s.Order.State == predate.Waiting {
		for _, gap := range s.Run.Gaps {
			v.Asked = append(v.Asked, gap.Message)
		}
	}
	v.places(s, needed)
	for _, d := range s.Documents {
		v.Held = append(v.Held, heldView{d.Filename, c.originOf(d)})
	}
	v.Acts = c.history(&openOrder{Opened: desk.Opened{Acts: s.Acts}})
	return v
}

// places are where files are dropped: the papers that the checklist wants, and those
// that the extranet lists and did not give.
func (v *collectView) places(s desk.Collecting, needed []predate.Item) {
	for _, item := range needed {
		name, ok := neededName(item.Code, item.FiscalYear)
		if item.Kind != predate.GapDocument || !ok || item.State == predate.ItemSatisfied || item.State == predate.ItemDeclared {
			continue
		}
		paper := item.Code + ":" + item.FiscalYear
		slot := slotView{Field: neededField + paper, Paper: paper, Name: name, Blocking: item.Blocking}
		for _, d := range s.Documents {
			hinted := item.DocType != predate.TypeOther && d.Type() == item.DocType
			if hinted || d.GivenFor == paper {
				slot.Have = append(slot.Have, d.Filename)
			}
		}
		v.Slots = append(v.Slots, slot)
	}
	for _, l := range s.Listed {
		v.Listed = append(v.Listed, slotView{Field: listedField + l.RemoteID, Name: l.Title, Why: l.Lacking()})
	}
}

// collectState says in a few words how a collection fares.
func collectState(s desk.Collecting) state {
	switch {
	case !s.Order.Cancelled.IsZero():
		return state{"none", "annulée"}
	case s.Run.Collected:
		return state{"good", "terminée"}
	case !s.Stopped():
		return state{"none", "en cours"}
	case s.Retrying():
		return state{"warn", "nouvel essai prévu"}
	case s.Review == nil:
		return state{"warn", "attend le client"}
	}
	return state{"bad", "arrêtée"}
}

// tried says which try failed last, and when.
func (c *Console) tried(r predate.Run) string {
	said := fmt.Sprintf("%dᵉ essai", r.Attempts)
	switch {
	case r.Attempts == 0:
		said = "dernier essai"
	case r.Attempts == 1:
		said = "1ᵉʳ essai"
	}
	if !r.FailedAt.IsZero() {
		said += ", le " + c.when(r.FailedAt)
	}
	return said
}

// stepsOf lists the steps of a collection, with the one where it stopped; of none,
// where nobody knows it.
func stepsOf(stopped predate.Stage) []stepView {
	stages := []predate.Stage{predate.StageResolve, predate.StageLogin, predate.StageAccount, predate.StageList, predate.StageDownload, predate.StageVerify}
	at := slices.Index(stages, stopped)
	if at < 0 {
		return nil
	}
	var steps []stepView
	for i, stage := range stages {
		step := stepView{Name: stageNames()[stage], Is: state{"none", "pas atteinte"}}
		switch {
		case i == at:
			step.Is, step.Here = state{"bad", "arrêtée ici"}, true
		case i < at:
			step.Is = state{"good", "faite"}
		}
		steps = append(steps, step)
	}
	return steps
}

// stageNames is the steps of a collection as operators read them.
func stageNames() map[predate.Stage]string {
	return map[predate.Stage]string{
		predate.StageResolve: "Trouver l’extranet", predate.StageLogin: "Se connecter", predate.StageAccount: "Trouver le bien",
		predate.StageList: "Lister les pièces", predate.StageDownload: "Les télécharger", predate.StageVerify: "Les vérifier",
	}
}
