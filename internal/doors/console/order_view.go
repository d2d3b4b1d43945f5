package console

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// orderView is the page of an order.
type orderView struct {
	ID       predate.OrderID
	Property string
	Lots     string
	Owners   string
	Client   string
	Syndic   string
	State    state
	Day      string // the reference date
	Report   predate.Hash
	May      bool // the operator may decide now
	Claims   bool // the page claims the order while it is seen
	Decides  bool // an operator may decide now, this one or another
	Holder   *holderView
	First    string // who issued the statement first of two; empty for nobody
	Position int64  // where the changes begin that the page does not show yet
	Stopped  string
	Collect  bool // the collection stopped: there is a page to go on by hand
	Doubts   []doubtView
	Open     int
	Sections []sectionView
	Red      []gateView
	Green    []gateView
	Idle     []string // gates that have nothing to compare
	Acts     []actView
	Lacking  []string
	Invoices []desk.Invoice // for those who may see them
}

// state is how something fares, in words and a colour; the words alone say it too.
type state struct {
	Kind  string // good, bad, warn, none: the class of its colour and sign
	Words string
}

// doubtView is one doubt: Place is the evidence that it is shown with.
type doubtView struct {
	predate.SettledDoubt
	Label  string
	Status state
	Settle string // who settled it and why; empty while it is open
	Place  *place
}

// place is where something is printed, for the viewer.
type place struct {
	Document string   `json:"document"`
	Page     int      `json:"page"`
	At       *corners `json:"box,omitempty"`
	Words    string   `json:"-"`
	File     string   `json:"-"`
}

// corners is a box as scripts read it.
type corners struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// JSON is the place as the script reads it.
func (p place) JSON() (string, error) {
	encoded, err := json.Marshal(p)
	return string(encoded), err
}

// holderView is another operator who works on the order.
type holderView struct {
	By, Since string
	MayTake   bool // at once
}

// sectionView is a part of the statement.
type sectionView struct {
	Title   string
	Figures []figureView
}

type figureView struct {
	Key    predate.Key
	Label  string
	Status state
	Value  string
	Why    string
	Places []place
}

type gateView struct {
	Name   string
	Light  state
	Detail []string
	Gap    string // the difference, where the gate is red; with its sign
}

// orderView makes the view of what is seen.
func (c *Console) orderView(s *openOrder, who predate.Operator) orderView {
	v := orderView{
		ID: s.Order.ID, Property: s.Order.Property.Line(), Lots: s.Order.Lots, Owners: ownersOf(s.Order), Client: s.Account.Email, Syndic: s.Order.Syndic.Name,
		State: stateOf(s), Day: wording.Day(s.Run.ReferenceDate), Report: s.Run.ReportHash,
		Open: len(predate.OpenDoubts(s.doubts)), Lacking: lacking(s), Holder: c.holder(s, who),
	}
	v.Decides = s.decidable()
	v.Claims = v.Decides && who.Role.May(predate.RoleOperator)
	v.May = v.Claims && v.Holder == nil
	if s.FirstIssue != nil {
		v.First = s.FirstIssue.By
	}
	v.Collect = !s.Run.Collected && s.Run.Failure != ""
	if s.Review != nil && !s.Run.Collected {
		v.Stopped = strings.TrimSpace("La collecte s’est arrêtée : " + s.Run.Failure.Plan().Sentence + " " + s.Run.FailureText)
	}
	for _, d := range s.doubts {
		v.Doubts = append(v.Doubts, s.doubt(d))
	}
	if s.figures() {
		v.Sections = s.sections()
		v.Red, v.Green, v.Idle = gatesOf(s.told.Statement)
	}
	v.Acts = c.history(s)
	return v
}

// holder is who works on an order, where it is another than the visitor.
func (c *Console) holder(s *openOrder, who predate.Operator) *holderView {
	if s.Claim == nil || s.Claim.Operator == string(who.ID) {
		return nil
	}
	return &holderView{By: s.Claim.By, Since: s.Claim.Since.In(c.zone).Format("15:04"), MayTake: who.Role.May(predate.RoleLead)}
}

