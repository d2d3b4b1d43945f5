package pipeline

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/orders/desk"
)

// collectSample collects from the built-in extranet of test mode, whose behaviour depends
// on the order's username.
func (p *Pipeline) collectSample(ctx context.Context, c desk.Case, opened desk.Credentials) error {
	username := opened.Username.Reveal()
	if c.Sandbox.Well {
		username = extranetsim.TestDone
	}
	sample, err := p.Sample(username, c.Run.Attempts)
	if err != nil {
		return fmt.Errorf("open the sample extranet: %w", err)
	}
	fetch := func(int) error { return p.fetch(ctx, c, visit{collector: sample, credentials: opened}) }
	if extranetsim.OutcomeOf(username).Slow {
		return p.ended(ctx, c, fetch(0)) // it waits, and needs no core
	}
	// The sample extranet is in this process: it takes a core, and no time.
	return p.ended(ctx, c, p.onACore(ctx, c, fetch))
}

// verdictOn returns the decision that the simulated operator makes on a case, once.
func verdictOn(c desk.Case) predate.SandboxVerdict {
	if !c.Order.TestMode || len(c.Thread) > 0 {
		return predate.SandboxUndecided
	}
	return extranetsim.OutcomeOf(c.Sandbox.Outcome).Verdict
}

// decide makes the simulated operator decide a case in review, unless a real person is
// working on it.
func (p *Pipeline) decide(ctx context.Context, c desk.Case) error {
	verdict := verdictOn(c)
	if verdict == predate.SandboxUndecided {
		return nil
	}
	err := p.Desk.CarryOut(ctx, c.Order.ID, verdict)
	if refused := (*predate.Error)(nil); errors.As(err, &refused) && refused.Code == predate.CodeConflict {
		p.Log.InfoContext(ctx, "the operator of the sandbox does not decide", "order", c.Order.ID, "run", c.Run.ID, "error", err)
		return nil
	}
	return err
}
