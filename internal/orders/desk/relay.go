package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// attendedFor is how long an operator who retries a collection is considered present
// before the extranet asks him anything.
const attendedFor = 10 * time.Minute

// CollectAttended retries a stopped collection immediately and passes the extranet's
// questions for a person to the operator.
func (d *Desk) CollectAttended(ctx context.Context, id predate.OrderID, decision Decision) error {
	return d.goOn(ctx, id, decision, "collect_attended", func(ctx context.Context, tx store.Tx, c Collecting) error {
		if err := c.collectable(time.Time{}); err != nil {
			return err
		}
		if err := store.PutRelay(ctx, tx, store.Relay{Order: id, Run: c.Run.ID, Until: d.now().Add(attendedFor)}); err != nil {
			return err
		}
		return d.collectAgain(ctx, tx, c.Order, c.Run)
	})
}

// Relay returns the operator who attends the collection of an order, with the
// extranet's question. there is false if nobody attends it. His answer is left out.
func (d *Desk) Relay(ctx context.Context, id predate.OrderID) (r store.Relay, there bool, err error) {
	err = d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		r, there, err = d.relayOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return store.Relay{}, false, fmt.Errorf("read what the extranet of order %s asks: %w", id, err)
	}
	if len(r.Answer) > 0 {
		r.Question, r.Image, r.Answer = "", nil, nil
	}
	return r, there, nil
}

func (d *Desk) relayOf(ctx context.Context, tx store.Tx, id predate.OrderID) (store.Relay, bool, error) {
	r, ok, err := store.RelayOf(ctx, tx, id)
	return r, ok && r.Until.After(d.now()), err
}

// AskPerson shows the extranet's question to the operator who attends the collection,
// and returns the question's id. The question is open until the context ends, at most
// for PersonPatience. AskPerson returns ErrNotFound if nobody attends the collection.
func (d *Desk) AskPerson(ctx context.Context, run predate.Run, question predate.SiteQuestion) (id string, err error) {
	until := d.now().Add(predate.PersonPatience)
	if end, bounded := ctx.Deadline(); bounded && end.Before(until) {
		until = end.UTC().Truncate(time.Microsecond)
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.stillCurrent(ctx, tx, run); err != nil {
			return err
		}
		r, there, err := d.relayOf(ctx, tx, run.Order)
		if err != nil {
			return err
		}
		if !there || r.Run != run.ID {
			return fmt.Errorf("nobody stays for order %s: %w", run.Order, predate.ErrNotFound)
		}
		if id, err = newID[string](d, "qst_"); err != nil {
			return err
		}
		r.Question, r.SiteQuestion, r.Answer, r.Until = id, question, nil, until
		return store.PutRelay(ctx, tx, r)
	})
	return id, err
}

// AnswerContext returns the context that binds the sealed answer to an order.
func AnswerContext(id predate.OrderID) string { return CredentialContext(id, "answer") }

// longestAnswer is the maximum length of an answer; codes and captchas are shorter.
const longestAnswer = 64

// AnswerSite stores an operator's answer to the extranet's question, sealed: only the
// worker of the collection can open it. It returns CodeConflict if the question was
// answered, or if nobody waits for the answer any more.
func (d *Desk) AnswerSite(ctx context.Context, id predate.OrderID, decision Decision, question string, typed predate.Secret) error {
	said := strings.TrimSpace(typed.Reveal())
	if said == "" || len(said) > longestAnswer || question == "" {
		return predate.Refuse(predate.CodeInvalid, "Une réponse a de 1 à %d caractères.", longestAnswer)
	}
	sealed, err := d.Options.Credentials.Seal(predate.Secret(said), AnswerContext(id))
	if err != nil {
		return fmt.Errorf("seal an answer for order %s: %w", id, err)
	}
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		r, there, err := d.relayOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if !there || r.Question != question || len(r.Answer) > 0 {
			return predate.Refuse(predate.CodeConflict, "L’extranet n’attend plus cette réponse.")
		}
		r.Answer = sealed
		if err := store.PutRelay(ctx, tx, r); err != nil {
			return err
		}
		decision.Why = string(r.Kind)
		return d.audit(ctx, tx, order, "relay", decision)
	})
	if err != nil {
		return fmt.Errorf("answer the extranet of order %s: %w", id, err)
	}
	return nil
}

// TakeAnswer returns the sealed answer to a question and erases it, or nil if there is
// no answer yet. It returns ErrNotFound if nobody attends the collection any more.
func (d *Desk) TakeAnswer(ctx context.Context, run predate.Run, question string) (sealed []byte, err error) {
	err = d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		sealed = nil
		r, there, err := d.relayOf(ctx, tx, run.Order)
		if err != nil {
			return err
		}
		if !there || r.Question != question {
			return fmt.Errorf("question %s of order %s: %w", question, run.Order, predate.ErrNotFound)
		}
		if len(r.Answer) == 0 {
			return nil
		}
		sealed = r.Answer
		r.Question, r.SiteQuestion, r.Answer, r.Until = "", predate.SiteQuestion{}, nil, d.now().Add(attendedFor)
		return store.PutRelay(ctx, tx, r)
	})
	return sealed, err
}

// EndRelay records that a collection is over, so that nobody needs to attend it.
func (d *Desk) EndRelay(ctx context.Context, run predate.Run) error {
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		r, ok, err := store.RelayOf(ctx, tx, run.Order)
		if err != nil || !ok || r.Run != run.ID {
			return err
		}
		return store.DeleteRelay(ctx, tx, run.Order)
	})
	if err != nil {
		return fmt.Errorf("end the relay of order %s: %w", run.Order, err)
	}
	return nil
}
