package pipeline

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"
	"time"
	"unicode"

	"predate"
	"predate/internal/base/trace"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/recipe"
	"predate/internal/collecting/warden"
	"predate/internal/keeping/queue"
	"predate/internal/orders/desk"
)

// collect fetches the extranet's papers. Each is stored when it arrives, so that a
// retry does not fetch it again.
func (p *Pipeline) collect(ctx context.Context, c desk.Case) error {
	if c.Credentials == nil {
		return p.failed(ctx, c, &predate.Failure{
			Code: predate.CredentialsExpired, Stage: predate.StageResolve, Err: errors.New("no credentials are kept"),
		})
	}
	opened, err := desk.OpenCredentials(p.OpenCredentials, c.Order.ID, c.Credentials)
	if err != nil {
		return err
	}
	if c.Order.TestMode {
		return p.collectSample(ctx, c, opened)
	}
	family, known := p.RecipeOf(c.Order.Syndic.URL)
	if !known { // nothing will be sent: the collector only returns why
		return p.ended(ctx, c, p.fetch(ctx, c, visit{collector: p.Live, credentials: opened}))
	}
	return p.collectLive(ctx, c, family, opened)
}

// collectLive asks the warden for permission before it sends anything to a real
// extranet. It reports the result to the warden before anything else, so that a
// refused password is remembered even if this process dies next.
func (p *Pipeline) collectLive(ctx context.Context, c desk.Case, family recipe.Family, opened desk.Credentials) error {
	recipe := family.Of()
	c.Run.Recipe = family.String()
	trace.Here(ctx).Say(trace.Recipe(recipe.ID))
	answer, err := p.Warden.Enter(ctx, warden.Knock{
		Account: c.Order.Account, Host: c.Order.Syndic.Host(), Recipe: recipe,
		Username: opened.Username, Password: opened.Password,
	})
	switch {
	case err != nil:
		return err
	case answer.Paused:
		return p.hold(ctx, c, recipe)
	case answer.Refused:
		return p.failed(ctx, c, &predate.Failure{
			Code: predate.BadCredentials, Stage: predate.StageResolve, Err: errors.New("the extranet refused this password before"),
		})
	case answer.Wait > 0:
		p.Log.InfoContext(ctx, "collection waits", "order", c.Order.ID, "run", c.Run.ID, "host", c.Order.Syndic.Host(), "why", answer.Why, "wait", answer.Wait)
		return queue.Later(answer.Wait)
	}
	defer p.Warden.Gone(answer.Pass) // also when it panics
	defer p.relayed(ctx, c)
	err = p.fetch(ctx, c, visit{p.Live, opened, family.Hash, func() { answer.Pass.Slowed = true }})
	paused, leaving := p.leave(context.WithoutCancel(ctx), answer.Pass, err)
	if leaving != nil {
		return errors.Join(leaving, err)
	}
	if errors.Is(err, connector.ErrReplaced) {
		return queue.Later(staleWait)
	}
	if paused && codeOf(err) == predate.SiteChanged {
		return p.hold(ctx, c, recipe)
	}
	return p.ended(ctx, c, err)
}

// leave reports to the warden how a collection ended. An end that we caused ourselves
// is reported as such, since it shows nothing about the extranet.
func (p *Pipeline) leave(ctx context.Context, pass *warden.Pass, err error) (paused bool, _ error) {
	var failure *predate.Failure
	if err != nil && !errors.As(err, &failure) {
		return false, p.Warden.Abandon(ctx, pass)
	}
	return p.Warden.Leave(ctx, pass, failure)
}

// codeOf returns the code of a failed collection; empty for any other error.
func codeOf(err error) predate.FailureCode {
	var failure *predate.Failure
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

// ended applies the result of a collection to its order.
func (p *Pipeline) ended(ctx context.Context, c desk.Case, err error) error {
	if errors.Is(err, desk.ErrSuperseded) {
		return err
	}
	var failure *predate.Failure
	if errors.As(err, &failure) {
		trace.Here(ctx).Say(trace.Cause(failure.Code))
		trace.Here(ctx).Fail()
	}
	switch {
	case err == nil:
		return p.collected(ctx, c, nil)
	case errors.As(err, &failure) && p.enough(c, failure):
		return p.collected(ctx, c, failure)
	case errors.As(err, &failure):
		p.Log.WarnContext(ctx, "collection stopped", "order", c.Order.ID, "run", c.Run.ID,
			"code", failure.Code, "stage", failure.Stage, "error", failure.Err)
		return p.failed(ctx, c, failure)
	}
	return err
}

// hold makes a run wait until its recipe is repaired. The order keeps its state, and
// neither its client nor an operator is asked to act.
func (p *Pipeline) hold(ctx context.Context, c desk.Case, recipe predate.RecipeVersion) error {
	p.Log.InfoContext(ctx, "collection held", "order", c.Order.ID, "run", c.Run.ID, "recipe", recipe.String())
	return p.Desk.Record(ctx, desk.Progress{Run: c.Run, Hold: &recipe, Change: func(r *predate.Run) {
		r.Failure, r.FailureText, r.Again = predate.SiteChanged, "", time.Time{}
	}})
}

// visit is one visit to an extranet.
type visit struct {
	collector   Collector
	credentials desk.Credentials
	recipe      string // the hash of the recipe to use; empty for any
	slowed      func() // called when the site asks us to wait; may be nil
}

// fetch collects papers into the order, and uploads the client's documents to the
// extranet if he asked for it.
func (p *Pipeline) fetch(ctx context.Context, c desk.Case, v visit) error {
	known := map[string]bool{}
	for remoteID := range c.Remotes {
		known[remoteID] = true
	}
	order := p.subject(c)
	_, err := v.collector.Collect(ctx, connector.Request{
		URL: c.Order.Syndic.URL, Recipe: v.recipe, Username: v.credentials.Username.Reveal(), Password: v.credentials.Password,
		Address: order.Property, Owners: order.Owners, Lots: order.Lots, Known: known,
		Deposits: p.deposits(c), Deposited: p.deposited(c), Slowed: v.slowed, Listed: p.listed(c), Missed: p.missed(c),
		Ask: p.ask(c),
	}, func(ctx context.Context, remote connector.Remote, content io.Reader) error {
		return p.Desk.Collected(ctx, c.Run, desk.Upload{
			Filename: filename(remote), MediaType: remote.MediaType, Content: content, Hint: remote.Hint,
			Comment: remote.Title, Origin: predate.FromExtranet, RemoteID: remote.ID, Printed: remote.Date,
		})
	})
	return err
}

// filename returns a file name made from the paper's title, since extranets' own file
// names are meaningless. People see this name beside every figure.
func filename(remote connector.Remote) string {
	title := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.TrimSpace(remote.Title))
	if title == "" {
		return remote.Filename
	}
	return title + strings.ToLower(path.Ext(remote.Filename))
}

