package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"predate/internal/base/bench"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/store"
)

// Command measures what a server takes: one of its own, or one that runs.
type Command struct {
	For         time.Duration `help:"How long each row of the report is measured." default:"10s"`
	Connections []int         `help:"Numbers of connections, a row each." default:"1,8,64" placeholder:"N,…"`
	Database    string        `help:"PostgreSQL server for a database of its own, instead of an SQLite file; on the command line only." placeholder:"URL"`
	Rows        []string      `help:"Which rows to measure: orders, uploads, reads, done, webhooks, busy. Without it, all." placeholder:"ROW,…"`
	Disk        bool          `help:"Measure beside the orders how often a second the disk takes 4 KiB for good."`
	PocketBase  string        `name:"pocketbase" help:"PocketBase program to measure beside the orders, on records of about the same size." placeholder:"FILE"`
	Server      string        `help:"Running server to load with test orders, instead of one of its own; on the command line only." placeholder:"URL"`
	APIKey      string        `name:"api-key" help:"API key of an account of the running server; better in PREDATE_API_KEY or PREDATE_API_KEY_FILE." secret:"" placeholder:"KEY"`
	Email       string        `help:"E-mail of the account."`
	Password    string        `help:"Its password; better in PREDATE_PASSWORD or PREDATE_PASSWORD_FILE." secret:"" placeholder:"PASSWORD"`
	JSON        bool          `name:"json" help:"Print the report as one JSON object."`
}

// benchSlice is how long each of two that are compared has its turn.
const benchSlice = time.Second

func (b Command) plan() bench.Plan { return bench.Plan{For: b.For, Connections: b.Connections} }

// check refuses settings that contradict each other, and a database or a server that
// the settings of an installation name: what is loaded by mistake is full of orders.
func (b Command) check(origin func(flag string) string) error {
	if err := b.plan().Check(); err != nil {
		return err
	}
	if err := b.checkRows(); err != nil {
		return err
	}
	for flag, value := range map[string]string{"server": b.Server, "database": b.Database} {
		if from := origin(flag); value != "" && from != "command line" {
			return fmt.Errorf("%s: it is set by the %s, and bench loads only what the command line names: leave it out there, or give --%s", flag, from, flag)
		}
	}
	if b.Server != "" {
		return b.checkServer()
	}
	if b.Database != "" && store.EngineOf(b.Database) != store.Postgres {
		return errors.New("database: it is no PostgreSQL: name one like postgres://localhost/postgres, or leave --database out for SQLite")
	}
	if b.PocketBase == "" {
		return nil
	}
	if file, err := os.Stat(b.PocketBase); err != nil || file.IsDir() {
		return fmt.Errorf("pocketbase: there is no program %s: give the path of a PocketBase executable, or leave --pocketbase out", b.PocketBase)
	}
	return nil
}

func (b Command) checkServer() error {
	switch {
	case b.Database != "" || b.Disk || b.PocketBase != "":
		return errors.New("server: a running server has its own database and disk: leave --database, --disk and --pocketbase out, or --server")
	case b.APIKey == "" || b.Email == "" || b.Password == "":
		return errors.New("server: a running server wants an account: give --api-key, --email and --password too")
	}
	return nil
}

// Run measures and prints the report, also that of a measurement that is interrupted or
// cannot go on.
func (b Command) Run(c *terminal.Context) error {
	if err := b.check(c.Settings.OriginOf); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "predate-bench-")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	papers, err := samplePapers()
	if err != nil {
		return err
	}
	run := &benchRun{
		Command: b, c: c, folder: folder, papers: papers, began: c.Now(),
		driver: bench.Driver{Now: c.Now, Slice: benchSlice},
	}
	run.report.For = b.For.String()
	if b.Server != "" {
		err = run.running()
	} else {
		err = run.own()
	}
	if c.Err() != nil {
		err = nil // what an interrupt cut is no failure
	}
	run.report.Interrupted = c.Err() != nil || err != nil
	if err == nil || len(run.report.Rows) > 0 {
		err = cmp.Or(err, run.print())
	}
	return err
}

// benchRun is a measurement under way.
type benchRun struct {
	Command
	c      *terminal.Context
	folder string
	papers []benchPaper
	driver bench.Driver
	report bench.Report
	began  time.Time
	number atomic.Int64 // of what was made last
	putOff atomic.Int64 // large bodies, in the row that is measured
	opened int          // servers so far
}

