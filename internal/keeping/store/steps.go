package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"predate"
)

// StepKind is the kind of thing that a step decided.
type StepKind string

// The kinds of steps.
const (
	StepRuling          StepKind = "ruling"
	StepAcknowledgement StepKind = "acknowledgement"
)

// Step is one part of an operator's act, with the row that it replaced, so that it can be
// undone.
type Step struct {
	Act      string // the id of the act, shared by its steps
	What     StepKind
	Item     string // the figure, or the doubt
	Run      predate.RunID
	Earlier  string // the row before, as JSON; '' for none
	By       string
	Operator string
	At       time.Time // when the row was written
}

const stepColumns = "act, what, item, run, earlier, who, operator, at"

func scanStep(row Row) (s Step, err error) {
	err = row.Scan(&s.Act, &s.What, &s.Item, &s.Run, &s.Earlier, &s.By, &s.Operator, instant{&s.At})
	return s, err
}

// InsertStep stores a step, and deletes the run's steps older than an instant, which can
// no longer be undone.
func InsertStep(ctx context.Context, tx Tx, s Step, forget time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM steps WHERE run = $1 AND at < $2", s.Run, micros(forget))
	if err == nil {
		err = insert(ctx, tx, "steps", stepColumns, s.Act, s.What, s.Item, s.Run, s.Earlier, s.By, s.Operator, micros(s.At))
	}
	if err != nil {
		return fmt.Errorf("keep a step of %s: %w", s.Run, err)
	}
	return nil
}

// StepsSince returns the steps of a run since an instant, latest first.
func StepsSince(ctx context.Context, tx Tx, run predate.RunID, since time.Time) ([]Step, error) {
	all, err := collect(ctx, tx, scanStep, "SELECT "+stepColumns+" FROM steps WHERE run = $1 AND at >= $2 ORDER BY at DESC, act, what, item", run, micros(since))
	if err != nil {
		return nil, fmt.Errorf("list steps of %s: %w", run, err)
	}
	return all, nil
}

// DeleteSteps deletes the steps of an act.
func DeleteSteps(ctx context.Context, tx Tx, act string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM steps WHERE act = $1", act); err != nil {
		return fmt.Errorf("forget the steps of %s: %w", act, err)
	}
	return nil
}

// EarlierOf encodes a row for Step.Earlier; "" if there is none.
func EarlierOf[T any](row T, there bool) (string, error) {
	if !there {
		return "", nil
	}
	text, err := json.Marshal(row)
	if err != nil {
		return "", fmt.Errorf("keep what was there: %w", err)
	}
	return string(text), nil
}

// Earlier decodes the row in Step.Earlier.
func Earlier[T any](s Step) (row T, there bool, err error) {
	if s.Earlier == "" {
		return row, false, nil
	}
	if err := json.Unmarshal([]byte(s.Earlier), &row); err != nil {
		return row, false, fmt.Errorf("read what was before %s: %w", s.Act, err)
	}
	return row, true, nil
}

// RulingOn returns the ruling on a figure of a run, if there is one.
func RulingOn(ctx context.Context, tx Tx, run predate.RunID, key predate.Key) (Ruling, bool, error) {
	r, ok, err := found(scanRuling(tx.QueryRow(ctx, "SELECT "+rulingColumns+" FROM rulings WHERE run = $1 AND figure = $2", run, key)))
	if err != nil {
		return r, ok, fmt.Errorf("read the ruling on %s of %s: %w", key, run, err)
	}
	return r, ok, nil
}

// AcknowledgementOf returns the acknowledgement of a doubt of a run, if there is one.
func AcknowledgementOf(ctx context.Context, tx Tx, run predate.RunID, doubt string) (Acknowledgement, bool, error) {
	a, ok, err := found(scanAcknowledgement(tx.QueryRow(ctx, "SELECT "+acknowledgementColumns+" FROM acknowledgements WHERE run = $1 AND doubt = $2", run, doubt)))
	if err != nil {
		return a, ok, fmt.Errorf("read the acknowledgement of %s of %s: %w", doubt, run, err)
	}
	return a, ok, nil
}

// Unteach undoes what an operator taught in an order since an instant: it deletes his
// confirmations, and the looks that nobody else confirmed and that have read nothing yet.
func Unteach(ctx context.Context, tx Tx, c LookConfirmation) error {
	_, err := tx.Exec(ctx, "DELETE FROM look_confirmations WHERE order_id = $1 AND who = $2 AND at >= $3", c.Order, c.Who, micros(c.At))
	if err == nil {
		_, err = tx.Exec(ctx, "DELETE FROM looks WHERE state = 'proposed' AND taught_by = $1 AND taught >= $2"+
			" AND NOT EXISTS (SELECT 1 FROM look_confirmations c WHERE c.look = looks.id)", c.Who, micros(c.At))
	}
	if err != nil {
		return fmt.Errorf("take back what was taught in %s: %w", c.Order, err)
	}
	return nil
}
