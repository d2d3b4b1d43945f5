package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Claim records that an operator works on an order until an instant.
type Claim struct {
	Order    predate.OrderID
	By       string
	Operator string
	Since    time.Time
	Until    time.Time
}

const claimColumns = "order_id, who, operator, since, until"

// ClaimOf returns the claim of an order, ended or not, if there is one.
func ClaimOf(ctx context.Context, tx Tx, order predate.OrderID) (c Claim, ok bool, err error) {
	row := tx.QueryRow(ctx, "SELECT "+claimColumns+" FROM claims WHERE order_id = $1", order)
	c, ok, err = found(c, row.Scan(&c.Order, &c.By, &c.Operator, instant{&c.Since}, instant{&c.Until}))
	if err != nil {
		return c, ok, fmt.Errorf("read the claim of %s: %w", order, err)
	}
	return c, ok, nil
}

// LivingClaims returns the claims that have not ended at an instant, by order.
func LivingClaims(ctx context.Context, tx Tx, now time.Time) ([]Claim, error) {
	scan := into(func(c *Claim) []any { return []any{&c.Order, &c.By, &c.Operator, instant{&c.Since}, instant{&c.Until}} })
	all, err := collect(ctx, tx, scan, "SELECT "+claimColumns+" FROM claims WHERE until > $1 ORDER BY order_id", micros(now))
	if err != nil {
		return nil, fmt.Errorf("list the claims: %w", err)
	}
	return all, nil
}

// PurgeClaims deletes up to limit claims that expired before an instant without being
// released, and returns their number.
func PurgeClaims(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"claims", "order_id", "until"}, before, limit)
}

// PutClaim stores a claim in place of was, the claim that the caller read, or the zero
// Claim if there was none. It returns ErrStale if the stored claim has changed since.
func PutClaim(ctx context.Context, tx Tx, c, was Claim) error {
	n, err := tx.Exec(ctx, "INSERT INTO claims ("+claimColumns+") VALUES ("+placeholders(1, 5)+")"+
		" ON CONFLICT (order_id) DO UPDATE SET who = excluded.who, operator = excluded.operator, since = excluded.since, until = excluded.until"+
		" WHERE claims.who = $6 AND claims.operator = $7 AND claims.until = $8",
		c.Order, c.By, c.Operator, micros(c.Since), micros(c.Until), was.By, was.Operator, micros(was.Until))
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("claim %s: %w", c.Order, err)
	}
	return nil
}

// DeleteClaim deletes the claim of an order.
func DeleteClaim(ctx context.Context, tx Tx, order predate.OrderID) error {
	if _, err := tx.Exec(ctx, "DELETE FROM claims WHERE order_id = $1", order); err != nil {
		return fmt.Errorf("end the claim of %s: %w", order, err)
	}
	return nil
}

// FirstIssue is the first of the two approvals that issue a statement.
type FirstIssue struct {
	Run      predate.RunID
	Report   predate.Hash // the statement that the operator saw
	By       string
	Operator string
	At       time.Time
	Why      string
}

const firstIssueColumns = "run, report, who, operator, at, why"

// FirstIssueOf returns the first approval of a run's statement, if there is one.
func FirstIssueOf(ctx context.Context, tx Tx, run predate.RunID) (f FirstIssue, ok bool, err error) {
	row := tx.QueryRow(ctx, "SELECT "+firstIssueColumns+" FROM first_issues WHERE run = $1", run)
	scanned := row.Scan(&f.Run, &f.Report, &f.By, &f.Operator, instant{&f.At}, &f.Why)
	f, ok, err = found(f, scanned)
	if err != nil {
		return f, ok, fmt.Errorf("read the first issue of %s: %w", run, err)
	}
	return f, ok, nil
}

// PutFirstIssue stores the first approval of a statement. It replaces an earlier one of
// the same run.
func PutFirstIssue(ctx context.Context, tx Tx, f FirstIssue) error {
	_, err := tx.Exec(ctx, "INSERT INTO first_issues ("+firstIssueColumns+") VALUES ("+placeholders(1, 6)+")"+
		" ON CONFLICT (run) DO UPDATE SET report = excluded.report, who = excluded.who, operator = excluded.operator, at = excluded.at, why = excluded.why",
		f.Run, f.Report, f.By, f.Operator, micros(f.At), f.Why)
	if err != nil {
		return fmt.Errorf("write the first issue of %s: %w", f.Run, err)
	}
	return nil
}
