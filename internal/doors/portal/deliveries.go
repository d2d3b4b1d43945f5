package portal

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/doors/web"
	"predate/internal/orders/desk"
)

// deliveryView is one delivery: what was sent, each time, and what came back.
type deliveryView struct {
	deliveryRow
	ID       predate.DeliveryID
	Back     string // the address of the endpoint's page
	Here     string
	URL      string
	Done     string
	Refused  string
	Body     string
	Size     int
	Gone     bool // what it carried is no longer kept
	Tries    []tryView
	MayAgain bool
}

type tryView struct {
	Number            int
	At, Error, Answer string
	Status            int
	Milliseconds      int64
	Headers           []header
}

type header struct{ Name, Value string }

// posted reads a delivery that the visitor may see.
func (p *Portal) posted(v *visit) (desk.Posted, desk.Contents, error) {
	d, contents, err := p.Desk.AnyDelivery(v.Context(), predate.DeliveryID(v.PathValue("delivery")))
	if err == nil && (d.Account != v.account.ID || d.Endpoint.URL == "" || d.Endpoint.Test != v.test) {
		err = predate.ErrNotFound
	}
	return d, contents, err
}

// delivery answers with a delivery.
func (p *Portal) delivery(w http.ResponseWriter, v *visit) error {
	done := map[string]string{"resent": "La livraison repart."}[v.URL.Query().Get("done")]
	return p.showDelivery(w, v, http.StatusOK, deliveryView{Done: done})
}

func (p *Portal) showDelivery(w http.ResponseWriter, v *visit, status int, view deliveryView) error {
	d, contents, err := p.posted(v)
	if err != nil {
		return err
	}
	view.deliveryRow, view.ID, view.URL = p.deliveryRow(v, d), d.ID, d.Endpoint.URL
	view.Back, view.Here = v.at.To("/endpoints/"+string(d.Endpoint.ID), nil), view.Address
	view.MayAgain = d.Status != predate.DeliveryPending
	raw, err := p.body(v.Context(), contents)
	switch {
	case errors.Is(err, predate.ErrNotFound):
		view.Gone = true
	case err != nil:
		return err
	}
	view.Body, view.Size = webhook.Readable(raw), len(raw)
	for _, a := range slices.Backward(d.Made) {
		view.Tries = append(view.Tries, p.try(d.Event, a))
	}
	return p.draw(w, status, p.pages.delivery, view)
}

func (p *Portal) try(event predate.Event, a predate.Attempt) tryView {
	t := tryView{
		Number: a.Number, At: a.At.In(p.zone).Format("02/01/2006 à 15:04:05"), Error: a.Error, Answer: a.Answer, Status: a.Status,
		Milliseconds: a.Duration.Milliseconds(),
	}
	sent := webhook.Headers(event, a)
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		value := sent.Get(name)
		if value == "" {
			value = "(non conservée)"
		}
		t.Headers = append(t.Headers, header{name, value})
	}
	return t
}

// body reads the bytes that every attempt of a delivery sends; webhook.MaxBody bounds
// them.
func (p *Portal) body(ctx context.Context, contents desk.Contents) ([]byte, error) {
	body, err := p.Bodies.Body(ctx, contents)
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

// resend sends a delivery again: the same bytes under the same webhook-id.
func (p *Portal) resend(w http.ResponseWriter, v *visit) error {
	d, _, err := p.posted(v)
	if err != nil {
		return err
	}
	if err := p.form(w, v); err != nil {
		return err
	}
	if _, err := p.Desk.Resend(v.Context(), v.account.ID, d.Endpoint.ID, d.ID); err != nil {
		said, status := refusalOf(err)
		if said == "" {
			return err
		}
		return p.showDelivery(w, v, status, deliveryView{Refused: said})
	}
	return p.redirect(w, v, v.at.To("/deliveries/"+string(d.ID), url.Values{"done": {"resent"}}))
}

// mostForm bounds what a form sends.
const mostForm = 16 << 10

func (p *Portal) form(w http.ResponseWriter, v *visit) error {
	v.Body = http.MaxBytesReader(w, v.Body, mostForm)
	if err := v.ParseForm(); err != nil {
		return predate.Refuse(predate.CodeInvalid, "Ce formulaire n’a pas pu être lu : réessayez.")
	}
	return nil
}

func (p *Portal) redirect(w http.ResponseWriter, v *visit, to string) error {
	http.Redirect(w, v.Request, to, http.StatusSeeOther)
	return nil
}

// refusalOf returns the sentence and the status of a refusal; "" for any other error.
func refusalOf(err error) (said string, status int) {
	refused := (*predate.Error)(nil)
	if !errors.As(err, &refused) {
		return "", 0
	}
	status, _ = web.StatusOf(refused.Code)
	return refused.Message, status
}
