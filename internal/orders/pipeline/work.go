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
	"predate/internal/collecting/recipe"
	"predate/internal/collecting/warden"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/statement/cachet"
)

// Collector fetches the papers of an extranet; connector.Collector is one.
type Collector interface {
	Collect(ctx context.Context, r connector.Request, keep connector.Keep) (int, error)
}

// Options is the dependencies of the workers.
type Options struct {
	Desk   *desk.Desk
	Blobs  blob.Store
	Reader *reading.Reader
	// Cores limits the work that keeps a core busy; nil means no limit.
	Cores  *seats.Pool
	Links  *link.Signer
	Sender *webhook.Sender
	// Takes reports whether this process runs a step; other steps are returned to the
	// queue for other processes. Nil means all steps.
	Takes func(predate.Step) bool
	// OpenCredentials opens credentials that the desk sealed. Only the collecting
	// worker has it.
	OpenCredentials func(sealed []byte, context string) (predate.Secret, error)
	// Live collects from real extranets.
	Live Collector
	// Sample returns a collector for the simulated extranet in this process, by the
	// username of a test order and the number of earlier collections of its run.
	Sample func(username string, collections int) (Collector, error)
	// RecipeOf returns the recipe for an extranet's address, and Recipes all active
	// ones; nil for none.
	RecipeOf func(address string) (recipe.Family, bool)
	Recipes  func() []recipe.Family
	// Warden permits or refuses every login; nil if nothing is ever collected.
	Warden *warden.Warden
	// SampleOrder is the order to which the sample dossier belongs.
	SampleOrder predate.Order
	// Specimen makes the statement in a simulated done event.
	Specimen func() (predate.Statement, error)
	// PublicURL is the address of the server: statements say that they can be verified
	// there.
	PublicURL string
	// Issuer is responsible for the statements.
	Issuer predate.Issuer
	// Seal seals the statements of orders that are no tests; nil for no seal.
	Seal *cachet.Cachet
	// Retention is how long the sweeper keeps each class of data.
	Now func() time.Time
	// Jitter returns a number in [0,1) to spread retries.
	Jitter func() float64
	Log    *slog.Logger
	// Trace exports each step and each attempt as a span; nil disables tracing.
	Trace *trace.Tracer
}

// Pipeline holds the workers.
type Pipeline struct {
	Options
	paces    *paces
	specimen specimen
}

// New returns the workers.
func New(o Options) *Pipeline {
	return &Pipeline{Options: o, paces: newPaces(o.Now)}
}

// Handlers returns the handlers for the queue.
func (p *Pipeline) Handlers() queue.Handlers {
	return queue.Handlers{Work: p.Work, Deliver: p.Deliver, Sweep: p.Sweep}
}

// Work runs the next step of a run. It drops a run that was superseded by a refresh
// or a cancellation. If the run changed during the step, the step is retried at
// once.
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

// begin starts the span of a step, in the trace of its run. A step that does nothing has
// no span.
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

// fault returns the error of a step that failed; nil if the step was postponed or
// superseded.
func fault(err error) error {
	if isLater(err) || errors.Is(err, desk.ErrSuperseded) || errors.Is(err, predate.ErrStale) {
		return nil
	}
	return err
}

// disabledWait is the delay of a step that was claimed while its account was being
// disabled. The queue takes no other step of the account.
const disabledWait = time.Minute

// onACore runs do when it is the account's turn for a core. cores is the number of
// cores that do may use; 0 means all. An account with more waiting work runs one thing
// per core rather than one thing on several cores.
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

// staleWait lets a conflicting transaction finish before the run is read again.
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

// subject returns the order that the papers are about.
func (p *Pipeline) subject(c desk.Case) predate.Order { return SubjectOf(c, p.SampleOrder) }

// SubjectOf returns the order that the papers of a case are about. If they come from the
// sample dossier, it has the property and owners of the sample instead of those of the
// test order.
func SubjectOf(c desk.Case, sample predate.Order) predate.Order {
	order := c.Order
	if order.TestMode && c.Run.Method == predate.MethodExtranet {
		order.Property, order.Owners, order.Lots, order.Syndic = sample.Property, sample.Owners, sample.Lots, sample.Syndic
	}
	return order
}

// goesOn reports whether a changed run has a further step to enqueue.
func goesOn(c desk.Case, change func(*predate.Run)) bool {
	run := c.Run
	change(&run)
	switch Next(Dossier{Order: c.Order, Run: run, Documents: c.Documents}) {
	case predate.StepIdle:
		return false
	case predate.StepReview:
		return verdictOn(c) != predate.SandboxUndecided
	}
	return true
}
