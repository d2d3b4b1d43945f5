package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// doubtRow is the stored form of predate.Doubt.
type doubtRow struct {
	ID       string             `json:"id"`
	Code     predate.ReasonCode `json:"code"`
	Key      predate.Key        `json:"key,omitempty"`
	Gate     string             `json:"gate,omitempty"`
	File     string             `json:"file,omitempty"`
	Says     string             `json:"says"`
	Answered *answerRow         `json:"answered,omitempty"`
}

// answerRow is the stored form of Doubt.Answered.
type answerRow struct {
	By   predate.Declarant `json:"by"`
	Name string            `json:"name"`
	On   string            `json:"on"`
	Why  string            `json:"why"`
}

func doubtsText(doubts []predate.Doubt) (string, error) {
	return list(doubts, func(d predate.Doubt) doubtRow {
		row := doubtRow{ID: d.ID, Code: d.Code, Key: d.Key, Gate: d.Gate, File: d.File, Says: d.Says}
		if !d.Answered.IsZero() {
			row.Answered = &answerRow{d.Answered.By, d.Answered.Name, d.Answered.On.String(), d.Answered.Why}
		}
		return row
	})
}

func readDoubts(to *[]predate.Doubt) unlist[predate.Doubt, doubtRow] {
	return unlist[predate.Doubt, doubtRow]{to, func(r doubtRow) predate.Doubt {
		d := predate.Doubt{ID: r.ID, Code: r.Code, Key: r.Key, Gate: r.Gate, File: r.File, Says: r.Says}
		if r.Answered != nil {
			on, _ := predate.ParseDate(r.Answered.On) // a day that cannot be read is none
			d.Answered = predate.Declaration{By: r.Answered.By, Name: r.Answered.Name, On: on, Why: r.Answered.Why}
		}
		return d
	}}
}

// Acknowledgement records that an operator saw a doubt of a run and accepted it.
type Acknowledgement struct {
	Run      predate.RunID
	Doubt    string // its id
	Says     string // what the doubt said
	By       string
	Operator string
	At       time.Time
	Why      string
}

const acknowledgementColumns = "run, doubt, says, who, operator, at, why"

func scanAcknowledgement(row Row) (a Acknowledgement, err error) {
	err = row.Scan(&a.Run, &a.Doubt, &a.Says, &a.By, &a.Operator, instant{&a.At}, &a.Why)
	return a, err
}

// PutAcknowledgement stores an acknowledgement. It replaces an earlier one of the same
// doubt of the same run.
func PutAcknowledgement(ctx context.Context, tx Tx, a Acknowledgement) error {
	_, err := tx.Exec(ctx, "INSERT INTO acknowledgements ("+acknowledgementColumns+") VALUES ("+placeholders(1, 7)+")"+
		" ON CONFLICT (run, doubt) DO UPDATE SET says = excluded.says, who = excluded.who, operator = excluded.operator, at = excluded.at, why = excluded.why",
		a.Run, a.Doubt, a.Says, a.By, a.Operator, micros(a.At), a.Why)
	if err != nil {
		return fmt.Errorf("acknowledge doubt %s of %s: %w", a.Doubt, a.Run, err)
	}
	return nil
}

// AcknowledgementsOf lists the acknowledgements of a run by doubt.
func AcknowledgementsOf(ctx context.Context, tx Tx, run predate.RunID) ([]Acknowledgement, error) {
	all, err := collect(ctx, tx, scanAcknowledgement, "SELECT "+acknowledgementColumns+" FROM acknowledgements WHERE run = $1 ORDER BY doubt", run)
	if err != nil {
		return nil, fmt.Errorf("list acknowledgements of %s: %w", run, err)
	}
	return all, nil
}

// DeleteAcknowledgement deletes an acknowledgement; ErrNotFound if there is none.
func DeleteAcknowledgement(ctx context.Context, tx Tx, run predate.RunID, doubt string) error {
	n, err := tx.Exec(ctx, "DELETE FROM acknowledgements WHERE run = $1 AND doubt = $2", run, doubt)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("delete acknowledgement of %s of %s: %w", doubt, run, err)
	}
	return nil
}
