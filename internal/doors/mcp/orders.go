package mcp

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"predate"
)

// tools carries the tools out.
type tools struct{ Options }

// orderIn names an order.
type orderIn struct {
	Order string `json:"order" jsonschema:"The order's id: six letters and digits, such as K7QF3M."`
}

// path is an address under an order; what is no id is refused before it is sent.
func (in orderIn) path(rest string) (string, error) {
	id, err := predate.ParseOrderID(in.Order)
	if err != nil {
		return "", fmt.Errorf("%q is not an order's id: it has six letters and digits", in.Order)
	}
	return "/order/" + string(id) + rest, nil
}

type listIn struct {
	State      string `json:"state,omitempty" jsonschema:"Only orders in this state: confirmed, received, waiting, done or need-refresh."`
	ExternalID string `json:"external_id,omitempty" jsonschema:"Only orders with this id of the client's own."`
	Limit      int    `json:"limit,omitempty" jsonschema:"How many, 100 at most; 20 without it."`
	After      string `json:"after,omitempty" jsonschema:"Go on after a list: its next."`
}

// order is an order as it is shown: nothing in it opens anything.
type order struct {
	OrderID    string `json:"orderid"`
	ExternalID string `json:"external_id"`
	State      string `json:"state"`
	Pending    bool   `json:"pending" jsonschema:"Work goes on, or something is awaited."`
	Refreshed  bool   `json:"refreshed"`
	TestMode   bool   `json:"test_mode"`
	Created    string `json:"created"`
	Updated    string `json:"updated"`
}

type listOut struct {
	Orders []order `json:"orders"`
	Next   *string `json:"next"`
}

func (t tools) list(ctx context.Context, in listIn) (listOut, error) {
	query := url.Values{}
	for name, value := range map[string]string{"state": in.State, "external_id": in.ExternalID, "after": in.After} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if in.Limit > 0 {
		query.Set("limit", strconv.Itoa(in.Limit))
	}
	out := listOut{}
	err := t.API.Call(ctx, http.MethodGet, "/order/?"+query.Encode(), nil, &out)
	out.Orders = orNone(out.Orders)
	return out, err
}

type gap struct {
	Kind       string `json:"kind"`
	Code       string `json:"code"`
	FiscalYear string `json:"fiscal_year,omitempty"`
	Message    string `json:"message"`
	Blocking   bool   `json:"blocking" jsonschema:"The statement waits for it; otherwise the seller owes it to the buyer."`
}

type statusOut struct {
	order
	Missing   []gap      `json:"missing"`
	Cancelled *string    `json:"cancelled"`
	Statement *statement `json:"statement"`
	// Documents counts the papers.
	Documents int `json:"documents"`
}

// statement is what is told of a statement; its address is not.
type statement struct {
	Issued string `json:"issued"`
	SHA256 string `json:"sha256"`
}

func (t tools) status(ctx context.Context, in orderIn) (statusOut, error) {
	path, err := in.path("")
	if err != nil {
		return statusOut{}, err
	}
	var answered struct {
		order
		Missing   []gap      `json:"missing"`
		Cancelled *string    `json:"cancelled"`
		Statement *statement `json:"statement"`
		Documents []struct{} `json:"documents"`
	}
	err = t.API.Call(ctx, http.MethodGet, path, nil, &answered)
	return statusOut{answered.order, orNone(answered.Missing), answered.Cancelled, answered.Statement, len(answered.Documents)}, err
}

type item struct {
	Kind       string   `json:"kind"`
	Code       string   `json:"code"`
	FiscalYear string   `json:"fiscal_year,omitempty"`
	Label      string   `json:"label"`
	State      string   `json:"state" jsonschema:"satisfied, missing, unreadable or declared_absent."`
	Why        []string `json:"why"`
	Blocking   bool     `json:"blocking"`
}

type checklistOut struct {
	OrderID string `json:"orderid"`
	State   string `json:"state"`
	Reading bool   `json:"reading"`
	Settled int    `json:"settled"`
	Items   []item `json:"items"`
}

func (t tools) checklist(ctx context.Context, in orderIn) (checklistOut, error) {
	path, err := in.path("/checklist")
	if err != nil {
		return checklistOut{}, err
	}
	out := checklistOut{}
	err = t.API.Call(ctx, http.MethodGet, path, nil, &out)
	out.Items = orNone(out.Items)
	return out, err
}

// orNone is a list that JSON writes as one, where it is empty too.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

type placeIn struct {
	Scenario   string `json:"scenario,omitempty" jsonschema:"What happens: test-done, test-waiting-document, test-bad-password, test-second-factor, test-site-down or test-review. test-done without it."`
	ExternalID string `json:"external_id,omitempty" jsonschema:"An id of the client's own, shown in every answer."`
}

// place orders a statement of invented people on the sample dossier, in test mode, whatever
// is asked.
func (t tools) place(ctx context.Context, in placeIn) (order, error) {
	type object map[string]any
	username := in.Scenario
	if username == "" {
		username = "test-done"
	}
	var out order
	err := t.API.Call(ctx, http.MethodPost, "/order/", object{
		"address": "18 rue des Maraîchers-Fleuris", "city": "Lyon", "zipcode": "69003", "lots": "14, 38",
		"owners":  []object{{"firstname": "Hélène", "lastname": "Vassorelle"}},
		"invoice": object{"address": "1 place de l’Étude", "city": "Lyon", "zipcode": "69003", "lastname": "Étude des Quatre-Vents"},
		"method":  "extranet",
		"syndic":  object{"name": "Cabinet Orvellac-Brimont", "username": username, "password": "test", "url": "https://extranet.example/"},

		"external_id": in.ExternalID, "test_mode": true,
	}, &out)
	return out, err
}
