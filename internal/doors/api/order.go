package api

import (
	"net/http"
	"strings"

	"predate"
	"predate/internal/orders/desk"
)

// orderID reads the order that an address names.
func orderID(r *http.Request) (predate.OrderID, error) {
	id, err := predate.ParseOrderID(r.PathValue("orderid"))
	callOf(r).order = id
	return id, orElse(err, errOrderNotFound)
}

// place answers POST /order/.
func (s *Server) place(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, unplaceable(err)
	}
	placing, err := s.intake().readPlacing(in)
	if err != nil {
		return nil, err
	}
	caller := callOf(r).caller
	if caller.Key.Test && !placing.Order.TestMode {
		return nil, errTestKey
	}
	placing.Account, placing.Order.ByTestKey = caller.Account, caller.Key.Test
	return s.once(r, in.hash, func(replay *desk.Replay) (predate.Order, error) {
		placing.Replay = replay
		return s.Desk.Place(r.Context(), placing)
	})
}

// view answers GET /order/{orderid}.
func (s *Server) view(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	account := callOf(r).caller.Account
	view, err := s.Desk.View(r.Context(), account.ID, id)
	if err != nil {
		return nil, err
	}
	return toView(view, account.Email, s.Links, s.Now()), nil
}

// list answers GET /order/. One order more than asked for is read, to know
// whether there is a next page.
func (s *Server) list(r *http.Request) (any, error) {
	caller := callOf(r).caller
	account := caller.Account
	filter, err := queryOf(r).filter(account.ID)
	if err != nil {
		return nil, err
	}
	if tests := true; caller.Key.Test {
		if filter.TestMode != nil && !*filter.TestMode {
			return listWire{Orders: []listedWire{}}, nil
		}
		filter.TestMode = &tests
	}
	length := filter.Limit
	filter.Limit++
	orders, err := s.Desk.List(r.Context(), filter)
	if err != nil {
		return nil, err
	}
	page := listWire{Orders: []listedWire{}}
	if len(orders) > length {
		orders = orders[:length]
		page.Next = textOrNull(toCursor(orders[length-1].Order))
	}
	for _, order := range orders {
		page.Orders = append(page.Orders, listedWire{toOrder(order.Order, account.Email), toActivity(order.Activity)})
	}
	return page, nil
}

// refresh answers POST /order/{orderid}/refresh.
func (s *Server) refresh(r *http.Request) (any, error) {
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	return s.refreshOrder(r, id, in)
}

// Since when POST /order/needrefresh is deprecated (RFC 9745) and until when it
// answers (RFC 8594).
const (
	needRefreshDeprecated = "@1767225600" // 2026-01-01
	needRefreshSunset     = "Sat, 01 Jan 2028 00:00:00 GMT"
)

// needRefresh answers the deprecated POST /order/needrefresh, where the order
// is named in the body.
func (s *Server) needRefresh(r *http.Request) (any, error) {
	header := callOf(r).header
	header.Set("Deprecation", needRefreshDeprecated)
	header.Set("Sunset", needRefreshSunset)
	header.Set("Link", `</order/{orderid}/refresh>; rel="successor-version"`)
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	named := in.required("orderid", maxLine)
	if named == "" {
		return nil, in.wrong.err()
	}
	id, err := s.orderNamed(r, named)
	if err != nil {
		return nil, err
	}
	return s.refreshOrder(r, id, in)
}

func (s *Server) refreshOrder(r *http.Request, id predate.OrderID, in reader) (any, error) {
	refreshing, err := readRefreshing(in)
	if err != nil {
		return nil, err
	}
	refreshing.Order, refreshing.Account = id, callOf(r).caller.Account.ID
	return s.once(r, in.hash, func(replay *desk.Replay) (predate.Order, error) {
		refreshing.Replay = replay
		return s.Desk.Refresh(r.Context(), refreshing)
	})
}

// cancel answers POST /order/{orderid}/cancel.
func (s *Server) cancel(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	account := callOf(r).caller.Account
	if _, err := s.Desk.Cancel(r.Context(), account.ID, id); err != nil {
		return nil, err
	}
	return s.view(r)
}

// addDocuments answers POST /order/{orderid}/documents.
func (s *Server) addDocuments(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	uploads, hash, err := s.readUploads(r)
	if err != nil {
		return nil, err
	}
	account := callOf(r).caller.Account.ID
	return s.once(r, hash, func(replay *desk.Replay) (predate.Order, error) {
		return s.Desk.AddDocuments(r.Context(), account, id, uploads, replay)
	})
}

// readUploads reads documents in either form.
func (s *Server) readUploads(r *http.Request) ([]desk.Upload, predate.Hash, error) {
	if isMultipart(r) {
		return s.readForm(r)
	}
	in, err := s.readObject(r)
	if err != nil {
		return nil, "", err
	}
	if list, ok := in.members["documents"].([]any); !in.given("documents") || (ok && len(list) == 0) {
		in.fail("documents", "at least one file is required")
	}
	uploads := s.intake().readDocuments(in)
	return uploads, in.hash, in.wrong.err()
}

// stateNames lists the five states for a message.
func stateNames() string {
	var names []string
	for _, state := range predate.States() {
		names = append(names, string(state))
	}
	return strings.Join(names, ", ")
}
