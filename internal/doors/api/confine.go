package api

import (
	"fmt"
	"net/http"
	"strings"

	"predate"
)

// confine keeps a test key to tests: an order or an endpoint that an address
// names, and that is live, does not exist for it.
func (s *Server) confine(r *http.Request, route route) error {
	caller := callOf(r).caller
	switch {
	case !caller.Key.Test || route.who != member:
		return nil
	case strings.Contains(route.path, "{orderid}"):
		_, err := s.orderNamed(r, r.PathValue("orderid"))
		return err
	case strings.HasPrefix(route.path, "/account/webhooks/{id}"):
		watched, err := s.Desk.Endpoint(r.Context(), caller.Account.ID, endpointID(r))
		if err == nil && !watched.Test {
			err = predate.ErrNotFound
		}
		return orElse(err, errNoEndpoint)
	}
	return nil
}

// orderNamed reads the name of an order that the caller may see; to a test key
// a live one is unknown.
func (s *Server) orderNamed(r *http.Request, name string) (predate.OrderID, error) {
	call := callOf(r)
	id, err := predate.ParseOrderID(name)
	call.order = id
	if err != nil || !call.caller.Key.Test {
		return id, orElse(err, errOrderNotFound)
	}
	order, err := s.Desk.Order(r.Context(), call.caller.Account.ID, id)
	if err != nil {
		return id, fmt.Errorf("look at order %s for a test key: %w", id, err)
	}
	if !order.TestMode {
		return id, errOrderNotFound
	}
	return id, nil
}
