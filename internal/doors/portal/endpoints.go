package portal

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

// mark is how something fares: the class of its sign, and its words.
type mark struct{ Kind, Words string }

// listView is the endpoints of an account.
type listView struct {
	Test      bool
	Endpoints []endpointRow
}

type endpointRow struct {
	URL, Address string
	State        mark
	Detail       string
}

// list answers with the endpoints of the account.
func (p *Portal) list(w http.ResponseWriter, v *visit) error {
	all, err := p.Desk.Endpoints(v.Context(), v.account.ID)
	if err != nil {
		return err
	}
	view := listView{Test: v.test}
	for _, one := range all {
		if one.Test != v.test {
			continue
		}
		watched, err := p.Desk.Endpoint(v.Context(), v.account.ID, one.ID)
		if err != nil {
			return err
		}
		view.Endpoints = append(view.Endpoints, p.row(v, watched))
	}
	return p.draw(w, http.StatusOK, p.pages.list, view)
}

func (p *Portal) row(v *visit, w desk.Watched) endpointRow {
	row := endpointRow{URL: w.URL, Address: v.at.To("/endpoints/"+string(w.ID), nil)}
	switch w.Standing(p.Now()) {
	case desk.StandsDisabled:
		row.State, row.Detail = mark{"bad", "arrêtée"}, w.DisabledReason
	case desk.StandsPaused:
		row.State = mark{"warn", "en pause jusqu’au " + p.moment(w.Health.Parked)}
	case desk.StandsFailing:
		row.State = mark{"warn", "en échec"}
	default:
		row.State = mark{"good", "en service"}
	}
	if w.Health.Failures > 0 && w.Enabled {
		row.Detail = fmt.Sprintf("%d échec(s) de suite depuis le %s : %s", w.Health.Failures, p.moment(w.Health.Since), w.Health.LastError)
	}
	return row
}

// moment writes an instant; none is empty.
func (p *Portal) moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(p.zone).Format("02/01/2006 à 15:04")
}

// endpointView is one endpoint with what was sent to it.
type endpointView struct {
	endpointRow
	Home, Here  string // addresses of the list, and of this page
	Done        string // what was just done
	Secret      string // the new secret or public key, this once
	Refused     string
	Enabled     bool
	OffAt       string // when it is switched off, if it goes on failing
	Stats       stats
	Statuses    []choice
	Deliveries  []deliveryRow
	Next        string // the address of the page behind
	Week        string // the day a week ago
	LastSuccess string
}

// stats are the deliveries and attempts of a week; durations in milliseconds.
type stats struct {
	Pending, Delivered, GivenUp, Succeeded, Failed int
	Median, Slow                                   int64
}

type choice struct {
	Name, Address string
	Chosen        bool
}

type deliveryRow struct {
	Order       predate.OrderID
	Event       string
	Created     string
	Address     string
	State       mark
	Attempts    int
	Said        string // of the last attempt
	NextAttempt string
}

// aPage is how many deliveries a page lists.
const aPage = 25

// owned reads an endpoint that the visitor may see.
func (p *Portal) owned(v *visit) (desk.Watched, error) {
	w, err := p.Desk.Endpoint(v.Context(), v.account.ID, predate.EndpointID(v.PathValue("endpoint")))
	if err == nil && w.Test != v.test {
		err = predate.ErrNotFound
	}
	return w, err
}

// endpoint answers with an endpoint and its deliveries.
func (p *Portal) endpoint(w http.ResponseWriter, v *visit) error {
	done := map[string]string{"paused": "L’adresse est arrêtée.", "resumed": "L’adresse est en service : ce qui attend part."}[v.URL.Query().Get("done")]
	if n, err := strconv.Atoi(v.URL.Query().Get("recovered")); err == nil && n >= 0 {
		done = fmt.Sprintf("%d livraison(s) abandonnée(s) repartent.", n)
	}
	return p.show(w, v, http.StatusOK, endpointView{Done: done})
}

// show draws the page of an endpoint.
func (p *Portal) show(w http.ResponseWriter, v *visit, status int, view endpointView) error {
	watched, err := p.owned(v)
	if err != nil {
		return err
	}
	now := p.Now()
	const week = 7 * 24 * time.Hour
	seen, err := p.Desk.EndpointStats(v.Context(), v.account.ID, watched.ID, now.Add(-week))
	if err != nil {
		return err
	}
	view.Stats = stats{seen.Pending, seen.Delivered, seen.GivenUp, seen.Succeeded, seen.Failed, seen.Median.Milliseconds(), seen.Slow.Milliseconds()}
	view.endpointRow = p.row(v, watched)
	view.Home, view.Here, view.Enabled = v.at.To("", nil), view.Address, watched.Enabled
	view.LastSuccess, view.OffAt = p.moment(watched.Health.LastSuccess), p.moment(webhook.DeadAt(watched.Health))
	view.Week = now.Add(-week).In(p.zone).Format(time.DateOnly)
	if err := p.deliveries(v, watched.ID, &view); err != nil {
		return err
	}
	return p.draw(w, status, p.pages.endpoint, view)
}

