package desk

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"predate"
	"predate/internal/keeping/store"
)

// Question is one thing for which an operator asks the client.
type Question struct {
	Kind predate.GapKind // a document or an action
	// Code and FiscalYear identify the item of the checklist; empty for a question in
	// the operator's own words.
	Code, FiscalYear string
	Words            string // French
}

const (
	maxQuestions     = 30
	maxQuestionWords = 2000
)

// operatorsCode is the code of a gap for a question in an operator's own words. Further
// ones have a number appended.
const operatorsCode = "operator"

// GapsOf returns the gaps for questions, as the client sees them in the order.
func GapsOf(questions []Question) []predate.Gap {
	var gaps []predate.Gap
	own := 0
	for _, q := range questions {
		gap := predate.Gap{Kind: q.Kind, Code: q.Code, FiscalYear: q.FiscalYear, Message: strings.TrimSpace(q.Words)}
		if q.Code == "" {
			own++
			if gap.Code = operatorsCode; own > 1 {
				gap.Code += "_" + strconv.Itoa(own)
			}
		}
		if q.Kind == predate.GapDocument {
			gap.DocType = predate.Kind(q.Code).DocType()
		}
		gaps = append(gaps, gap)
	}
	return gaps
}

func checkQuestions(questions []Question) error {
	if len(questions) == 0 || len(questions) > maxQuestions {
		return predate.Refuse(predate.CodeInvalid, "Posez de 1 à %d questions.", maxQuestions)
	}
	for _, q := range questions {
		if words := strings.TrimSpace(q.Words); words == "" || utf8.RuneCountInString(words) > maxQuestionWords {
			return predate.Refuse(predate.CodeInvalid, "Une question a de 1 à %d caractères.", maxQuestionWords)
		}
		if q.Kind != predate.GapDocument && q.Kind != predate.GapAction {
			return predate.Refuse(predate.CodeInvalid, "Une question demande une pièce, ou une action.")
		}
	}
	return nil
}

// Ask changes an order in review to Waiting, with the operator's sentence as the gap
// that the client must fill: a document or an action. The client then adds documents
// or refreshes; the extranet's password is no longer needed.
func (d *Desk) Ask(ctx context.Context, id predate.OrderID, decision Decision, kind predate.GapKind) error {
	if err := decision.check(); err != nil {
		return err
	}
	return d.AskAll(ctx, id, decision, Question{Kind: kind, Words: decision.Why})
}

// AskAll is Ask for several questions at once. The audit trail has the decision's reason,
// or the questions if there is none.
func (d *Desk) AskAll(ctx context.Context, id predate.OrderID, decision Decision, questions ...Question) error {
	if err := checkQuestions(questions); err != nil {
		return err
	}
	gaps := GapsOf(questions)
	if decision.Why == "" {
		decision.Why = sentencesOf(gaps)
	}
	err := d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		if err := d.close(ctx, tx, i, "ask", decision); err != nil {
			return err
		}
		run := &i.Run
		run.Outcome, run.Read, run.Gaps = predate.OutcomeWaiting, run.Collected, asking(*run, gaps)
		if err := store.UpdateRun(ctx, tx, run); err != nil {
			return fmt.Errorf("write run %s: %w", run.ID, err)
		}
		for n, gap := range gaps {
			err := d.say(ctx, tx, n, predate.Message{
				Order: id, Run: run.ID, Side: predate.SideOperator, Who: decision.By, Operator: decision.Operator,
				Code: gap.Code, FiscalYear: gap.FiscalYear, Says: predate.SaysAsk, Words: gap.Message,
			})
			if err != nil {
				return err
			}
		}
		if err := d.erase(ctx, tx, i.Order, EraseUnlessKept); err != nil {
			return err
		}
		return d.apply(ctx, tx, &i.Order, predate.DossierLacking)
	})
	if err != nil {
		return fmt.Errorf("ask the client of order %s: %w", id, err)
	}
	return nil
}

// asking returns the gaps of a run after more are asked for: the new ones and its reserves.
func asking(run predate.Run, gaps []predate.Gap) []predate.Gap {
	return append(slices.Clone(gaps), without(predate.Reserves(run.Gaps), gaps)...)
}

// Announced is an event as it would be sent, with the addresses that would receive it in
// this form.
type Announced struct {
	Contents
	To []string
}

// Foresee returns the events that asking the client would send, without asking: one for
// each form of body, or one without addresses if no endpoint would receive it.
func (d *Desk) Foresee(ctx context.Context, id predate.OrderID, questions ...Question) ([]Announced, error) {
	if err := checkQuestions(questions); err != nil {
		return nil, err
	}
	var all []Announced
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		i, err := d.inquiry(ctx, tx, id)
		if err != nil {
			return err
		}
		event, err := i.Order.Apply(predate.DossierLacking, d.now())
		if err != nil {
			return err
		}
		event.Missing = predate.Blocking(asking(i.Run, GapsOf(questions)))
		by, err := clientOf(ctx, tx, event.Account)
		all = nil
		for _, h := range hearers(event, by, i.Order.ByTestKey) {
			if !h.Enabled {
				continue
			}
			n := slices.IndexFunc(all, func(a Announced) bool { return a.Form == h.form })
			if n < 0 {
				n, all = len(all), append(all, Announced{Contents: Contents{Event: event, Form: h.form}})
			}
			all[n].To = append(all[n].To, h.URL)
		}
		if len(all) == 0 {
			all = []Announced{{Contents: Contents{Event: event}}}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("foresee what order %s would announce: %w", id, err)
	}
	return all, nil
}

// sentencesOf returns the messages of gaps, joined for the audit trail.
func sentencesOf(gaps []predate.Gap) string {
	var words []string
	for _, gap := range gaps {
		words = append(words, gap.Message)
	}
	return strings.Join(words, " · ")
}

// without returns the gaps except those that were already asked for in the same words.
func without(gaps, asked []predate.Gap) []predate.Gap {
	var out []predate.Gap
	for _, gap := range gaps {
		if !slices.ContainsFunc(asked, func(a predate.Gap) bool {
			return a.Code == gap.Code && a.FiscalYear == gap.FiscalYear && a.Message == gap.Message
		}) {
			out = append(out, gap)
		}
	}
	return out
}

// Thread is the questions to the client of an order and his answers, in words and in
// papers, oldest first.
type Thread struct {
	Messages []predate.Message
	Papers   []predate.Document // that the client gave since the order was placed
}

// Thread reads the thread of an order of any account, for operators.
func (d *Desk) Thread(ctx context.Context, id predate.OrderID) (Thread, error) {
	var t Thread
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		order, err := anyOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		if t.Messages, err = store.MessagesOf(ctx, tx, id); err != nil {
			return err
		}
		t.Papers, err = givenSince(ctx, tx, order)
		return err
	})
	if err != nil {
		return Thread{}, fmt.Errorf("read the thread of order %s: %w", id, err)
	}
	return t, nil
}
