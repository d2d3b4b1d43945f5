package office

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"predate"
	"predate/internal/collecting/warden"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/pipeline"
)

type connectorHealth struct {
	serving.StoreFlags
	serving.RecipeFlags
	JSON bool `name:"json" help:"Print one JSON object."`
}

// Run prints each version that was ever run, and the open alarms.
func (h connectorHealth) Run(c *terminal.Context) error {
	house, _, err := openReviews(c, h.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	found, err := house.Warden.Report(c)
	if err != nil {
		return err
	}
	shelf, err := h.Shelf(nil)
	if err != nil {
		return err
	}
	var atWork []predate.RecipeVersion
	for _, family := range serving.RecipesAtWork(shelf)() {
		atWork = append(atWork, family.Of())
	}
	if h.JSON {
		return json.NewEncoder(c.Stdout).Encode(healthJSON(found, atWork))
	}
	page := newSheet(c)
	for _, one := range found.Recipes {
		printHealth(page, one, slices.Contains(atWork, one.RecipeVersion))
	}
	if len(found.Recipes) == 0 {
		page.Line(0, "Aucune recette n’a encore servi.")
	}
	for _, alarm := range found.Alarms {
		page.Line(0, "ALARME %s %s · %s · %d fois · %s", alarm.Kind, alarm.Subject, page.since(alarm.Since), alarm.Count, alarm.Detail)
	}
	return page.Err
}

func printHealth(page sheet, h warden.Health, atWork bool) {
	state := "en service"
	switch {
	case !h.Paused.IsZero():
		state = "EN PAUSE depuis " + page.since(h.Paused)
	case !atWork:
		state = "remplacée"
	}
	page.Line(0, "%s · %s · %s", h.RecipeVersion, state, page.verified(h.Verified))
	page.Line(8, "%d collecte(s) réussie(s), %d en attente", h.Successes, h.Held)
	for _, failure := range h.Failures {
		page.Line(8, "%s : %d, la dernière il y a %s", failure.Code, failure.Count, page.since(failure.Last))
	}
}

func (p sheet) verified(at time.Time) string {
	if at.IsZero() {
		return "jamais vérifiée"
	}
	return "vérifiée il y a " + p.since(at)
}

// The report for programs.
type (
	HealthReport struct {
		Recipes []recipeHealth `json:"recipes"`
		Alarms  []alarmWire    `json:"alarms"`
	}
	recipeHealth struct {
		Recipe    string         `json:"recipe"`
		Version   int            `json:"version"`
		AtWork    bool           `json:"at_work"`
		Verified  *time.Time     `json:"last_verified"`
		Successes int            `json:"successes"`
		Failures  map[string]int `json:"failures"`
		Paused    *time.Time     `json:"paused_since"`
		Held      int            `json:"held"`
	}
	alarmWire struct {
		Kind    string    `json:"kind"`
		Subject string    `json:"subject"`
		Detail  string    `json:"detail"`
		Since   time.Time `json:"since"`
		Last    time.Time `json:"last"`
		Count   int       `json:"count"`
	}
)

func healthJSON(found warden.Report, atWork []predate.RecipeVersion) HealthReport {
	wire := HealthReport{Recipes: []recipeHealth{}, Alarms: []alarmWire{}}
	for _, h := range found.Recipes {
		one := recipeHealth{
			Recipe: h.ID, Version: h.Version, AtWork: slices.Contains(atWork, h.RecipeVersion), Verified: timeOrNull(h.Verified),
			Successes: h.Successes, Failures: map[string]int{}, Paused: timeOrNull(h.Paused), Held: h.Held,
		}
		for _, failure := range h.Failures {
			one.Failures[string(failure.Code)] = failure.Count
		}
		wire.Recipes = append(wire.Recipes, one)
	}
	for _, a := range found.Alarms {
		wire.Alarms = append(wire.Alarms, alarmWire{a.Kind, a.Subject, a.Detail, a.Since, a.Last, a.Count})
	}
	return wire
}

func timeOrNull(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// actFlags say who acts and why.
type actFlags struct {
	serving.StoreFlags
	By  string `help:"Who acts (default: the user of this machine)." placeholder:"NAME"`
	Why string `help:"Why; kept in the audit." required:"" placeholder:"TEXT"`
}

func (f actFlags) act() warden.Act { return warden.Act{By: terminal.OrUser(f.By), Why: f.Why} }

type connectorResume struct {
	actFlags
	serving.RecipeFlags
	Recipe string `arg:"" help:"The recipe." placeholder:"NAME"`
}

// Run resumes a recipe, and has its orders collected at once.
func (r connectorResume) Run(c *terminal.Context) error {
	house, front, err := openReviews(c, r.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	shelf, err := r.Shelf(nil)
	if err != nil {
		return err
	}
	released, err := pipeline.Recipes{Desk: front, Warden: house.Warden, AtWork: serving.RecipesAtWork(shelf)}.Resume(c, r.Recipe, r.act())
	if err != nil {
		return err
	}
	c.Say("La recette %s reprend ; %d commande(s) sont collectées de nouveau.", r.Recipe, released)
	return nil
}

type connectorClose struct {
	actFlags
	Kind    string `arg:"" help:"Kind of the alarm, as «connector health» prints it." placeholder:"KIND"`
	Subject string `arg:"" help:"What it is about." placeholder:"SUBJECT"`
}

// Run closes an alarm.
func (a connectorClose) Run(c *terminal.Context) error {
	house, _, err := openReviews(c, a.StoreFlags)
	if err != nil {
		return err
	}
	defer house.Close()
	if err := house.Warden.Close(c, a.Kind, a.Subject, a.act()); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "Alarme %s %s close.\n", a.Kind, a.Subject)
	return nil
}
