package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
	"unicode"

	"predate"
	"predate/internal/connector"
	"predate/internal/desk"
)

// collect fetches the extranet's papers. Each is kept as it arrives, so that
// what a broken collection brought is not fetched twice.
func (p *Pipeline) collect(ctx context.Context, c desk.Case) error {
	_, err := p.fetch(ctx, c)
	if errors.Is(err, desk.ErrSuperseded) {
		return err
	}
	var failure *predate.Failure
	switch {
	case err == nil:
		return p.collected(ctx, c)
	case errors.As(err, &failure) && p.enough(c, failure):
		return p.collected(ctx, c)
	case errors.As(err, &failure):
		p.Log.Warn("collection stopped", "order", c.Order.ID, "run", c.Run.ID,
			"code", failure.Code, "stage", failure.Stage, "error", failure.Err)
		return p.failed(ctx, c, failure)
	}
	return err
}

func (p *Pipeline) fetch(ctx context.Context, c desk.Case) (int, error) {
	if c.Credentials == nil {
		return 0, &predate.Failure{Code: predate.BadCredentials, Stage: predate.StageResolve, Err: errors.New("no credentials are kept")}
	}
	opened, err := desk.OpenCredentials(p.OpenCredentials, c.Order.ID, c.Credentials)
	if err != nil {
		return 0, err
	}
	collector := p.Live
	if c.Order.TestMode {
		if collector, err = p.Sample(opened.Username.Reveal()); err != nil {
			return 0, fmt.Errorf("open the sample extranet: %w", err)
		}
	}
	known := map[string]bool{}
	for _, document := range c.Documents {
		if document.RemoteID != "" {
			known[document.RemoteID] = true
		}
	}
	order := p.subject(c)
	return collector.Collect(ctx, connector.Request{
		URL: c.Order.Syndic.URL, Username: opened.Username.Reveal(), Password: opened.Password,
		Address: order.Property, Owners: order.Owners, Lots: order.Lots, Known: known,
	}, func(ctx context.Context, remote connector.Remote, content io.Reader) error {
		return p.Desk.Collected(ctx, c.Run, desk.Upload{
			Filename: filename(remote), MediaType: remote.MediaType, Content: content, Hint: remote.Hint,
			Comment: remote.Title, Origin: predate.FromExtranet, RemoteID: remote.ID, Printed: remote.Date,
		})
	})
}

// filename names a paper by its title, since what extranets call the file is
// meaningless; people see this name beside every figure.
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

// enough says that a collection which could not fetch every paper goes on with
// those it has: what is required and lacking is told by the reading, paper by
// paper.
func (p *Pipeline) enough(c desk.Case, failure *predate.Failure) bool {
	switch failure.Code {
	case predate.DocumentInvalid:
		return true
	case predate.DownloadFailed:
		run := c.Run
		run.Attempts, run.Failure = run.Attempts+1, failure.Code
		_, again := retryCollection(run)
		return !again
	}
	return false
}

func (p *Pipeline) collected(ctx context.Context, c desk.Case) error {
	now := p.Now()
	change := func(r *predate.Run) {
		r.Collected, r.CollectedAt, r.Attempts = true, now, r.Attempts+1
		r.Failure, r.FailureText = "", ""
	}
	return p.Desk.Record(ctx, desk.Progress{Run: c.Run, Change: change, Next: true})
}

// failed writes why a collection stopped, and does what its code means: try
// again later, ask the client, or call an operator.
func (p *Pipeline) failed(ctx context.Context, c desk.Case, failure *predate.Failure) error {
	plan := failure.Code.Plan()
	run := c.Run
	run.Attempts++
	run.Failure, run.FailureText = failure.Code, failure.Message
	wait, again := retryCollection(run)
	wait = max(wait, min(failure.RetryAfter, longestAway))
	progress := desk.Progress{Run: c.Run, Erase: plan.Erase, Next: again, Again: p.Now().Add(wait)}
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
	progress.Change = func(r *predate.Run) {
		r.Attempts, r.Failure, r.FailureText = run.Attempts, run.Failure, run.FailureText
		r.Gaps, r.Reasons = run.Gaps, run.Reasons
	}
	return p.Desk.Record(ctx, progress)
}

// longestAway bounds what a site may ask for: a later try costs it nothing.
const longestAway = 12 * time.Hour

// sentence tells the client what to do, with the site's own words behind it.
func sentence(plan predate.FailurePlan, failure *predate.Failure) string {
	if failure.Message == "" {
		return plan.Sentence
	}
	return plan.Sentence + " Message du site : « " + failure.Message + " »."
}

// retryCollection tells how long to wait before a failed collection is tried
// again, and whether it is: 1 min, 10 min, 1 h, 4 h, then every 12 h, for two
// days in all.
func retryCollection(run predate.Run) (time.Duration, bool) {
	waits := []time.Duration{
		time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour,
		12 * time.Hour, 12 * time.Hour, 12 * time.Hour,
	}
	if !run.Failure.Plan().Retry || run.Attempts < 1 || run.Attempts > len(waits) {
		return 0, false
	}
	return waits[run.Attempts-1], true
}
