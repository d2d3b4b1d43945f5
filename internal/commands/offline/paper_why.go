package offline

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/doors/api"
	"predate/internal/reading"
	"predate/internal/reading/compute"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

type paperWhy struct {
	readers.ReaderFlags
	Figure predate.Key `arg:"" help:"The figure, such as condominium_arrears; explain lists them."`
	Files  []string    `arg:"" help:"The papers." type:"existingfile"`
	Order  string      `help:"The order, as the body of POST /order/; without it every paper counts as the seller’s." type:"existingfile" placeholder:"FILE"`
	At     string      `help:"Reference date, like 2026-05-18 (default: today)." placeholder:"DATE"`
	JSON   bool        `name:"json" help:"Print one JSON object."`
}

// Run reads the papers as a dossier and walks from each place of the figure to
// the statement.
func (w paperWhy) Run(c *terminal.Context) error {
	dossier, err := w.dossier(c.Now())
	if err != nil {
		return err
	}
	reader, closeReader, err := w.Open(c, c.CommandMeans())
	if err != nil {
		return err
	}
	defer closeReader()
	found, err := reader.Explain(c, dossier)
	if err != nil {
		return err
	}
	figure, stated := found.Statement.Figures[w.Figure]
	if !stated {
		return fmt.Errorf("%s is no figure of this statement; predate explain lists them", w.Figure)
	}
	origin := origin{Figure: figure, Gates: gatesOver(found.Statement.Gates, figure)}
	if origin.Steps, err = w.steps(c, reader, dossier, found.Considered[w.Figure]); err != nil {
		return err
	}
	if w.JSON {
		return origin.json(c)
	}
	page := readSheet{terminal.NewPrinter(c.Stdout)}
	page.origin(origin)
	return page.Err
}

// dossier gathers the papers, under the order if there is one.
func (w paperWhy) dossier(now time.Time) (reading.Dossier, error) {
	d := reading.Dossier{ReferenceDate: predate.DateOf(now)}
	if w.Order != "" {
		body, err := os.ReadFile(w.Order)
		if err != nil {
			return d, fmt.Errorf("read the order: %w", err)
		}
		if d.Order, err = api.DecodeOrder(body); err != nil {
			return d, fmt.Errorf("order %s: %w", w.Order, err)
		}
	}
	if w.At != "" {
		var err error
		if d.ReferenceDate, err = predate.ParseDate(w.At); err != nil {
			return d, fmt.Errorf("--at: %w", err)
		}
	}
	taken := map[string]bool{}
	for i, path := range w.Files {
		file := namedFile(path)
		if taken[file.Name] {
			file.Name = path
		}
		taken[file.Name] = true
		file.Document = predate.DocumentID(i + 1)
		d.Files = append(d.Files, file)
	}
	return d, nil
}

// origin is where a figure comes from.
type origin struct {
	Figure predate.Figure
	Steps  []step
	Gates  []predate.Gate
}

// step is one place of a reading with all that leads from it to the reading.
type step struct {
	compute.Consideration
	Place  predate.Evidence
	Around []reading.Said
	Sums   []reading.Sum // that the amount makes or is a part of
}

