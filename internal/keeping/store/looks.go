package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// LookState is the state of a look.
type LookState string

// The states of a look.
const (
	LookProposed LookState = "proposed" // taught, and not active yet
	LookActive   LookState = "active"
	LookRetired  LookState = "retired"
)

// Look is what an operator taught by pointing at an amount.
type Look struct {
	ID        string // "look_…"
	Content   string // JSON
	State     LookState
	TaughtBy  string
	Taught    time.Time
	ChangedBy string // who activated or retired it; empty until then
	Changed   time.Time
	Note      string // why
	Confirmed int64  // the number of dossiers in which operators confirmed it; counted, never written
}

const lookColumns = "id, content, state, taught_by, taught, changed_by, changed, note"

const looksSelected = "SELECT " + lookColumns + ", (SELECT COUNT(*) FROM look_confirmations c WHERE c.look = looks.id) FROM looks"

func scanLook(row Row) (l Look, err error) {
	err = row.Scan(&l.ID, &l.Content, &l.State, &l.TaughtBy, instant{&l.Taught}, &l.ChangedBy, instant{&l.Changed}, &l.Note, &l.Confirmed)
	return l, err
}

// InsertLook adds a look.
func InsertLook(ctx context.Context, tx Tx, l Look) error {
	err := insert(ctx, tx, "looks", lookColumns, l.ID, l.Content, l.State, l.TaughtBy, micros(l.Taught), l.ChangedBy, micros(l.Changed), l.Note)
	if err != nil {
		return fmt.Errorf("insert look %s: %w", l.ID, err)
	}
	return nil
}

// UpdateLook writes the state of a look; ErrNotFound if there is none.
func UpdateLook(ctx context.Context, tx Tx, l Look) error {
	n, err := tx.Exec(ctx, "UPDATE looks SET state = $2, changed_by = $3, changed = $4, note = $5 WHERE id = $1", l.ID, l.State, l.ChangedBy, micros(l.Changed), l.Note)
	if err := must(n, err, predate.ErrNotFound); err != nil {
		return fmt.Errorf("write look %s: %w", l.ID, err)
	}
	return nil
}

// LookByID returns a look, or ErrNotFound.
func LookByID(ctx context.Context, tx Tx, id string) (Look, error) {
	l, err := scanLook(tx.QueryRow(ctx, looksSelected+" WHERE id = $1", id))
	if err != nil {
		return l, fmt.Errorf("read look %s: %w", id, err)
	}
	return l, nil
}

// Looks lists the looks in a state, or all of them, the oldest first.
func Looks(ctx context.Context, tx Tx, state LookState) ([]Look, error) {
	all, err := collect(ctx, tx, scanLook, looksSelected+" WHERE $1 = '' OR state = $1 ORDER BY taught, id", state)
	if err != nil {
		return nil, fmt.Errorf("list looks: %w", err)
	}
	return all, nil
}

// LookConfirmation records that an operator confirmed, in a dossier, what a look reads there.
type LookConfirmation struct {
	Look  string
	Order predate.OrderID
	Who   string
	At    time.Time
}

// ConfirmLook stores a confirmation, once per dossier.
func ConfirmLook(ctx context.Context, tx Tx, c LookConfirmation) error {
	_, err := tx.Exec(ctx, "INSERT INTO look_confirmations (look, order_id, who, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", c.Look, c.Order, c.Who, micros(c.At))
	if err != nil {
		return fmt.Errorf("confirm look %s: %w", c.Look, err)
	}
	return nil
}

// LookConfirmations lists the confirmations of a look by age.
func LookConfirmations(ctx context.Context, tx Tx, look string) ([]LookConfirmation, error) {
	scan := into(func(c *LookConfirmation) []any { return []any{&c.Look, &c.Order, &c.Who, instant{&c.At}} })
	all, err := collect(ctx, tx, scan, "SELECT look, order_id, who, at FROM look_confirmations WHERE look = $1 ORDER BY at, order_id", look)
	if err != nil {
		return nil, fmt.Errorf("list confirmations of look %s: %w", look, err)
	}
	return all, nil
}

// LatestRead returns up to limit current runs whose papers were read, newest
// first.
func LatestRead(ctx context.Context, tx Tx, limit int) ([]predate.RunID, error) {
	all, err := collect(ctx, tx, one[predate.RunID], "SELECT r.id FROM runs r JOIN orders o ON o.run = r.id WHERE r.report_hash <> '' ORDER BY r.created DESC, r.id LIMIT $1", limit)
	if err != nil {
		return nil, fmt.Errorf("list runs that were read: %w", err)
	}
	return all, nil
}
