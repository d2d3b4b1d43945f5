package desk

import (
	"context"
	"errors"
	"fmt"

	"predate"
	"predate/internal/keeping/store"
)

// AllEndpoints returns the endpoints of all accounts, sorted by account and age.
func (d *Desk) AllEndpoints(ctx context.Context) ([]Watched, error) {
	var all []Watched
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		endpoints, health, err := store.Endpoints(ctx, tx)
		all = nil
		for _, e := range endpoints {
			all = append(all, Watched{e, health[e.ID]})
		}
		return err
	})
	return all, err
}

// AnyEndpoint returns an endpoint of any account.
func (d *Desk) AnyEndpoint(ctx context.Context, id predate.EndpointID) (Watched, error) {
	var w Watched
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		var err error
		if w.Endpoint, err = store.EndpointByID(ctx, tx, id); err == nil {
			w.Health, err = store.HealthOf(ctx, tx, id)
		}
		return err
	})
	if err != nil {
		return Watched{}, fmt.Errorf("read endpoint %s: %w", id, err)
	}
	return w, nil
}

// DeliveryLook selects deliveries of any account. A zero member does not restrict; but
// without an endpoint and an order, only pending deliveries and those that were given
// up are returned.
type DeliveryLook struct {
	Endpoint predate.EndpointID
	Order    predate.OrderID
	Status   predate.DeliveryStatus
	After    predate.DeliveryID // the last of the page before
	Limit    int
}

// Posted is a delivery with its event and its endpoint.
type Posted struct {
	Sent
	Event    predate.Event
	Endpoint predate.Endpoint // as it is now; nothing but its id where it is gone
}

// DeliveriesTo returns deliveries of any account, newest first.
func (d *Desk) DeliveriesTo(ctx context.Context, look DeliveryLook) ([]Posted, error) {
	f := predate.DeliveryFilter{Endpoint: look.Endpoint, Order: look.Order, Status: look.Status, Limit: look.Limit}
	if f.Endpoint == "" && f.Order == "" && f.Status != predate.DeliveryPending {
		f.Status = predate.DeliveryGivenUp
	}
	var all []Posted
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		all = nil
		if look.After != "" {
			last, err := store.DeliveryByID(ctx, tx, look.After)
			if err != nil {
				return err
			}
			f.After = predate.Cursor{Created: last.Created, ID: string(last.ID)}
		}
		found, err := store.Deliveries(ctx, tx, f)
		if err != nil {
			return err
		}
		for _, one := range found {
			posted, err := posted(ctx, tx, one)
			if err != nil {
				return err
			}
			all = append(all, posted)
		}
		return nil
	})
	return all, err
}

func posted(ctx context.Context, tx store.Tx, delivery predate.Delivery) (Posted, error) {
	p := Posted{Sent: Sent{Delivery: delivery}, Endpoint: predate.Endpoint{ID: delivery.Endpoint, Account: delivery.Account}}
	var err error
	if p.Made, err = store.AttemptsOf(ctx, tx, delivery.ID); err != nil {
		return p, err
	}
	if p.Event, err = store.EventByID(ctx, tx, delivery.Event); err != nil {
		return p, err
	}
	endpoint, err := store.EndpointByID(ctx, tx, delivery.Endpoint)
	if errors.Is(err, predate.ErrNotFound) {
		return p, nil
	}
	p.Endpoint = endpoint
	return p, err
}

// AnyDelivery returns a delivery of any account with the contents of its body.
func (d *Desk) AnyDelivery(ctx context.Context, id predate.DeliveryID) (Posted, Contents, error) {
	return d.inFull(ctx, id, func(ctx context.Context, tx store.Tx) (predate.Delivery, error) {
		return store.DeliveryByID(ctx, tx, id)
	})
}

// inFull returns the delivery that find finds, with the contents of its body.
func (d *Desk) inFull(ctx context.Context, id predate.DeliveryID, find func(context.Context, store.Tx) (predate.Delivery, error)) (Posted, Contents, error) {
	var p Posted
	var contents Contents
	err := d.DB.View(ctx, func(ctx context.Context, tx store.Tx) error {
		delivery, err := find(ctx, tx)
		if err != nil {
			return err
		}
		if p, err = posted(ctx, tx, delivery); err != nil {
			return err
		}
		contents, err = contentsOf(ctx, tx, p.Event, delivery.Form)
		return err
	})
	if err != nil {
		return Posted{}, Contents{}, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return p, contents, nil
}
