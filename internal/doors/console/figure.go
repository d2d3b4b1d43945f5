package console

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"predate"
	"predate/internal/reading/compute"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// figureData is a figure with all that an operator may answer.
type figureData struct {
	Key        predate.Key     `json:"key"`
	Label      string          `json:"label"`
	Form       string          `json:"form"` // how a value is typed
	Statuses   []statusChoice  `json:"statuses"`
	Candidates []candidateData `json:"candidates"`
}

type statusChoice struct {
	Status predate.Status `json:"status"`
	Name   string         `json:"name"`
}

// candidateData is one reading that the operator may take.
type candidateData struct {
	Value    string   `json:"value"` // in words
	Typed    string   `json:"typed"` // as one would type it
	Document string   `json:"document"`
	File     string   `json:"file"`
	Page     int      `json:"page"`
	Box      *corners `json:"box"`
	Text     string   `json:"text"` // the printed words
	Chosen   bool     `json:"chosen"`
	Why      string   `json:"why"`
	Effect   string   `json:"effect"` // on gates; empty where it changes none
	// Takes is false for a reading of something else that weighs on the figure: it may
	// be looked at, and is no value of the figure.
	Takes bool `json:"takes"`

	of predate.Value
}

// mostCandidates is how many have a key of their own, 1 to 9.
const mostCandidates = 9

// figure serves the candidates of a figure.
func (c *Console) figure(v *visit) (answer, error) {
	s, err := c.see(v)
	if err != nil {
		return nil, err
	}
	entry, err := entryOf(v.PathValue("key"))
	if err != nil {
		return nil, err
	}
	candidates := s.candidates(entry)
	for i, one := range candidates {
		if one.Takes && s.decidable() {
			candidates[i].Effect = s.effect(entry.Key, one.of)
		}
	}
	return data{figureData{
		Key: entry.Key, Label: entry.Label, Form: typedForm(entry.Type), Statuses: statusChoices(entry), Candidates: candidates,
	}}, nil
}

func entryOf(key string) (predate.FigureEntry, error) {
	entry, ok := predate.FigureOf(predate.Key(key))
	if !ok {
		return entry, predate.Refuse(predate.CodeNotFound, "« %s » n’est pas un chiffre de la déclaration.", key)
	}
	return entry, nil
}

// candidates lists what papers say of a figure, each value and place once: first
// what may be taken, then what only weighs on it.
func (s *openOrder) candidates(entry predate.FigureEntry) []candidateData {
	out := []candidateData{}
	known := map[string]bool{}
	for _, takes := range []bool{true, false} {
		for _, one := range s.told.Considered[entry.Key] {
			if (one.Candidate.Key == entry.Key) != takes || one.Candidate.Value == nil || len(out) == mostCandidates {
				continue
			}
			d := s.candidate(one)
			d.Takes = takes
			if id := fmt.Sprint(d.Value, d.Document, d.Page); !known[id] && (takes || d.Box != nil) {
				known[id] = true
				out = append(out, d)
			}
		}
	}
	return out
}

func (s *openOrder) candidate(one compute.Consideration) candidateData {
	d := candidateData{Value: typeset.FigureLine(one.Candidate), Typed: asTyped(one.Candidate.Value), File: one.File, Chosen: one.Chosen, Why: wording.Of(one.Why), of: one.Candidate.Value}
	if p := s.firstPlace(one.Candidate.Evidence); p != nil {
		d.Document, d.Page, d.Box, d.Text = p.Document, p.Page, p.At, strings.Join(strings.Fields(p.Words), " ")
	}
	return d
}

// asTyped writes a value as an operator would type it; empty for what is no one line.
func asTyped(value predate.Value) string {
	switch value := value.(type) {
	case predate.Money, predate.Day, predate.Text, predate.Span:
		return typeset.Line(value)
	case predate.Flag:
		if value {
			return "oui"
		}
		return "non"
	}
	return ""
}

// typedForm says how a value of a type is typed.
func typedForm(t predate.FigureType) string {
	return map[predate.FigureType]string{
		predate.TypeMoney: "1 234,56", predate.TypeDate: "18/05/2026", predate.TypePeriod: "01/01/2025 – 31/12/2025", predate.TypeFlag: "oui ou non", predate.TypeText: "un texte",
	}[t]
}

// statusChoices are the statuses that an operator may give a figure.
func statusChoices(entry predate.FigureEntry) []statusChoice {
	var out []statusChoice
	for _, status := range []predate.Status{predate.StatusNone, predate.StatusNotRequired, predate.StatusMissing, predate.StatusNotApplicable} {
		if entry.MayBe(status) {
			out = append(out, statusChoice{status, status.Name()})
		}
	}
	return out
}

// choice is what an operator answers of a figure: a candidate by its number, a
// value that he typed or pointed at, or a status.
type choice struct {
	Key       predate.Key    `json:"key"`
	Candidate *int           `json:"candidate"` // from 0
	Typed     string         `json:"typed"`
	Status    predate.Status `json:"status"`
	At        *struct {
		Document string  `json:"document"`
		Page     int     `json:"page"`
		Box      corners `json:"box"`
	} `json:"at"` // where he pointed
	Why string `json:"why"`
	effort

	ruling predate.Ruling // what it stands for
}

const mostJSON = 64 << 10

// read reads what a script sent.
func (v *visit) read(to any) error {
	decoder := json.NewDecoder(io.LimitReader(v.Body, mostJSON))
	if err := decoder.Decode(to); err != nil {
		return predate.Refuse(predate.CodeInvalid, "La requête n’est pas lisible : rechargez la page.")
	}
	return nil
}

// answerOf returns the ruling that a choice stands for, and the reason that it gives
// by itself where the operator gave none.
func (s *openOrder) answerOf(ch choice) (ruling predate.Ruling, why string, err error) {
	entry, err := entryOf(string(ch.Key))
	if err != nil {
		return ruling, "", err
	}
	why = strings.TrimSpace(ch.Why)
	switch {
	case ch.Candidate != nil:
		all := s.candidates(entry)
		if *ch.Candidate < 0 || *ch.Candidate >= len(all) || !all[*ch.Candidate].Takes {
			return ruling, "", predate.Refuse(predate.CodeConflict, "Les lectures de ce chiffre ont changé : regardez-les de nouveau.")
		}
		one := all[*ch.Candidate]
		if why == "" {
			why = fmt.Sprintf("lu dans «\u00a0%s\u00a0», p.\u00a0%d", one.File, one.Page)
		}
		return predate.Ruling{Key: ch.Key, Value: one.of}, why, nil
	case ch.Status != "":
		ruling, err = report.ParseRuling(ch.Key, ch.Status.Name())
	default:
		ruling, err = report.ParseRuling(ch.Key, ch.Typed)
		if why == "" && ch.At != nil {
			why = s.pointedAt(ch)
		}
	}
	return ruling, why, err
}

// pointedAt is the reason that pointing at words of a paper gives.
func (s *openOrder) pointedAt(ch choice) string {
	for _, d := range s.Documents {
		if fmt.Sprint(d.ID) == ch.At.Document {
			return fmt.Sprintf("lu dans «\u00a0%s\u00a0», p.\u00a0%d", d.Filename, ch.At.Page)
		}
	}
	return ""
}
