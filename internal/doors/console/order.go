package console

import (
	"math"
	"net/http"

	"predate"
)

// orderRoutes are those of one order.
func orderRoutes() []route {
	return []route{
		{http.MethodGet, "/order", predate.RoleSupport, (*Console).findOrder},
		{http.MethodGet, "/order/{id}", predate.RoleSupport, (*Console).orderPage},
		{http.MethodGet, "/order/{id}/figure/{key}", predate.RoleSupport, (*Console).figure},
		{http.MethodGet, "/order/{id}/outcome", predate.RoleSupport, (*Console).outcome},
		{http.MethodPost, "/order/{id}/preview", predate.RoleOperator, (*Console).preview},
		{http.MethodPost, "/order/{id}/rule", predate.RoleOperator, (*Console).rule},
		{http.MethodPost, "/order/{id}/acknowledge", predate.RoleOperator, (*Console).acknowledge},
		{http.MethodPost, "/order/{id}/undo", predate.RoleOperator, (*Console).undo},
		{http.MethodPost, "/order/{id}/issue", predate.RoleOperator, (*Console).issue},
		{http.MethodPost, "/order/{id}/claim", predate.RoleOperator, (*Console).claim},
		{http.MethodPost, "/order/{id}/release", predate.RoleOperator, (*Console).release},
	}
}

// findOrder goes to the order that somebody typed.
func (c *Console) findOrder(v *visit) (answer, error) {
	id, err := predate.ParseOrderID(v.FormValue("id"))
	if err != nil {
		return nil, predate.Refuse(predate.CodeNotFound, "« %s » n’est pas une référence de commande.", v.FormValue("id"))
	}
	return redirect("/order/" + string(id)), nil
}

// orderPage shows an order: its figures, its papers, its gates.
func (c *Console) orderPage(v *visit) (answer, error) {
	now, err := c.Desk.Changes(v.Context(), math.MaxInt64)
	if err != nil {
		return nil, err
	}
	s, err := c.see(v)
	if err != nil {
		return nil, err
	}
	view := c.orderView(s, v.who)
	view.Position = now.Last
	if v.who.Role.May(predate.RoleLead) {
		view.Invoices, err = c.Desk.Invoices(v.Context(), s.Order.Account, s.Order.ID)
	}
	return page{name: "order", title: "Commande " + string(s.Order.ID), view: view}, err
}

// standing is what a page shows of an order after something changed.
type standing struct {
	Doubts string       `json:"doubts"` // markup
	Gates  string       `json:"gates"`
	Acts   string       `json:"acts"`
	Holder string       `json:"holder"` // who works on it, where it is another
	May    bool         `json:"may"`    // the operator may decide now
	Open   int          `json:"open"`   // doubts
	Says   string       `json:"says"`
	Report predate.Hash `json:"report"` // what the operator has seen
	Read   bool         `json:"read"`   // false while the dossier is read again
}

// outcome says where an order is, for a page that waits for it to be read again.
func (c *Console) outcome(v *visit) (answer, error) {
	s, err := c.see(v)
	if err != nil {
		return nil, err
	}
	return c.standing(s, v, "")
}

func (c *Console) standing(s *openOrder, v *visit, says string) (answer, error) {
	view := c.orderView(s, v.who)
	out := standing{Open: view.Open, Says: says, Report: s.Run.ReportHash, Read: s.Run.Read, May: view.May}
	for part, to := range map[string]*string{"doubts": &out.Doubts, "gates": &out.Gates, "acts": &out.Acts, "holder": &out.Holder} {
		drawn, err := c.pages.part("order", part, view)
		if err != nil {
			return nil, err
		}
		*to = drawn
	}
	return data{out}, nil
}
