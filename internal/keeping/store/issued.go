package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Issue is the act of issuing a statement: the code it bears, and when.
type Issue struct {
	Code   predate.Code
	Order  predate.OrderID
	Run    predate.RunID
	Number int // of the run: a higher one is newer
	At     time.Time
}

const issueColumns = "code, order_id, run, number, at"

func scanIssue(row Row) (i Issue, err error) {
	err = row.Scan(&i.Code, &i.Order, &i.Run, &i.Number, instant{&i.At})
	return i, err
}

// PutIssue writes down that a statement was issued. One that says the same as an
// earlier one bears the same code: it keeps its first instant and is as new as
// its last run.
func PutIssue(ctx context.Context, tx Tx, i Issue) error {
	_, err := tx.Exec(ctx, "INSERT INTO issued ("+issueColumns+") VALUES ("+placeholders(1, 5)+")"+
		" ON CONFLICT (code) DO UPDATE SET run = excluded.run, number = excluded.number",
		i.Code, i.Order, i.Run, i.Number, micros(i.At))
	if err != nil {
		return fmt.Errorf("write issue of %s: %w", i.Run, err)
	}
	return nil
}

// IssueByCode gives what was issued under a code, or ErrNotFound.
func IssueByCode(ctx context.Context, tx Tx, code predate.Code) (Issue, error) {
	i, err := scanIssue(tx.QueryRow(ctx, "SELECT "+issueColumns+" FROM issued WHERE code = $1", code))
	if err != nil {
		return i, fmt.Errorf("read issue %s: %w", code, err)
	}
	return i, nil
}

// IssueAfter gives the next statement that the same order issued, if there is
// one: it replaced the other.
func IssueAfter(ctx context.Context, tx Tx, i Issue) (Issue, bool, error) {
	next, ok, err := found(scanIssue(tx.QueryRow(ctx, "SELECT "+issueColumns+" FROM issued"+
		" WHERE order_id = $1 AND number > $2 ORDER BY number LIMIT 1", i.Order, i.Number)))
	if err != nil {
		return next, false, fmt.Errorf("look for what replaced %s: %w", i.Code, err)
	}
	return next, ok, nil
}
