package console

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

func eraseRoutes() []route {
	return []route{
		{http.MethodGet, "/admin/retention", predate.RoleLead, (*Console).retentionPage},
		{http.MethodPost, "/admin/retention", predate.RoleAdmin, (*Console).eraseOrder},
		{http.MethodPost, "/admin/accounts/{account}/erase", predate.RoleAdmin, (*Console).eraseAccount},
	}
}

// retentionView is how long what is kept, and what was erased.
type retentionView struct {
	adminHead
	Lives      []lifeView
	Erased     []erasedView
	Order, Why string // as they were typed, where they were refused
}

type lifeView struct{ What, For, Setting string }

type erasedView struct {
	ID            predate.OrderID
	Account       predate.AccountID
	At, Who, Why  string
	Placed, State string
}

func (c *Console) retentionPage(v *visit) (answer, error) {
	done := map[string]string{"order": "La commande est effacée."}[v.URL.Query().Get("done")]
	return c.retention(v, done, nil)
}

// retention draws the page, with what was done or refused above it.
func (c *Console) retention(v *visit, done string, refused error) (answer, error) {
	head, status, err := c.head(v, predate.RoleAdmin, done, refused)
	if err != nil {
		return nil, err
	}
	view := retentionView{adminHead: head, Lives: livesOf(c.lives()), Order: v.PostFormValue("order"), Why: v.PostFormValue("why")}
	const most = 50
	erased, err := c.Desk.LatestErased(v.Context(), most)
	if err != nil {
		return nil, err
	}
	for _, one := range erased {
		row := erasedView{ID: one.ID, Account: one.Account, At: c.moment(one.Erased), Placed: c.moment(one.Created), State: stateNames()[one.State]}
		for _, act := range one.Acts {
			if act.Act == "order.erased" {
				row.Who, row.Why = act.Who, act.Detail
			}
		}
		view.Erased = append(view.Erased, row)
	}
	return withStatus{status, page{name: "admin-retention", title: "Conservation et effacement", view: view}}, nil
}

// lives lists how long what is kept: what the desk keeps, and what the warden remembers.
func (c *Console) lives() []desk.Life {
	remembered := c.Recipes.Warden.Remember
	return append(c.Desk.Retention.Lives(), desk.Life{Class: "refusals", For: remembered.Refusals}, desk.Life{Class: "logins", For: remembered.Logins})
}

// livesOf words how long what is kept, and by which setting.
func livesOf(lives []desk.Life) []lifeView {
	names := map[string]string{
		"credentials":      "Mots de passe d’extranet, scellés : effacés à la fin de la commande, et au plus tard après",
		"kept-credentials": "Les mêmes, d’un compte qui les fait garder pour les actualisations",
		"papers":           "Pièces d’une commande finie, échanges avec le client, et ce que l’extranet listait sans le donner",
		"statements":       "Pré-états datés délivrés et leur rapport", "events": "Événements, livraisons et leurs réponses",
		"audit": "Journal des décisions et des actes", "replays": "Réponses gardées pour les demandes répétées (Idempotency-Key)",
		"sessions": "Sessions et invitations des opérateurs, après leur fin", "refusals": "Empreintes de mots de passe refusés par un extranet",
		"logins": "Connexions faites aux extranets, par empreinte d’identifiant, et structure de la page qu’une recette n’a pas reconnue",
	}
	var all []lifeView
	for _, one := range lives {
		all = append(all, lifeView{cmp.Or(names[one.Class], one.Class), lifeName(one.For), "--keep-" + one.Class})
	}
	return all
}

// lifeName writes how long something is kept.
func lifeName(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d == 0:
		return "sans limite"
	case d < 4*day:
		return fmt.Sprintf("%d\u00a0heures", int(d/time.Hour))
	case d >= 366*day:
		return fmt.Sprintf("%d\u00a0mois", int(d/(30*day)))
	}
	return fmt.Sprintf("%d\u00a0jours", int(d/day))
}

func (c *Console) eraseOrder(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	id, err := predate.ParseOrderID(v.PostFormValue("order"))
	if err != nil {
		return c.retention(v, "", predate.Refuse(predate.CodeInvalid, "« %s » n’est pas une référence de commande.", v.PostFormValue("order")))
	}
	if !sameWord(v.PostFormValue("again"), string(id)) {
		return c.retention(v, "", predate.Refuse(predate.CodeInvalid, "Rien n’est effacé : tapez deux fois la même référence."))
	}
	err = c.deskOf(v).EraseOrder(v.Context(), id)
	if isMissing(err) {
		err = predate.Refuse(predate.CodeConflict, "Aucune commande %s.", id)
	}
	if err != nil {
		return c.retention(v, "", err)
	}
	return redirect("/admin/retention?done=order"), nil
}

// sameWord compares what was typed to confirm with what it confirms.
func sameWord(typed, wanted string) bool { return strings.EqualFold(strings.TrimSpace(typed), wanted) }

func (c *Console) eraseAccount(v *visit) (answer, error) {
	if err := v.form(); err != nil {
		return nil, err
	}
	a, err := c.accountOf(v)
	if err != nil {
		return nil, err
	}
	if !sameWord(v.PostFormValue("again"), a.Email) {
		return c.account(v, a.ID, accountView{}, predate.Refuse(predate.CodeInvalid, "Rien n’est effacé : tapez l’adresse électronique du compte."))
	}
	orders, done, err := c.deskOf(v).EraseAccount(v.Context(), a.ID)
	if err != nil {
		return c.account(v, a.ID, accountView{}, err)
	}
	told := "Le compte est effacé, avec " + number(orders, "commande.", "commandes.")
	if !done {
		told = "Le compte est fermé et " + number(orders, "commande est effacée", "commandes sont effacées") + " ; il en reste : effacez encore."
	}
	return c.account(v, a.ID, accountView{adminHead: adminHead{Done: told}}, nil)
}
