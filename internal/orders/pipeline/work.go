package pipeline

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"predate"
	"predate/internal/base/seats"
	"predate/internal/base/trace"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
	"predate/internal/collecting/warden"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
	"predate/internal/reading"
)

// Collector fetches the papers of an extranet; connector.Collector is one.
type Collector interface {
	Collect(ctx context.Context, r connector.Request, keep connector.Keep) (int, error)
}

// Options is all that the workers need from the house.
type Options struct {
	Desk   *desk.Desk
	Blobs  blob.Store
	Reader *reading.Reader
	// Cores are taken by what keeps a core busy; nil bounds nothing.
	Cores  *seats.Pool
	Links  *link.Signer
	Sender *webhook.Sender
	// Takes reports whether this process carries out a step; another is put back for
	// those that do. Nil takes all.
	Takes func(predate.Step) bool
	// OpenCredentials opens what the desk sealed; only the collecting worker
	// holds it.
	OpenCredentials func(sealed []byte, context string) (predate.Secret, error)
	// Live collects from real extranets; Sample, for a username of test mode,
	// from the built-in simulated one, in process.
	Live Collector
	// after so many collections of its run.
	Sample func(username string, collections int) (Collector, error)
	// RecipeOf names the recipe for an extranet's address, and Recipes all that
	// are at work by now; nil for none.
	RecipeOf func(address string) (recipe.Family, bool)
	Recipes  func() []recipe.Family
	// Warden stands before every login; nil where nothing is ever collected.
	Warden *warden.Warden
	// SampleOrder is the order that the sample dossier answers.
	SampleOrder predate.Order
	// Specimen makes the statement that a simulated done carries.
	Specimen func() (predate.Statement, error)
	// PublicURL is where the server is reached: statements say that they can be
	// verified there.
	PublicURL string
	// Issuer answers for the statements.
	Issuer predate.Issuer
	// Retention is how long the sweeper keeps each class of data.
	Now func() time.Time
	// Jitter gives a number in [0,1) for the spread of retries.
	Jitter func() float64
	Log    *slog.Logger
	// Trace tells each step and each attempt as a span; nil tells none.
	Trace *trace.Tracer
}

// Pipeline holds the workers.
type Pipeline struct {
	Options
	paces    *paces
	specimen specimen
}

// New makes the workers.
func New(o Options) *Pipeline {
	return &Pipeline{Options: o, paces: newPaces(o.Now)}
}

// Handlers gives the queue what to run.
func (p *Pipeline) Handlers() queue.Handlers {
	return queue.Handlers{Work: p.Work, Deliver: p.Deliver, Sweep: p.Sweep}
}

// Work carries out the next step of a run. A run that was overtaken by a
// refresh or a cancel is dropped; one that changed under the worker is taken
// again at once.
func (p *Pipeline) Work(ctx context.Context, id predate.RunID) error {
	began := p.Now()
	c, err := p.Desk.Case(ctx, id)
	if errors.Is(err, desk.ErrSuperseded) {
		return nil
	}
	if err != nil {
		return err
	}
	if c.Account.Disabled {
		return queue.Later(disabledWait)
	}
	step := Next(Dossier{Order: c.Order, Run: c.Run, Documents: c.Documents})
	if p.Takes != nil && !p.Takes(step) {
		return p.Desk.Enqueue(ctx, c) // the run went on after its job was put there
	}
	ctx, span := p.begin(ctx, step, c)
	err = p.take(seats.Holding(ctx, string(c.Order.Account)), step, c)
	span.End(fault(err))
	p.Log.InfoContext(ctx, "step", "order", c.Order.ID, "run", c.Run.ID, "step", step,
		"took", p.Now().Sub(began), "error", err)
	switch {
	case errors.Is(err, desk.ErrSuperseded):
		return nil
	case errors.Is(err, predate.ErrStale):
		return queue.Later(staleWait)
	case isLater(err):
		return err
	case errors.Is(err, predate.ErrDamaged):
		err = errors.Join(err, p.Desk.Damaged(ctx, c.Run))
		return fmt.Errorf("%s run %s of order %s, tried again until it is restored: %w", step, id, c.Order.ID, err)
	case err != nil:
		return fmt.Errorf("%s run %s of order %s: %w", step, id, c.Order.ID, err)
	}
	return nil
}

// begin begins the span of a step, in the trace of its run. A step in which nothing is
// done has none.
func (p *Pipeline) begin(ctx context.Context, step predate.Step, c desk.Case) (context.Context, trace.Span) {
	ctx = trace.Into(ctx, c.Run.Trace)
	var span trace.Span
	if step != predate.StepIdle && step != predate.StepReview {
		ctx, span = p.Trace.Begin(ctx, trace.Job, string(step))
		span.Say(trace.Order(c.Order.ID), trace.Run(c.Run.Number), trace.Documents(len(c.Documents)))
	}
	queue.Note(ctx)
	return ctx, span
}

// fault is the error of a step that went wrong; nil for one that is put off, or that
// nobody wants any more.
func fault(err error) error {
	if isLater(err) || errors.Is(err, desk.ErrSuperseded) || errors.Is(err, predate.ErrStale) {
		return nil
	}
	return err
}

// disabledWait is for a step that was taken as its account was being disabled:
// the queue takes no other of it.
const disabledWait = time.Minute

// onACore does what keeps a core busy, when it is the account's turn, and says
// on how many cores it may be done; 0 for all. An account of which more waits
// does one thing on each of its cores rather than one on several.
func (p *Pipeline) onACore(ctx context.Context, c desk.Case, do func(cores int) error) error {
	if p.Cores == nil {
		return do(0)
	}
	leave, err := p.Cores.Take(ctx, string(c.Order.Account))
	if err != nil {
		return err
	}
	defer leave()
	if p.Cores.Waits(string(c.Order.Account)) {
		return do(1)
	}
	return do(0)
}

func isLater(err error) bool {
	_, later := queue.Delay(err)
	return later
}

// staleWait lets whoever changed the run finish before it is read again.
const staleWait = 100 * time.Millisecond

func (p *Pipeline) take(ctx context.Context, step predate.Step, c desk.Case) error {
	switch step {
	case predate.StepCollect:
		return p.collect(ctx, c)
	case predate.StepRead:
		return p.read(ctx, c)
	case predate.StepTypeset:
		return p.typeset(ctx, c)
	case predate.StepIssue:
		return p.issue(ctx, c)
	case predate.StepReview:
		return p.decide(ctx, c)
	}
	return nil
}

// subject is the order that the papers speak of.
func (p *Pipeline) subject(c desk.Case) predate.Order { return SubjectOf(c, p.SampleOrder) }

// SubjectOf gives the order that the papers of a case speak of: the sample's
// property and owners when they come from the sample dossier, whatever the test
// order names.
func SubjectOf(c desk.Case, sample predate.Order) predate.Order {
	order := c.Order
	if order.TestMode && c.Run.Method == predate.MethodExtranet {
		order.Property, order.Owners, order.Lots, order.Syndic = sample.Property, sample.Owners, sample.Lots, sample.Syndic
	}
	return order
}

// goesOn says whether a changed run has a further step to enqueue.
func goesOn(c desk.Case, change func(*predate.Run)) bool {
	run := c.Run
	change(&run)
	switch Next(Dossier{Order: c.Order, Run: run, Documents: c.Documents}) {
	case predate.StepIdle:
		return false
	case predate.StepReview:
		return verdictOn(c) != extranetsim.Undecided
	}
	return true
}
