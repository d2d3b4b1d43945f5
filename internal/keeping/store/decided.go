package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Decided records that an operator settled a doubt, and the effort it took. It is used
// for statistics only.
type Decided struct {
	Act      string // the same for all that was decided at once
	Item     string // the figure, or the doubt
	What     StepKind
	Order    predate.OrderID
	Run      predate.RunID
	Figure   predate.Key        // empty for a doubt about none
	Cause    predate.ReasonCode // why it was in doubt; empty if it was not
	Said     string             // a digest of the ruling
	By       string
	Operator string
	At       time.Time
	Strokes  int           // keys and clicks
	Visible  time.Duration // zero if it was not measured
	Undone   bool          // undone soon afterwards by the same operator
}

const decidedColumns = "act, item, what, order_id, run, figure, cause, said, who, operator, at, strokes, millis, undone"

// InsertDecided stores a decision.
func InsertDecided(ctx context.Context, tx Tx, d Decided) error {
	err := insert(ctx, tx, "decided", decidedColumns, d.Act, d.Item, d.What, d.Order, d.Run, d.Figure, d.Cause, d.Said,
		d.By, d.Operator, micros(d.At), d.Strokes, d.Visible.Milliseconds(), d.Undone)
	if err != nil {
		return fmt.Errorf("keep what a decision on %s took: %w", d.Order, err)
	}
	return nil
}

// UndoDecided marks the decisions of an act as undone.
func UndoDecided(ctx context.Context, tx Tx, act string) error {
	if _, err := tx.Exec(ctx, "UPDATE decided SET undone = $1 WHERE act = $2", true, act); err != nil {
		return fmt.Errorf("note that %s is undone: %w", act, err)
	}
	return nil
}

// PurgeDecided deletes up to limit decisions older than an instant.
func PurgeDecided(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM decided WHERE (act, item) IN (SELECT act, item FROM decided WHERE at < $1 ORDER BY at LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge decisions: %w", err)
	}
	return int(n), nil
}

// Judged is a decision, with whether it was overturned later.
type Judged struct {
	Decided
	Syndic string // of the order
	// Overturned is true if another person, or another run, ruled differently later, or
	// if an operator corrected a paper of the order after its statement was issued.
	Overturned bool
}

// DecidedBetween returns the decisions from an instant until before another, oldest first,
// without those on test orders.
func DecidedBetween(ctx context.Context, tx Tx, from, before time.Time, limit int) ([]Judged, error) {
	scan := func(row Row) (j Judged, err error) {
		var millis int64
		var otherwise, corrected bool
		err = row.Scan(&j.Act, &j.Item, &j.What, &j.Order, &j.Run, &j.Figure, &j.Cause, &j.Said, &j.By, &j.Operator, instant{&j.At},
			&j.Strokes, &millis, &j.Undone, &j.Syndic, &otherwise, &corrected)
		j.Visible, j.Overturned = time.Duration(millis)*time.Millisecond, otherwise || corrected
		return j, err
	}
	all, err := collect(ctx, tx, scan, "SELECT "+prefixed("d.", decidedColumns)+", o.syndic_name,"+
		" EXISTS (SELECT 1 FROM decided l WHERE l.order_id = d.order_id AND l.figure = d.figure AND l.at > d.at AND l.what = 'ruling' AND d.what = 'ruling'"+
		" AND NOT l.undone AND l.said <> d.said AND (l.run <> d.run OR l.operator <> d.operator OR l.who <> d.who)),"+
		" EXISTS (SELECT 1 FROM corrections c JOIN runs r ON r.id = d.run WHERE c.order_id = d.order_id AND d.what = 'ruling'"+
		" AND c.declarant = 'operator' AND r.issued > 0 AND c.at > r.issued)"+
		" FROM decided d JOIN orders o ON o.id = d.order_id WHERE d.at >= $1 AND d.at < $2 AND NOT o.test_mode ORDER BY d.at, d.act, d.item LIMIT $3",
		micros(from), micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list decisions: %w", err)
	}
	return all, nil
}

// DoneRun is a run that ended with a statement.
type DoneRun struct {
	At      time.Time
	Persons bool // it needed an operator
}

// DoneBetween returns the runs that ended with a statement from an instant until before
// another, oldest first, without those of test orders.
func DoneBetween(ctx context.Context, tx Tx, from, before time.Time, limit int) ([]DoneRun, error) {
	scan := into(func(d *DoneRun) []any { return []any{instant{&d.At}, &d.Persons} })
	all, err := collect(ctx, tx, scan, "SELECT r.ended, EXISTS (SELECT 1 FROM reviews v WHERE v.order_id = r.order_id AND v.run = r.id)"+
		" FROM runs r JOIN orders o ON o.id = r.order_id WHERE r.ended > 0 AND r.ended >= $1 AND r.ended < $2 AND r.issued > 0 AND NOT r.specimen AND NOT o.test_mode"+
		" ORDER BY r.ended LIMIT $3", micros(from), micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list what was done: %w", err)
	}
	return all, nil
}

// ReviewTimes returns the durations of the reviews that operators closed from an instant
// until before another, without those of test orders.
func ReviewTimes(ctx context.Context, tx Tx, from, before time.Time, limit int) ([]time.Duration, error) {
	scan := func(row Row) (took time.Duration, err error) {
		var since, closed time.Time
		err = row.Scan(instant{&since}, instant{&closed})
		return closed.Sub(since), err
	}
	all, err := collect(ctx, tx, scan, "SELECT v.since, v.closed FROM reviews v JOIN orders o ON o.id = v.order_id"+
		" WHERE v.closed > 0 AND v.closed >= $1 AND v.closed < $2 AND v.closed_by <> 'predate' AND NOT o.test_mode ORDER BY v.closed LIMIT $3",
		micros(from), micros(before), limit)
	if err != nil {
		return nil, fmt.Errorf("list how long reviews took: %w", err)
	}
	return all, nil
}

// QueueSince returns when the orders of a section entered it, oldest first, without test
// orders.
func QueueSince(ctx context.Context, tx Tx, section predate.QueueSection, limit int) ([]time.Time, error) {
	scan := into(func(at *time.Time) []any { return []any{instant{at}} })
	all, err := collect(ctx, tx, scan, "SELECT since FROM queue_rows WHERE section = $1 AND NOT test_mode ORDER BY since LIMIT $2", section, limit)
	if err != nil {
		return nil, fmt.Errorf("list since when orders wait: %w", err)
	}
	return all, nil
}
