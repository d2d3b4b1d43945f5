package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"predate"
	"predate/internal/delivering/webhook"
	"predate/internal/orders/desk"
)

func endpointRoutes() []route {
	return []route{
		{http.MethodGet, "/admin/endpoints", predate.RoleLead, (*Console).endpointsPage},
		{http.MethodPost, "/admin/accounts/{account}/endpoints", predate.RoleAdmin, (*Console).createEndpoint},
		{http.MethodGet, "/admin/endpoints/{endpoint}", predate.RoleLead, (*Console).endpointPage},
		{http.MethodPost, "/admin/endpoints/{endpoint}/enabled", predate.RoleLead, (*Console).setEndpointEnabled},
		{http.MethodPost, "/admin/endpoints/{endpoint}/recover", predate.RoleLead, (*Console).recoverDeliveries},
		{http.MethodPost, "/admin/endpoints/{endpoint}/rotate", predate.RoleAdmin, (*Console).rotateSecret},
	}
}

// desk returns the desk as the visitor acts at it.
func (c *Console) deskOf(v *visit) *desk.Desk {
	return c.Desk.By(desk.Actor{Name: v.who.Name, Operator: v.who.ID, Why: strings.TrimSpace(v.PostFormValue("why")), Act: v.act()})
}

// endpointsView is the list of the callback addresses of all accounts.
type endpointsView struct {
	adminHead
	Endpoints []endpointRow
	Trouble   bool // only those in trouble are shown
}

type endpointRow struct {
	ID, URL, Created string
	Account          predate.AccountID
	Email            string
	Test             bool
	State            state
	Detail           string
}

func (c *Console) endpointsPage(v *visit) (answer, error) {
	head, status, err := c.head(v, predate.RoleAdmin, "", nil)
	if err != nil {
		return nil, err
	}
	view := endpointsView{adminHead: head, Trouble: v.URL.Query().Get("state") == "trouble"}
	all, err := c.Desk.AllEndpoints(v.Context())
	if err != nil {
		return nil, err
	}
	emails, err := c.emails(v)
	if err != nil {
		return nil, err
	}
	for _, w := range all {
		if view.Trouble && w.Standing(c.Now()) == desk.StandsOK {
			continue
		}
		view.Endpoints = append(view.Endpoints, c.endpointRow(w, emails[w.Account]))
	}
	return withStatus{status, page{name: "admin-endpoints", title: "Adresses de rappel", view: view}}, nil
}

// emails returns the e-mail of each account.
func (c *Console) emails(v *visit) (map[predate.AccountID]string, error) {
	accounts, err := c.Accounts.Accounts(v.Context())
	emails := make(map[predate.AccountID]string, len(accounts))
	for _, a := range accounts {
		emails[a.ID] = a.Email
	}
	return emails, err
}

func (c *Console) endpointRow(w desk.Watched, email string) endpointRow {
	row := endpointRow{ID: string(w.ID), URL: w.URL, Created: c.moment(w.Created), Account: w.Account, Email: email, Test: w.Test}
	switch w.Standing(c.Now()) {
	case desk.StandsDisabled:
		row.State, row.Detail = state{"bad", "arrêtée"}, w.DisabledReason
	case desk.StandsPaused:
		row.State = state{"warn", "en pause jusqu’au " + c.moment(w.Health.Parked)}
	case desk.StandsFailing:
		row.State = state{"warn", "en échec"}
	default:
		row.State = state{"good", "en service"}
	}
	if w.Health.Failures > 0 && w.Enabled {
		row.Detail = fmt.Sprintf("%s de suite depuis le %s : %s", number(w.Health.Failures, "échec", "échecs"), c.moment(w.Health.Since), w.Health.LastError)
	}
	return row
}

// endpointView is the page of one callback address.
type endpointView struct {
	adminHead
	endpointRow
	Told        []secretView
	Events      string
	Content     string
	Signature   string
	PublicKey   string
	MaxRate     int
	LastSuccess string
	OffAt       string // when it is switched off, if it goes on failing
	Enabled     bool
	Day         string // for the recovery
	Graces      []graceView
	Pending, Delivered, GivenUp,
	Succeeded, Failed int
	Median, Slow string
}

type graceView struct {
	Hours int
	Name  string
}

func (c *Console) endpointPage(v *visit) (answer, error) {
	done := map[string]string{"paused": "L’adresse est arrêtée.", "resumed": "L’adresse est en service : ce qui attend part."}[v.URL.Query().Get("done")]
	if n, err := strconv.Atoi(v.URL.Query().Get("recovered")); err == nil && n >= 0 {
		done = number(n, "livraison abandonnée repart.", "livraisons abandonnées repartent.")
	}
	return c.endpoint(v, predate.EndpointID(v.PathValue("endpoint")), endpointView{adminHead: adminHead{Done: done}}, nil)
}

// watched returns an endpoint; one that is not is refused.
func (c *Console) watched(v *visit, id predate.EndpointID) (desk.Watched, error) {
	w, err := c.Desk.AnyEndpoint(v.Context(), id)
	if errors.Is(err, predate.ErrNotFound) {
		return w, predate.Refuse(predate.CodeNotFound, "Cette adresse n’existe pas, ou plus.")
	}
	return w, err
}

