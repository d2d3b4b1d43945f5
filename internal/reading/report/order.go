package report

import "predate"

// order is the head of the order: what was asked, about which property. Who
// pays, the account and the comments stay out (see the package).
type order struct {
	ID         predate.OrderID `json:"orderid"`
	ExternalID string          `json:"external_id"`
	Property   property        `json:"property"`
	Owners     []owner         `json:"owners"`
	Method     predate.Method  `json:"method"`
	Syndic     syndic          `json:"syndic"`
	Lots       string          `json:"lots"`
	AllDuePaid bool            `json:"all_due_paid"`
	TestMode   bool            `json:"test_mode"`
}

type property struct {
	Street     string `json:"address"`
	Additional string `json:"additional"`
	City       string `json:"city"`
	Zipcode    string `json:"zipcode"`
}

type owner struct {
	Firstname string `json:"firstname"`
	Lastname  string `json:"lastname"`
}

type syndic struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

func toOrder(o predate.Order) order {
	return order{
		ID: o.ID, ExternalID: o.ExternalID, Property: property(o.Property),
		Owners: each(o.Owners, func(o predate.Owner) owner { return owner(o) }),
		Method: o.Method, Syndic: syndic(o.Syndic), Lots: o.Lots,
		AllDuePaid: o.AllDuePaid, TestMode: o.TestMode,
	}
}

func (o order) order() predate.Order {
	return predate.Order{
		ID: o.ID, ExternalID: o.ExternalID, Property: predate.Address(o.Property),
		Owners: list(o.Owners, func(o owner) predate.Owner { return predate.Owner(o) }),
		Method: o.Method, Syndic: predate.Syndic(o.Syndic), Lots: o.Lots,
		AllDuePaid: o.AllDuePaid, TestMode: o.TestMode,
	}
}
