package office

import (
	"context"
	"errors"
	"fmt"
	"io"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/blob"
	"predate/internal/orders/desk"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// reviewShow needs the papers' store beside the rows.
type reviewShow struct {
	orderFlags
	serving.BlobFlags
	All bool `help:"Show every figure, not only those in doubt."`
}

// Run prints what an operator needs to decide.
func (r reviewShow) Run(c *terminal.Context) error {
	return r.open(c, func(front *desk.Desk, id predate.OrderID) error {
		i, err := front.Inquiry(c, id)
		if err != nil {
			return err
		}
		return r.print(c, i)
	})
}

func (r reviewShow) print(c *terminal.Context, i desk.Inquiry) error {
	page := newSheet(c)
	page.inquiry(i)
	if i.Run.ReportHash == "" {
		page.choices(i)
		return page.Err
	}
	blobs, err := r.Blobs(c, r.Data)
	if err != nil {
		return err
	}
	statement, err := storedStatement(c, blobs, i.Run.ReportHash)
	if err != nil {
		return err
	}
	page.doubts(statement, r.All)
	page.rulings(i.Rulings)
	page.papers(statement.Documents)
	page.owed(statement.Outcome.Missing)
	page.choices(i)
	return page.Err
}

// storedStatement reads back the figures of a run.
func storedStatement(ctx context.Context, blobs blob.Store, hash predate.Hash) (predate.Statement, error) {
	stored, err := blobs.Open(ctx, hash)
	if errors.Is(err, predate.ErrNotFound) {
		return predate.Statement{}, fmt.Errorf("the figures %s are not in this store of papers: %w", hash, err)
	}
	if err != nil {
		return predate.Statement{}, fmt.Errorf("open the figures %s: %w", hash, err)
	}
	defer stored.Close()
	encoded, err := io.ReadAll(stored)
	if err != nil {
		return predate.Statement{}, fmt.Errorf("read the figures %s: %w", hash, err)
	}
	return report.Decode(encoded)
}

// inquiry prints which order it is and why it waits.
func (p sheet) inquiry(i desk.Inquiry) {
	test := ""
	if i.Order.TestMode {
		test = " (essai)"
	}
	p.Line(0, "Commande %s%s : %s, lots %s", i.Order.ID, test, i.Order.Property.Line(), terminal.OrDash(i.Order.Lots))
	p.Line(0, "État %s, passage %d, date de référence %s ; attend depuis %s.", i.Order.State, i.Run.Number, terminal.Day(i.Run.ReferenceDate), p.since(i.Review.Since))
	p.Heading("Motifs")
	for _, reason := range reasonsOf(i) {
		p.Item(2, reason)
	}
	if c := i.Claim; c != nil {
		p.Line(2, "%s travaille sur cette commande.", c.By)
	}
	if f := i.FirstIssue; f != nil {
		p.Line(2, "Approuvée par %s (%s) ; ce client demande une seconde personne.", f.By, f.Why)
	}
	if i.Stopped() {
		p.Line(2, "Collecte arrêtée : %s, après %d essai(s). %s", i.Run.Failure, i.Run.Attempts, i.Run.FailureText)
	}
}

// doubts prints the figures that no paper settles, with what the papers say,
// and the gates that do not hold.
func (p sheet) doubts(s predate.Statement, all bool) {
	title := "Chiffres en doute"
	if all {
		title = "Chiffres"
	}
	p.Heading(title)
	found := false
	for _, entry := range predate.Figures() {
		key := entry.Key
		f, stated := s.Figures[key]
		inDoubt := f.Declared.IsZero() && (f.Status == predate.StatusMissing || f.Status == predate.StatusConflicting)
		if !stated || !inDoubt && !all {
			continue
		}
		found = true
		p.figure(f)
	}
	if !found {
		p.Line(2, "aucun")
	}
	p.Heading("Contrôles non satisfaits")
	found = false
	for _, gate := range s.Gates {
		if gate.Status == predate.GateRed {
			found = true
			p.Line(2, "%s (%s)", typeset.GateName(gate.ID), gate.ID)
			p.Line(6, "%s", wording.Of(gate.Detail))
			p.Evidence(6, gate.Evidence)
		}
	}
	if !found {
		p.Line(2, "aucun")
	}
}

// figure prints one figure with where it was read.
func (p sheet) figure(f predate.Figure) {
	p.Line(2, "%s (%s) : %s %s", typeset.Label(f.Key), f.Key, f.Status.Name(), typeset.Line(f.Value))
	if !f.Derivation.IsZero() {
		p.Line(6, "%s", wording.Of(f.Derivation))
	}
	p.Evidence(6, f.Evidence)
}

func (p sheet) rulings(rulings []predate.Ruling) {
	if len(rulings) == 0 {
		return
	}
	p.Heading("Saisi par un opérateur")
	for _, r := range rulings {
		if r.File != "" {
			p.Line(2, "%s : pages illisibles regardées", r.File)
			p.Line(6, "%s, le %s : %s", r.By, terminal.Day(r.On), r.Why)
			continue
		}
		p.Line(2, "%s (%s) : %s", typeset.Label(r.Key), r.Key, ruled(r))
		p.Line(6, "%s, le %s : %s", r.By, terminal.Day(r.On), r.Why)
	}
}

// ruled says what an operator decided of a figure: a value, or a status.
func ruled(r predate.Ruling) string {
	if status := r.Decided(); status != predate.StatusDeclared {
		return status.Name()
	}
	return typeset.Line(r.Value)
}

// choices says what an operator can do.
func (p sheet) choices(i desk.Inquiry) {
	p.Heading("Décider")
	if i.Stopped() {
		p.Line(2, "predate review approve %s --why \"…\" — collecter de nouveau", i.Order.ID)
	} else {
		p.Line(2, "predate review set %s CLÉ=VALEUR --why \"…\" — retenir une valeur", i.Order.ID)
		if len(i.Rulings) > 0 {
			p.Line(2, "predate review unset %s CLÉ --why \"…\" — revenir sur une valeur retenue", i.Order.ID)
		}
		p.Line(2, "predate review seen %s PIÈCE --why \"…\" — lever le doute sur des pages illisibles que l’on a regardées", i.Order.ID)
		p.Line(2, "predate review approve %s --why \"…\" — émettre la déclaration telle quelle", i.Order.ID)
	}
	p.Line(2, "predate review ask %s --sentence \"…\" — interroger le client", i.Order.ID)
	p.Line(2, "predate review log %s — voir ce qui a été décidé, par qui et pourquoi", i.Order.ID)
}

// papers lists the documents with the papers that were found in them.
func (p sheet) papers(documents []predate.ReadDocument) {
	p.Heading("Pièces")
	for _, d := range documents {
		if len(d.Parts) == 1 && readers.Fate(d) == "" {
			p.Line(2, "%s, %s", d.File, readers.PartLine(d.Parts[0]))
			continue
		}
		p.Line(2, "%s, %d p.%s", d.File, d.Pages, readers.Fate(d))
		for _, part := range d.Parts {
			p.Line(6, "%s", readers.PartLine(part))
		}
	}
}

// owed lists what is asked of the client without holding the statement back.
func (p sheet) owed(gaps []predate.Gap) {
	if gaps = predate.Reserves(gaps); len(gaps) == 0 {
		return
	}
	p.Heading("Non fourni, à demander (ne retient pas la déclaration)")
	for _, gap := range gaps {
		p.Item(2, gap.Message+" ("+gap.Code+")")
	}
}