// endpoint draws the page of an endpoint, with what was done or refused above it.
func (c *Console) endpoint(v *visit, id predate.EndpointID, view endpointView, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleAdmin, view.Done, refused)
	if err != nil {
		return nil, err
	}
	w, err := c.watched(v, id)
	if err != nil {
		return nil, err
	}
	account, err := c.Accounts.AccountByID(v.Context(), w.Account)
	if err != nil {
		return nil, err
	}
	const week = 7 * 24 * time.Hour
	stats, err := c.Desk.EndpointStats(v.Context(), w.Account, w.ID, c.Now().Add(-week))
	if err != nil {
		return nil, err
	}
	view.adminHead, view.endpointRow = head, c.endpointRow(w, account.Email)
	view.Events, view.Content, view.Signature, view.PublicKey, view.MaxRate = eventNames(w.Events), "le PDF dans le corps", signatureName(w.Signature), w.PublicKey, w.MaxRate
	if w.Link {
		view.Content = "l’adresse du PDF"
	}
	view.Enabled, view.LastSuccess, view.OffAt = w.Enabled, c.moment(w.Health.LastSuccess), c.moment(webhook.DeadAt(w.Health))
	view.Pending, view.Delivered, view.GivenUp, view.Succeeded, view.Failed = stats.Pending, stats.Delivered, stats.GivenUp, stats.Succeeded, stats.Failed
	view.Median, view.Slow = millis(stats.Median), millis(stats.Slow)
	view.Day = c.Now().In(c.zone).AddDate(0, 0, -1).Format(time.DateOnly)
	view.Graces = []graceView{{24, "24 heures"}, {0, "pas du tout"}, {7 * 24, "7 jours"}}
	return withStatus{status, page{name: "admin-endpoint", title: "Adresse de rappel", view: view}}, nil
}

// eventNames are the states that an endpoint hears of.
func eventNames(events []predate.State) string {
	if len(events) == 0 {
		return "tous"
	}
	var all []string
	for _, e := range events {
		all = append(all, stateNames()[e])
	}
	return strings.Join(all, ", ")
}

func signatureName(s predate.Signature) string {
	if s == predate.Ed25519 {
		return "v1a (Ed25519, clé publique)"
	}
	return "v1 (HMAC-SHA256, secret partagé)"
}

func (c *Console) createEndpoint(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	a, err := c.accountOf(v)
	if err != nil {
		return nil, err
	}
	made, secret, err := c.deskOf(v).CreateEndpoint(v.Context(), predate.Endpoint{
		Account: a.ID, URL: strings.TrimSpace(v.PostFormValue("url")), Test: v.PostFormValue("test") != "",
	})
	if err != nil {
		return c.account(v, a.ID, accountView{}, err)
	}
	return c.endpoint(v, made.ID, endpointView{
		adminHead: adminHead{Done: "L’adresse est enregistrée."}, Told: []secretView{{"Secret de signature", secret.Reveal()}},
	}, nil)
}

// toEndpoint does something to an endpoint and returns to its page; what do returns
// is added to the address.
func (c *Console) toEndpoint(v *visit, do func(desk.Watched) (url.Values, error)) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	w, err := c.watched(v, predate.EndpointID(v.PathValue("endpoint")))
	if err != nil {
		return nil, err
	}
	told, err := do(w)
	if err != nil {
		return c.endpoint(v, w.ID, endpointView{}, err)
	}
	return redirect("/admin/endpoints/" + url.PathEscape(string(w.ID)) + "?" + told.Encode()), nil
}

func (c *Console) setEndpointEnabled(v *visit) (answer, error) {
	return c.toEndpoint(v, func(w desk.Watched) (url.Values, error) {
		on, done := v.PostFormValue("on") != "", "paused"
		if on {
			done = "resumed"
		}
		_, err := c.deskOf(v).ChangeEndpoint(v.Context(), w.Account, w.ID, desk.EndpointChange{Enabled: &on})
		return url.Values{"done": {done}}, err
	})
}

func (c *Console) recoverDeliveries(v *visit) (answer, error) {
	return c.toEndpoint(v, func(w desk.Watched) (url.Values, error) {
		since, err := time.ParseInLocation(time.DateOnly, v.PostFormValue("since"), c.zone)
		if err != nil {
			return nil, predate.Refuse(predate.CodeInvalid, "Choisissez le jour à partir duquel reprendre.")
		}
		n, err := c.deskOf(v).RecoverSince(v.Context(), w.Account, w.ID, since)
		return url.Values{"recovered": {strconv.Itoa(n)}}, err
	})
}

func (c *Console) rotateSecret(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	w, err := c.watched(v, predate.EndpointID(v.PathValue("endpoint")))
	if err != nil {
		return nil, err
	}
	hours, err := strconv.Atoi(v.PostFormValue("grace"))
	if err != nil {
		return c.endpoint(v, w.ID, endpointView{}, predate.Refuse(predate.CodeInvalid, "Choisissez combien de temps l’ancien secret signe encore."))
	}
	rotated, err := c.deskOf(v).RotateSecret(v.Context(), desk.Rotation{Account: w.Account, Endpoint: w.ID, Grace: time.Duration(hours) * time.Hour})
	if err != nil {
		return c.endpoint(v, w.ID, endpointView{}, err)
	}
	told := secretView{"Nouveau secret de signature", rotated.Secret.Reveal()}
	if rotated.Public != "" {
		told = secretView{"Nouvelle clé publique", rotated.Public}
	}
	return c.endpoint(v, w.ID, endpointView{
		adminHead: adminHead{Done: "L’ancien secret signe encore jusqu’au " + c.moment(rotated.PreviousUntil) + "."}, Told: []secretView{told},
	}, nil)
}
