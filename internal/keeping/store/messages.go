package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"predate"
)

const messageColumns = "id, order_id, run, at, side, who, operator, code, fiscal_year, says, words"

func scanMessage(row Row) (m predate.Message, err error) {
	err = row.Scan(&m.ID, &m.Order, &m.Run, instant{&m.At}, &m.Side, &m.Who, &m.Operator, &m.Code, &m.FiscalYear, &m.Says, &m.Words)
	return m, err
}

// InsertMessage adds a message to the thread of its order.
func InsertMessage(ctx context.Context, tx Tx, m predate.Message) error {
	err := insert(ctx, tx, "messages", messageColumns,
		m.ID, m.Order, m.Run, micros(m.At), m.Side, m.Who, m.Operator, m.Code, m.FiscalYear, m.Says, m.Words)
	if err != nil {
		return fmt.Errorf("insert message %s of %s: %w", m.ID, m.Order, err)
	}
	Changed(tx, m.Order, predate.ChangedRun)
	return nil
}

// MessagesOf lists the messages of an order by age.
func MessagesOf(ctx context.Context, tx Tx, order predate.OrderID) ([]predate.Message, error) {
	all, err := collect(ctx, tx, scanMessage, "SELECT "+messageColumns+" FROM messages WHERE order_id = $1 ORDER BY at, id", order)
	if err != nil {
		return nil, fmt.Errorf("list messages of %s: %w", order, err)
	}
	return all, nil
}

// PurgeMessages deletes up to limit messages older than an instant, of orders that
// ended before it, and returns their number. Orders in progress keep their messages.
func PurgeMessages(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM messages WHERE id IN (SELECT id FROM messages"+
		" WHERE at < $1 AND "+restsSince("messages")+" ORDER BY at LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge messages: %w", err)
	}
	return int(n), nil
}

// CornerOf returns the current generation of an order's corner: zero until one was
// closed.
func CornerOf(ctx context.Context, tx Tx, order predate.OrderID) (int, error) {
	var generation int
	err := tx.QueryRow(ctx, "SELECT generation FROM corners WHERE order_id = $1", order).Scan(&generation)
	if err != nil && !errors.Is(err, predate.ErrNotFound) {
		return 0, fmt.Errorf("read the corner of %s: %w", order, err)
	}
	return generation, nil
}

// CloseCorner invalidates all addresses of an order's corner that were issued so far.
func CloseCorner(ctx context.Context, tx Tx, order predate.OrderID) error {
	_, err := tx.Exec(ctx, "INSERT INTO corners (order_id, generation) VALUES ($1, 1)"+
		" ON CONFLICT (order_id) DO UPDATE SET generation = corners.generation + 1", order)
	if err != nil {
		return fmt.Errorf("close the corner of %s: %w", order, err)
	}
	return nil
}
