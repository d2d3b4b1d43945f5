package pipeline

import (
	"context"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// lookEvery is how often the answer of a person is looked for.
const lookEvery = 500 * time.Millisecond

// ask asks the operator who stays for a collection what its extranet asks. He may
// sit before another process: both look at the database.
func (p *Pipeline) ask(c desk.Case) predate.AskPerson {
	return func(ctx context.Context, question predate.SiteQuestion) (predate.Secret, error) {
		id, err := p.Desk.AskPerson(ctx, c.Run, question)
		if err != nil {
			return "", err
		}
		p.Log.InfoContext(ctx, "the extranet asks a person", "order", c.Order.ID, "run", c.Run.ID, "kind", question.Kind)
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-tick.C:
			}
			sealed, err := p.Desk.TakeAnswer(ctx, c.Run, id)
			if err != nil {
				return "", err
			}
			if sealed != nil {
				return p.OpenCredentials(sealed, desk.AnswerContext(c.Order.ID))
			}
		}
	}
}

// relayed says that the collection of a run is over: nobody needs to stay for it.
func (p *Pipeline) relayed(ctx context.Context, c desk.Case) {
	if err := p.Desk.EndRelay(context.WithoutCancel(ctx), c.Run); err != nil {
		p.Log.WarnContext(ctx, "the relay of a collection is left to its time", "order", c.Order.ID, "error", err)
	}
}
