package api

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"predate"
	"predate/internal/desk"
)

type endpointsWire struct {
	Webhooks []endpointWire `json:"webhooks"`
}

type deletedWire struct {
	ID string `json:"id"`
}

type rotatedWire struct {
	ID     string `json:"id"`
	Secret string `json:"secret"`
	// PreviousUntil is when the former secret stops signing beside it.
	PreviousUntil string `json:"previous_secret_until"`
}

type recoveredWire struct {
	Recovered int `json:"recovered"`
}

type deliveriesWire struct {
	Deliveries []deliveryWire `json:"deliveries"`
}

// endpointID reads the endpoint that an address names; what cannot be an id
// names none.
func endpointID(r *http.Request) predate.EndpointID { return predate.EndpointID(named(r, "id")) }

// named reads an id of ours in an address. Another text than one we make is
// not carried to the database, which may choke on it.
func named(r *http.Request, name string) string {
	id := r.PathValue(name)
	if strings.ContainsFunc(id, func(c rune) bool { return c < '!' || c > '~' }) {
		return ""
	}
	return id
}

// listEndpoints answers GET /account/webhooks.
func (s *Server) listEndpoints(r *http.Request) (any, error) {
	endpoints, err := s.Desk.Endpoints(r.Context(), callOf(r).caller.Account.ID)
	if err != nil {
		return nil, err
	}
	all := endpointsWire{Webhooks: []endpointWire{}}
	for _, endpoint := range endpoints {
		all.Webhooks = append(all.Webhooks, toEndpoint(endpoint, ""))
	}
	return all, nil
}

// createEndpoint answers POST /account/webhooks.
func (s *Server) createEndpoint(r *http.Request) (any, error) {
	in, _, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	url, events := in.required("url", maxURL), in.states("events")
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	account := callOf(r).caller.Account.ID
	held, err := s.Desk.Endpoints(r.Context(), account)
	if err != nil {
		return nil, err
	}
	if len(held) >= s.Limits.Endpoints {
		return nil, errEndpoints
	}
	endpoint, secret, err := s.Desk.CreateEndpoint(r.Context(), account, url, events)
	if err != nil {
		return nil, err
	}
	return toEndpoint(endpoint, secret), nil
}

// changeEndpoint answers PATCH /account/webhooks/{id}.
func (s *Server) changeEndpoint(r *http.Request) (any, error) {
	in, _, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	change := in.endpointChange()
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	endpoint, err := s.Desk.ChangeEndpoint(r.Context(), callOf(r).caller.Account.ID, endpointID(r), change)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return toEndpoint(endpoint, ""), nil
}

// deleteEndpoint answers DELETE /account/webhooks/{id}.
func (s *Server) deleteEndpoint(r *http.Request) (any, error) {
	id := endpointID(r)
	if err := s.Desk.DeleteEndpoint(r.Context(), callOf(r).caller.Account.ID, id); err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return deletedWire{ID: string(id)}, nil
}

// rotateSecret answers POST /account/webhooks/{id}/rotate-secret.
func (s *Server) rotateSecret(r *http.Request) (any, error) {
	id := endpointID(r)
	secret, err := s.Desk.RotateSecret(r.Context(), callOf(r).caller.Account.ID, id)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return rotatedWire{
		ID: string(id), Secret: secret.Reveal(), PreviousUntil: httpDate(s.Now().Add(desk.SecretGrace)),
	}, nil
}

// recoverDeliveries answers POST /account/webhooks/{id}/recover.
func (s *Server) recoverDeliveries(r *http.Request) (any, error) {
	in, _, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	since := in.instant("since")
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	count, err := s.Desk.Recover(r.Context(), callOf(r).caller.Account.ID, endpointID(r), since)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return recoveredWire{Recovered: count}, nil
}

// listDeliveries answers GET /account/webhooks/{id}/deliveries.
func (s *Server) listDeliveries(r *http.Request) (any, error) {
	q := queryOf(r)
	limit := q.limit()
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	deliveries, attempts, err := s.Desk.Deliveries(r.Context(), callOf(r).caller.Account.ID, endpointID(r), limit)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	all := deliveriesWire{Deliveries: []deliveryWire{}}
	for _, delivery := range deliveries {
		all.Deliveries = append(all.Deliveries, toDelivery(delivery, attempts[delivery.ID]))
	}
	return all, nil
}

// resend answers POST /account/webhooks/{id}/deliveries/{delivery}/resend.
func (s *Server) resend(r *http.Request) (any, error) {
	id := predate.DeliveryID(named(r, "delivery"))
	delivery, err := s.Desk.Resend(r.Context(), callOf(r).caller.Account.ID, endpointID(r), id)
	if err != nil {
		return nil, orElse(err, errNoDelivery)
	}
	return toDelivery(delivery, nil), nil
}

// endpointChange reads what may be altered of an endpoint.
func (in reader) endpointChange() desk.EndpointChange {
	var change desk.EndpointChange
	if in.given("url") {
		url := in.required("url", maxURL)
		change.URL = &url
	}
	if in.given("events") {
		events := in.states("events")
		change.Events = &events
	}
	if in.given("enabled") {
		enabled := in.flag("enabled")
		change.Enabled = &enabled
	}
	return change
}

// states reads a list of kinds of event; none means all five.
func (in reader) states(name string) []predate.State {
	values, ok := in.members[name].([]any)
	if in.given(name) && !ok {
		in.fail(name, "must be an array")
	}
	seen := map[predate.State]bool{}
	var states []predate.State
	for i, value := range values {
		text, _ := value.(string)
		state := predate.State(text)
		if !state.Valid() {
			in.fail(fmt.Sprintf("%s[%d]", name, i), "must be one of "+stateNames())
			continue
		}
		if !seen[state] {
			seen[state], states = true, append(states, state)
		}
	}
	return states
}

// instant reads a required instant, as an HTTP-date or in the form of RFC 3339.
func (in reader) instant(name string) time.Time {
	text := in.required(name, maxLine)
	if text == "" {
		return time.Time{}
	}
	if t, err := http.ParseTime(text); err == nil {
		return t
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		in.fail(name, "must be an HTTP-date or an RFC 3339 date and time")
	}
	return t.UTC()
}
