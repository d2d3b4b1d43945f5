package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
	"predate/internal/collecting/extranetsim"
	"predate/internal/keeping/store"
)

// SandboxOperator is the name of the operator who decides in test mode, in the audit
// trail.
const SandboxOperator = "Opérateur du bac à sable"

// MostAhead is the maximum by which the clock of an account's test orders may be ahead.
const MostAhead = 3 * 365 * 24 * time.Hour

// rehearsed returns the outcome of a new test order according to its username, which
// magic usernames alone differ in; nil for other orders. It reads the clock of the account
// once for all orders of a group.
func rehearsed(ctx context.Context, tx store.Tx, order predate.Order, c Credentials) (*store.SandboxOrder, error) {
	if !order.TestMode {
		return nil, nil
	}
	ahead, err := tx.Once("test clock "+string(order.Account), func() (any, error) { return store.SandboxClock(ctx, tx, order.Account) })
	if err != nil {
		return nil, err
	}
	return &store.SandboxOrder{
		Order: order.ID, Outcome: extranetsim.OutcomeOf(c.Username.Reveal()).Username, Ahead: ahead.(time.Duration),
	}, nil
}

// again writes the outcome of a refreshed test order, which differs if the refresh
// brings another username.
func again(ctx context.Context, tx store.Tx, order predate.Order, c Credentials) error {
	if !order.TestMode || c.Username == "" {
		return nil
	}
	kept, err := store.SandboxOrderOf(ctx, tx, order.ID)
	if err != nil {
		return err
	}
	kept.Outcome, kept.Well = extranetsim.OutcomeOf(c.Username.Reveal()).Username, false
	return store.PutSandboxOrder(ctx, tx, kept)
}

// referenceLater returns the reference date of a refreshed statement. For a test order
// it is later by as many days as its account's clock was advanced since the order was
// placed.
func (d *Desk) referenceLater(ctx context.Context, tx store.Tx, order predate.Order) (predate.Date, error) {
	day := d.referenceDate(order.TestMode)
	if !order.TestMode {
		return day, nil
	}
	ahead, err := store.SandboxClock(ctx, tx, order.Account)
	if err != nil {
		return day, err
	}
	kept, err := store.SandboxOrderOf(ctx, tx, order.ID)
	const oneDay = 24 * time.Hour
	return day.AddDays(int((ahead - kept.Ahead) / oneDay)), err
}

// Advanced is a test order after an advance.
type Advanced struct {
	Order predate.Order
	By    time.Duration // that has passed
	Ahead time.Duration // of the clock of the account's test orders
	Again time.Time     // when its extranet is tried again; zero for never
}

// Pass advances the clock of an account's test orders: retries are due earlier, sealed
// passwords end earlier, and a refresh is made for a later day. If by is zero, it
// advances to the order's next retry, and returns CodeConflict if there is none. Live
// orders are not affected.
func (d *Desk) Pass(ctx context.Context, account predate.AccountID, id predate.OrderID, by time.Duration) (Advanced, error) {
	err := d.advance(ctx, account, id, func(ctx context.Context, tx store.Tx, c testCase) error {
		if by == 0 {
			if by = c.run.Again.Sub(d.now()); c.run.Again.IsZero() || by <= 0 {
				return conflict("nothing_waits", "The transaction waits for no time to pass: say how much shall, as by: \"24h\"")
			}
		}
		return d.pass(ctx, tx, account, by)
	})
	if err != nil {
		return Advanced{}, fmt.Errorf("have time pass for test order %s: %w", id, err)
	}
	advanced, err := d.advanced(ctx, account, id)
	advanced.By = by
	return advanced, err
}

// runsAtOnce is the maximum number of runs whose retries one request brings forward,
// starting with the latest orders. The others are retried as planned.
const runsAtOnce = 1000

func (d *Desk) pass(ctx context.Context, tx store.Tx, account predate.AccountID, by time.Duration) error {
	if err := store.HoldAccount(ctx, tx, account); err != nil {
		return err
	}
	ahead, err := store.SandboxClock(ctx, tx, account)
	if err != nil {
		return err
	}
	if ahead+by > MostAhead {
		return conflict("clock_too_far", "The clock of the account's test transactions is three years ahead at most")
	}
	now := d.now()
	if err := store.PutSandboxClock(ctx, tx, account, ahead+by); err != nil {
		return err
	}
	if err := store.AgeTestCredentials(ctx, tx, account, by, now); err != nil {
		return err
	}
	waiting, err := store.WaitingTestRuns(ctx, tx, account, now, runsAtOnce)
	if err != nil {
		return err
	}
	for _, id := range waiting {
		order, run, err := d.current(ctx, tx, id)
		if errors.Is(err, ErrSuperseded) {
			continue
		}
		if err != nil {
			return err
		}
		if run.Again = run.Again.Add(-by); run.Again.Before(now) {
			run.Again = now
		}
		if err := store.UpdateRun(ctx, tx, &run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		if err := d.work(ctx, tx, order, run, run.Again); err != nil {
			return err
		}
	}
	return nil
}

// testCase is a test order with its current run.
type testCase struct {
	order predate.Order
	run   predate.Run
}

// advance runs do on a test order of the account in one transaction. It returns
// CodeNotFound for another account's order, and CodeConflict for an order that is not
// in test mode or is cancelled.
func (d *Desk) advance(ctx context.Context, account predate.AccountID, id predate.OrderID, do func(context.Context, store.Tx, testCase) error) error {
	return d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := owned(ctx, tx, account, id)
		switch {
		case err != nil:
			return err
		case !order.TestMode:
			return notInTestMode()
		case !order.Cancelled.IsZero():
			return conflict("order_cancelled", "The order is cancelled")
		}
		run, err := store.RunByID(ctx, tx, order.Run)
		if err != nil {
			return fmt.Errorf("read run %s: %w", order.Run, err)
		}
		return do(ctx, tx, testCase{order, run})
	})
}

