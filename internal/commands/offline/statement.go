package offline

import (
	"fmt"
	"os"

	"predate"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/reading/report"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"

	"golang.org/x/sync/errgroup"
)

// StatementCommand makes a statement from files alone: no server, no database,
// no network.
type StatementCommand struct {
	dossierFlags
	readers.ReaderFlags
	readers.IssuerFlags
	JSON      string `name:"json" help:"Where to write the figures with their evidence." type:"path" placeholder:"FILE"`
	PDF       string `name:"pdf" help:"Where to write the statement." type:"path" placeholder:"FILE"`
	Proof     string `help:"Where to write its proof: sources, checks, papers and hashes." type:"path" placeholder:"FILE"`
	Reference string `help:"Reference to print, like that of an order on a server." placeholder:"ORDER"`
	Issued    string `help:"Day of issue to print. Without it the statement is made as of the reference date, and says so where that is not today." placeholder:"DATE"`
	PublicURL string `name:"public-url" help:"Address of the server that issues the statement, for its QR code." placeholder:"URL"`
}

// Run reads the folder and writes the report and the PDFs. Those of a dossier
// that lacks papers or needs a person are marked as a draft on every page.
func (s StatementCommand) Run(c *terminal.Context) error {
	dossier, err := s.dossier(c.Now())
	if err != nil {
		return err
	}
	dossier.Order.ID = predate.OrderID(s.Reference)
	printed, err := s.printed(dossier.ReferenceDate, predate.DateOf(c.Now()))
	if err != nil {
		return err
	}
	reader, closeReader, err := s.Open(c, c.CommandMeans())
	if err != nil {
		return err
	}
	defer closeReader()
	statement, err := reader.Read(c, dossier)
	if err != nil {
		return err
	}
	if err := s.write(statement, printed); err != nil {
		return err
	}
	summarise(c, statement)
	return nil
}

// printed is what the settings say beside the figures.
func (s StatementCommand) printed(reference, today predate.Date) (typeset.Options, error) {
	issuer, err := s.ReadIssuer()
	if err != nil {
		return typeset.Options{}, err
	}
	issued := reference
	asOf := reference.AddDays(-1).After(today) || today.AddDays(-1).After(reference)
	if s.Issued != "" {
		asOf = false
		if issued, err = predate.ParseDate(s.Issued); err != nil {
			return typeset.Options{}, fmt.Errorf("--issued: %w", err)
		}
	}
	return typeset.Options{Issued: issued, AsOf: asOf, Issuer: issuer, VerifyAt: s.PublicURL}, nil
}

// write makes the files side by side.
func (s StatementCommand) write(statement predate.Statement, printed typeset.Options) error {
	var group errgroup.Group
	if s.JSON != "" {
		group.Go(func() error { return s.writeFigures(statement) })
	}
	if s.PDF != "" || s.Proof != "" {
		group.Go(func() error { return s.writePDFs(statement, printed) })
	}
	return group.Wait()
}

func (s StatementCommand) writeFigures(statement predate.Statement) error {
	encoded, err := report.Encode(statement)
	if err != nil {
		return fmt.Errorf("encode the figures: %w", err)
	}
	if err := os.WriteFile(s.JSON, encoded, 0o600); err != nil {
		return fmt.Errorf("write the figures: %w", err)
	}
	return nil
}

func (s StatementCommand) writePDFs(statement predate.Statement, printed typeset.Options) error {
	printed.Specimen, printed.Draft = statement.Order.TestMode, statement.Outcome.State != predate.OutcomeDone
	files, err := typeset.Make(statement, printed)
	if err != nil {
		return fmt.Errorf("typeset the statement: %w", err)
	}
	for _, file := range []struct {
		to   string
		data []byte
	}{{s.PDF, files.Statement}, {s.Proof, files.Proof}} {
		if file.to == "" {
			continue
		}
		if err := os.WriteFile(file.to, file.data, 0o600); err != nil {
			return fmt.Errorf("write the statement: %w", err)
		}
	}
	return nil
}

// summarise tells the person at the terminal where the dossier stands.
func summarise(c *terminal.Context, statement predate.Statement) {
	known := 0
	for _, figure := range statement.Figures {
		if figure.Known() {
			known++
		}
	}
	c.Say("%s: %d figures known, %d papers, reference date %s", statement.Outcome.State, known, len(statement.Documents), statement.ReferenceDate)
	for _, gap := range predate.Blocking(statement.Outcome.Missing) {
		c.Say("  missing  %s", gap.Message)
	}
	for _, gap := range predate.Reserves(statement.Outcome.Missing) {
		c.Say("  owed     %s", gap.Message)
	}
	for _, reason := range statement.Outcome.Reasons {
		c.Say("  review   %s", wording.Of(reason))
	}
	for _, warning := range statement.Outcome.Warnings {
		c.Say("  warning  %s", wording.Of(warning))
	}
	for _, gate := range statement.Gates {
		if gate.Status == predate.GateRed {
			c.Say("  red gate %s: %s", gate.ID, wording.Of(gate.Detail))
		}
	}
}
