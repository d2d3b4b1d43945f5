package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Ruling is the stored form of an operator's ruling on one figure of a run.
type Ruling struct {
	Run   predate.RunID
	Key   predate.Key
	Value string // JSON, as the report writes it
	By    string
	At    time.Time
	Why   string
	// Status is the decided status; empty if the value implies it.
	Status   predate.Status
	Operator string
}

const rulingColumns = "run, figure, value, who, at, why, status, operator"

func scanRuling(row Row) (r Ruling, err error) {
	err = row.Scan(&r.Run, &r.Key, &r.Value, &r.By, instant{&r.At}, &r.Why, &r.Status, &r.Operator)
	return r, err
}

// PutRuling stores a ruling. It replaces an earlier one on the same figure of
// the same run.
func PutRuling(ctx context.Context, tx Tx, r Ruling) error {
	_, err := tx.Exec(ctx, "INSERT INTO rulings ("+rulingColumns+") VALUES ("+placeholders(1, 8)+")"+
		" ON CONFLICT (run, figure) DO UPDATE SET value = excluded.value, who = excluded.who, at = excluded.at, why = excluded.why,"+
		" status = excluded.status, operator = excluded.operator",
		r.Run, r.Key, r.Value, r.By, micros(r.At), r.Why, r.Status, r.Operator)
	if err != nil {
		return fmt.Errorf("write ruling on %s of %s: %w", r.Key, r.Run, err)
	}
	return nil
}

// RulingsOf lists the rulings on a run by key.
func RulingsOf(ctx context.Context, tx Tx, run predate.RunID) ([]Ruling, error) {
	all, err := collect(ctx, tx, scanRuling, "SELECT "+rulingColumns+" FROM rulings WHERE run = $1 ORDER BY figure", run)
	if err != nil {
		return nil, fmt.Errorf("list rulings of %s: %w", run, err)
	}
	return all, nil
}

// DeleteRuling deletes a ruling; ErrNotFound if there is none.
func DeleteRuling(ctx context.Context, tx Tx, run predate.RunID, key predate.Key) error {
	n, err := tx.Exec(ctx, "DELETE FROM rulings WHERE run = $1 AND figure = $2", run, key)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("delete ruling on %s of %s: %w", key, run, err)
	}
	return nil
}
