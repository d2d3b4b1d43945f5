package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

func deliveryRoutes() []route {
	return []route{
		{http.MethodGet, "/admin/deliveries", predate.RoleLead, (*Console).deliveriesPage},
		{http.MethodGet, "/admin/deliveries/{delivery}", predate.RoleLead, (*Console).deliveryPage},
		{http.MethodGet, "/admin/deliveries/{delivery}/body", predate.RoleLead, (*Console).deliveryBody},
		{http.MethodPost, "/admin/deliveries/{delivery}/resend", predate.RoleLead, (*Console).resendDelivery},
	}
}

// Bodies makes the body of a delivery, the same bytes each time; the pipeline does.
type Bodies interface {
	Body(ctx context.Context, of desk.Contents) (*webhook.Body, error)
}

// deliveriesView is a list of deliveries.
type deliveriesView struct {
	adminHead
	Deliveries []deliveryRow
	Statuses   []queueChoice
	Endpoint   predate.EndpointID
	URL        string // of the endpoint that is chosen
	Order      string
	Next       string // the address of the page behind
}

type deliveryRow struct {
	ID                         predate.DeliveryID
	Order                      predate.OrderID
	Event, URL, Created, Ended string
	Endpoint                   predate.EndpointID
	Status                     state
	Attempts                   int
	Said                       string // of the last attempt
}

// deliveriesAPage is how many deliveries a page lists.
const deliveriesAPage = 50

func (c *Console) deliveriesPage(v *visit) (answer, error) {
	head, status, err := c.head(v, predate.RoleLead, "", nil)
	if err != nil {
		return nil, err
	}
	q := v.URL.Query()
	look := desk.DeliveryLook{
		Endpoint: predate.EndpointID(q.Get("endpoint")), Status: predate.DeliveryStatus(q.Get("status")), After: predate.DeliveryID(q.Get("after")), Limit: deliveriesAPage + 1,
	}
	view := deliveriesView{adminHead: head, Endpoint: look.Endpoint, Order: strings.TrimSpace(q.Get("order"))}
	if view.Order != "" {
		if look.Order, err = predate.ParseOrderID(view.Order); err != nil {
			return nil, predate.Refuse(predate.CodeNotFound, "« %s » n’est pas une référence de commande.", view.Order)
		}
	}
	if look.Endpoint == "" && look.Order == "" && look.Status != predate.DeliveryPending {
		look.Status = predate.DeliveryGivenUp
	}
	view.Statuses = deliveryStatuses(look)
	found, err := c.Desk.DeliveriesTo(v.Context(), look)
	if err != nil {
		return nil, err
	}
	if len(found) > deliveriesAPage {
		found = found[:deliveriesAPage]
		q.Set("after", string(found[deliveriesAPage-1].ID))
		view.Next = "/admin/deliveries?" + q.Encode()
	}
	for _, p := range found {
		view.Deliveries = append(view.Deliveries, c.deliveryRow(p))
		if look.Endpoint != "" {
			view.URL = p.Endpoint.URL
		}
	}
	return withStatus{status, page{name: "admin-deliveries", title: "Livraisons", view: view}}, nil
}

// deliveryStatuses are what a list may be narrowed to; all are listed of one endpoint
// or order only.
func deliveryStatuses(look desk.DeliveryLook) []queueChoice {
	var all []queueChoice
	if look.Endpoint != "" || look.Order != "" {
		all = append(all, queueChoice{Value: "", Name: "Toutes", Chosen: look.Status == ""})
	}
	for _, one := range []struct {
		status predate.DeliveryStatus
		name   string
	}{{predate.DeliveryGivenUp, "Abandonnées"}, {predate.DeliveryPending, "En cours"}, {predate.DeliveryDelivered, "Livrées"}} {
		if one.status != predate.DeliveryDelivered || len(all) > 0 && all[0].Value == "" {
			all = append(all, queueChoice{Value: string(one.status), Name: one.name, Chosen: look.Status == one.status})
		}
	}
	return all
}

func (c *Console) deliveryRow(p desk.Posted) deliveryRow {
	row := deliveryRow{
		ID: p.ID, Order: p.Order, Event: stateNames()[p.Event.State], URL: p.Endpoint.URL, Endpoint: p.Delivery.Endpoint,
		Created: c.moment(p.Created), Ended: c.moment(p.Ended), Attempts: p.Attempts,
	}
	switch p.Status {
	case predate.DeliveryDelivered:
		row.Status = state{"good", "livrée"}
	case predate.DeliveryGivenUp:
		row.Status = state{"bad", "abandonnée"}
	default:
		row.Status = state{"warn", "en cours"}
	}
	if n := len(p.Made); n > 0 {
		row.Said = p.Made[n-1].Error
	}
	return row
}