// steps lists the places of the readings that were chosen; of all where none was.
func (w paperWhy) steps(ctx context.Context, reader *reading.Reader, dossier reading.Dossier, considered []compute.Consideration) ([]step, error) {
	if chosen := slices.DeleteFunc(slices.Clone(considered), func(c compute.Consideration) bool { return !c.Chosen }); len(chosen) > 0 {
		considered = chosen
	}
	trials := map[string][]reading.Trial{}
	for _, file := range dossier.Files {
		if !slices.ContainsFunc(considered, func(c compute.Consideration) bool { return c.File == file.Name }) {
			continue
		}
		tried, err := reader.Try(ctx, file)
		if err != nil {
			return nil, err
		}
		trials[file.Name] = tried
	}
	var out []step
	for _, c := range considered {
		for _, e := range c.Candidate.Evidence {
			s := step{Consideration: c, Place: e}
			for _, t := range trials[c.File] {
				if t.Part.First <= e.Page && e.Page <= t.Part.Last {
					s.Around, s.Sums = reader.Around(t, e), t.SumsOf(e)
				}
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// gatesOver lists the gates that compare a place of the figure.
func gatesOver(gates []predate.Gate, f predate.Figure) []predate.Gate {
	return slices.DeleteFunc(slices.Clone(gates), func(g predate.Gate) bool {
		return g.Status == predate.GateNotApplicable || !slices.ContainsFunc(g.Evidence, func(e predate.Evidence) bool { return slices.Contains(f.Evidence, e) })
	})
}

// origin prints the way of a figure, one block a place.
func (p readSheet) origin(o origin) {
	for n, s := range o.Steps {
		p.Line(0, "Lecture %d : %s", n+1, wording.Of(s.Why))
		p.Line(2, "boîte : %s, p. %d, %s", s.File, s.Place.Page, boxed(s.Place.Box))
		p.Line(2, "mots : « %s »", strings.Join(strings.Fields(s.Place.Text), " "))
		for _, said := range s.Around {
			p.Line(2, "sens : %s, %s", said.Where, saidLine(said))
		}
		p.Line(2, "lecture : %s", strings.Join(notEmpty(string(s.Candidate.Key), typeset.Line(s.Candidate.Value), scope(s.Candidate), s.Place.Rule, typeset.KindName(s.Part.Kind)), " · "))
		for _, sum := range s.Sums {
			p.Line(2, "somme : %s", sumLine(sum))
		}
		p.Line(0, "")
	}
	if len(o.Steps) == 0 {
		p.Line(0, "Aucune pièce ne donne ce chiffre.")
	}
	for _, g := range o.Gates {
		light := map[predate.GateStatus]string{predate.GateGreen: "●", predate.GateRed: "✗"}[g.Status]
		p.Line(2, "contrôle : %s %s (%s) %s", light, typeset.GateName(g.ID), g.ID, wording.Of(g.Detail))
	}
	p.Line(2, "déclaration : %s", strings.Join(notEmpty(typeset.Label(o.Figure.Key)+" ("+string(o.Figure.Key)+")", o.Figure.Status.Name(), typeset.Line(o.Figure.Value), wording.Of(o.Figure.Derivation)), " · "))
}

// originStep is a step for machines.
type originStep struct {
	explainedMember
	Place  explainedSpot `json:"place"`
	Around []triedSaid   `json:"around"`
	Sums   []triedSum    `json:"sums"`
}

func (o origin) json(c *terminal.Context) error {
	steps := []originStep{}
	for _, s := range o.Steps {
		one := originStep{explainedMember: explained(s.Consideration), Place: spotOf(s.Place), Around: []triedSaid{}, Sums: []triedSum{}}
		for _, said := range s.Around {
			one.Around = append(one.Around, triedSaidOf(said))
		}
		for _, sum := range s.Sums {
			one.Sums = append(one.Sums, triedSumOf(sum))
		}
		steps = append(steps, one)
	}
	type gate struct {
		ID     string             `json:"id"`
		Status predate.GateStatus `json:"status"`
		Detail string             `json:"detail"`
	}
	gates := []gate{}
	for _, g := range o.Gates {
		gates = append(gates, gate{g.ID, g.Status, wording.Of(g.Detail)})
	}
	return indented(c.Stdout, struct {
		Key    predate.Key    `json:"key"`
		Status predate.Status `json:"status"`
		Says   string         `json:"says"`
		How    string         `json:"how"`
		Steps  []originStep   `json:"steps"`
		Gates  []gate         `json:"gates"`
	}{o.Figure.Key, o.Figure.Status, typeset.Line(o.Figure.Value), wording.Of(o.Figure.Derivation), steps, gates})
}
