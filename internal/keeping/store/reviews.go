package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Review is a run that an operator must look at, and later the operator's
// decision.
type Review struct {
	ID      string // "rev_…"
	Order   predate.OrderID
	Run     predate.RunID
	Reasons []string // French
	Cause   predate.Cause
	Since   time.Time
	// Closed is when somebody decided; zero while it is open.
	Closed   time.Time
	ClosedBy string
	// Why is what the operator wrote when closing.
	Why string
}

const reviewColumns = "id, order_id, run, reasons, since, closed, closed_by, why, cause"

func scanReview(row Row) (r Review, err error) {
	err = row.Scan(&r.ID, &r.Order, &r.Run, readTexts(&r.Reasons), instant{&r.Since}, instant{&r.Closed}, &r.ClosedBy, &r.Why, &r.Cause)
	return r, err
}

// InsertReview adds a review of a run; ErrExists if the run already has an open
// one.
func InsertReview(ctx context.Context, tx Tx, r Review) error {
	reasons, err := texts(r.Reasons)
	if err == nil {
		err = insert(ctx, tx, "reviews", reviewColumns,
			r.ID, r.Order, r.Run, reasons, micros(r.Since), micros(r.Closed), r.ClosedBy, r.Why, r.Cause)
	}
	if err != nil {
		return fmt.Errorf("insert review of %s: %w", r.Run, err)
	}
	Changed(tx, r.Order, predate.ChangedReview)
	return nil
}

// OpenReviews returns the open reviews, longest waiting first; limit zero means
// 100.
func OpenReviews(ctx context.Context, tx Tx, limit int) ([]Review, error) {
	if limit <= 0 {
		limit = defaultLimit
	}
	all, err := collect(ctx, tx, scanReview,
		"SELECT "+reviewColumns+" FROM reviews WHERE closed = 0 ORDER BY since, id LIMIT $1", limit)
	if err != nil {
		return nil, fmt.Errorf("list open reviews: %w", err)
	}
	return all, nil
}

// OpenReviewOf returns the open review of a run, if there is one.
func OpenReviewOf(ctx context.Context, tx Tx, run predate.RunID) (Review, bool, error) {
	r, ok, err := found(scanReview(tx.QueryRow(ctx,
		"SELECT "+reviewColumns+" FROM reviews WHERE run = $1 AND closed = 0", run)))
	if err != nil {
		return r, false, fmt.Errorf("read open review of %s: %w", run, err)
	}
	return r, ok, nil
}

// ReviewsOf lists the reviews of an order by age, open and closed.
func ReviewsOf(ctx context.Context, tx Tx, order predate.OrderID) ([]Review, error) {
	all, err := collect(ctx, tx, scanReview,
		"SELECT "+reviewColumns+" FROM reviews WHERE order_id = $1 ORDER BY since, id", order)
	if err != nil {
		return nil, fmt.Errorf("list reviews of %s: %w", order, err)
	}
	return all, nil
}

// CloseReview stores who decided, when and why (Closed, ClosedBy, Why). It returns
// ErrStale if the review was closed before, or does not exist.
func CloseReview(ctx context.Context, tx Tx, r Review) error {
	n, err := tx.Exec(ctx, "UPDATE reviews SET closed = $2, closed_by = $3, why = $4 WHERE id = $1 AND closed = 0",
		r.ID, micros(r.Closed), r.ClosedBy, r.Why)
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("close review %s: %w", r.ID, err)
	}
	Changed(tx, r.Order, predate.ChangedReview)
	return nil
}

// AuditEntry is one entry of the audit trail: who did what to which order.
type AuditEntry struct {
	ID      string // "aud_…"
	At      time.Time
	Who     string // an account, an operator, or "predate" itself
	Act     string // stable: "order.cancelled"
	Account predate.AccountID
	Order   predate.OrderID // may be empty
	Detail  string          // never a secret
	// Operator is the id of the person who acted; empty for an account, the command
	// line and predate itself.
	Operator string
	// About is the key of the figure, the id of the doubt or the name of the paper that
	// the act was about, one per line; empty if Detail alone describes it.
	About string
	Value string // what the act made of it: a value as JSON, the name of a status, or what a doubt said
	Why   string // the reason that was given
}

const auditColumns = "id, at, who, act, account, order_id, detail, operator, about, value, why"

func scanAudit(row Row) (a AuditEntry, err error) {
	err = row.Scan(&a.ID, instant{&a.At}, &a.Who, &a.Act, &a.Account, &a.Order, &a.Detail, &a.Operator, &a.About, &a.Value, &a.Why)
	return a, err
}

// InsertAudit adds an act to the audit trail.
func InsertAudit(ctx context.Context, tx Tx, a AuditEntry) error {
	err := insert(ctx, tx, "audit", auditColumns, a.ID, micros(a.At), a.Who, a.Act, a.Account, a.Order, a.Detail, a.Operator, a.About, a.Value, a.Why)
	if err != nil {
		return fmt.Errorf("insert audit entry %s: %w", a.Act, err)
	}
	return nil
}

// AuditOf lists the acts on an order by age.
func AuditOf(ctx context.Context, tx Tx, order predate.OrderID) ([]AuditEntry, error) {
	all, err := collect(ctx, tx, scanAudit, "SELECT "+auditColumns+" FROM audit WHERE order_id = $1 ORDER BY at, id", order)
	if err != nil {
		return nil, fmt.Errorf("list audit of %s: %w", order, err)
	}
	return all, nil
}

// AuditOfAccount returns up to limit acts on an account that are not about one of its
// orders, latest first.
func AuditOfAccount(ctx context.Context, tx Tx, account predate.AccountID, limit int) ([]AuditEntry, error) {
	all, err := collect(ctx, tx, scanAudit, "SELECT "+auditColumns+" FROM audit WHERE order_id = '' AND account = $1 ORDER BY at DESC, id DESC LIMIT $2", account, limit)
	if err != nil {
		return nil, fmt.Errorf("list audit of account %s: %w", account, err)
	}
	return all, nil
}

// PurgeAudit deletes up to limit acts older than an instant, and returns their
// number.
func PurgeAudit(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"audit", "id", "at"}, before, limit)
}