func notInTestMode() error {
	return conflict("order_not_in_test_mode", "The order is not in test mode")
}

// inTestMode returns CodeConflict for an order of any account that is not in test mode.
func (d *Desk) inTestMode(ctx context.Context, id predate.OrderID) error {
	return d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err == nil && !order.TestMode {
			err = notInTestMode()
		}
		return err
	})
}

func conflict(reason, message string) error {
	return &predate.Error{Code: predate.CodeConflict, Message: message, Reason: reason}
}

// advanced returns a test order after an advance.
func (d *Desk) advanced(ctx context.Context, account predate.AccountID, id predate.OrderID) (a Advanced, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		if a.Order, err = owned(ctx, tx, account, id); err != nil {
			return err
		}
		run, err := store.RunByID(ctx, tx, a.Order.Run)
		if err != nil {
			return err
		}
		a.Again = run.Again
		a.Ahead, err = store.SandboxClock(ctx, tx, account)
		return err
	})
	return a, err
}

// ofTheSite reports whether a failure ends when the site works again; the client must
// resolve the others.
func ofTheSite(code predate.FailureCode) bool {
	switch code {
	case predate.SiteUnavailable, predate.RateLimited, predate.SessionLost, predate.SiteChanged, predate.Captcha, predate.Blocked,
		predate.EmptyListing, predate.DownloadFailed, predate.DocumentInvalid, predate.LimitReached:
		return true
	}
	return false
}

// SiteBack repairs the simulated extranet of a test order and collects from it
// immediately. It returns CodeConflict if the collection did not stop, or stopped for a
// reason that only the client can resolve.
func (d *Desk) SiteBack(ctx context.Context, account predate.AccountID, id predate.OrderID) (Advanced, error) {
	err := d.advance(ctx, account, id, func(ctx context.Context, tx store.Tx, c testCase) error {
		switch {
		case c.run.Collected || c.run.Failure == "":
			return conflict("site_is_well", "The collection of the transaction has not stopped: its extranet answers")
		case !ofTheSite(c.run.Failure):
			return conflict("not_the_site", "The extranet answers: what stops the transaction ("+string(c.run.Failure)+") is for its client to mend, by a refresh or by documents")
		}
		if _, err := store.CredentialsOf(ctx, tx, id); errors.Is(err, predate.ErrNotFound) {
			return conflict("credentials_erased", "The credentials of the transaction are erased: refresh it with new ones")
		} else if err != nil {
			return err
		}
		kept, err := store.SandboxOrderOf(ctx, tx, id)
		if err != nil {
			return err
		}
		kept.Well = true
		return store.PutSandboxOrder(ctx, tx, kept)
	})
	if err == nil {
		err = d.CollectAgain(ctx, id, Decision{By: SandboxOperator, Why: "Le site simulé répond de nouveau."}, time.Time{})
	}
	if err != nil {
		return Advanced{}, fmt.Errorf("have the extranet of test order %s back: %w", id, err)
	}
	return d.advanced(ctx, account, id)
}

// Decide lets the operator of the sandbox decide about a test order in review: approve
// the statement, or ask the client for something. It returns CodeConflict if the order
// is not in review, or if its collection stopped and there is no statement to approve.
func (d *Desk) Decide(ctx context.Context, account predate.AccountID, id predate.OrderID, verdict predate.SandboxVerdict) (Advanced, error) {
	err := d.advance(ctx, account, id, func(ctx context.Context, tx store.Tx, c testCase) error {
		_, open, err := store.OpenReviewOf(ctx, tx, c.run.ID)
		switch {
		case err != nil:
			return err
		case !open:
			return conflict("no_review", "The transaction waits for no operator")
		case verdict == predate.SandboxApproves && !c.run.Collected:
			return conflict("collection_stopped", "The collection of the transaction stopped, and there is no statement to approve: have the site back with action: \"site_back\"")
		case verdict == predate.SandboxApproves && !c.run.Read:
			return conflict("order_in_progress", "The order is being processed")
		}
		return nil
	})
	if err == nil {
		err = d.CarryOut(ctx, id, verdict)
	}
	if err != nil {
		return Advanced{}, fmt.Errorf("have an operator decide of test order %s: %w", id, err)
	}
	return d.advanced(ctx, account, id)
}

// CarryOut decides as the operator of the sandbox. If the account requires two persons,
// two approve. It returns CodeConflict for an order that is not in test mode.
func (d *Desk) CarryOut(ctx context.Context, id predate.OrderID, verdict predate.SandboxVerdict) error {
	if err := d.inTestMode(ctx, id); err != nil {
		return err
	}
	if verdict == predate.SandboxRefuses {
		const asks = "Opérateur du bac à sable\u00a0: transmettez une autre annexe 1, celle qui fait foi."
		return d.Ask(ctx, id, Decision{By: SandboxOperator, Why: asks}, predate.GapDocument)
	}
	approve := func(by string) error {
		return d.Approve(ctx, id, Decision{By: by, Why: "Approuvé dans le bac à sable."})
	}
	if err := approve(SandboxOperator); err != nil {
		return err
	}
	i, err := d.Inquiry(ctx, id)
	if refused := (*predate.Error)(nil); errors.As(err, &refused) && refused.Code == predate.CodeConflict {
		return nil // decided
	}
	if err != nil || i.FirstIssue == nil {
		return err
	}
	return approve("Second opérateur du bac à sable")
}
