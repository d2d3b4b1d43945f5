package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"predate"
)

// Brought is a new order with the other rows that are inserted together with it.
type Brought struct {
	Order      predate.Order
	Run        predate.Run
	Event      predate.Event // gets its position in the feed when it is written
	Deliveries []predate.Delivery
	Sealed     []byte // credentials; nil without any
	Until      time.Time
	Replay     *predate.KeptAnswer // nil without an idempotency key
	Sandbox    *SandboxOrder       // nil unless it is a test order
}

const broughtKey = "brought orders"

// Bring inserts an order with its rows just before the commit. The orders of a group are
// written by few statements, and their events are numbered together. If an id or a key is
// taken, the commit fails with ErrExists.
func Bring(tx Tx, b Brought) {
	tx.Late(broughtKey, b, bring)
	tx.Late("changed orders", changedOrder{b.Order.ID, predate.ChangedOrder, true}, showChanged)
	tx.Late("changed orders", changedOrder{b.Order.ID, predate.ChangedRun, true}, showChanged)
}

// SettleBrought inserts the orders of Bring immediately, so that the caller can add rows
// that refer to them.
func SettleBrought(ctx context.Context, tx Tx) error { return tx.Settle(ctx, broughtKey) }

// broughtRows are the rows of orders, by table.
type broughtRows struct {
	orders, runs, events, deliveries, credentials, replays, sandbox [][]any
}

func bring(ctx context.Context, tx Tx, items []any) error {
	all := make([]Brought, len(items))
	for i, item := range items {
		all[i] = item.(Brought)
	}
	if err := number(ctx, tx, all); err != nil {
		return err
	}
	var rows broughtRows
	for _, one := range all {
		if err := rows.add(one); err != nil {
			return fmt.Errorf("write order %s: %w", one.Order.ID, err)
		}
	}
	var additions []Insertion
	for _, of := range []struct {
		table, columns string
		rows           [][]any
	}{
		{"orders", orderColumns, rows.orders},
		{"runs", runColumns, rows.runs},
		{"events", eventColumns, rows.events},
		{"deliveries", deliveryColumns, rows.deliveries},
		{"credentials", "order_id, sealed, expires", rows.credentials},
		{"replays", replayColumns, rows.replays},
		{"sandbox_orders", sandboxColumns, rows.sandbox},
	} {
		additions = append(additions, adding(of.table, of.columns, of.rows)...)
	}
	if err := tx.InsertAll(ctx, additions); err != nil {
		return fmt.Errorf("write %d new orders: %w", len(all), err)
	}
	return nil
}

func (r *broughtRows) add(b Brought) error {
	order, err := orderValues(b.Order)
	if err != nil {
		return err
	}
	run, err := runValues(b.Run)
	if err != nil {
		return err
	}
	event, err := eventValues(b.Event)
	if err != nil {
		return err
	}
	r.orders, r.runs, r.events = append(r.orders, order), append(r.runs, run), append(r.events, event)
	for _, one := range b.Deliveries {
		r.deliveries = append(r.deliveries, deliveryValues(one))
	}
	if b.Sealed != nil {
		r.credentials = append(r.credentials, []any{b.Order.ID, base64Text(b.Sealed), micros(b.Until)})
	}
	if b.Replay != nil {
		r.replays = append(r.replays, replayValues(*b.Replay))
	}
	if b.Sandbox != nil {
		r.sandbox = append(r.sandbox, b.Sandbox.values())
	}
	return nil
}

// number assigns to the events of new orders the next positions in the feeds of their
// accounts, as InsertEvent does. It goes through the accounts in a fixed order.
func number(ctx context.Context, tx Tx, all []Brought) error {
	counts := map[predate.AccountID]int64{}
	for _, one := range all {
		counts[one.Event.Account]++
	}
	next := map[predate.AccountID]int64{}
	for _, account := range slices.Sorted(maps.Keys(counts)) {
		last, err := takePositions(ctx, tx, account, counts[account])
		if err != nil {
			return fmt.Errorf("number the events of %s: %w", account, err)
		}
		next[account] = last - counts[account] + 1
	}
	for i := range all {
		e := &all[i].Event
		e.Position = next[e.Account]
		next[e.Account]++
	}
	return nil
}
