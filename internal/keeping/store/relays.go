package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// Relay is an operator who assists the collection of an order, with the question that the
// extranet asks.
type Relay struct {
	Order    predate.OrderID
	Run      predate.RunID
	Until    time.Time // when the operator is considered gone
	Question string    // the question's id; empty while there is none
	predate.SiteQuestion
	Answer []byte // sealed; empty before it is given and after it was taken
}

const relayColumns = "order_id, run, until, question, kind, words, image, answer"

// RelayOf returns the relay of an order, expired or not, if there is one.
func RelayOf(ctx context.Context, tx Tx, order predate.OrderID) (r Relay, ok bool, err error) {
	row := tx.QueryRow(ctx, "SELECT "+relayColumns+" FROM relays WHERE order_id = $1", order)
	r, ok, err = found(r, row.Scan(&r.Order, &r.Run, instant{&r.Until}, &r.Question, &r.Kind, &r.Words, binary{&r.Image}, binary{&r.Answer}))
	if err != nil {
		return r, ok, fmt.Errorf("read the relay of %s: %w", order, err)
	}
	return r, ok, nil
}

// PutRelay stores the relay of an order. It replaces an earlier one.
func PutRelay(ctx context.Context, tx Tx, r Relay) error {
	_, err := tx.Exec(ctx, "INSERT INTO relays ("+relayColumns+") VALUES ("+placeholders(1, 8)+") ON CONFLICT (order_id) DO UPDATE SET run = excluded.run,"+
		" until = excluded.until, question = excluded.question, kind = excluded.kind, words = excluded.words, image = excluded.image, answer = excluded.answer",
		r.Order, r.Run, micros(r.Until), r.Question, r.Kind, r.Words, base64Text(r.Image), base64Text(r.Answer))
	if err != nil {
		return fmt.Errorf("write the relay of %s: %w", r.Order, err)
	}
	Changed(tx, r.Order, predate.ChangedRun)
	return nil
}

// DeleteRelay ends the relay of an order; having none is no error.
func DeleteRelay(ctx context.Context, tx Tx, order predate.OrderID) error {
	n, err := tx.Exec(ctx, "DELETE FROM relays WHERE order_id = $1", order)
	if err != nil {
		return fmt.Errorf("end the relay of %s: %w", order, err)
	}
	if n > 0 {
		Changed(tx, order, predate.ChangedRun)
	}
	return nil
}

// PurgeRelays deletes up to limit relays that expired before an instant.
func PurgeRelays(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	return purge(ctx, tx, aging{"relays", "order_id", "until"}, before, limit)
}
