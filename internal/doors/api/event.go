package api

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
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

func rehearsalMembers() shape {
	return fields("orderid", "event", "feed_only", "delay").and("faults", listOf(maxNames, shape{}))
}

// simulate answers POST /order/test/webhook-events.
func (s *Server) simulate(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	named, state := in.required("orderid", maxLine), predate.State(in.required("event", maxLine))
	if state != "" && !state.Valid() {
		in.fail("event", "must be one of "+stateNames())
	}
	asked := desk.Simulation{State: state, Rehearsal: in.rehearsal(), FeedOnly: in.flag("feed_only")}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	id, err := s.orderNamed(r, named)
	if err != nil {
		return nil, err
	}
	asked.ByTestKey = callOf(r).caller.Key.Test
	deliveries, err := s.Desk.Simulate(r.Context(), callOf(r).caller.Account.ID, id, asked)
	if err != nil {
		return nil, err
	}
	simulated := simulatedWire{OrderID: string(id), Event: string(state), Deliveries: []simulatedDelivery{}}
	for _, delivery := range deliveries {
		simulated.Deliveries = append(simulated.Deliveries, simulatedDelivery{string(delivery.ID), string(delivery.Endpoint)})
	}
	return simulated, nil
}

// longestDelay is the longest delay of a rehearsal in seconds.
const longestDelay = 3600

// rehearsal reads what a simulated event is to do wrong.
func (in reader) rehearsal() predate.Rehearsal {
	r := predate.Rehearsal{Delay: time.Duration(in.number("delay", 0, longestDelay)) * time.Second}
	for i, value := range in.list("faults", maxNames) {
		text, _ := value.(string)
		fault := predate.Fault(text)
		if !fault.Valid() {
			in.fail(fmt.Sprintf("faults[%d]", i), "must be one of "+faultNames())
			continue
		}
		if !r.Has(fault) {
			r.Faults = append(r.Faults, fault)
		}
	}
	return r
}

func faultNames() string {
	var names []string
	for _, fault := range predate.Faults() {
		names = append(names, string(fault))
	}
	return strings.Join(names, ", ")
}
