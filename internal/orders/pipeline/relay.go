package pipeline

import (
	"context"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// lookEvery is the interval at which the database is polled for an operator's answer.
const lookEvery = 500 * time.Millisecond

// ask returns a function that forwards a question of the extranet to the operator who
// assists the collection. He may use another process, so both poll the database.
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

// relayed records that the collection of a run has ended, so that no operator waits for it.
func (p *Pipeline) relayed(ctx context.Context, c desk.Case) {
	if err := p.Desk.EndRelay(context.WithoutCancel(ctx), c.Run); err != nil {
		p.Log.WarnContext(ctx, "the relay of a collection is left to its time", "order", c.Order.ID, "error", err)
	}
}