func ownersOf(o predate.Order) string {
	var names []string
	for _, owner := range o.Owners {
		names = append(names, strings.TrimSpace(owner.Firstname+" "+owner.Lastname))
	}
	return strings.Join(names, ", ")
}

func lacking(s *openOrder) []string {
	var out []string
	for _, gap := range s.Run.Gaps {
		out = append(out, gap.Message)
	}
	return out
}

// stateOf says in a few words where an order is.
func stateOf(s *openOrder) state {
	switch {
	case !s.Order.Cancelled.IsZero():
		return state{"none", "annulée"}
	case s.Review != nil && !s.Run.Collected:
		return state{"bad", "collecte arrêtée"}
	case s.Review != nil && !s.Run.Read:
		return state{"none", "en relecture"}
	case s.Review != nil:
		return state{"warn", "à décider"}
	}
	kind := map[predate.State]string{predate.Done: "good", predate.Waiting: "warn"}[s.Order.State]
	if kind == "" {
		kind = "none"
	}
	return state{kind, stateNames()[s.Order.State]}
}

// stateNames is the public states as operators read them.
func stateNames() map[predate.State]string {
	return map[predate.State]string{
		predate.Confirmed: "prise en charge", predate.Received: "dossier reçu", predate.Waiting: "attend le client", predate.Done: "délivrée", predate.NeedRefresh: "à actualiser",
	}
}

// doubt is how a doubt is shown.
func (s *openOrder) doubt(d predate.SettledDoubt) doubtView {
	v := doubtView{SettledDoubt: d, Label: "À regarder", Status: state{"warn", "à décider"}}
	switch {
	case d.Key != "":
		v.Label = typeset.Label(d.Key)
		f := s.told.Statement.Figure(d.Key)
		v.Place = s.nearby(d.Key)
		if words := wording.Of(f.Derivation); words != "" && d.ID == predate.DoubtOfFigure(d.Key) {
			v.Says = words // the label names the figure already
		}
	case d.Gate != "":
		v.Label = typeset.GateName(d.Gate)
		if i := slices.IndexFunc(s.told.Statement.Gates, func(g predate.Gate) bool { return g.ID == d.Gate }); i >= 0 {
			v.Place = s.firstPlace(s.told.Statement.Gates[i].Evidence)
		}
	case d.File != "":
		v.Label = d.File
		v.Place = s.firstPlace([]predate.Evidence{{File: d.File, Page: 1}})
	}
	switch d.State {
	case predate.DoubtDecided:
		v.Status = state{"good", "décidé"}
	case predate.DoubtAcknowledged:
		v.Status = state{"good", "pris acte"}
	}
	if d.State != predate.DoubtOpen {
		v.Settle = fmt.Sprintf("%s, le %s : %s", d.By, wording.Day(d.On), d.Why)
	}
	return v
}

// sections lists the figures by part of the statement.
func (s *openOrder) sections() []sectionView {
	var out []sectionView
	for _, entry := range predate.Figures() {
		f, stated := s.told.Statement.Figures[entry.Key]
		if !stated {
			continue
		}
		if title := sectionNames()[entry.Section]; len(out) == 0 || out[len(out)-1].Title != title {
			out = append(out, sectionView{Title: title})
		}
		last := &out[len(out)-1]
		last.Figures = append(last.Figures, figureView{
			Key: entry.Key, Label: entry.Label, Status: figureState(f), Value: typeset.Line(f.Value), Why: wording.Of(f.Derivation), Places: s.places(f.Evidence),
		})
	}
	return out
}

func figureState(f predate.Figure) state {
	kind := "good"
	switch {
	case f.Status == predate.StatusConflicting:
		kind = "bad"
	case f.Status == predate.StatusMissing:
		kind = "warn"
	case !f.Known() || f.Status == predate.StatusNone:
		kind = "none"
	}
	return state{kind, f.Status.Name()}
}