// deliveries fills in a page of what was sent to an endpoint.
func (p *Portal) deliveries(v *visit, id predate.EndpointID, view *endpointView) error {
	look := desk.DeliveryLook{Endpoint: id, Status: predate.DeliveryStatus(v.URL.Query().Get("status")), After: predate.DeliveryID(v.URL.Query().Get("after")), Limit: aPage + 1}
	here := "/endpoints/" + string(id)
	for _, one := range []struct {
		status predate.DeliveryStatus
		name   string
	}{{"", "Toutes"}, {predate.DeliveryPending, "En cours"}, {predate.DeliveryGivenUp, "Abandonnées"}, {predate.DeliveryDelivered, "Livrées"}} {
		view.Statuses = append(view.Statuses, choice{one.name, v.at.To(here, url.Values{"status": {string(one.status)}}), look.Status == one.status})
	}
	all, err := p.Desk.DeliveriesTo(v.Context(), look)
	if err != nil {
		return err
	}
	if len(all) > aPage {
		all = all[:aPage]
		view.Next = v.at.To(here, url.Values{"status": {string(look.Status)}, "after": {string(all[aPage-1].ID)}})
	}
	for _, one := range all {
		view.Deliveries = append(view.Deliveries, p.deliveryRow(v, one))
	}
	return nil
}

func (p *Portal) deliveryRow(v *visit, d desk.Posted) deliveryRow {
	row := deliveryRow{
		Order: d.Order, Event: string(d.Event.State), Created: p.moment(d.Created), Address: v.at.To("/deliveries/"+string(d.ID), nil),
		Attempts: d.Attempts, NextAttempt: p.moment(d.Next),
	}
	switch d.Status {
	case predate.DeliveryDelivered:
		row.State = mark{"good", "livrée"}
	case predate.DeliveryGivenUp:
		row.State = mark{"bad", "abandonnée"}
	default:
		row.State = mark{"warn", "en cours"}
	}
	if n := len(d.Made); n > 0 {
		row.Said = d.Made[n-1].Error
	}
	return row
}

// change does what a form asks of an endpoint.
func (p *Portal) change(w http.ResponseWriter, v *visit) error {
	watched, err := p.owned(v)
	if err != nil {
		return err
	}
	if err := p.form(w, v); err != nil {
		return err
	}
	here := "/endpoints/" + string(watched.ID)
	act := v.PostFormValue("act")
	switch act {
	case "pause", "resume":
		on, done := act == "resume", map[string]string{"pause": "paused", "resume": "resumed"}[act]
		if _, err := p.Desk.ChangeEndpoint(v.Context(), v.account.ID, watched.ID, desk.EndpointChange{Enabled: &on}); err != nil {
			return p.again(w, v, err)
		}
		return p.redirect(w, v, v.at.To(here, url.Values{"done": {done}}))
	case "recover":
		since, err := time.ParseInLocation(time.DateOnly, v.PostFormValue("since"), p.zone)
		if err != nil {
			return p.again(w, v, predate.Refuse(predate.CodeInvalid, "Choisissez le jour à partir duquel reprendre."))
		}
		n, err := p.Desk.RecoverSince(v.Context(), v.account.ID, watched.ID, since)
		if err != nil {
			return p.again(w, v, err)
		}
		return p.redirect(w, v, v.at.To(here, url.Values{"recovered": {strconv.Itoa(n)}}))
	case "rotate":
		return p.rotate(w, v, watched)
	}
	return predate.Refuse(predate.CodeInvalid, "Ce formulaire n’est pas d’ici.")
}

// rotate creates a new secret for an endpoint and shows it once. The old secret remains
// valid for one day.
func (p *Portal) rotate(w http.ResponseWriter, v *visit, watched desk.Watched) error {
	rotated, err := p.Desk.RotateSecret(v.Context(), desk.Rotation{Account: v.account.ID, Endpoint: watched.ID, Grace: 24 * time.Hour})
	if err != nil {
		return p.again(w, v, err)
	}
	view := endpointView{Done: "L’ancien secret signe encore jusqu’au " + p.moment(rotated.PreviousUntil) + ".", Secret: rotated.Secret.Reveal()}
	if rotated.Public != "" {
		view.Secret = rotated.Public
	}
	return p.show(w, v, http.StatusOK, view)
}

// again shows the endpoint once more with why something was refused; what is no refusal
// goes on.
func (p *Portal) again(w http.ResponseWriter, v *visit, err error) error {
	said, status := refusalOf(err)
	if said == "" {
		return err
	}
	return p.show(w, v, status, endpointView{Refused: said})
}
