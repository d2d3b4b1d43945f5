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

// Person is a seller, as named in a request for personal data. A company has no first
// name.
type Person struct{ Lastname, Firstname string }

// of returns same if the owner has this name, regardless of case, accents and titles,
// and like if the last name is among other words of the owner's name. A name without a
// first name is a company, or a person who was entered in this way; a person with a
// first name never matches it.
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

// OrdersOfPerson returns the orders of a seller that are not erased, newest first. like
// are orders with a seller whose name only contains the last name: an operator must
// decide whether it is the same person.
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

// PersonalData is everything that is stored about an order, for the person concerned
// (art. 15 GDPR).
type PersonalData struct {
	Order     predate.Order
	Rows      store.OrderExport
	Documents []predate.Document
	Runs      []predate.Run
}

// Personal returns the data of an order that the person concerned may receive. It
// records the access if the desk is an operator's.
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
