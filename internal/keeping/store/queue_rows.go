package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"predate"
)

// QueueRow is the row of an order in the operators' queue.
type QueueRow struct {
	predate.QueueEntry
	Order    predate.OrderID
	Account  predate.AccountID
	TestMode bool
	words    string // the words by which a search finds it
	form     int    // the version of the rules that made the row
}

// queueForm is the version of the rules that make rows. If it is raised, older rows are
// made again when a server starts.
const queueForm = 1

const queueRowColumns = "section, since, cause, again, reasons, account, test_mode, words, form"

func (r *QueueRow) into() []any {
	return []any{&r.Section, instant{&r.Since}, &r.Cause, instant{&r.Again}, &r.Reasons, &r.Account, &r.TestMode, &r.words, &r.form}
}

func (r *QueueRow) values() []any {
	return []any{r.Section, micros(r.Since), r.Cause, micros(r.Again), r.Reasons, r.Account, r.TestMode, r.words, r.form}
}

// changedOrder is an order that a transaction changes.
type changedOrder struct {
	order predate.OrderID
	kind  predate.ChangeKind
	born  bool // the transaction creates the order, so no other one can see it yet
}

// Changed records that a transaction changes something of an order that operators
// see. Before the commit, the queue row of each such order is made from its other
// rows, and the change is written. Every function of this package that writes such a
// row calls Changed, so that callers cannot forget it. Writers of other tables that
// operators see call it too. For an order that the transaction itself creates, the
// queue row is made at its next change, or by PlaceChanges: this keeps the placing
// of orders fast.
func Changed(tx Tx, order predate.OrderID, kind predate.ChangeKind) {
	tx.Late("changed orders", changedOrder{order: order, kind: kind}, showChanged)
}

// showChanged updates the queue rows of the changed orders, sorted by id, so that two
// transactions cannot deadlock.
func showChanged(ctx context.Context, tx Tx, items []any) error {
	kinds, born := map[predate.OrderID]map[predate.ChangeKind]bool{}, map[predate.OrderID]bool{}
	for _, item := range items {
		c := item.(changedOrder)
		if kinds[c.order] == nil {
			kinds[c.order] = map[predate.ChangeKind]bool{}
		}
		kinds[c.order][c.kind] = true
		born[c.order] = born[c.order] || c.born
	}
	var rows [][]any
	for _, order := range slices.Sorted(maps.Keys(kinds)) {
		var number int64 // of an order that is born
		if !born[order] {
			var err error
			if number, err = remakeQueueRow(ctx, tx, order); err != nil {
				return fmt.Errorf("show what changed of %s: %w", order, err)
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(kinds[order])) {
			rows = append(rows, []any{order, number, kind, 0, 0})
		}
	}
	if err := insertMany(ctx, tx, "changes", changeColumns, rows); err != nil {
		return fmt.Errorf("show what changed of %d orders: %w", len(kinds), err)
	}
	return nil
}

// remakeQueueRow makes the queue row of an order and returns how often the order has
// changed. It locks the row first: of two transactions that change different rows of
// an order, the later then sees what the earlier wrote.
func remakeQueueRow(ctx context.Context, tx Tx, order predate.OrderID) (number int64, err error) {
	number, old, err := heldQueueRow(ctx, tx, order)
	if err != nil {
		return 0, err
	}
	fresh, err := freshQueueRow(ctx, tx, order)
	if errors.Is(err, predate.ErrNotFound) {
		return number, nil // an order without its run
	}
	if err != nil {
		return 0, err
	}
	if fresh == old {
		return number, nil
	}
	if _, err := tx.Exec(ctx, "UPDATE queue_rows SET "+setClause("order_id, "+queueRowColumns)+" WHERE order_id = $1",
		append([]any{order}, fresh.values()...)...); err != nil {
		return 0, err
	}
	return number, putWords(ctx, tx, order, strings.Fields(old.words), strings.Fields(fresh.words))
}

// heldQueueRow counts a change of an order, locks its queue row until the transaction
// ends, and returns the previous row. It creates an empty row if there is none.
func heldQueueRow(ctx context.Context, tx Tx, order predate.OrderID) (number int64, old QueueRow, err error) {
	err = tx.QueryRow(ctx, "INSERT INTO queue_rows (order_id, changes, "+queueRowColumns+") VALUES ($1, 1, '', 0, '', 0, 0, '', $2, '', 0)"+
		" ON CONFLICT (order_id) DO UPDATE SET changes = queue_rows.changes + 1 RETURNING changes, "+queueRowColumns, order, false).
		Scan(append([]any{&number}, old.into()...)...)
	return number, old, err
}

// freshQueueRow returns the queue row of an order, made from its other rows; ErrNotFound
// if the order has no run.
func freshQueueRow(ctx context.Context, tx Tx, order predate.OrderID) (QueueRow, error) {
	facts, err := queueFacts(ctx, tx, order)
	if err != nil {
		return QueueRow{}, err
	}
	return QueueRow{
		QueueEntry: facts.QueueEntry(), Account: facts.Order.Account, TestMode: facts.Order.TestMode,
		words: strings.Join(searchWords(facts.Order, facts.Run.Registration), " "), form: queueForm,
	}, nil
}

// putWords stores the words of an order if they have changed.
func putWords(ctx context.Context, tx Tx, order predate.OrderID, old, fresh []string) error {
	for _, word := range old {
		if !slices.Contains(fresh, word) {
			if _, err := tx.Exec(ctx, "DELETE FROM queue_words WHERE order_id = $1 AND word = $2", order, word); err != nil {
				return err
			}
		}
	}
	args, places := []any{order}, ""
	for _, word := range fresh {
		if !slices.Contains(old, word) {
			args = append(args, word)
			places += fmt.Sprintf(", ($1, $%d)", len(args))
		}
	}
	if places == "" {
		return nil
	}
	_, err := tx.Exec(ctx, "INSERT INTO queue_words (order_id, word) VALUES "+places[2:]+" ON CONFLICT DO NOTHING", args...)
	return err
}

// FillQueue makes the queue rows of up to limit orders, after a given id, that have no
// row or one made by other rules. It returns the last id, or "" at the end.
func FillQueue(ctx context.Context, tx Tx, after predate.OrderID, limit int) (last predate.OrderID, err error) {
	lacking, err := collect(ctx, tx, one[predate.OrderID], "SELECT o.id FROM orders o LEFT JOIN queue_rows q ON q.order_id = o.id"+
		" WHERE o.id > $1 AND COALESCE(q.form, 0) < $2 ORDER BY o.id LIMIT $3", after, queueForm, limit)
	if err != nil {
		return "", fmt.Errorf("list orders without a row of the queue: %w", err)
	}
	for _, order := range lacking {
		if _, err := remakeQueueRow(ctx, tx, order); err != nil {
			return "", fmt.Errorf("make the row of %s: %w", order, err)
		}
		last = order
	}
	return last, nil
}
