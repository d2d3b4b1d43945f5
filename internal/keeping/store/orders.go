package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"predate"
)

const orderColumns = "id, account, external_id, street, additional, city, zipcode, owners," +
	" invoice_address, invoice_city, invoice_zipcode, invoice_lastname, method, syndic_name, syndic_url," +
	" lots, comment, all_due_paid, test_mode, state, seq, version, pending, refreshed, cancelled, run, created, updated, by_test_key, erased"

// ownerRow is the stored form of predate.Owner.
type ownerRow struct {
	Firstname string `json:"firstname"`
	Lastname  string `json:"lastname"`
}

func orderValues(o predate.Order) ([]any, error) {
	owners, err := list(o.Owners, func(w predate.Owner) ownerRow { return ownerRow(w) })
	if err != nil {
		return nil, err
	}
	return []any{
		o.ID, o.Account, o.ExternalID, o.Property.Street, o.Property.Additional, o.Property.City, o.Property.Zipcode, owners,
		o.Payer.Address, o.Payer.City, o.Payer.Zipcode, o.Payer.Lastname, o.Method, o.Syndic.Name, o.Syndic.URL,
		o.Lots, o.Comment, o.AllDuePaid, o.TestMode, o.State, o.Seq, o.Version, o.Pending, o.Refreshed,
		micros(o.Cancelled), o.Run, micros(o.Created), micros(o.Updated), o.ByTestKey, micros(o.Erased),
	}, nil
}

func scanOrder(row Row) (o predate.Order, err error) {
	err = row.Scan(
		&o.ID, &o.Account, &o.ExternalID, &o.Property.Street, &o.Property.Additional, &o.Property.City, &o.Property.Zipcode,
		unlist[predate.Owner, ownerRow]{&o.Owners, func(r ownerRow) predate.Owner { return predate.Owner(r) }},
		&o.Payer.Address, &o.Payer.City, &o.Payer.Zipcode, &o.Payer.Lastname, &o.Method, &o.Syndic.Name, &o.Syndic.URL,
		&o.Lots, &o.Comment, &o.AllDuePaid, &o.TestMode, &o.State, &o.Seq, &o.Version, &o.Pending, &o.Refreshed,
		instant{&o.Cancelled}, &o.Run, instant{&o.Created}, instant{&o.Updated}, &o.ByTestKey, instant{&o.Erased})
	return o, err
}

// InsertOrder adds an order with its version. It returns ErrExists if its id is taken;
// the transaction remains usable, so the caller may try another id.
func InsertOrder(ctx context.Context, tx Tx, o predate.Order) error {
	values, err := orderValues(o)
	if err == nil {
		err = insert(ctx, tx, "orders", orderColumns, values...)
	}
	if err != nil {
		return fmt.Errorf("insert order %s: %w", o.ID, err)
	}
	tx.Late("changed orders", changedOrder{o.ID, predate.ChangedOrder, true}, showChanged)
	return nil
}

// OrderByID returns an order, or ErrNotFound.
func OrderByID(ctx context.Context, tx Tx, id predate.OrderID) (predate.Order, error) {
	o, err := scanOrder(tx.QueryRow(ctx, "SELECT "+orderColumns+" FROM orders WHERE id = $1", id))
	if err != nil {
		return o, fmt.Errorf("read order %s: %w", id, err)
	}
	return o, nil
}

// UpdateOrder replaces an order and increments o.Version. It returns ErrStale if the
// order has changed since it was read, or does not exist.
func UpdateOrder(ctx context.Context, tx Tx, o *predate.Order) error {
	next := *o
	next.Version++
	values, err := orderValues(next)
	if err != nil {
		return fmt.Errorf("update order %s: %w", o.ID, err)
	}
	query := "UPDATE orders SET " + setClause(orderColumns) + " WHERE id = $1 AND version = $" + strconv.Itoa(len(values)+1)
	n, err := tx.Exec(ctx, query, append(values, o.Version)...)
	if err := must(n, err, predate.ErrStale); err != nil {
		return fmt.Errorf("update order %s at version %d: %w", o.ID, o.Version, err)
	}
	o.Version = next.Version
	Changed(tx, o.ID, predate.ChangedOrder)
	return nil
}

// HoldOrder locks an order until the transaction ends, so that what is read after it is
// still true at the commit. It is no error if the order does not
// exist.
func HoldOrder(ctx context.Context, tx Tx, id predate.OrderID) error {
	if _, err := tx.Exec(ctx, "UPDATE orders SET version = version WHERE id = $1", id); err != nil {
		return fmt.Errorf("hold order %s: %w", id, err)
	}
	return nil
}

const defaultLimit = 100

// Orders lists orders, the newest first.
func Orders(ctx context.Context, tx Tx, f predate.OrderFilter) ([]predate.Order, error) {
	w := where{}
	if f.Account != "" {
		w.and("account = ?", f.Account)
	}
	if f.State != "" {
		w.and("state = ?", f.State)
	}
	if f.ExternalID != "" {
		w.and("external_id = ? AND external_id <> ''", f.ExternalID) // the same words as in the partial index
	}
	if f.TestMode != nil {
		w.and(map[bool]string{true: "test_mode", false: "NOT test_mode"}[*f.TestMode])
	}
	w.after(f.After)
	query, args := w.newestFirst("SELECT "+orderColumns+" FROM orders", f.Limit)
	all, err := collect(ctx, tx, scanOrder, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list orders: %w", err)
	}
	return all, nil
}

// where collects conditions; each "?" becomes the next placeholder.
type where struct {
	conditions []string
	args       []any
}

func (w *where) and(condition string, args ...any) {
	for _, arg := range args {
		w.args = append(w.args, arg)
		condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(w.args)), 1)
	}
	w.conditions = append(w.conditions, condition)
}

func (w *where) after(c predate.Cursor) {
	if c != (predate.Cursor{}) {
		w.and("(created, id) < (?, ?)", micros(c.Created), c.ID)
	}
}

func (w *where) newestFirst(query string, limit int) (string, []any) {
	return w.newest(query, "created DESC, id DESC", limit)
}

// newest completes a query with the conditions, an order and a limit.
func (w *where) newest(query, order string, limit int) (string, []any) {
	if limit <= 0 {
		limit = defaultLimit
	}
	if len(w.conditions) > 0 {
		query += " WHERE " + strings.Join(w.conditions, " AND ")
	}
	return query + " ORDER BY " + order + " LIMIT $" + strconv.Itoa(len(w.args)+1), append(w.args, limit)
}
