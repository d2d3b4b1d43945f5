package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// maxMessages is the maximum number of messages in the thread of an order, against abuse.
const maxMessages = 500

// Answer stores a client's answers, all or none, and enqueues another reading of the
// dossier. It returns CodeConflict for an order that is over, and CodeInvalid for an
// answer to something that was not asked.
func (d *Desk) Answer(ctx context.Context, account predate.AccountID, id predate.OrderID, answers ...predate.Answer) (predate.Order, error) {
	return d.AnswerOnce(ctx, account, id, nil, answers)
}

// AnswerOnce is Answer with an idempotency key; nil means none.
func (d *Desk) AnswerOnce(ctx context.Context, account predate.AccountID, id predate.OrderID, replay *Replay, answers []predate.Answer) (predate.Order, error) {
	if len(answers) == 0 {
		return predate.Order{}, predate.Refuse(predate.CodeInvalid, "Invalid request: at least one answer is required")
	}
	for _, a := range answers {
		if err := a.Check(); err != nil {
			return predate.Order{}, err
		}
	}
	var order predate.Order
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		if err := d.checkReplay(ctx, tx, replay); err != nil {
			return err
		}
		if err := store.HoldOrder(ctx, tx, id); err != nil {
			return err
		}
		var err error
		if order, err = owned(ctx, tx, account, id); err != nil {
			return err
		}
		if err := open(order); err != nil {
			return err
		}
		if err := d.answered(ctx, tx, order, answers); err != nil {
			return err
		}
		return d.saveReplay(ctx, tx, account, replay, order)
	})
	if err != nil {
		return predate.Order{}, fmt.Errorf("take answers to order %s in: %w", id, err)
	}
	return order, nil
}

// answered stores answers and enqueues another reading.
func (d *Desk) answered(ctx context.Context, tx store.Tx, order predate.Order, answers []predate.Answer) error {
	thread, err := store.MessagesOf(ctx, tx, order.ID)
	if err != nil {
		return err
	}
	answers = slices.DeleteFunc(slices.Clone(answers), func(a predate.Answer) bool { return repeats(thread, order.Run, a) })
	if len(answers) == 0 {
		return nil
	}
	if len(thread)+len(answers) > maxMessages {
		return &predate.Error{Code: predate.CodeTooLarge, Message: fmt.Sprintf("An order takes at most %d messages", maxMessages), Err: ErrThreadFull}
	}
	run, err := store.RunByID(ctx, tx, order.Run)
	if err != nil {
		return err
	}
	said, err := correctionsOf(ctx, tx, order.ID)
	if err != nil {
		return err
	}
	for i, a := range answers {
		asked, err := askedOf(run, said, a)
		if err != nil {
			return err
		}
		if err := d.keepAnswer(ctx, tx, run, a, asked); err != nil {
			return err
		}
		err = d.say(ctx, tx, i, predate.Message{
			Order: run.Order, Run: run.ID, Side: predate.SideClient, Who: a.By, Code: a.Code, FiscalYear: a.FiscalYear, Says: a.Says, Words: a.Comment,
		})
		if err != nil {
			return err
		}
		if err := d.traceAnswer(ctx, tx, order, a); err != nil {
			return err
		}
	}
	if !run.Collected {
		return nil // it is read when its papers are complete
	}
	return d.readAgain(ctx, tx, order, stored{})
}

// repeats reports whether the latest answer to the same question is identical, as when a
// form is sent twice.
func repeats(thread []predate.Message, run predate.RunID, a predate.Answer) bool {
	for _, m := range slices.Backward(thread) {
		if m.Code == a.Code && m.FiscalYear == a.FiscalYear || m.Side == predate.SideOperator {
			return m.Run == run && m.Side == predate.SideClient && m.Says == a.Says && m.Words == a.Comment && m.Who == a.By
		}
	}
	return false
}

// keepAnswer stores an answer as a correction of a paper, which replaces the client's
// earlier one. An answer of words only is stored in the thread alone.
func (d *Desk) keepAnswer(ctx context.Context, tx store.Tx, run predate.Run, a predate.Answer, asked []string) error {
	if a.Remark() == "" {
		return nil
	}
	for _, about := range []predate.Remark{predate.RemarkAbsent, predate.RemarkUnobtainable} {
		err := store.DeleteCorrection(ctx, tx, run.Order, predate.Correction{About: about, Code: a.Code, FiscalYear: a.FiscalYear})
		if err != nil && !errors.Is(err, predate.ErrNotFound) {
			return err
		}
	}
	c := predate.Correction{
		About: a.Remark(), Code: a.Code, FiscalYear: a.FiscalYear, Value: a.By, By: a.By, Why: a.Comment,
		Declarant: predate.DeclaredByClient, Asked: asked,
	}
	return store.PutCorrection(ctx, tx, store.Correction{Correction: c, Order: run.Order, At: d.now()})
}

// askedOf returns the sentences that an answer answers, without earlier answers. It returns
// an error if nothing of the kind was asked, or cannot be answered in this way.
func askedOf(run predate.Run, said []predate.Correction, a predate.Answer) ([]string, error) {
	var asked []string
	for _, gap := range run.Gaps {
		if gap.Code != a.Code || gap.FiscalYear != a.FiscalYear {
			continue
		}
		if a.Says != predate.SaysComment && gap.Kind != predate.GapDocument {
			return nil, predate.Refuse(predate.CodeInvalid, "Invalid request: answer: %s takes see_comment only", a.Code)
		}
		sentence := gap.Message
		for _, c := range said {
			if !c.Answers(gap) {
				continue
			}
			if c.Declarant != predate.DeclaredByClient && a.Says != predate.SaysComment {
				return nil, &predate.Error{Code: predate.CodeConflict, Message: fmt.Sprintf("An operator has answered %q already", a.Code), Err: ErrAnswered}
			}
			if original, ok := c.Sentence(gap); ok {
				sentence = original
			}
		}
		asked = append(asked, sentence)
	}
	switch {
	case len(asked) == 0:
		return nil, predate.Refuse(predate.CodeInvalid, "Invalid request: code: %q is not asked for", strings.TrimSpace(a.Code+" "+a.FiscalYear))
	case a.Says == predate.SaysAbsent && a.Code == predate.CodeUnreadable:
		return nil, predate.Refuse(predate.CodeInvalid, "Invalid request: answer: a document that cannot be read exists")
	}
	return asked, nil
}

// say adds a message to a thread. The messages of one act are numbered and placed a
// microsecond apart, so that they keep their order.
func (d *Desk) say(ctx context.Context, tx store.Tx, number int, m predate.Message) error {
	id, err := newID[string](d, "msg_")
	if err != nil {
		return err
	}
	m.ID, m.At = id, d.now().Add(time.Duration(number)*time.Microsecond)
	return store.InsertMessage(ctx, tx, m)
}

// traceAnswer records an answer in the audit trail.
func (d *Desk) traceAnswer(ctx context.Context, tx store.Tx, order predate.Order, a predate.Answer) error {
	id, err := newID[string](d, "aud_")
	if err != nil {
		return err
	}
	return store.InsertAudit(ctx, tx, store.AuditEntry{
		ID: id, At: d.now(), Who: a.By, Act: "client.answer", Account: order.Account, Order: order.ID,
		Detail: strings.TrimSpace(fmt.Sprintf("%s %s = %s: %s", a.Code, a.FiscalYear, a.Says, a.Comment)),
	})
}
