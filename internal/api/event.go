package api

import (
	"net/http"

	"predate"
)

type feedWire struct {
	Events []eventWire `json:"events"`
	// Next is the position to go on from.
	Next int64 `json:"next"`
}

type eventsWire struct {
	Events []eventWire `json:"events"`
}

// feed answers GET /order/events.
func (s *Server) feed(r *http.Request) (any, error) {
	q := queryOf(r)
	after, limit := q.position(), q.limit()
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	events, err := s.Desk.Feed(r.Context(), callOf(r).caller.Account.ID, after, limit)
	if err != nil {
		return nil, err
	}
	page := feedWire{Events: []eventWire{}, Next: after}
	for _, event := range events {
		page.Events = append(page.Events, toEvent(event))
		page.Next = event.Position
	}
	return page, nil
}

// events answers GET /order/{orderid}/events.
func (s *Server) events(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	events, err := s.Desk.Events(r.Context(), callOf(r).caller.Account.ID, id)
	if err != nil {
		return nil, err
	}
	all := eventsWire{Events: []eventWire{}}
	for _, event := range events {
		all.Events = append(all.Events, toEvent(event))
	}
	return all, nil
}

// simulate answers POST /order/test/webhook-events.
func (s *Server) simulate(r *http.Request) (any, error) {
	in, _, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	named, state := in.required("orderid", maxLine), predate.State(in.required("event", maxLine))
	if state != "" && !state.Valid() {
		in.fail("event", "must be one of "+stateNames())
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	id, err := predate.ParseOrderID(named)
	if err != nil {
		return nil, orElse(err, errOrderNotFound)
	}
	callOf(r).order = id
	deliveries, err := s.Desk.Simulate(r.Context(), callOf(r).caller.Account.ID, id, state)
	if err != nil {
		return nil, err
	}
	simulated := simulatedWire{OrderID: string(id), Event: string(state), Deliveries: []simulatedDelivery{}}
	for _, delivery := range deliveries {
		simulated.Deliveries = append(simulated.Deliveries, simulatedDelivery{string(delivery.ID), string(delivery.Endpoint)})
	}
	return simulated, nil
}
