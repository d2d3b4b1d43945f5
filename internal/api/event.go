package api

import (
	"net/http"

	"predate"
)

type eventsWire struct {
	Events []eventWire `json:"events"`
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