// deliveryView is the page of one delivery.
type deliveryView struct {
	adminHead
	deliveryRow
	EventID  predate.EventID
	Account  predate.AccountID
	Next     string // when it is tried again
	Body     string
	Size     int64
	Gone     bool // what it carried is no longer kept
	Tries    []tryView
	MayAgain bool
}

type tryView struct {
	Number                      int
	At, Duration, Error, Answer string
	Status                      int
	Headers                     []secretView
	RetryAfter                  string
	Control                     predate.Control
}

func (c *Console) deliveryPage(v *visit) (answer, error) {
	done := map[string]string{"resent": "La livraison repart."}[v.URL.Query().Get("done")]
	return c.delivery(v, done, nil)
}

// posted returns the delivery that the address names.
func (c *Console) posted(v *visit) (desk.Posted, desk.Contents, error) {
	p, contents, err := c.Desk.AnyDelivery(v.Context(), predate.DeliveryID(v.PathValue("delivery")))
	if errors.Is(err, predate.ErrNotFound) {
		err = predate.Refuse(predate.CodeNotFound, "Cette livraison n’existe pas, ou plus.")
	}
	return p, contents, err
}

// delivery draws the page of a delivery, with what was done or refused above it.
func (c *Console) delivery(v *visit, done string, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleLead, done, refused)
	if err != nil {
		return nil, err
	}
	p, contents, err := c.posted(v)
	if err != nil {
		return nil, err
	}
	view := deliveryView{
		adminHead: head, deliveryRow: c.deliveryRow(p), EventID: p.Event.ID, Account: p.Account, Next: c.moment(p.Next),
		MayAgain: p.Status != predate.DeliveryPending,
	}
	raw, err := c.body(v.Context(), contents)
	switch {
	case errors.Is(err, predate.ErrNotFound):
		view.Gone = true
	case err != nil:
		return nil, err
	}
	view.Body, view.Size = webhook.Readable(raw), int64(len(raw))
	for _, a := range p.Made {
		view.Tries = append(view.Tries, c.tryView(p.Event, a, len(raw)))
	}
	slices.Reverse(view.Tries)
	return withStatus{status, page{name: "admin-delivery", title: "Livraison", view: view}}, nil
}

func (c *Console) tryView(event predate.Event, a predate.Attempt, size int) tryView {
	t := tryView{
		Number: a.Number, At: a.At.In(c.zone).Format("02/01/2006 à 15:04:05"), Duration: millis(a.Duration),
		Error: a.Error, Answer: a.Answer, Status: a.Status, Control: a.Control,
	}
	if a.RetryAfter > 0 {
		t.RetryAfter = a.RetryAfter.String()
	}
	if size > 0 {
		t.Headers = append(t.Headers, secretView{"Content-Length", strconv.Itoa(size)})
	}
	sent := webhook.Headers(event, a)
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		value := sent.Get(name)
		if value == "" {
			value = "(non conservée)"
		}
		t.Headers = append(t.Headers, secretView{name, value})
	}
	return t
}

// millis writes how long something took.
func millis(d time.Duration) string { return fmt.Sprintf("%d\u00a0ms", d.Milliseconds()) }

// body reads the bytes that every attempt of a delivery sends; webhook.MaxBody bounds
// them.
func (c *Console) body(ctx context.Context, contents desk.Contents) ([]byte, error) {
	body, err := c.Bodies.Body(ctx, contents)
	if err != nil {
		return nil, err
	}
	from, err := body.Open(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(from)
	return raw, errors.Join(err, from.Close())
}

func (c *Console) deliveryBody(v *visit) (answer, error) {
	p, contents, err := c.posted(v)
	if err != nil {
		return nil, err
	}
	raw, err := c.body(v.Context(), contents)
	if errors.Is(err, predate.ErrNotFound) {
		err = predate.Refuse(predate.CodeNotFound, "Ce que cette livraison portait n’est plus gardé.")
	}
	return download(web.Saved(string(p.ID)+".json", "application/json", bytes.NewReader(raw))), err
}

func (c *Console) resendDelivery(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	p, _, err := c.posted(v)
	if err != nil {
		return nil, err
	}
	if _, err := c.deskOf(v).Resend(v.Context(), p.Account, p.Delivery.Endpoint, p.ID); err != nil {
		return c.delivery(v, "", err)
	}
	return redirect("/admin/deliveries/" + url.PathEscape(string(p.ID)) + "?done=resent"), nil
}
