package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"predate/internal/commands/demo"
	"predate/internal/commands/load"
	"predate/internal/commands/office"
	"predate/internal/commands/offline"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Config string `help:"Configuration file: one «name: value» a line, names as on the command line." placeholder:"FILE"`

	Serve       serving.ServeCommand     `cmd:"" help:"Serve the API and work on orders."`
	Demo        demo.Command             `cmd:"" help:"Show one order from its placing to the signed delivery of its statement."`
	Statement   offline.StatementCommand `cmd:"" help:"Make the statement of a folder of papers, without a server."`
	Explain     offline.ExplainCommand   `cmd:"" help:"Tell how each figure of a folder of papers comes about."`
	Account     office.AccountCommand    `cmd:"" help:"Manage the clients of the API."`
	Operator    office.OperatorCommand   `cmd:"" help:"Manage the persons who use the console."`
	Review      office.ReviewCommand     `cmd:"" help:"Decide of the orders that a person must look at."`
	Look        office.LookCommand       `cmd:"" help:"Look after what operators taught by pointing at amounts."`
	Connector   office.ConnectorCommand  `cmd:"" help:"Look after the recipes of extranets."`
	Paper       offline.PaperCommand     `cmd:"" help:"Look after what is known of papers: the lexicon of their wordings."`
	Warden      office.WardenCommand     `cmd:"" help:"Look after what is remembered of logins on extranets."`
	Listen      remote.ListenCommand     `cmd:"" help:"Show the events of an account as they happen, and send them on to a receiver on this machine."`
	Trigger     remote.TriggerCommand    `cmd:"" help:"Rehearse a webhook of a test order."`
	Verify      remote.VerifyCommand     `cmd:"" help:"Examine a webhook delivery that was pasted: is it ours, and if not, why?"`
	MCP         remote.McpCommand        `cmd:"" name:"mcp" help:"Give an assistant the orders of an account, by the Model Context Protocol on standard input and output."`
	ExtranetSim demo.ExtranetSim         `cmd:"" help:"Serve a dossier as a simulated extranet."`
	Browser     serving.BrowserCommand   `cmd:"" help:"Drive a browser for the extranets that need one, in a process of its own."`
	Keys        office.KeysCommand       `cmd:"" help:"Manage the keys that seal secrets and credentials."`
	Erase       office.EraseCommand      `cmd:"" help:"Erase all that is kept of orders, or of the orders of a seller."`
	Invoice     office.InvoiceCommand    `cmd:"" help:"List invoices, write one to a file, and cancel one by a credit note."`
	Export      office.ExportCommand     `cmd:"" help:"Give a person all that is kept of orders, or of the orders of a seller, in one ZIP file."`
	Migrate     office.MigrateCommand    `cmd:"" help:"Bring the database to this version's schema."`
	Backup      office.BackupCommand     `cmd:"" help:"Copy the installation, its database and its papers, into a folder, beside a running server."`
	Restore     office.RestoreCommand    `cmd:"" help:"Bring a backup back, or look whether it is whole."`
	Bench       load.Command             `cmd:"" help:"Measure how much a server takes: orders, papers, webhooks, reads."`
	BenchServer load.Server              `cmd:"" name:"bench-server" hidden:"" help:"Serve for predate bench."`
	Health      serving.HealthCommand    `cmd:"" help:"Ask a server on this machine whether it can serve."`
	ShowConfig  serving.ConfigCommand    `cmd:"" name:"config" help:"Print every setting of the server with its origin."`
	Version     terminal.VersionCommand  `cmd:"" help:"Print the version."`
}

// run carries out one command line and gives the exit status: 0 for success,
// 1 for a failure, 2 for a command line that could not be understood.
func run(ctx context.Context, w terminal.World) int {
	w.Environ, w.Now, w.Random = os.Environ, time.Now, rand.Reader
	resolved, err := terminal.ReadSettings(w.Args, w.Env)
	if err != nil {
		fmt.Fprintln(w.Stderr, "predate:", err)
		return 2
	}
	var c cli
	exited := -1
	parser, err := kong.New(&c, kong.Name("predate"),
		kong.Description("Orders, makes and delivers the pré-état daté of co-ownership lots."),
		kong.Writers(w.Stdout, w.Stderr), kong.Exit(func(code int) { exited = code }),
		kong.Resolvers(resolved), kong.UsageOnError())
	if err != nil {
		fmt.Fprintln(w.Stderr, "predate:", err)
		return 2
	}
	parsed, err := parser.Parse(w.Args)
	if exited >= 0 {
		return exited // --help was asked for and shown
	}
	if err != nil {
		fmt.Fprintln(w.Stderr, "predate:", err)
		return 2
	}
	err = parsed.Run(&terminal.Context{Context: ctx, World: w, Settings: resolved})
	if err != nil && !errors.Is(err, terminal.ErrShown) {
		fmt.Fprintln(w.Stderr, "predate:", terminal.Told(err))
	}
	if err != nil {
		return 1
	}
	return 0
}