// fewPlaces is how many places of a figure are linked.
const fewPlaces = 4

// places are where something is printed, without what no paper prints.
func (s *openOrder) places(evidence []predate.Evidence) []place {
	var out []place
	for _, e := range evidence {
		if p := s.placeOf(e); p != nil && len(out) < fewPlaces {
			out = append(out, *p)
		}
	}
	return out
}

func (s *openOrder) firstPlace(evidence []predate.Evidence) *place {
	for _, e := range evidence {
		if p := s.placeOf(e); p != nil {
			return p
		}
	}
	return nil
}

// nearby is where to look for a figure: where it is printed, or the same line of the
// other exercise, or what stands beside it in the statement.
func (s *openOrder) nearby(key predate.Key) *place {
	entry, _ := predate.FigureOf(key)
	keys := []predate.Key{key}
	if other, ok := predate.OtherYear(key); ok {
		keys = append(keys, other)
	}
	for _, e := range predate.Figures() {
		if e.Section == entry.Section {
			keys = append(keys, e.Key)
		}
	}
	for _, k := range keys {
		if p := s.firstPlace(s.told.Statement.Figure(k).Evidence); p != nil {
			return p
		}
	}
	return nil
}

// placeOf is where a reading is printed; nil for what no paper of the order prints.
func (s *openOrder) placeOf(e predate.Evidence) *place {
	if e.Page < 1 {
		return nil
	}
	i := slices.IndexFunc(s.Documents, func(d predate.Document) bool { return d.Filename == e.File })
	if i < 0 {
		return nil
	}
	p := &place{Document: strconv.FormatInt(int64(s.Documents[i].ID), 10), Page: e.Page, Words: e.Text, File: e.File}
	if e.Box != (predate.Box{}) {
		p.At = &corners{e.Box.X0, e.Box.Y0, e.Box.X1, e.Box.Y1}
	}
	return p
}

// gatesOf lists the gates, and the names of those that have nothing to compare.
func gatesOf(s predate.Statement) (red, green []gateView, idle []string) {
	for _, g := range s.Gates {
		v := gateView{Name: typeset.GateName(g.ID), Detail: details(g.Detail)}
		switch g.Status {
		case predate.GateRed:
			v.Light, v.Gap = state{"bad", "discorde"}, difference(g)
			red = append(red, v)
		case predate.GateGreen:
			v.Light = state{"good", "concorde"}
			green = append(green, v)
		case predate.GateNotApplicable:
			idle = append(idle, v.Name)
		}
	}
	return red, green, idle
}

// details are the sentences of a gate, one for each thing that it compares.
func details(r predate.Reason) []string {
	if r.Code != predate.ReasonAnd {
		return []string{wording.Of(r)}
	}
	var out []string
	for _, t := range r.About {
		if part, ok := t.(predate.Reason); ok {
			out = append(out, details(part)...)
		}
	}
	return out
}

// difference is by how much the two sums of a gate differ, with its sign; "" for none.
func difference(g predate.Gate) string {
	switch d, _ := g.Difference(); {
	case d == 0:
		return ""
	case d > 0:
		return "+" + wording.Euros(d)
	default:
		return wording.Euros(d)
	}
}

// sectionNames is the parts of the statement as operators read them.
func sectionNames() map[predate.Section]string {
	return map[predate.Section]string{
		predate.SectionIdentification: "Identification", predate.SectionDueBySeller: "Dû par le vendeur", predate.SectionDueBySyndicat: "Dû par le syndicat",
		predate.SectionBorneByBuyer: "À la charge de l’acquéreur", predate.SectionCharges: "Charges du lot", predate.SectionSyndicat: "Syndicat",
		predate.SectionLife: "Vie de la copropriété", predate.SectionPapers: "Pièces",
	}
}
