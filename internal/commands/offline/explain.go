package offline

import (
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/reading"
	"predate/internal/reading/compute"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// ExplainCommand tells how the statement of a folder of papers comes about:
// figure by figure, with every reading that could have told it.
type ExplainCommand struct {
	dossierFlags
	readers.ReaderFlags
	Figure predate.Key `help:"Tell this figure alone, with every reading." placeholder:"KEY"`
	JSON   bool        `name:"json" help:"Print one JSON object."`
	Page   string      `help:"Draw this page of a paper with what was read on it: FILE:N." placeholder:"FILE:N"`
	PNG    string      `name:"png" help:"Where to draw the page." type:"path" placeholder:"OUT"`
}

// Validate refuses a page without a drawing, and the other way round.
func (e ExplainCommand) Validate() error {
	if (e.Page == "") != (e.PNG == "") {
		return fmt.Errorf("--page and --png go together")
	}
	return nil
}

// Run explains.
func (e ExplainCommand) Run(c *terminal.Context) error {
	dossier, err := e.dossier(c.Now())
	if err != nil {
		return err
	}
	log := terminal.CommandLog(c)
	engine, cache := e.Engine(c.Now)
	defer engine.Shut(c, log)
	reader, err := e.Reader(engine, cache, log)
	if err != nil {
		return err
	}
	told, err := reader.Explain(c, dossier)
	if err != nil {
		return err
	}
	if e.Figure != "" {
		if _, ok := told.Statement.Figures[e.Figure]; !ok {
			return fmt.Errorf("--figure: %s is no figure of this statement", e.Figure)
		}
	}
	switch {
	case e.PNG != "":
		return e.draw(c, engine, reader, dossier, told)
	case e.JSON:
		return explainJSON(c.Stdout, told, e.Figure)
	}
	page := readSheet{terminal.NewPrinter(c.Stdout)}
	page.explain(told, e.Figure)
	return page.Err
}

// readSheet tells on a terminal what was read.
type readSheet struct{ *terminal.Printer }

// fewReadings is how many readings of one fate are named when all figures are
// told.
const fewReadings = 4

// explain prints the whole explanation, or that of one figure.
func (p readSheet) explain(told reading.Explanation, only predate.Key) {
	s := told.Statement
	if only != "" {
		p.explainFigure(s.Figures[only], told.Considered[only], true)
		return
	}
	p.Line(0, "%s, lots %s, au %s", s.Order.Property.Line(), terminal.OrDash(s.Order.Lots), terminal.Day(s.ReferenceDate))
	p.Line(0, "● lecture retenue   ○ lecture écartée   ✗ lecture contradictoire ; --figure CLÉ donne toutes les lectures d’un chiffre.")
	p.Heading("Chiffres")
	for _, entry := range predate.Figures() {
		key := entry.Key
		if f, ok := s.Figures[key]; ok {
			p.explainFigure(f, told.Considered[key], false)
		}
	}
	p.Heading("Pièces")
	for _, d := range s.Documents {
		p.Line(2, "%s, %d p.%s", d.File, d.Pages, readers.Fate(d))
		for _, part := range d.Parts {
			p.Line(6, "%s", readers.PartLine(part))
			for _, reason := range part.Reasons {
				p.Item(10, reason)
			}
		}
	}
	p.gates(s.Gates)
	p.outcome(s.Outcome)
}

// explainFigure prints a figure and the readings that concern it: every one in
// full, or those that were chosen and the others by why they were not.
func (p readSheet) explainFigure(f predate.Figure, considered []compute.Consideration, full bool) {
	p.Line(0, "")
	p.Line(0, "%s · %s", typeset.Label(f.Key), f.Key)
	p.Line(2, "%s", strings.Join(notEmpty(f.Status.Name(), typeset.Line(f.Value), scope(f)), " · "))
	if !f.Derivation.IsZero() {
		p.Line(2, "%s", wording.Of(f.Derivation))
	}
	if len(considered) == 0 {
		p.Line(4, "aucune lecture")
	}
	aside := slices.IndexFunc(considered, func(c compute.Consideration) bool { return !c.Chosen })
	if aside < 0 {
		aside = len(considered)
	}
	most := len(considered)
	if !full {
		most = min(aside, fewReadings)
	}
	for _, c := range considered[:most] {
		p.consideration(f, c)
	}
	if !full {
		p.together("●", considered[most:aside], "de même")
		for _, why := range reasonsAside(considered[aside:]) {
			p.together("○", slices.DeleteFunc(slices.Clone(considered[aside:]), func(c compute.Consideration) bool { return briefly(c) != why }), why)
		}
	}
}

// reasonsAside lists why readings were set aside, each once.
func reasonsAside(considered []compute.Consideration) []string {
	var reasons []string
	for _, c := range considered {
		if !slices.Contains(reasons, briefly(c)) {
			reasons = append(reasons, briefly(c))
		}
	}
	return reasons
}

// briefly is why a reading was set aside, where its day or exercise stands
// beside its place.
func briefly(c compute.Consideration) string {
	switch c.Why.Code {
	case predate.ReasonOtherDay:
		return "vaut à une autre date"
	case predate.ReasonOtherYear:
		return "parle d’un autre exercice"
	}
	return wording.Of(c.Why)
}

// together prints readings of one fate on a line or two.
func (p readSheet) together(mark string, considered []compute.Consideration, why string) {
	if len(considered) == 0 {
		return
	}
	var places []string
	for _, c := range considered {
		if place := placeOf(c); !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	more := ""
	if len(places) > fewReadings {
		more = fmt.Sprintf(" ; et %d ailleurs", len(places)-fewReadings)
		places = places[:fewReadings]
	}
	count := "1 lecture"
	if len(considered) > 1 {
		count = fmt.Sprintf("%d lectures", len(considered))
	}
	p.Hang(4, 6, mark+" "+count+" : "+why+" · "+strings.Join(places, " ; ")+more)
}

// placeOf names the page of a reading, after what it says when it says it in a
// word or two.
func placeOf(c compute.Consideration) string {
	place := c.File
	if len(c.Candidate.Evidence) > 0 {
		place = fmt.Sprintf("%s p.\u00a0%d", c.File, c.Candidate.Evidence[0].Page)
	}
	if briefly(c) != wording.Of(c.Why) {
		place = scope(c.Candidate) + ", " + place
	}
	switch c.Candidate.Value.(type) {
	case predate.Money, predate.Day, predate.Span, predate.Count:
		return typeset.Line(c.Candidate.Value) + ", " + place
	}
	return place
}

// consideration prints one reading: a full mark when it was chosen, a cross
// when it contradicts, else an open one.
func (p readSheet) consideration(f predate.Figure, c compute.Consideration) {
	mark := "○"
	if c.Chosen {
		mark = "●"
	}
	if c.Chosen && f.Status == predate.StatusConflicting {
		mark = "✗"
	}
	where := fmt.Sprintf("%s (%s)", c.File, typeset.KindName(c.Part.Kind))
	rule := ""
	if len(c.Candidate.Evidence) > 0 {
		e := c.Candidate.Evidence[0]
		where = fmt.Sprintf("%s, p. %d (%s)", c.File, e.Page, typeset.KindName(c.Part.Kind))
		rule = e.Rule
	}
	p.Hang(4, 6, strings.Join(notEmpty(mark+" "+wording.Of(c.Why), where, quote(c.Candidate), scope(c.Candidate), says(f, c.Candidate), rule), " · "))
}

// quote is the printed words of a reading.
func quote(f predate.Figure) string {
	if len(f.Evidence) == 0 || f.Evidence[0].Text == "" {
		return ""
	}
	const most = 90
	text := []rune(strings.Join(strings.Fields(f.Evidence[0].Text), " "))
	if len(text) > most {
		text = append(text[:most-1], '…')
	}
	return "« " + string(text) + " »"
}

// says is the value of a reading where its words do not tell it.
func says(chosen, f predate.Figure) string {
	value := typeset.Line(f.Value)
	if value == "" || f.Key == chosen.Key && value == typeset.Line(chosen.Value) || strings.Contains(plainSpaces(quote(f)), plainSpaces(strings.TrimSuffix(value, "\u00a0€"))) {
		return ""
	}
	return "= " + value
}

func plainSpaces(s string) string {
	return strings.NewReplacer("\u00a0", "", "\u202f", "", " ", "").Replace(s)
}

// scope tells the exercise or the day of a figure.
func scope(f predate.Figure) string {
	switch {
	case !f.AsOf.IsZero():
		return "au " + terminal.Day(f.AsOf)
	case !f.Year.IsZero():
		return "exercice " + f.Year.Label()
	}
	return ""
}

func notEmpty(parts ...string) []string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}

// gates prints every identity with its light.
func (p readSheet) gates(gates []predate.Gate) {
	p.Heading("Contrôles")
	lights := map[predate.GateStatus]string{
		predate.GateGreen: "● concorde", predate.GateRed: "✗ discorde", predate.GateNotApplicable: "○ sans objet",
	}
	for _, gate := range gates {
		p.Line(2, "%s · %s · %s", lights[gate.Status], typeset.GateName(gate.ID), gate.ID)
		if gate.Status != predate.GateNotApplicable {
			for sum := range strings.SplitAfterSeq(wording.Of(gate.Detail), "€. ") {
				p.Line(6, "%s", sum)
			}
		}
		if gate.Status == predate.GateRed {
			p.Evidence(6, gate.Evidence)
		}
	}
}

// outcome prints where the dossier goes and why.
func (p readSheet) outcome(out predate.Outcome) {
	p.Heading("Issue")
	says := map[predate.OutcomeState]string{
		predate.OutcomeDone:    "la déclaration peut être émise",
		predate.OutcomeWaiting: "des pièces ou des chiffres manquent",
		predate.OutcomeReview:  "un opérateur doit regarder",
	}
	p.Line(2, "%s : %s", out.State, says[out.State])
	for _, gap := range predate.Blocking(out.Missing) {
		p.Item(4, "manque ("+gap.Code+") : "+gap.Message)
	}
	for _, gap := range predate.Reserves(out.Missing) {
		p.Item(4, "à demander, sans attendre ("+gap.Code+") : "+gap.Message)
	}
	for _, reason := range out.Reasons {
		p.Item(4, "doute : "+wording.Of(reason))
	}
	for _, warning := range out.Warnings {
		p.Item(4, "à savoir : "+wording.Of(warning))
	}
}
