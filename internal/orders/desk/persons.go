package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/keeping/store"
)

// Person is a seller as somebody names him; a company has no first name.
type Person struct{ Lastname, Firstname string }

// of reports whether an owner bears the very name, in any letters, with or without
// civilities, and whether he bears the last name among other words. A name without a
// first name is a company's, or of somebody ordered so: nobody with a first name is
// meant by it.
func (p Person) of(o predate.Owner) (same, like bool) {
	words := func(name string) []string {
		all := fold.NameWords(name)
		slices.Sort(all)
		return all
	}
	whole := words(o.Firstname + " " + o.Lastname)
	if p.Firstname == "" {
		same = strings.TrimSpace(o.Firstname) == "" && fold.Squeeze(o.Lastname) == fold.Squeeze(p.Lastname)
	} else {
		same = slices.Equal(whole, words(p.Firstname+" "+p.Lastname))
	}
	return same, !slices.ContainsFunc(words(p.Lastname), func(w string) bool { return !slices.Contains(whole, w) })
}

// OrdersOfPerson lists the orders that are not erased of which a person is a seller, the
// newest first, and apart those of which a seller only bears the last name among other
// words: whether he is the same, a person must judge.
func (d *Desk) OrdersOfPerson(ctx context.Context, p Person) (his, like []predate.Order, err error) {
	const page = 1000
	filter := predate.OrderFilter{Limit: page}
	for {
		var orders []predate.Order
		err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
			var err error
			orders, err = store.Orders(ctx, tx, filter)
			return err
		})
		if err != nil {
			return nil, nil, fmt.Errorf("look for the orders of a person: %w", err)
		}
		for _, order := range orders {
			var same, near bool
			for _, owner := range order.Owners {
				s, n := p.of(owner)
				same, near = same || s, near || n
			}
			switch {
			case same:
				his = append(his, order)
			case near:
				like = append(like, order)
			}
		}
		if len(orders) < page {
			return his, like, nil
		}
		last := orders[page-1]
		filter.After = predate.Cursor{Created: last.Created, ID: string(last.ID)}
	}
}

// PersonalData is all that is kept of an order, for the person it is about.
type PersonalData struct {
	Order     predate.Order
	Rows      store.OrderExport
	Documents []predate.Document
	Runs      []predate.Run
}

// Personal reads what a person may be given of an order, and records that it was read,
// where the desk is an operator's.
func (d *Desk) Personal(ctx context.Context, id predate.OrderID) (PersonalData, error) {
	var all PersonalData
	err := d.DB.InTx(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if all.Order, err = anyOrder(ctx, tx, id); err != nil {
			return err
		}
		if err := d.note(ctx, tx, deed{what: "order.exported", account: all.Order.Account, order: id}); err != nil {
			return err
		}
		if all.Rows, err = store.ExportOrder(ctx, tx, id); err != nil {
			return err
		}
		if all.Documents, err = store.DocumentsOf(ctx, tx, id); err != nil {
			return err
		}
		all.Runs, err = store.RunsOf(ctx, tx, id)
		return err
	})
	if err != nil {
		return PersonalData{}, fmt.Errorf("export order %s: %w", id, err)
	}
	return all, nil
}
