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

// maxMessages bounds the thread of an order: who answers without end is no client.
const maxMessages = 500

// Answer keeps what a client answers to what is asked of him, and has the dossier
// read again with it, all of it or nothing. An order that is over is refused with
// CodeConflict, an answer to what is not asked with CodeInvalid.
func (d *Desk) Answer(ctx context.Context, account predate.AccountID, id predate.OrderID, answers ...predate.Answer) (predate.Order, error) {
	return d.AnswerOnce(ctx, account, id, nil, answers)
}

// AnswerOnce is Answer under an idempotency key; nil is none.
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

// answered writes answers down and makes the reading stale.
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
		return nil // it is read once its papers are there
	}
	return d.readAgain(ctx, tx, order, stored{})
}

// repeats reports whether an answer is the last word on what it answers already, as
// where a form is sent twice.
func repeats(thread []predate.Message, run predate.RunID, a predate.Answer) bool {
	for _, m := range slices.Backward(thread) {
		if m.Code == a.Code && m.FiscalYear == a.FiscalYear || m.Side == predate.SideOperator {
			return m.Run == run && m.Side == predate.SideClient && m.Says == a.Says && m.Words == a.Comment && m.Who == a.By
		}
	}
	return false
}

// keepAnswer keeps an answer as what is said of a paper, in the place of what the
// client said before. Words alone are in the thread only.
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

// askedOf gives the sentences that an answer answers, without earlier answers. What
// is not asked, and what cannot be answered so, is refused.
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

// say adds a message to a thread. Those of one act are numbered: a microsecond
// apart, they keep their order.
func (d *Desk) say(ctx context.Context, tx store.Tx, number int, m predate.Message) error {
	id, err := newID[string](d, "msg_")
	if err != nil {
		return err
	}
	m.ID, m.At = id, d.now().Add(time.Duration(number)*time.Microsecond)
	return store.InsertMessage(ctx, tx, m)
}

// traceAnswer keeps the trace of an answer.
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