// enough reports whether a collection that could not fetch every paper goes on with
// those that it has. The reading then reports each required paper that is
// missing.
func (p *Pipeline) enough(c desk.Case, failure *predate.Failure) bool {
	switch failure.Code {
	case predate.DepositFailed, predate.DepositUnsupported:
		return true
	case predate.DownloadFailed, predate.DocumentInvalid:
		_, again := retryCollection(after(c.Run, failure))
		return !again
	}
	return false
}

// after returns the run with the result of a failed collection.
func after(run predate.Run, failure *predate.Failure) predate.Run {
	if run.Failure != failure.Code {
		run.Repeats = 0
	}
	run.Attempts, run.Repeats = run.Attempts+1, run.Repeats+1
	run.Failure, run.FailureText = failure.Code, failure.Message
	// The answer to the password was a page that was not understood: another attempt
	// could lock the account, or send a second code by SMS.
	run.Final = failure.Final || failure.Unsettled && failure.Code == predate.SiteChanged
	return run
}

// collected continues with the reading, and records the papers that are missing.
func (p *Pipeline) collected(ctx context.Context, c desk.Case, lacking *predate.Failure) error {
	undeposited, err := p.undeposited(ctx, c, lacking)
	if err != nil {
		return err
	}
	now := p.Now()
	change := func(r *predate.Run) {
		r.Collected, r.CollectedAt, r.Attempts = true, now, r.Attempts+1
		r.Repeats, r.Failure, r.FailureText, r.Final, r.Again = 0, "", "", false, time.Time{}
	}
	return p.Desk.Record(ctx, desk.Progress{Run: c.Run, Change: change, Documents: undeposited, Next: true})
}

// failed records why a collection stopped, and acts by its code: try again later, ask
// the client, or call an operator.
func (p *Pipeline) failed(ctx context.Context, c desk.Case, failure *predate.Failure) error {
	plan, now := failure.Code.Plan(), p.Now()
	run := after(c.Run, failure)
	wait, again := retryCollection(run)
	wait = max(wait, min(failure.RetryAfter, longestAway))
	progress := desk.Progress{Run: c.Run, Next: again, Again: now.Add(wait)}
	if plan.Erase {
		progress.Erase = desk.EraseAlways
	}
	if !again && plan.Operator {
		run.Reasons = []string{plan.Sentence}
		progress.Review = true
	}
	if !again && !plan.Operator {
		run.Gaps = []predate.Gap{{Kind: predate.GapAction, Code: string(failure.Code), Message: sentence(plan, failure)}}
		if c.Order.State != predate.Waiting {
			progress.Trigger = predate.DossierLacking
		}
	}
	run.Again = time.Time{}
	if again {
		run.Again = progress.Again
	}
	progress.Change = func(r *predate.Run) {
		r.Again = run.Again
		r.Attempts, r.Repeats, r.Failure, r.FailureText, r.Final = run.Attempts, run.Repeats, run.Failure, run.FailureText, run.Final
		r.Stage, r.FailedAt = failure.Stage, now
		r.Gaps, r.Reasons = run.Gaps, run.Reasons
	}
	return p.Desk.Record(ctx, progress)
}

// longestAway is the longest delay that a site may ask for.
const longestAway = 12 * time.Hour

// sentence returns what the client must do, followed by the site's own words.
func sentence(plan predate.FailurePlan, failure *predate.Failure) string {
	if failure.Message == "" {
		return plan.Sentence
	}
	return plan.Sentence + " Message du site : « " + failure.Message + " »."
}

// mostAttempts is the maximum number of collections of a run, for failures whose code
// changes each time.
const mostAttempts = 12

// retryCollection returns the delay before a failed collection is retried, and whether
// it is retried. Each code has its own delays.
func retryCollection(run predate.Run) (time.Duration, bool) {
	waits := run.Failure.Plan().Retries
	if run.Final || run.Repeats < 1 || run.Repeats > len(waits) || run.Attempts > mostAttempts {
		return 0, false
	}
	return waits[run.Repeats-1], true
}
