package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"predate"
	"predate/internal/api"
	"predate/internal/reading"
	"predate/internal/report"
	"predate/internal/typeset"
)

// statementCommand makes a statement from files alone: no server, no database,
// no network.
type statementCommand struct {
	readerFlags
	Order     string `help:"The order, as the body of POST /order/." required:"" type:"existingfile" placeholder:"FILE"`
	Documents string `help:"Folder of the papers." required:"" type:"existingdir" placeholder:"DIR"`
	At        string `help:"Reference date, like 2026-05-18 (default: today)." placeholder:"DATE"`
	JSON      string `name:"json" help:"Where to write the figures with their evidence." type:"path" placeholder:"FILE"`
	PDF       string `name:"pdf" help:"Where to write the statement." type:"path" placeholder:"FILE"`
	Reference string `help:"Reference to print, like that of an order on a server." placeholder:"ORDER"`
	Issued    string `help:"Day of issue to print (default: the reference date)." placeholder:"DATE"`
	PublicURL string `name:"public-url" help:"Address of the server that issues the statement, for its QR code." placeholder:"URL"`
}

// Run reads the folder and writes the report and the PDF. The PDF of a dossier
// that lacks papers or needs a person is marked as a draft on every page.
func (s statementCommand) Run(c *commandContext) error {
	order, date, err := s.input()
	if err != nil {
		return err
	}
	reader, closeReader := s.open(c, slog.New(slog.NewTextHandler(c.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	defer closeReader()
	files, err := folder(s.Documents)
	if err != nil {
		return err
	}
	statement, err := reader.Read(c, reading.Dossier{Order: order, ReferenceDate: date, Files: files})
	if err != nil {
		return err
	}
	if s.Issued != "" {
		if date, err = predate.ParseDate(s.Issued); err != nil {
			return fmt.Errorf("--issued: %w", err)
		}
	}
	if err := s.write(statement, date); err != nil {
		return err
	}
	summarise(c, statement)
	return nil
}

func (s statementCommand) input() (predate.Order, predate.Date, error) {
	body, err := os.ReadFile(s.Order)
	if err != nil {
		return predate.Order{}, predate.Date{}, fmt.Errorf("read the order: %w", err)
	}
	order, err := api.DecodeOrder(body)
	if err != nil {
		return predate.Order{}, predate.Date{}, fmt.Errorf("order %s: %w", s.Order, err)
	}
	order.ID = predate.OrderID(s.Reference)
	if s.At == "" {
		return order, predate.DateOf(time.Now()), nil
	}
	date, err := predate.ParseDate(s.At)
	if err != nil {
		return predate.Order{}, predate.Date{}, fmt.Errorf("--at: %w", err)
	}
	return order, date, nil
}

// folder lists the files of a directory by name. Hidden files are passed over.
func folder(dir string) ([]reading.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list the papers: %w", err)
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
	var files []reading.File
	for _, entry := range entries {
		if entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		files = append(files, reading.File{
			Document: predate.DocumentID(len(files) + 1), Name: entry.Name(),
			Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) },
		})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the folder %s holds no papers", dir)
	}
	return files, nil
}

func (s statementCommand) write(statement predate.Statement, issued predate.Date) error {
	if s.JSON != "" {
		encoded, err := report.Encode(statement)
		if err != nil {
			return fmt.Errorf("encode the figures: %w", err)
		}
		if err := os.WriteFile(s.JSON, encoded, 0o600); err != nil {
			return fmt.Errorf("write the figures: %w", err)
		}
	}
	if s.PDF == "" {
		return nil
	}
	pdf, err := typeset.PDF(statement, typeset.Options{
		Specimen: statement.Order.TestMode, Draft: statement.Outcome.State != predate.OutcomeDone, Issued: issued,
		VerifyAt: s.PublicURL,
	})
	if err != nil {
		return fmt.Errorf("typeset the statement: %w", err)
	}
	if err := os.WriteFile(s.PDF, pdf, 0o600); err != nil {
		return fmt.Errorf("write the statement: %w", err)
	}
	return nil
}

// summarise tells the person at the terminal where the dossier stands.
func summarise(c *commandContext, statement predate.Statement) {
	known := 0
	for _, figure := range statement.Figures {
		if figure.Known() {
			known++
		}
	}
	c.say("%s: %d figures known, %d papers, reference date %s", statement.Outcome.State, known, len(statement.Documents), statement.ReferenceDate)
	for _, gap := range statement.Outcome.Missing {
		c.say("  missing  %s", gap.Message)
	}
	for _, reason := range statement.Outcome.Reasons {
		c.say("  review   %s", reason)
	}
	for _, warning := range statement.Outcome.Warnings {
		c.say("  warning  %s", warning)
	}
	for _, gate := range statement.Gates {
		if gate.Status == predate.GateRed {
			c.say("  red gate %s: %s", gate.ID, gate.Detail)
		}
	}
}
