package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Issue records that a statement was issued: its code, and when.
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

// PutIssue records that a statement was issued. A statement with the same content as
// an earlier one has the same code: the record keeps its first instant and takes the
// number of the last run.
func PutIssue(ctx context.Context, tx Tx, i Issue) error {
	_, err := tx.Exec(ctx, "INSERT INTO issued ("+issueColumns+") VALUES ("+placeholders(1, 5)+")"+
		" ON CONFLICT (code) DO UPDATE SET run = excluded.run, number = excluded.number",
		i.Code, i.Order, i.Run, i.Number, micros(i.At))
	if err != nil {
		return fmt.Errorf("write issue of %s: %w", i.Run, err)
	}
	return nil
}

// IssueByCode returns the record of a code, or ErrNotFound.
func IssueByCode(ctx context.Context, tx Tx, code predate.Code) (Issue, error) {
	i, err := scanIssue(tx.QueryRow(ctx, "SELECT "+issueColumns+" FROM issued WHERE code = $1", code))
	if err != nil {
		return i, fmt.Errorf("read issue %s: %w", code, err)
	}
	return i, nil
}

// IssueAfter returns the statement of the same order that replaced i, if there is
// one.
func IssueAfter(ctx context.Context, tx Tx, i Issue) (Issue, bool, error) {
	next, ok, err := found(scanIssue(tx.QueryRow(ctx, "SELECT "+issueColumns+" FROM issued"+
		" WHERE order_id = $1 AND number > $2 ORDER BY number LIMIT 1", i.Order, i.Number)))
	if err != nil {
		return next, false, fmt.Errorf("look for what replaced %s: %w", i.Code, err)
	}
	return next, ok, nil
}
