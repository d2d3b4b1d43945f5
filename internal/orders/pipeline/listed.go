package pipeline

import (
	"context"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/orders/desk"
	"predate/internal/reading"
)

// listed returns a function that records the papers on the extranet before any is fetched.
func (p *Pipeline) listed(c desk.Case) func(context.Context, []connector.Remote) error {
	return func(ctx context.Context, all []connector.Remote) error {
		papers := make([]predate.ListedPaper, 0, len(all))
		for _, remote := range all {
			papers = append(papers, predate.ListedPaper{RemoteID: remote.ID, Title: remote.Title, Listed: remote.Date, Hint: remote.Hint})
		}
		return p.Desk.Listed(ctx, c.Run, papers)
	}
}

// missed returns a function that records why a listed paper could not be fetched.
func (p *Pipeline) missed(c desk.Case) func(context.Context, connector.Remote, string) error {
	return func(ctx context.Context, remote connector.Remote, reason string) error {
		p.Log.WarnContext(ctx, "listed paper not had", "order", c.Order.ID, "run", c.Run.ID, "paper", remote.ID, "why", reason)
		return p.Desk.Missed(context.WithoutCancel(ctx), c.Run, remote.ID, reason)
	}
}

// lacking returns, for the reading, the papers that the extranet lists but that could
// not be fetched.
func lacking(c desk.Case) []reading.Listed {
	papers := make([]reading.Listed, 0, len(c.Listed))
	for _, paper := range c.Listed {
		papers = append(papers, reading.Listed{Title: paper.Title, Printed: paper.Listed, Hint: paper.Hint, Reason: paper.Lacking()})
	}
	return papers
}
