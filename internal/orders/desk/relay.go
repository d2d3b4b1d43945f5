package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// attendedFor is how long an operator who tries a collection again is taken to be
// there, before its extranet asks him anything.
const attendedFor = 10 * time.Minute

// CollectAttended tries a stopped collection again at once, with the operator beside
// it: what its extranet asks of a person is asked of him.
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

// Relay is the operator who stays for the collection of an order, with what its
// extranet asks; false where nobody does. What he answered is left out.
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

// AskPerson puts what an extranet asks before the operator who stays for the
// collection, and gives the question's id. It is asked until the context ends, and no
// longer than PersonPatience. ErrNotFound: nobody stays.
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

// AnswerContext is what the sealed answer of an order is bound to.
func AnswerContext(id predate.OrderID) string { return CredentialContext(id, "answer") }

// longestAnswer is beyond any code or captcha.
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

// TakeAnswer returns the sealed answer to a question and erases it; none while it is
// waited for. ErrNotFound: nobody is there any more.
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

// EndRelay says that a collection is over: nobody needs to stay for it.
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
