package store

import (
	"context"
	"fmt"
	"time"

	"predate"
)

// PutListed replaces the papers that an extranet lists for an order and that the order
// does not have. A paper that was listed before keeps its reason.
func PutListed(ctx context.Context, tx Tx, order predate.OrderID, papers []predate.ListedPaper) error {
	before, err := ListedOf(ctx, tx, order)
	if err != nil {
		return err
	}
	reasons := map[string]string{}
	for _, paper := range before {
		reasons[paper.RemoteID] = paper.Reason
	}
	if _, err := tx.Exec(ctx, "DELETE FROM listed_papers WHERE order_id = $1", order); err != nil {
		return fmt.Errorf("forget the listing of %s: %w", order, err)
	}
	for i, p := range papers {
		err := insert(ctx, tx, "listed_papers", "order_id, remote_id, run, place, title, listed, hint, reason, seen",
			order, p.RemoteID, p.Run, i, p.Title, p.Listed.String(), p.Hint, reasons[p.RemoteID], micros(p.Seen))
		if err != nil {
			return fmt.Errorf("note that %q is listed for %s: %w", p.RemoteID, order, err)
		}
	}
	return nil
}

// ListedOf returns the papers that an extranet lists for an order and that the order
// does not have, in the order of the listing.
func ListedOf(ctx context.Context, tx Tx, order predate.OrderID) ([]predate.ListedPaper, error) {
	scan := into(func(p *predate.ListedPaper) []any {
		return []any{&p.Order, &p.RemoteID, &p.Run, &p.Title, day{&p.Listed}, &p.Hint, &p.Reason, instant{&p.Seen}}
	})
	all, err := collect(ctx, tx, scan, "SELECT order_id, remote_id, run, title, listed, hint, reason, seen FROM listed_papers"+
		" WHERE order_id = $1 ORDER BY place, remote_id", order)
	if err != nil {
		return nil, fmt.Errorf("read the listing of %s: %w", order, err)
	}
	return all, nil
}

// MissListed records why a listed paper could not be fetched. It is no error if the paper
// is not listed.
func MissListed(ctx context.Context, tx Tx, order predate.OrderID, remoteID, reason string) error {
	_, err := tx.Exec(ctx, "UPDATE listed_papers SET reason = $3 WHERE order_id = $1 AND remote_id = $2", order, remoteID, reason)
	if err != nil {
		return fmt.Errorf("note why %q lacks in %s: %w", remoteID, order, err)
	}
	return nil
}

// HaveListed records that an order has a listed paper now.
func HaveListed(ctx context.Context, tx Tx, order predate.OrderID, remoteID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM listed_papers WHERE order_id = $1 AND remote_id = $2", order, remoteID)
	if err != nil {
		return fmt.Errorf("note that %s holds %q: %w", order, remoteID, err)
	}
	return nil
}

// PurgeListed deletes up to limit listed papers that were seen last before an
// instant, of orders that have been over since before it too.
func PurgeListed(ctx context.Context, tx Tx, before time.Time, limit int) (int, error) {
	n, err := tx.Exec(ctx, "DELETE FROM listed_papers WHERE (order_id, remote_id) IN (SELECT order_id, remote_id FROM listed_papers"+
		" WHERE seen < $1 AND "+restsSince("listed_papers")+" ORDER BY seen LIMIT $2)", micros(before), limit)
	if err != nil {
		return 0, fmt.Errorf("purge listed papers: %w", err)
	}
	return int(n), nil
}