// say prints progress on standard error, because the report is printed on standard output.
func (r *benchRun) say(format string, args ...any) {
	fmt.Fprintf(r.c.Stderr, "%6.1f s  %s\n", r.c.Now().Sub(r.began).Seconds(), fmt.Sprintf(format, args...))
}

func (r *benchRun) print() error {
	show := r.report.Table
	if r.JSON {
		show = r.report.JSON
	}
	if err := show(r.c.Stdout); err != nil {
		return err
	}
	if n := r.report.Errors(); n > 0 {
		return fmt.Errorf("%d operations failed or webhooks were lost: the notes of the report say which", n)
	}
	return nil
}

func machine() string {
	return fmt.Sprintf("%s/%s, %d cores", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// own measures servers of its own, which are there for nothing else: first one whose
// workers are idle, then one that does everything.
func (r *benchRun) own() error {
	engine := "SQLite"
	if r.Database != "" {
		engine = "PostgreSQL"
	}
	version, _, _ := terminal.Built()
	r.report.Measured = fmt.Sprintf("predate %s, a server of its own on %s, %s", version, engine, machine())
	r.report.Note("What makes the load runs on the same machine as what bears it.")
	for _, part := range []struct {
		name   string
		idle   bool
		phases []phase
		do     func(*benchTarget, []phase) error
	}{
		{"server with idle workers", true, idlePhases(), measure},
		{"server that does everything", false, workPhases(), r.accompanied},
	} {
		asked := r.asked(part.phases)
		if r.c.Err() != nil || len(asked) == 0 {
			continue
		}
		target, err := r.open(part.name, part.idle)
		if err != nil {
			return err
		}
		err = part.do(target, asked)
		r.report.Memory = append(r.report.Memory, target.peak())
		if err := errors.Join(err, target.close()); err != nil {
			return err
		}
	}
	return nil
}

// running measures a server that runs, with test orders alone, and takes back what
// it can of them.
func (r *benchRun) running() error {
	t, err := r.join()
	if err != nil {
		return err
	}
	r.report.Measured = fmt.Sprintf("The running server %s, loaded from %s", t.client.Base, machine())
	r.report.Note("Only test orders were placed; a running server's workers are never idle, so that orders were measured while they work.")
	defer r.cancel(t)
	if err := r.accompanied(t, r.asked(runningPhases())); err != nil {
		return err
	}
	for _, note := range r.report.Notes {
		if strings.Contains(note, "answers 429") {
			r.report.Note("The server limits how often a key may ask (429): start it with a greater --rate-limit while it is measured.")
			break
		}
	}
	return nil
}

// row measures one operation over each number of connections.
func (r *benchRun) row(t *benchTarget, operation string, do bench.Operation) error {
	for _, connections := range r.Connections {
		if _, _, err := r.one(t, operation, connections, do); err != nil {
			return err
		}
	}
	return nil
}

// one measures one operation over a number of connections and enters its row.
func (r *benchRun) one(t *benchTarget, operation string, connections int, do bench.Operation) (bench.Row, bench.Sample, error) {
	if r.c.Err() != nil {
		return bench.Row{}, bench.Sample{}, nil
	}
	if err := t.renew(); err != nil {
		return bench.Row{}, bench.Sample{}, err
	}
	r.say("%s, connections %d", operation, connections)
	sample := r.driver.Measure(r.c, r.For, connections, bench.Side{Name: operation, Do: do})[0]
	row := bench.NewRow(operation, connections, sample)
	r.report.Add(row, sample.Causes)
	r.tellPutOff(operation, connections)
	r.tell(row)
	return row, sample, nil
}

// tell says what a row came to.
func (r *benchRun) tell(row bench.Row) {
	p99 := 0.0
	if row.Latency != nil {
		p99 = row.Latency.P99
	}
	r.say("    %d done, %.1f a second, p99 %.1f ms, %d errors", row.Number, row.PerSecond, p99, row.Errors)
}

// calm is the context of a request: an interrupt ends the measurement, and lets the
// requests that are under way end by themselves.
func (r *benchRun) calm() context.Context { return context.WithoutCancel(r.c) }

// bare is the environment of a server of its own: no setting of an installation, so that
// it uses nobody's bucket, keys or certificates.
func bare(all []string) []string {
	kept := make([]string, 0, len(all))
	for _, one := range all {
		if !strings.HasPrefix(one, terminal.EnvPrefix) {
			kept = append(kept, one)
		}
	}
	return kept
}
