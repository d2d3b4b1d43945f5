package api

import (
	"net/http"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// endpointID reads the endpoint that an address names; what cannot be an id
// names none.
func endpointID(r *http.Request) predate.EndpointID { return predate.EndpointID(named(r, "id")) }

// named reads an id of ours in an address. Another text than one we make is
// not carried to the database, which may choke on it.
func named(r *http.Request, name string) string {
	id := r.PathValue(name)
	if !printableID(id) {
		return ""
	}
	return id
}

func printableID(id string) bool {
	return !strings.ContainsFunc(id, func(c rune) bool { return c < '!' || c > '~' })
}

// listEndpoints answers GET /account/webhooks.
func (s *Server) listEndpoints(r *http.Request) (any, error) {
	caller := callOf(r).caller
	endpoints, err := s.Desk.Endpoints(r.Context(), caller.Account.ID)
	if err != nil {
		return nil, err
	}
	all := endpointsWire{Webhooks: []endpointWire{}}
	for _, endpoint := range endpoints {
		if caller.Key.Test && !endpoint.Test {
			continue
		}
		all.Webhooks = append(all.Webhooks, toEndpoint(endpoint, ""))
	}
	return all, nil
}

// createEndpoint answers POST /account/webhooks.
func (s *Server) createEndpoint(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	caller := callOf(r).caller
	wanted := predate.Endpoint{
		Account: caller.Account.ID, Test: in.flag("test_mode") || caller.Key.Test, URL: in.required("url", maxURL), Events: in.states("events"),
		Link: in.link("content"), Details: in.flag("details"), MaxRate: in.number("max_rate", 1, maxRate), Signature: in.scheme("signature"),
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	if caller.Key.Test && in.given("test_mode") && !in.flag("test_mode") {
		return nil, errTestEndpoint
	}
	endpoint, secret, err := s.Desk.CreateEndpoint(r.Context(), wanted)
	if err != nil {
		return nil, err
	}
	return toEndpoint(endpoint, secret), nil
}

// viewEndpoint answers GET /account/webhooks/{id}.
func (s *Server) viewEndpoint(r *http.Request) (any, error) {
	watched, err := s.Desk.Endpoint(r.Context(), callOf(r).caller.Account.ID, endpointID(r))
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return toWatched(watched, s.Now()), nil
}

// endpointStats answers GET /account/webhooks/{id}/stats.
func (s *Server) endpointStats(r *http.Request) (any, error) {
	q := queryOf(r)
	hours := q.integer("hours", defaultStats, 1, longestStats)
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	since := s.Now().Add(-time.Duration(hours) * time.Hour)
	stats, err := s.Desk.EndpointStats(r.Context(), callOf(r).caller.Account.ID, endpointID(r), since)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return toStats(stats, since), nil
}

// The hours that statistics look back.
const (
	defaultStats = 24
	longestStats = 720
)

// changeEndpoint answers PATCH /account/webhooks/{id}.
func (s *Server) changeEndpoint(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	change := in.endpointChange()
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	watched, err := s.Desk.ChangeEndpoint(r.Context(), callOf(r).caller.Account.ID, endpointID(r), change)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return toWatched(watched, s.Now()), nil
}

// deleteEndpoint answers DELETE /account/webhooks/{id}.
func (s *Server) deleteEndpoint(r *http.Request) (any, error) {
	id := endpointID(r)
	if err := s.Desk.DeleteEndpoint(r.Context(), callOf(r).caller.Account.ID, id); err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return deletedWire{ID: string(id)}, nil
}

// rotateSecret answers POST /account/webhooks/{id}/rotate-secret. Its body may
// be left out.
func (s *Server) rotateSecret(r *http.Request) (any, error) {
	in, err := s.readOptionalObject(r)
	if err != nil {
		return nil, err
	}
	grace := desk.SecretGrace
	if in.given("grace_hours") {
		grace = time.Duration(in.number("grace_hours", 0, int(desk.LongestGrace.Hours()))) * time.Hour
	}
	rotation := desk.Rotation{
		Account: callOf(r).caller.Account.ID, Endpoint: endpointID(r), Grace: grace, Signature: in.scheme("signature"),
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	rotated, err := s.Desk.RotateSecret(r.Context(), rotation)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return rotatedWire{
		ID: string(rotation.Endpoint), Secret: rotated.Secret.Reveal(), PublicKey: rotated.Public,
		PreviousUntil: httpDate(rotated.PreviousUntil),
	}, nil
}

// recoverDeliveries answers POST /account/webhooks/{id}/recover.
func (s *Server) recoverDeliveries(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	within := predate.TimeRange{Since: in.instant("since")}
	if in.given("until") {
		within.Until = in.instant("until")
	}
	if err := in.wrong.err(); err != nil {
		return nil, err
	}
	count, err := s.Desk.Recover(r.Context(), callOf(r).caller.Account.ID, endpointID(r), within)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	return recoveredWire{Recovered: count}, nil
}

// listDeliveries answers GET /account/webhooks/{id}/deliveries.
func (s *Server) listDeliveries(r *http.Request) (any, error) {
	q := queryOf(r)
	filter := q.deliveries(endpointID(r))
	if err := q.wrong.err(); err != nil {
		return nil, err
	}
	asked := filter.Limit
	filter.Limit++ // one more tells whether there is a next page
	sent, err := s.Desk.Deliveries(r.Context(), callOf(r).caller.Account.ID, filter)
	if err != nil {
		return nil, orElse(err, errNoEndpoint)
	}
	all := deliveriesWire{Deliveries: []deliveryWire{}}
	for _, one := range sent[:min(len(sent), asked)] {
		all.Deliveries = append(all.Deliveries, toDelivery(one))
	}
	if len(sent) > asked {
		last := sent[asked-1]
		all.Next = textOrNull(cursorText(last.Created, string(last.ID)))
	}
	return all, nil
}

// resend answers POST /account/webhooks/{id}/deliveries/{delivery}/resend.
func (s *Server) resend(r *http.Request) (any, error) {
	account, endpoint, id := callOf(r).caller.Account.ID, endpointID(r), predate.DeliveryID(named(r, "delivery"))
	if _, err := s.Desk.Resend(r.Context(), account, endpoint, id); err != nil {
		return nil, orElse(err, errNoDelivery)
	}
	sent, err := s.Desk.Delivery(r.Context(), account, endpoint, id)
	if err != nil {
		return nil, orElse(err, errNoDelivery)
	}
	return toDelivery(sent), nil
}
